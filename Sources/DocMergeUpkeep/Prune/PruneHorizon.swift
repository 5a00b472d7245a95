package import DocMergeCore
package import DocMergeHistory
package import DocMergeObjects

/// An operation of this replica, as far as its age and who has seen it matter.
package struct DatedOperation: Sendable, Hashable {
  package var id: ObjectID
  /// When it was done, by the clock of this computer.
  package var date: Timestamp
  /// When the states of other replicas that it took in were made, by their clocks.
  package var others: [Timestamp] = []
  /// What had been seen after it.
  package var clock: Clock
}

/// The last operation that is old enough, and the last of those that every replica has seen.
///
/// What no head leads to since then may be pruned: nobody can be at work on it any more.
package struct PruneHorizon: Sendable, Hashable {
  /// The place in the log of the last operation that is old enough.
  package private(set) var aged: Int?
  /// The place of the last one that is old enough, and that all replicas have seen.
  package private(set) var agreed: Int?

  /// Looks for both.
  ///
  /// Clocks may be wrong. An operation is never taken for older than one before it, nor than what it
  /// took in; only a date that lies in the future is nothing to go by.
  ///
  /// - Parameters:
  ///   - log: the operations of this replica, the first one first.
  ///   - cutoff: what is older is old enough.
  ///   - now: the present moment.
  ///   - peers: what the other replicas have seen.
  package init(log: [DatedOperation], cutoff: Timestamp, now: Timestamp, peers: [Clock]) {
    var latest = Timestamp(nanoseconds: .min)
    for (place, operation) in log.enumerated() {
      latest = max(latest, operation.date)
      for date in operation.others where date <= now { latest = max(latest, date) }
      guard latest <= cutoff else { return }
      aged = place
      if peers.allSatisfy({ $0.covers(operation.clock) }) { agreed = place }
    }
  }
}
