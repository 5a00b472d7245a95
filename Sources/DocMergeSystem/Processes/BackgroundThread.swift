import Glibc
import Synchronization

/// Work on another thread.
package enum BackgroundThread {
  /// Frees a large value with many parts, which takes a while.
  ///
  /// - Parameter value: `nil` afterwards.
  package static func free<Value: Sendable>(_ value: inout Value?) {
    let last = value.take()
    // If there are no more threads, it is freed here.
    _ = WorkThread { withExtendedLifetime(last) {} }
  }

  /// Work that starts now, and whose result is awaited later.
  package final class Work<Value: Sendable>: Sendable {
    private let done = Gate()
    private let isStopped = Atomic(false)
    private let result = Mutex<Result<Value, any Error>?>(nil)

    /// Starts the work.
    ///
    /// - Parameter body: the work; it gets a function that says whether the result is still needed.
    package init(_ body: @escaping @Sendable (_ isStopped: @escaping () -> Bool) throws -> Value) {
      let work: @Sendable () -> Void = { [self] in
        let value = Result { try body { self.isStopped.load(ordering: .relaxed) } }
        result.withLock { $0 = value }
        done.open()
      }
      if WorkThread(work) == nil { work() }
    }

    /// Waits until it is done.
    ///
    /// - Parameter check: called several times a second; an error ends the waiting.
    /// - Returns: its result.
    /// - Throws: its error.
    @discardableResult
    package func wait(_ check: () throws -> Void = {}) throws -> Value {
      while !done.wait(milliseconds: 100) { try check() }
      guard let result = result.withLock({ $0 }) else { preconditionFailure("It is done.") }
      return try result.get()
    }

    /// Stops it, if it is not done, and waits for that.
    package func end() {
      isStopped.store(true, ordering: .relaxed)
      while !done.wait(milliseconds: 1000) {}
    }
  }
}

/// A gate where threads wait until it is opened, once and for all.
private final class Gate: Sendable {
  /// The address of a semaphore, as a number.
  private let address: UInt

  init() {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
    address = UInt(bitPattern: semaphore)
  }

  deinit {
    guard let semaphore else { return }
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  private var semaphore: UnsafeMutablePointer<sem_t>? { UnsafeMutablePointer(bitPattern: address) }

  func open() { if let semaphore { sem_post(semaphore) } }

  /// Waits until it is open; `false` when it was not for this long.
  func wait(milliseconds: Int) -> Bool {
    guard let semaphore else { return true }
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    end.tv_nsec += milliseconds % 1000 * 1_000_000
    end.tv_sec += milliseconds / 1000 + end.tv_nsec / 1_000_000_000
    end.tv_nsec %= 1_000_000_000
    while sem_timedwait(semaphore, &end) != 0 {
      if errno != EINTR { return false }
    }
    // For the next waiting thread.
    sem_post(semaphore)
    return true
  }
}
