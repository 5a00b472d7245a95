import ArgumentParser
import DocMerge

/// The verb `docmerge restore`.
struct Restore: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Make an old version the current one, or bring a deleted document back.",
    discussion: """
      A new version with the old contents is added; nothing is lost.

      Examples:
        docmerge restore todo.md 3be1f0aa
        docmerge restore deleted.md 91c0aa12
      """)

  @Argument(help: "The document, deleted ones too.", completion: .file()) var document: String
  @Argument(help: "The version.") var version: String

  func run() throws {
    let finder = try DocumentFinder()
    let container = finder.container
    let document = try finder.downloaded(document)
    let version = try finder.version(version, of: document)
    let restored = try container.restore(document.id, to: version)
    Console.message("Restored \(restored.path.display) to \(version.id.short).")
    guard restored.isInConflict else { return }
    Report.conflicts(1)
    throw ExitStatus.conflictsRemain
  }
}
