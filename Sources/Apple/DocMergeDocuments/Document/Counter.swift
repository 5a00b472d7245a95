import Synchronization

/// Numbers that are given once.
final class Counter: Sendable {
  private let last = Atomic<Int>(0)

  func next() -> Int { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
