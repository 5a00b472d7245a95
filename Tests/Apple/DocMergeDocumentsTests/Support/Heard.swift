import Synchronization

/// The received messages in their order, on whatever thread each arrived.
final class Heard: Sendable {
  private let words = Mutex<[String]>([])

  func add(_ word: String) {
    words.withLock { $0.append(word) }
  }

  /// What was heard so far.
  var all: [String] { words.withLock { $0 } }

  /// What was heard since this was asked last.
  func take() -> [String] {
    words.withLock { words in
      defer { words = [] }
      return words
    }
  }
}
