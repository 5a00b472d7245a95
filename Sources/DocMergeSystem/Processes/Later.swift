import Dispatch
import Synchronization

/// Work on another thread.
package enum Later {
  /// Frees a large value: many parts take a while.
  ///
  /// - Parameter value: `nil` afterwards.
  package static func free<Value: Sendable>(_ value: inout Value?) {
    let last = value.take()
    DispatchQueue.global(qos: .utility).async { _ = last }
  }

  /// Work that is begun now, and waited for at some time.
  package final class Work<Value: Sendable>: Sendable {
    private let group = DispatchGroup()
    private let isStopped = Atomic(false)
    private let result = Mutex<Result<Value, any Error>?>(nil)

    /// Begins.
    ///
    /// - Parameter body: what is done; it is told how to ask whether nobody wants it any more.
    package init(_ body: @escaping @Sendable (_ isStopped: @escaping () -> Bool) throws -> Value) {
      DispatchQueue.global().async(group: group) { [self] in
        let value = Result { try body { self.isStopped.load(ordering: .relaxed) } }
        result.withLock { $0 = value }
      }
    }

    /// Waits until it is done.
    ///
    /// - Parameter check: called several times a second; what it throws ends the waiting.
    /// - Returns: what came of it.
    /// - Throws: what it threw.
    @discardableResult
    package func wait(_ check: () throws -> Void = {}) throws -> Value {
      while group.wait(timeout: .now() + .milliseconds(100)) == .timedOut { try check() }
      guard let result = result.withLock({ $0 }) else { preconditionFailure("It is done.") }
      return try result.get()
    }

    /// Stops it, if it is not done, and waits for that.
    package func end() {
      isStopped.store(true, ordering: .relaxed)
      group.wait()
    }
  }
}
