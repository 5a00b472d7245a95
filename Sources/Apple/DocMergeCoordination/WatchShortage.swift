package import DocMergeSystem
import Synchronization

/// Says that folders cannot be watched; once is enough.
package enum WatchShortage {
  private static let isTold = Atomic<Bool>(false)

  /// Writes to standard error, since no caller waits for an answer.
  package static func tell(_ reason: Errno) {
    guard !isTold.exchange(true, ordering: .relaxed) else { return }
    let words = "docmerge: changes by other programs may be missed: \(reason); see inotify(7)\n"
    StandardFile.error.say(Array(words.utf8))
  }
}
