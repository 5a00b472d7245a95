/// One act of one replica: its `counter`-th change of the container.
///
/// Every entry of a state carries the dots of the acts that added it.
package struct Dot: Sendable, Hashable, Comparable {
  package var replica: ReplicaID
  package var counter: UInt64

  package init(replica: ReplicaID, counter: UInt64) {
    self.replica = replica
    self.counter = counter
  }

  /// By counter first, so that the largest of some dots is roughly the latest.
  package static func < (one: Dot, two: Dot) -> Bool {
    (one.counter, one.replica) < (two.counter, two.replica)
  }
}

/// How many acts of each replica a state has seen: a version vector.
package struct Clock: Sendable, Hashable {
  package private(set) var counters: [ReplicaID: UInt64]

  package init(_ counters: [ReplicaID: UInt64] = [:]) {
    self.counters = counters
  }

  /// Whether the act of `dot` has been seen.
  package func covers(_ dot: Dot) -> Bool { dot.counter <= counters[dot.replica, default: 0] }

  /// Notes one more act of `replica` and returns its dot.
  package mutating func advance(_ replica: ReplicaID) -> Dot {
    let counter = counters[replica, default: 0] + 1
    counters[replica] = counter
    return Dot(replica: replica, counter: counter)
  }

  /// Whether everything that `other` has seen has been seen here.
  package func covers(_ other: Clock) -> Bool {
    other.counters.allSatisfy { $0.value <= counters[$0.key, default: 0] }
  }

  /// Whether both have seen no act of a common replica.
  package func isDisjoint(from other: Clock) -> Bool {
    counters.keys.allSatisfy { other.counters[$0] == nil }
  }

  /// The same acts of `replica`, and of all others only those that `other` has seen.
  package func forgetting(since other: Clock, but replica: ReplicaID) -> Clock {
    var result = other
    result.counters[replica] = counters[replica]
    return result
  }

  /// Everything that either has seen.
  package func joined(_ other: Clock) -> Clock {
    Clock(counters.merging(other.counters, uniquingKeysWith: max))
  }
}
