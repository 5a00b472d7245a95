import ArgumentParser
import DocMerge
import DocMergeLanguage

/// The verb `docmerge mv`.
struct Move: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mv",
    abstract: tr("Move or rename a document; its history goes with it."),
    discussion: tr(
      """
      A folder as the last argument takes the document under its old name. Documents that are moved \
      by other programs are recognised too, when they are saved. Programs that have the document \
      open are told, and follow it.

      Examples:
        docmerge mv todo.md done.md
        docmerge mv todo.md Archive/
      """))

  @Argument(help: ArgumentHelp(tr("The document.")), completion: .file()) var document: String
  @Argument(help: ArgumentHelp(tr("The new name, or a folder.")), completion: .file())
  var destination: String

  func run() throws {
    let finder = try DocumentFinder()
    let container = finder.container
    let document = try finder.document(document)
    let target = try target(for: document, finder)
    guard target != document.path else {
      throw CommandError(description: tr("\(target.display) is where the document is"))
    }
    try CoordinatedChanges.move(document.path, to: target, in: container) {
      try container.move(document.id, to: target)
    }
    Console.message(tr("Moved \(document.path.display) to \(target.display)."))
  }

  private func target(for document: DocumentSummary, _ finder: DocumentFinder) throws
    -> DocumentPath
  {
    let name = "/" + String(decoding: document.path.name, as: UTF8.self)
    if finder.isWhole(destination) { return try finder.path(destination + name) }
    let path = try finder.path(destination)
    let isFolder =
      Place("\(finder.container.path)/\(String(decoding: path.bytes, as: UTF8.self))").kind
      == .folder
    return isFolder || destination.hasSuffix("/") ? try finder.path(destination + name) : path
  }
}
