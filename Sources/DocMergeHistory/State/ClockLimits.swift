package import DocMergeObjects

/// Up to where clocks hold between two states, if a replica continued twice from one point.
///
/// An act is identified by the replica and a number, and a clock says how many of them a state has seen. A replica that
/// was reset to an earlier disk image uses the same numbers again. It continues under a new id once a peer shows what
/// it did before (``RestoredReplica``). A peer that syncs with it until then has seen one line of acts or the other,
/// under the same numbers, and would take acts that it has never seen for something that was removed.
///
/// The histories of states show the lines: a replica's next state follows its last one. Where another state follows an
/// earlier one, only the acts up to there are common to both lines.
package struct ClockLimits {
  package let git: GitStore

  package init(git: GitStore) {
    self.git = git
  }

  /// Up to which act of each replica `clock` may count for another state; without a limit, all of them.
  ///
  /// Reads the new part of the history of `other`, and the whole history of `state` where limits are found.
  ///
  /// - Parameters:
  ///   - clock: the acts that have been seen.
  ///   - state: the state of the clock.
  ///   - other: the other state.
  /// - Returns: the numbers of acts, by their replicas; empty unless a replica continued twice.
  /// - Throws: ``GitError``, ``StateError``.
  package func limits(
    of clock: Clock, at state: ObjectID, towards other: ObjectID
  ) throws -> [ReplicaID: UInt64] {
    let new = Set(try git.commits(reachableFrom: [other], butNotFrom: [state]))
    guard try !limits(of: clock, before: new).isEmpty else { return [:] }
    // The walk may list known commits where clocks were off.
    let known = try git.commits(reachableFrom: [state], butNotFrom: [])
    return try limits(of: clock, before: new.subtracting(known))
  }

  /// Where states of replicas that `clock` knows continue from fewer acts than it counts.
  private func limits(
    of clock: Clock, before states: Set<ObjectID>
  ) throws -> [ReplicaID: UInt64] {
    var authors: [ObjectID: (replica: ReplicaID, before: ObjectID?)] = [:]
    for id in states {
      // An unreadable commit is a fault of its sender, and found when the state is checked.
      guard let commit = try? git.commit(id), let note = OperationNote(message: commit.message)
      else { continue }
      authors[id] = (note.replica, commit.parents.first)
    }
    var result: [ReplicaID: UInt64] = [:]
    for (replica, before) in authors.values {
      guard let count = clock.counters[replica] else { continue }
      if let before, authors[before]?.replica == replica { continue }
      let common =
        try before.map { try StateReader($0, in: git).clock().counters[replica] ?? 0 } ?? 0
      if common < count { result[replica] = min(common, result[replica] ?? common) }
    }
    return result
  }
}

extension StateReader {
  /// The acts that led to another state and that this state has seen: its clock, limited for replicas that continued
  /// twice.
  ///
  /// - Parameter other: the other state.
  /// - Returns: the clock for a join with the other state, and to tell whether that says anything new.
  /// - Throws: ``GitError``, ``StateError``.
  package func clock(towards other: ObjectID) throws -> Clock {
    let clock = try clock()
    return clock.limited(to: try ClockLimits(git: git).limits(of: clock, at: id, towards: other))
  }
}

extension Clock {
  /// The same clock, with no more acts of a replica than `limits` says.
  package func limited(to limits: [ReplicaID: UInt64]) -> Clock {
    limits.isEmpty
      ? self
      : Clock(counters.merging(limits.filter { counters[$0.key] != nil }, uniquingKeysWith: min))
  }
}
