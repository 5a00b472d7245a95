package import DocMergeObjects

/// How far clocks hold between two states, where a replica went on twice from one point.
///
/// Acts are known by the replica and a number, and a clock says how many of them a state has seen. A replica
/// that was set back to an image of an earlier disk gives the numbers out again. It goes on under a new id
/// once somebody shows it what it did before (``RestoredReplica``); whoever meets it until then has seen the
/// one line of acts or the other, under the same numbers, and would take what it has never seen for
/// something that was removed.
///
/// The histories of states tell the lines apart: a replica's next state follows its last one. Where another
/// one follows an earlier state, only the acts up to there are common to both.
package struct ClockLimits {
  package let git: GitStore

  package init(git: GitStore) {
    self.git = git
  }

  /// How many acts of a replica `clock` may count towards another state; all of them where nothing is said.
  ///
  /// Costs what is new in the history of `other`, and all of the history of `state` where limits are found.
  ///
  /// - Parameters:
  ///   - clock: what has been seen.
  ///   - state: the state whose clock it is.
  ///   - other: the other state.
  /// - Returns: the numbers of acts, by their replicas; nothing unless a replica went on twice.
  /// - Throws: ``GitError``, ``StateError``.
  package func limits(
    of clock: Clock, at state: ObjectID, towards other: ObjectID
  ) throws -> [ReplicaID: UInt64] {
    let new = Set(try git.commits(reachableFrom: [other], butNotFrom: [state]))
    guard try !limits(of: clock, before: new).isEmpty else { return [:] }
    // The walk may list what is known, where clocks were off.
    let known = try git.commits(reachableFrom: [state], butNotFrom: [])
    return try limits(of: clock, before: new.subtracting(known))
  }

  /// Where states of replicas that `clock` knows go on from less than it counts.
  private func limits(
    of clock: Clock, before states: Set<ObjectID>
  ) throws -> [ReplicaID: UInt64] {
    var authors: [ObjectID: (replica: ReplicaID, before: ObjectID?)] = [:]
    for id in states {
      // What cannot be read is a fault of its sender, and found when the state is checked.
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
  /// What this state has seen of the acts that led to another one: its clock, but for those of replicas that
  /// went on twice.
  ///
  /// - Parameter other: the other state.
  /// - Returns: what to join with the other state by, and to tell whether it says anything new.
  /// - Throws: ``GitError``, ``StateError``.
  package func clock(towards other: ObjectID) throws -> Clock {
    let clock = try clock()
    return clock.limited(to: try ClockLimits(git: git).limits(of: clock, at: id, towards: other))
  }
}

extension Clock {
  /// The same, with no more acts of a replica than `limits` says.
  package func limited(to limits: [ReplicaID: UInt64]) -> Clock {
    limits.isEmpty
      ? self
      : Clock(counters.merging(limits.filter { counters[$0.key] != nil }, uniquingKeysWith: min))
  }
}
