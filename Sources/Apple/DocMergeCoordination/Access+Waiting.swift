import DocMergeSystem
import Synchronization

/// What the code that runs now may do, because it runs inside of accessors.
package enum AccessWindow {
  /// The accesses inside of which the code runs, the outermost first.
  @TaskLocal package static var current: [Access] = []

  /// The claims of those that are not over.
  package static var chain: [ClaimID] { current.compactMap { $0.isHeld ? $0.id : nil } }

  /// Whether the code may touch an item, since an accessor around it has it.
  package static func covers(_ path: ItemPath, forWriting: Bool) -> Bool {
    current.contains { $0.covers(path, forWriting: forWriting) }
  }
}

extension Access {
  private static let waitingWork = Mutex<(@Sendable () -> Void)?>(nil)

  /// Sets what waiting threads do again and again: the presenter that is asked may need that very thread to
  /// answer.
  package static func whileWaiting(_ body: @escaping @Sendable () -> Void) {
    waitingWork.withLock { $0 = body }
  }

  /// What a thread does again and again while it waits.
  package static func work() { waitingWork.withLock(\.self)?() }

  /// Waits on this thread until the access is granted; runs `meanwhile` again and again.
  package func wait(meanwhile: () -> Void = Access.work) throws(AccessError) {
    while try !step() {
      meanwhile()
      // An answer ends the pause; so does a signal, which does no harm.
      FileWait.wait(for: files, nanoseconds: Int64(pause))
    }
  }

  /// Waits, runs `body` with the places of the items, and ends the access.
  ///
  /// - Throws: ``AccessError`` and what `body` throws.
  package func run<Result>(_ body: ([ItemPath]) throws -> Result) throws -> Result {
    try wait()
    let result: Result
    do {
      result = try AccessWindow.$current.withValue(AccessWindow.current + [self]) {
        try body(paths)
      }
    } catch {
      try? finish()
      throw error
    }
    try finish()
    return result
  }

  /// Waits in a task until the access is granted.
  package func wait() async throws {
    try await withTaskCancellationHandler {
      while try !step() {
        // A task that is cancelled does not sleep; the next step notices.
        try? await Task.sleep(nanoseconds: pause)
      }
    } onCancel: {
      cancel()
    }
  }
}
