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
  /// - Throws: what `transform` throws for the first value that it fails for.
  static func map<Value: Sendable, Output: Sendable, Failure: Error>(
    _ values: [Value], grain: Int = 1, _ transform: @Sendable (Value) throws(Failure) -> Output
  ) throws(Failure) -> [Output] {
    try map(values, grain: grain, preparing: {}) { _, value throws(Failure) in
      try transform(value)
    }
  }

  /// The same with a tool for each thread, such as a repository of its own.
  static func map<Value: Sendable, Tool, Output: Sendable, Failure: Error>(
    _ values: [Value], grain: Int = 1, preparing makeTool: @Sendable () -> Tool,
    _ transform: @Sendable (Tool, Value) throws(Failure) -> Output
  ) throws(Failure) -> [Output] {
    guard values.count >= max(threshold, 2 * grain) else {
      let tool = makeTool()
      return try values.map { value throws(Failure) in try transform(tool, value) }
    }
    var failure: Failure?
    // Each result is made in its place: to put the parts together afterwards costs as much as many a map.
    let results = [Output](unsafeUninitializedCapacity: values.count) { buffer, count in
      failure = fill(buffer, values.count, grain, makeTool) { tool, place throws(Failure) in
        try transform(tool, values[place])
      }
      count = failure == nil ? values.count : 0
    }
    if let failure { throw failure }
    return results
  }

  /// What became of the places so far.
  private struct Progress<Failure: Error>: Sendable {
    var filled: [Range<Int>] = []
    var failure: (place: Int, error: Failure)?
  }

  /// Fills all places of a buffer, or none.
  private static func fill<Tool, Output: Sendable, Failure: Error>(
    _ buffer: UnsafeMutableBufferPointer<Output>, _ count: Int, _ grain: Int,
    _ makeTool: @Sendable () -> Tool, _ make: @Sendable (Tool, Int) throws(Failure) -> Output
  ) -> Failure? {
    // Proof of `nonisolated(unsafe)`: `next` gives each place to one thread, and nobody reads the buffer before
    // `concurrentPerform` has waited for all of them.
    nonisolated(unsafe) let buffer = buffer
    let next = Atomic(0)
    let progress = Mutex(Progress<Failure>())
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      let tool = makeTool()
      while case let start = next.wrappingAdd(grain, ordering: .relaxed).oldValue, start < count {
        var place = start
        do throws(Failure) {
          while place < min(start + grain, count) {
            buffer.initializeElement(at: place, to: try make(tool, place))
            place += 1
          }
          progress.withLock { $0.filled.append(start..<place) }
        } catch {
          progress.withLock { progress in
            progress.filled.append(start..<place)
            if place < progress.failure?.place ?? count { progress.failure = (place, error) }
          }
        }
      }
    }
    return progress.withLock { progress in
      guard let failure = progress.failure else { return nil }
      for part in progress.filled { buffer.extracting(part).deinitialize() }
      return failure.error
    }
  }
}
