import DocMergeCoordination
import Foundation

/// The queue to load the contents of a file on, and the access that it is read in.
struct Loading: Sendable {
  @TaskLocal static var current: Loading?

  /// Whether the current code reverts a document that nobody asked to revert: then unsaved changes are kept.
  @TaskLocal static var isAutomatic = false

  /// Why nothing was loaded: the document was edited after the decision to load.
  struct Needless: Error {}

  let queue: CallerQueue
  let access: Access?
  var keepsEdits = false

  /// Runs a block on the queue, and waits for it on this thread.
  ///
  /// The queue may wait for a process that waits for the file. So the access ends if the block does not start soon: the
  /// contents are in memory by then, and what others write meanwhile is read again.
  ///
  /// - Throws: what the block throws.
  func run(_ body: @escaping @Sendable () throws -> Void) throws {
    let once = Once()
    DispatchQueue.global().asyncAfter(deadline: .now() + MainThread.patience) {
      // A lost claim is no error here: the document checks whether others wrote.
      if once.take() { try? access?.release() }
    }
    try queue.sync {
      _ = once.take()
      try body()
    }
  }
}
