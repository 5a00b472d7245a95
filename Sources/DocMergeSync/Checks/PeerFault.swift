import DocMergeHistory
import DocMergeObjects

/// What is wrong with what a peer sent.
package struct PeerFault: Error, CustomStringConvertible {
  package var description: String
  /// Whether it only deletes so much that it looks like a slip.
  package var isMassDeletion = false

  /// Whether a failure lies in what the peer sent; others are ours, and end a sync.
  static func isCause(of error: any Error) -> Bool {
    // Not found: something that the state names was not sent with it.
    error is PeerFault || error is StateError
      || (error as? GitError).map { [.notFound, .tooLarge].contains($0.code) } ?? false
  }
}
