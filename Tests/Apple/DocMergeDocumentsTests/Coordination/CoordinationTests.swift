import Dispatch
import Testing

/// Everything about coordination, one test after the other.
@Suite(.serialized) enum CoordinationTests {}

/// Where tests run that block their thread: the pool of Swift's tasks has only as many as there are cores,
/// and what the tests wait for may need one of them.
@globalActor
actor Blocking {
  static let shared = Blocking()

  private static let executor = ThreadExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    Blocking.executor.asUnownedSerialExecutor()
  }
}

/// A thread of its own.
private final class ThreadExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "docmerge.tests.blocking")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
