import DocMergeSystem
import Synchronization
import Testing

/// Work on many values at once: the same as one after the other.
struct ParallelMapTests {
  private struct Failure: Error, Equatable { var value: Int }

  private final class Counter: Sendable {
    private let number = Atomic(0)
    var living: Int { number.load(ordering: .relaxed) }
    func add(_ change: Int) { number.wrappingAdd(change, ordering: .relaxed) }
  }

  /// Something that is counted as long as it lives.
  private final class Counted: Sendable {
    let value: Int
    private let counter: Counter

    init(_ value: Int, _ counter: Counter) {
      (self.value, self.counter) = (value, counter)
      counter.add(1)
    }

    deinit { counter.add(-1) }
  }

  @Test(arguments: [0, 1, 7, 8, 63, 64, 1_000, 10_001], [1, 3, 64])
  func `results come in the order of the values`(count: Int, grain: Int) {
    let values = Array(0..<count)
    #expect(ParallelMap.map(values, grain: grain) { "\($0)" } == values.map { "\($0)" })
    let tools = ParallelMap.map(values, grain: grain, preparing: { 2 }) { $0 * $1 }
    #expect(tools == values.map { $0 * 2 })
  }

  @Test(arguments: [1, 3, 64])
  func `the failure of the first value that fails is reported, and nothing is left`(grain: Int) {
    let failing: Set<Int> = [517, 900, 901, 1_999]
    let counter = Counter()
    let error = #expect(throws: Failure.self) {
      try ParallelMap.map(Array(0..<2_000), grain: grain) { value throws(Failure) in
        if failing.contains(value) { throw Failure(value: value) }
        return Counted(value, counter)
      }
    }
    #expect(error == Failure(value: 517))
    #expect(counter.living == 0)
    // The same one after the other, where there are few.
    let few = #expect(throws: Failure.self) {
      try ParallelMap.map(Array(515..<520), grain: grain) { value throws(Failure) in
        if failing.contains(value) { throw Failure(value: value) }
        return Counted(value, counter)
      }
    }
    #expect(few == Failure(value: 517) && counter.living == 0)
    let result = ParallelMap.map(Array(0..<2_000), grain: grain) { Counted($0, counter) }
    #expect(result.map(\.value) == Array(0..<2_000))
    #expect(counter.living == 2_000)
    withExtendedLifetime(result) {}
  }
}
