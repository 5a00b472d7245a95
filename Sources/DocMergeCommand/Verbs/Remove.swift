import ArgumentParser
import DocMerge
import DocMergeLanguage

/// The verb `docmerge rm`.
struct Remove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm",
    abstract: tr("Delete documents; their versions stay."),
    discussion: tr(
      """
      Programs that have one of them open close it.

      Examples:
        docmerge rm old.md
        docmerge undo                     (brings it back)
        docmerge restore old.md 3be1f0aa  (so does this)
      """))

  @Argument(help: ArgumentHelp(tr("The documents.")), completion: .file()) var documents: [String]

  func run() throws {
    let finder = try DocumentFinder()
    let container = finder.container
    let found = try finder.documents(documents)
    if let gone = found.first(where: \.isDeleted) {
      throw CommandError(description: tr("\(gone.path.display) is deleted already"))
    }
    // A deletion is a version made from the previous one, which must be here.
    _ = try Download(container: container).bring(found)
    try CoordinatedChanges.delete(found.map(\.path), in: container) {
      try container.delete(found.map(\.id))
    }
    for document in found { Console.message(tr("Deleted \(document.path.display).")) }
  }
}
