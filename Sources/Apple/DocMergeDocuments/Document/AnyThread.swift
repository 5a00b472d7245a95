import Synchronization

/// Calls functions that are declared for the main actor on the current thread.
///
/// Apple's class documents the queue of every method: files are read and written in the background, contents are asked
/// for where `save` was called, messages arrive on the queue of the presenter. Its Swift declaration does not say that,
/// nor do subclasses: the methods are declared for the main actor, so that a subclass on the main actor needs no
/// `nonisolated`, and are called on their documented queues. Swift checks in closures whether the main actor runs; for
/// the length of the call this makes it believe so.
///
/// Proof that this itself has no race: the data of ``Document`` is behind one lock. An override that is called outside
/// of the main thread has to guard its own state, as on Apple's systems.
package enum AnyThread {
  /// Runs `body` at once, on this thread.
  ///
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  package static func run<Result>(_ body: @MainActor () throws -> Result) throws -> Result {
    try withoutActuallyEscaping(body) { body in
      let plain = unsafeBitCast(body, to: (() throws -> Result).self)
      guard !MainThread.isCurrent else { return try plain() }
      let call = Call(plain)
      let stage = Stage()
      _ = Task(executorPreference: stage) { call.run() }
      stage.play()
      return try call.result()
    }
  }

  /// Runs the same for a body that throws nothing.
  package static func run<Result>(_ body: @MainActor () -> Result) -> Result {
    let outcome = Swift.Result { try run { () throws -> Result in body() } }
    switch outcome {
    case .success(let result): return result
    case .failure(let error): fatalError("A body that throws nothing threw \(error).")
    }
  }

  /// One call, and its result.
  ///
  /// Unchecked, with this proof: one thread uses it, from the start to the end of ``AnyThread``'s `run`.
  private final class Call<Result>: @unchecked Sendable {
    private let body: () throws -> Result
    private var outcome: Swift.Result<Result, any Error>?

    init(_ body: @escaping () throws -> Result) { self.body = body }

    func run() { outcome = Swift.Result { try body() } }

    func result() throws -> Result {
      guard let outcome else { preconditionFailure("The call was not made.") }
      return try outcome.get()
    }
  }

  /// Keeps the parts of a task, for the thread that made it to run them.
  private final class Stage: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withLock { $0.append(job) }
    }

    func play() {
      while let job = jobs.withLock({ $0.popLast() }) {
        job.runSynchronously(
          isolatedTo: MainActor.sharedUnownedExecutor, taskExecutor: asUnownedTaskExecutor())
      }
    }
  }
}
