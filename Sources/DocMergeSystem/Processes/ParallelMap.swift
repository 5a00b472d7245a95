import Synchronization

/// Parallel work on many values.
package enum ParallelMap {
  /// Fewer values than this are not worth waking another thread for.
  private static let threshold = 8

  /// Transforms each value, on up to four cores.
  ///
  /// - Parameters:
  ///   - values: the values.
  ///   - grain: how many consecutive values one thread takes at a time.
  ///   - transform: the transformation.
  /// - Returns: the results, in the order of the values.
  /// - Throws: the error of `transform` for the first value that fails.
  package static func map<Value: Sendable, Output: Sendable, Failure: Error>(
    _ values: [Value], grain: Int = 1, _ transform: @Sendable (Value) throws(Failure) -> Output
  ) throws(Failure) -> [Output] {
    try map(values, grain: grain, preparing: {}) { _, value throws(Failure) in
      try transform(value)
    }
  }

  /// Does the same with a tool for each thread, such as a repository of its own.
  package static func map<Value: Sendable, Tool, Output: Sendable, Failure: Error>(
    _ values: [Value], grain: Int = 1, preparing makeTool: @Sendable () -> Tool,
    _ transform: @Sendable (Tool, Value) throws(Failure) -> Output
  ) throws(Failure) -> [Output] {
    guard values.count >= max(threshold, 2 * grain) else {
      let tool = makeTool()
      return try values.map { value throws(Failure) in try transform(tool, value) }
    }
    let next = Atomic(0)
    let progress = Mutex(Progress<Output, Failure>())
    WorkThread.share(min(4, WorkThread.processors)) {
      let tool = makeTool()
      while case let start = next.wrappingAdd(grain, ordering: .relaxed).oldValue,
        start < values.count
      {
        do throws(Failure) {
          let part = values[start..<min(start + grain, values.count)]
          let results = try part.map { value throws(Failure) in try transform(tool, value) }
          progress.withLock { $0.parts.append((start, results)) }
        } catch {
          progress.withLock { $0.note(error, at: start) }
        }
      }
    }
    let (parts, failure) = progress.withLock { ($0.parts, $0.failure) }
    if let failure { throw failure.error }
    var results: [Output] = []
    results.reserveCapacity(values.count)
    for part in parts.sorted(by: { $0.start < $1.start }) { results += part.results }
    return results
  }

  /// The results for the values so far.
  private struct Progress<Output: Sendable, Failure: Error>: Sendable {
    var parts: [(start: Int, results: [Output])] = []
    var failure: (start: Int, error: Failure)?

    /// Keeps the failure of the first part that failed.
    mutating func note(_ error: Failure, at start: Int) {
      if let failure, failure.start < start { return }
      failure = (start, error)
    }
  }
}
