import ArgumentParser
import DocMerge
import DocMergeLanguage

/// The verb `docmerge forget`.
struct Forget: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: tr("Keep files, but no longer as documents."),
    discussion: tr(
      """
      Use it for a document that a server refuses, or that was never meant to be synced. The file stays where \
      it is, and docmerge ignores it from now on. Its versions go into the recycle bin. A document that other \
      replicas have cannot be forgotten: docmerge rm deletes it everywhere.

      Examples:
        docmerge forget film.mp4
        docmerge undo                     (makes it a document again)
      """))

  @Argument(help: ArgumentHelp(tr("The documents.")), completion: .file()) var documents: [String]

  func run() throws {
    let finder = try DocumentFinder()
    let found = try finder.documents(documents)
    if let gone = found.first(where: \.isDeleted) {
      throw CommandError(description: tr("\(gone.path.display) is deleted already"))
    }
    let report = try finder.container.upkeep.forget(found.map(\.id))
    for document in report.documents {
      let versions = counted(document.versions, "version")
      Console.message(
        tr("\(document.path.display) is no document any more (\(versions)); its file stays."))
    }
  }
}
