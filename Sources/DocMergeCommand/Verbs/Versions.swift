import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge versions`.
struct Versions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "versions",
    abstract: tr("Show the history and the conflict versions of a document."),
    discussion: tr(
      """
      The ids, or their first digits, are what other verbs take, and so are @current, @newest, \
      @oldest, @base and the numbers @1, @2 … of versions in conflict. In a git repository, shows the base, ours and theirs of \
      a path in conflict.

      Examples:
        docmerge versions todo.md
        docmerge versions todo.md --json
      """))

  @Argument(help: ArgumentHelp(tr("The document, deleted ones too.")), completion: .file())
  var document: String
  @Flag(help: ArgumentHelp(tr("Print JSON (see docmerge(1))."))) var json = false

  func run() throws {
    if let git = try GitSource.current() {
      return try GitList(source: git).versions(document, asJSON: json)
    }
    let finder = try DocumentFinder()
    let container = finder.container
    let document = try finder.downloaded(document)
    let history = try container.history(of: document.id)
    if json {
      Console.print(try JSONText.versions(document, history))
      return
    }
    let widths = (
      author: history.map { PrintableText.escape($0.version.author.name).count }.max() ?? 0,
      computer: history.map { PrintableText.escape($0.version.computer).count }.max() ?? 0
    )
    try Pager.start()
    for entry in history { Console.print(line(entry, document, widths)) }
  }

  private func line(
    _ entry: HistoryEntry, _ document: DocumentSummary, _ widths: (author: Int, computer: Int)
  ) -> String {
    let version = entry.version
    var marks: [String] = []
    if let index = document.heads.firstIndex(where: { $0.id == version.id }) {
      if document.isInConflict { marks.append(Style.yellow("@\(index + 1)")) }
      if index == 0 { marks.append(Style.green(tr("current"))) }
    }
    if let strategy = entry.strategy { marks.append(tr("by \(PrintableText.escape(strategy))")) }
    return [
      Style.dim(version.id.short),
      Words.pad(PrintableText.escape(version.author.name), widths.author),
      Words.pad(PrintableText.escape(version.computer), widths.computer), Words.date(version.date),
      Words.pad(version.isDeletion ? tr("deleted") : Words.size(version.size), 8),
      PrintableText.words(entry.message), marks.joined(separator: " "),
    ].filter { !$0.isEmpty }.joined(separator: "  ")
  }
}
