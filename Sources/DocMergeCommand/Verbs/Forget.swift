import ArgumentParser
import DocMerge

/// The verb `docmerge forget`.
struct Forget: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Keep files, but no longer as documents.",
    discussion: """
      Use it for a document that a server refuses, or that was never meant to be synced. The file stays where \
      it is, and docmerge ignores it from now on. Its versions go into the recycle bin. A document that other \
      replicas have cannot be forgotten: docmerge rm deletes it everywhere.

      Examples:
        docmerge forget film.mp4
        docmerge undo                     (makes it a document again)
      """)

  @Argument(help: "The documents.", completion: .file()) var documents: [String]

  func run() throws {
    let finder = try DocumentFinder()
    let found = try documents.map { try finder.document($0) }
    if let gone = found.first(where: \.isDeleted) {
      throw CommandError(description: "\(gone.path.display) is deleted already")
    }
    let report = try finder.container.forget(found.map(\.id))
    for document in report.documents {
      let versions = Words.count(document.versions, "version")
      Console.message(
        "\(document.path.display) is no document any more (\(versions)); its file stays.")
    }
  }
}
