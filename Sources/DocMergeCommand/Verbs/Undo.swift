import ArgumentParser
import DocMerge

/// The verb `docmerge undo`.
struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo an operation: a resolution, a sync, a deletion, a save …",
    discussion: """
      Without an id, the latest operation that is not undone yet; called again, the one before. To \
      take an undo back, undo it by its id. Versions are never lost by it.

      Exits with 1 when documents are in conflict afterwards.

      Examples:
        docmerge undo
        docmerge operations
        docmerge undo 5c01d2e7
      """)

  @Argument(help: "The operation's id, as `docmerge operations` shows it.") var operation: String?

  func run() throws {
    let container = try Container.find(from: ".")
    let target = try operation.map { try container.operation($0) }
    let undone = try container.undo(target)
    Console.message("Undone: \(PrintableText.words(undone.summary)).")
    let conflicts = try container.conflicts()
    Report.conflicts(conflicts.count)
    if !conflicts.isEmpty { throw ExitStatus.conflictsRemain }
  }
}
