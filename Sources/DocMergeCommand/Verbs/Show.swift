import ArgumentParser
import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge show`.
struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: tr("Print a version of a document."),
    discussion: tr(
      """
      The bytes are printed as they are. Of a package the names and sizes of its files are printed, \
      or one of them with --member. In a git repository, prints @ours, @theirs or @base of a path in \
      conflict.

      Examples:
        docmerge show todo.md
        docmerge show todo.md@2
        docmerge show todo.md@3be1f0aa > old.md
        docmerge show trip.imagenotes@base --member text.md
      """))

  @Argument(help: ArgumentHelp(tr("The document, or DOC@VERSION.")), completion: .file())
  var version: String
  @Option(help: ArgumentHelp(tr("Print this file of a package."), valueName: "path"))
  var member: String?

  func run() throws {
    if let git = try GitSource.current() { return try GitList(source: git).show(version) }
    let finder = try DocumentFinder()
    let container = finder.container
    let (document, version) = try finder.downloaded(version: version)
    switch try container.contents(of: version) {
    case .file(let bytes, _): Console.print(bytes: bytes)
    case .symlink(let target): Console.print(PrintableText.escape(target))
    case .package(let members): try show(members, of: document)
    case .deleted:
      throw CommandError(description: tr("\(document.path.display) is deleted in this version"))
    }
  }

  private func show(
    _ members: [DocumentContents.PackageMember], of document: DocumentSummary
  ) throws {
    guard let member else {
      for member in members {
        Console.print("\(member.path.display)  \(Words.size(Int64(member.bytes.count)))")
      }
      return
    }
    guard let found = members.first(where: { $0.path == DocumentPath(member) }) else {
      throw CommandError(
        description: tr("no file \(PrintableText.escape(member)) in \(document.path.display)"))
    }
    Console.print(bytes: found.bytes)
  }
}
