import Synchronization

/// What is read from a text when it is first asked for, and known from then on.
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
