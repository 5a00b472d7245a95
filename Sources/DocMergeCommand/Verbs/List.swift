import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge list`.
struct List: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: tr("List the documents in conflict, with their versions."),
    discussion: tr(
      """
      Version @1 is the one in the folder. Exits with 1 when documents are in conflict.

      In a git repository that stopped in a merge, rebase, cherry-pick, revert, am or stash, lists the \
      paths in conflict: @1 is ours, @2 is theirs.

      Examples:
        docmerge list
        docmerge list --all
        docmerge list --json | jq -r '.documents[].path'
      """))

  @Flag(name: .shortAndLong, help: ArgumentHelp(tr("List all documents."))) var all = false
  @Flag(help: ArgumentHelp(tr("Print JSON (see docmerge(1))."))) var json = false

  func run() throws {
    if let git = try GitSource.current() { return try GitList(source: git).list(asJSON: json) }
    let container = try Container.find(from: ".")
    let documents = try all ? container.documents() : container.conflicts()
    let conflicts = documents.count(where: \.isInConflict)
    let clashes = try container.nameClashes()
    if json {
      Console.print(try JSONText.list(documents, clashes))
    } else {
      for document in documents { show(document) }
      for clash in clashes { Console.print(Report.nameClash(clash)) }
    }
    guard conflicts > 0 else {
      if !all, !json { Console.message(tr("No document is in conflict.")) }
      return
    }
    if !json {
      let count = counted(conflicts, "document")
      Console.message(tr("\(count) in conflict: decide with `docmerge resolve`."))
    }
    throw ExitStatus.conflictsRemain
  }

  private func mark(_ document: DocumentSummary) -> String {
    switch document.availability {
    case .local: ""
    case .partial: "  " + Style.dim(tr("not all downloaded"))
    case .remote: "  " + Style.dim(tr("not downloaded"))
    }
  }

  private func show(_ document: DocumentSummary) {
    guard document.isInConflict else {
      let version = document.current
      Console.print(
        "\(document.path.display)  \(PrintableText.escape(version.author.name))  "
          + "\(PrintableText.escape(version.computer))  \(Words.date(version.date))  "
          + Words.size(version.size) + mark(document))
      showAliases(of: document)
      return
    }
    let count = counted(document.heads.count, "version")
    let state = Style.yellow(tr("\(count) in conflict"))
    Console.print("\(Style.bold(document.path.display))  \(state)\(mark(document))")
    showAliases(of: document)
    for line in Report.versions(of: document) { Console.print(line) }
  }

  private func showAliases(of document: DocumentSummary) {
    for alias in document.aliases { Console.print(tr("  also named \(alias.display)")) }
  }
}
