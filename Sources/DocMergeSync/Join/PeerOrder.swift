import DocMergeContainer
import DocMergeHistory
import DocMergeObjects

/// The states of other replicas to merge, in the order of merging.
///
/// The state that has seen most is first: as a rule it includes most others, which bring nothing then. Conflicts that
/// others have settled since a state was made would be conflicts again if that state were first.
struct PeerOrder {
  private let container: Container
  /// The peers that were not merged when our state was read last.
  private var unmerged: [Peer]
  /// The peers that are tried once more, after all others.
  private var putOff: [Peer] = []

  /// - Parameters:
  ///   - container: the container that merges.
  ///   - peers: the replicas, each once.
  /// - Throws: ``GitError``, `StateError` where our state is damaged.
  init(_ container: Container, _ peers: [Peer]) throws {
    self.container = container
    unmerged = try Peer.sorted(
      PeerOrder.unmerged(of: peers, in: container), in: container.git)
  }

  /// The next peer that may bring something.
  ///
  /// - Returns: the peer, and whether it was put off before; `nil` when all are merged.
  mutating func next() -> (peer: Peer, isLastTry: Bool)? {
    if !unmerged.isEmpty { return (unmerged.removeFirst(), false) }
    return putOff.isEmpty ? nil : (putOff.removeFirst(), true)
  }

  /// Has a peer tried once more after all others, some of which may have brought a part of its changes.
  mutating func putOff(_ peer: Peer) { putOff.append(peer) }

  /// Removes the peers that bring nothing to our state, which has changed.
  ///
  /// Linear in the commits that are not merged yet, and in the clocks of those that led to our state.
  ///
  /// - Throws: ``GitError``, `StateError` where our state is damaged.
  mutating func dropMerged() throws {
    if !unmerged.isEmpty { unmerged = try PeerOrder.unmerged(of: unmerged, in: container) }
  }

  private static func unmerged(of peers: [Peer], in container: Container) throws -> [Peer] {
    let (git, base) = (container.git, try container.state())
    let commits = Set(
      try git.commits(reachableFrom: peers.map(\.state), butNotFrom: [base?.id]))
    let clock = try base?.clock() ?? Clock()
    return try peers.compactMap { peer in
      // A peer without a readable commit is reported when it is merged.
      let isNew =
        try commits.contains(peer.state) || !git.contains(peer.state)
        || git.header(peer.state).kind != .commit
      // An ancestor of our state brings nothing, unless the sync that merged it was undone.
      if !isNew, let seen = try peer.clock(in: git), clock.covers(seen) {
        return nil
      }
      return Peer(replica: peer.replica, state: peer.state, isNew: isNew)
    }
  }
}
