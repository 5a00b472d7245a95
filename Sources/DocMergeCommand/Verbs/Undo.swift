import ArgumentParser
import DocMerge
import DocMergeGit

/// The verb `docmerge undo`.
struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo an operation: a resolution, a sync, a deletion, a save …",
    discussion: """
      Without an id, the latest operation that is not undone yet; called again, the one before. To \
      take an undo back, undo it by its id. Versions are never lost by it.

      In a git repository, brings the conflicts of the latest `docmerge resolve` back, with the files \
      as they were, as long as what git stopped in is not concluded.

      Exits with 1 when documents are in conflict afterwards.

      Examples:
        docmerge undo
        docmerge operations
        docmerge undo 5c01d2e7
      """)

  @Argument(help: "The operation's id, as `docmerge operations` shows it.") var operation: String?

  func run() throws {
    if let git = try GitSource.current() { return try undo(in: git) }
    let container = try Container.find(from: ".")
    let target = try operation.map { try container.operation($0) }
    let undone = try container.undo(target)
    Console.message("Undone: \(PrintableText.words(undone.summary)).")
    let conflicts = try container.conflicts()
    Report.conflicts(conflicts.count)
    if !conflicts.isEmpty { throw ExitStatus.conflictsRemain }
  }

  private func undo(in git: GitSource) throws {
    guard operation == nil else {
      throw CommandError(description: "in a git repository only the latest resolution is undone")
    }
    guard let undone = try git.repository.undo() else {
      throw CommandError(description: "there is no resolution to undo here")
    }
    let paths =
      undone.paths.count > 10
      ? Words.count(undone.paths.count, "path")
      : undone.paths.map { PrintableText.escape($0) }.joined(separator: ", ")
    Console.message("Undone: \(PrintableText.words(undone.summary)) of \(paths).")
    for edit in undone.edits {
      Console.message(
        "\(PrintableText.escape(edit.path)) was edited since; that is kept: git show "
          + edit.object.prefix(12))
    }
    let left = try git.repository.conflicts().count
    guard left > 0 else { return }
    Console.message("\(Words.count(left, "path")) in conflict.")
    throw ExitStatus.conflictsRemain
  }
}
