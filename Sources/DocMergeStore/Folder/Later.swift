import Dispatch
import Synchronization

/// Work on another thread.
enum Later {
  /// Frees a large value: many parts take a while.
  ///
  /// - Parameter value: `nil` afterwards.
  static func free<Value: Sendable>(_ value: inout Value?) {
    let last = value.take()
    DispatchQueue.global(qos: .utility).async { _ = last }
  }

  /// Work that is begun now, and waited for at some time.
  final class Work: Sendable {
    private let group = DispatchGroup()
    private let failure = Mutex<(any Error)?>(nil)

    init(_ body: @escaping @Sendable () throws -> Void) {
      DispatchQueue.global().async(group: group) { [self] in
        do {
          try body()
        } catch {
          failure.withLock { $0 = error }
        }
      }
    }

    /// Waits until it is done.
    ///
    /// - Throws: what it threw.
    func wait() throws {
      group.wait()
      if let failure = failure.withLock({ $0 }) { throw failure }
    }
  }
}
