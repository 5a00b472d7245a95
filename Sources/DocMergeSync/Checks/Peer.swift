import DocMergeHistory
import DocMergeObjects

/// Another replica, and the state that it sent.
struct Peer {
  var replica: ReplicaID
  var state: ObjectID
  /// Whether the state is not an ancestor of ours.
  var isNew = true

  /// Sorts peers: the one whose state has seen most first, those that have seen the same by their ids.
  ///
  /// Linear in their clocks.
  ///
  /// - Parameters:
  ///   - peers: the replicas.
  ///   - git: where their states are.
  /// - Returns: the same peers in order; those without a readable state are last.
  /// - Throws: ``GitError``.
  static func sorted(_ peers: [Peer], in git: GitStore) throws -> [Peer] {
    if peers.count < 2 { return peers }
    let counts = try peers.map { peer in
      let clock = try peer.clock(in: git) ?? Clock()
      return clock.counters.values.reduce(UInt64(0)) {
        $0.addingReportingOverflow($1).partialValue
      }
    }
    return peers.indices.sorted {
      (counts[$1], peers[$0].replica) < (counts[$0], peers[$1].replica)
    }.map { peers[$0] }
  }

  /// How many operations of each replica led to the state; `nil` if it is not a state.
  func clock(in git: GitStore) throws -> Clock? {
    do {
      return try StateReader(state, in: git).clock()
    } catch  where PeerFault.isCause(of: error) {
      return nil
    }
  }
}
