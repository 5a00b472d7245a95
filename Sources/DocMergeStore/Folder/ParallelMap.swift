import Dispatch
import Synchronization

/// Work on many values at once.
enum ParallelMap {
  /// Fewer values than this are not worth waking another thread for.
  private static let threshold = 8

  /// Works out something of each value, on up to four cores.
  ///
  /// - Parameters:
  ///   - values: what it is worked out of.
  ///   - grain: how many values that follow each other one thread takes at a time.
  ///   - transform: works it out.
  /// - Returns: the results, in the order of the values.
  static func map<Value: Sendable, Result: Sendable>(
    _ values: [Value], grain: Int = 1, _ transform: @Sendable (Value) -> Result
  ) -> [Result] {
    map(values, grain: grain, preparing: {}) { _, value in transform(value) }
  }

  /// The same with a tool for each thread, such as a repository of its own.
  static func map<Value: Sendable, Tool, Result: Sendable>(
    _ values: [Value], grain: Int = 1, preparing makeTool: @Sendable () -> Tool,
    _ transform: @Sendable (Tool, Value) -> Result
  ) -> [Result] {
    guard values.count >= max(threshold, 2 * grain) else {
      let tool = makeTool()
      return values.map { transform(tool, $0) }
    }
    let next = Atomic(0)
    let results = Mutex<[(start: Int, results: [Result])]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      let tool = makeTool()
      var own: [(start: Int, results: [Result])] = []
      while case let start = next.wrappingAdd(grain, ordering: .relaxed).oldValue,
        start < values.count
      {
        let part = values[start..<min(start + grain, values.count)]
        own.append((start, part.map { transform(tool, $0) }))
      }
      results.withLock { $0 += own }
    }
    return results.withLock { $0 }.sorted { $0.start < $1.start }.flatMap(\.results)
  }
}
