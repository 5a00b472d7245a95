import Dispatch
import Synchronization

/// Work on many values at once.
enum ParallelMap {
  /// Fewer values than this are not worth waking another thread for.
  private static let threshold = 8

  /// The results of `transform`, in the order of the values, worked out on all cores.
  static func map<Value: Sendable, Result: Sendable>(
    _ values: [Value], _ transform: @Sendable (Value) -> Result
  ) -> [Result] {
    guard values.count >= threshold else { return values.map(transform) }
    let next = Atomic(0)
    let results = Mutex<[(index: Int, result: Result)]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      var own: [(index: Int, result: Result)] = []
      while case let index = next.wrappingAdd(1, ordering: .relaxed).oldValue, index < values.count
      {
        own.append((index, transform(values[index])))
      }
      results.withLock { $0 += own }
    }
    return results.withLock { $0 }.sorted { $0.index < $1.index }.map(\.result)
  }
}
