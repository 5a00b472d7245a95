import Synchronization

/// A source of unique numbers.
final class Counter: Sendable {
  private let last = Atomic<Int>(0)

  func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
