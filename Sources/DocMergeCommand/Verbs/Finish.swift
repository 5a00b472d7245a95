import ArgumentParser
import DocMerge
import DocMergeLanguage

/// The verb `docmerge finish`.
struct Finish: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "finish",
    abstract: tr("Finish the work that a clone put off."),
    discussion: tr(
      """
      A clone of many documents returns when all of them are in the folder, and starts this in the \
      background: the disk writes them, and git checks the objects that were fetched. \
      Commands that write wait for it, or do it themselves. With nothing left to do, it does nothing.

      Example:
        docmerge finish
      """))

  func run() throws {
    let container = try Container.find(from: ".")
    try Progress.show(tr("Finishing")) { try container.finishClone() }
  }

  /// Starts it in the background for a container with remaining work.
  ///
  /// - Throws: the errors of doing it in this process, where no other can be started.
  static func startIfNeeded(_ container: Container) throws {
    guard try container.hasRest() else { return }
    do {
      try Background.start(["finish"], in: container.path, failing: tr("cannot finish the clone"))
    } catch is CommandError {
      // If no process can be started, this one does it.
      try container.finishClone()
    }
  }
}
