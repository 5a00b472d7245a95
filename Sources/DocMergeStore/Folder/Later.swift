import Dispatch

/// Work that nobody waits for.
enum Later {
  /// Frees a large value on another thread: many parts take a while.
  ///
  /// - Parameter value: `nil` afterwards.
  static func free<Value: Sendable>(_ value: inout Value?) {
    let last = value.take()
    DispatchQueue.global(qos: .utility).async { _ = last }
  }
}
