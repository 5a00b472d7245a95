import ArgumentParser
import DocMerge
import DocMergeGit
import DocMergeLanguage
import DocMergeSystem

/// The verb `docmerge undo`.
struct Undo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: tr("Undo an operation: a resolution, a sync, a deletion, a save …"),
    discussion: tr(
      """
      Without an id, the latest operation that is not undone yet; called again, the one before. To \
      take an undo back, undo it by its id. No version is lost. On a terminal, asks first where \
      that operation is a sync, an automatic one, or not the last thing that was done.

      In a git repository, brings the conflicts of the latest `docmerge resolve` back, with the files \
      as they were, as long as the merge, rebase or the like is in progress.

      Exits with 0 when the operation is undone, even if documents are in conflict \
      then; `docmerge list` shows them.

      Examples:
        docmerge undo
        docmerge operations
        docmerge undo 5c01d2e7
        docmerge undo --json
      """))

  @Argument(
    help: ArgumentHelp(tr("The operation's id, as `docmerge operations` shows it.")),
    completion: .operations)
  var operation: String?
  @Flag(help: ArgumentHelp(tr("Print JSON."))) var json = false
  @Flag(name: .shortAndLong, help: ArgumentHelp(tr("Do not ask for confirmation.")))
  var yes = false

  func run() throws {
    if let git = try GitSource.current() { return try undo(in: git) }
    let container = try Container.find(from: ".")
    let target = try operation.map { try container.operation($0) }
    guard try target != nil || yes || isMeant(in: container) else {
      return Console.message(tr("Nothing is undone."))
    }
    CoordinatedChanges.saveOpenDocuments(in: container)
    let undone = try container.undo(target)
    let conflicts = try container.conflicts()
    guard !json else { return Console.print(try JSONText.undone(undone, conflicts)) }
    Console.message(tr("Undone: \(PrintableText.words(undone.summary))."))
    Report.conflicts(conflicts.count)
  }

  /// Asks a person at a terminal to confirm the undo of an operation that is not their last one.
  private func isMeant(in container: Container) throws -> Bool {
    guard Console.isInteractive else { return true }
    let log = try container.operations()
    guard let next = log.first(where: { $0.undoes == nil && !$0.isUndone }) else { return true }
    guard next.id != log.first?.id || next.automatic != nil || next.kind == .sync else {
      return true
    }
    Console.prompt(
      tr("Undo \(PrintableText.words(next.summary)), of \(Words.date(next.date))? [y]es, [n]o "))
    let key = Key.read()
    Console.message(key == .character("y") ? "y" : "n")
    return key == .character("y")
  }

  private func undo(in git: GitSource) throws {
    guard operation == nil else {
      throw CommandError(
        description: tr("in a git repository only the latest resolution is undone"))
    }
    guard let undone = try git.repository.undo() else {
      throw CommandError(description: tr("there is no resolution to undo here"))
    }
    let left = try git.repository.conflicts()
    guard !json else { return Console.print(try GitJSON.undone(undone, left)) }
    let paths =
      undone.paths.count > 10
      ? counted(undone.paths.count, "path")
      : undone.paths.map { PrintableText.escape($0) }.joined(separator: ", ")
    Console.message(tr("Undone: \(PrintableText.words(undone.summary)) of \(paths)."))
    for edit in undone.edits {
      let (name, object) = (PrintableText.escape(edit.path), edit.object.prefix(12))
      Console.message(tr("\(name) was edited since; that is kept: git show \(object)"))
    }
    guard !left.isEmpty else { return }
    Console.message(tr("\(counted(left.count, "path")) in conflict."))
  }
}
