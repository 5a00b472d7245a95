import DocMergeCoordination
import Foundation

/// Where the contents of a file that is read now are to be loaded, and the access that it is read in.
struct Loading: Sendable {
  @TaskLocal static var current: Loading?

  let queue: CallerQueue
  let access: Access?

  /// Runs a block on the queue, and waits for it on this thread.
  ///
  /// A queue that is busy may be waiting for a process that waits for the file. The contents are in memory by
  /// now, so the access ends before the block runs if that takes long: what is written then is read again.
  ///
  /// - Throws: what the block throws.
  func run(_ body: @escaping @Sendable () throws -> Void) throws {
    let once = Once()
    DispatchQueue.global().asyncAfter(deadline: .now() + MainThread.patience) {
      // Whether the claim was still there matters to nobody: the document looks whether others wrote.
      if once.take() { try? access?.release() }
    }
    try queue.sync {
      _ = once.take()
      try body()
    }
  }
}
