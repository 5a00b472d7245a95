import DocMergeSystem
import Synchronization

/// What the current code may do because it runs inside accessors.
package enum AccessWindow {
  /// The accesses that the code runs inside, the outermost first.
  @TaskLocal package static var current: [Access] = []

  /// The claims of those that have not ended.
  package static var chain: [ClaimID] { current.compactMap { $0.isHeld ? $0.id : nil } }

  /// Whether the code may touch an item because an accessor around it holds it.
  package static func covers(_ path: ItemPath, forWriting: Bool) -> Bool {
    current.contains { $0.covers(path, forWriting: forWriting) }
  }
}

extension Access {
  private static let waitingWork = Mutex<(@Sendable () -> Void)?>(nil)

  /// Sets work that waiting threads run repeatedly: a presenter that is asked may need that very thread to answer.
  package static func whileWaiting(_ body: @escaping @Sendable () -> Void) {
    waitingWork.withLock { $0 = body }
  }

  /// Runs the work of a waiting thread.
  package static func work() { waitingWork.withLock(\.self)?() }

  /// Waits on this thread until the access is granted; runs `meanwhile` repeatedly.
  package func wait(meanwhile: () -> Void = Access.work) throws(AccessError) {
    while try !step() {
      meanwhile()
      // An answer ends the pause; so does a signal, which is harmless.
      FileWait.wait(for: files, nanoseconds: Int64(pause))
    }
  }

  /// Waits, runs `body` with the paths of the items, and ends the access.
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
        // A cancelled task does not sleep; the next step notices it.
        try? await Task.sleep(nanoseconds: pause)
      }
    } onCancel: {
      cancel()
    }
  }
}
