package import DocMergeCore
package import DocMergeHistory
package import DocMergeObjects

/// An operation of this replica, with its age and the replicas that have seen it.
package struct DatedOperation: Sendable, Hashable {
  package var id: ObjectID
  /// Its date, by the clock of this computer.
  package var date: Timestamp
  /// The dates of the states of other replicas that it merged, by their clocks.
  package var others: [Timestamp] = []
  /// The clock after it.
  package var clock: Clock
}

/// The last operation that is old enough, and the last of those that every replica has seen.
///
/// Versions that no head has led to since then may be pruned: no replica can be working on them any more.
package struct PruneHorizon: Sendable, Hashable {
  /// The place in the log of the last operation that is old enough.
  package private(set) var aged: Int?
  /// The place of the last one that is old enough and that all replicas have seen.
  package private(set) var agreed: Int?

  /// Finds both.
  ///
  /// Clocks may be wrong. An operation never counts as older than one before it, nor than the states that it merged;
  /// only a date in the future is not used.
  ///
  /// - Parameters:
  ///   - log: the operations of this replica, the first one first.
  ///   - cutoff: older operations are old enough.
  ///   - now: the current moment.
  ///   - peers: the clocks of the other replicas.
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
