import Synchronization

/// A value that is computed at the first use and kept for the next ones.
final class ReadOnce<Value: Sendable>: Sendable {
  private let known = Mutex<Value?>(nil)

  func value(_ read: () -> Value) -> Value {
    known.withLock { known in
      if let known { return known }
      let value = read()
      known = value
      return value
    }
  }
}
