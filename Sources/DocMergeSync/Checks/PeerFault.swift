import DocMergeHistory
import DocMergeObjects

/// A fault in what a peer sent.
package struct PeerFault: Error, CustomStringConvertible {
  package var description: String
  /// Whether the fault is only that it deletes so much that it looks like a mistake.
  package var isMassDeletion = false

  /// Whether a failure is caused by what the peer sent; other failures are ours, and end a sync.
  static func isCause(of error: any Error) -> Bool {
    // Not found: an object that the state names was not sent with it.
    error is PeerFault || error is StateError
      || (error as? GitError).map { [.notFound, .tooLarge].contains($0.code) } ?? false
  }
}
