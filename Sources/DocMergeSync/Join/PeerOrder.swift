import DocMergeContainer
import DocMergeHistory
import DocMergeObjects

/// The states of other replicas that are to be taken in, in the order in which they are.
///
/// The state that has seen most comes first: as a rule it leads to most others, which bring nothing then. What others
/// have settled since a state was made would be a conflict if that came first.
struct PeerOrder {
  private let container: Container
  /// Those that were not merged when our state was looked at last.
  private var unmerged: [Peer]
  /// Those that are tried once more, after all others.
  private var putOff: [Peer] = []

  /// - Parameters:
  ///   - container: where they are taken in.
  ///   - peers: the replicas, each once.
  /// - Throws: ``GitError``, `StateError` where our state is damaged.
  init(_ container: Container, _ peers: [Peer]) throws {
    self.container = container
    unmerged = try Peer.sorted(
      PeerOrder.unmerged(of: peers, in: container), in: container.git)
  }

  /// The next one that is not known to bring nothing.
  ///
  /// - Returns: the peer, and whether it was put off before; `nil` when all are taken in.
  mutating func next() -> (peer: Peer, isLastTry: Bool)? {
    if !unmerged.isEmpty { return (unmerged.removeFirst(), false) }
    return putOff.isEmpty ? nil : (putOff.removeFirst(), true)
  }

  /// Has a peer tried once more after all others, of which some may have brought a part of what it brings.
  mutating func putOff(_ peer: Peer) { putOff.append(peer) }

  /// Leaves out those that bring nothing to our state, which is another one now.
  ///
  /// Linear in the commits that are left to be taken in, and in the clocks of those that led to our state.
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
      // What is no commit, or is not here, is named when it is to be taken in.
      let isNew =
        try commits.contains(peer.state) || !git.contains(peer.state)
        || git.header(peer.state).kind != .commit
      // What led to our state brings nothing, unless the sync that took it in was undone.
      if !isNew, let seen = try peer.clock(in: git), clock.covers(seen) {
        return nil
      }
      return Peer(replica: peer.replica, state: peer.state, isNew: isNew)
    }
  }
}
