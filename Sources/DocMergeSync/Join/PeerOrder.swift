import DocMergeContainer
import DocMergeHistory
import DocMergeObjects

/// The states of other replicas that are to be taken in, in the order in which they are.
///
/// The state that has seen most comes first: as a rule it leads to most others, which bring nothing then. Of one
/// that is behind, what others have settled since would be a conflict.
struct PeerOrder {
  /// Another replica, and the state that it sent.
  struct Peer {
    var replica: ReplicaID
    var state: ObjectID
    /// Whether the state is not one of those that led to ours.
    var isNew = true
  }

  private let container: Container
  /// Those that were left when our state was looked at last.
  private var left: [Peer]

  /// - Parameters:
  ///   - container: where they are taken in.
  ///   - peers: the replicas, each once.
  /// - Throws: ``GitError``.
  init(_ container: Container, _ peers: [Peer]) throws {
    self.container = container
    left = try PeerOrder.left(of: peers, in: container)
    guard left.count > 1 else { return }
    let counts = try left.map { peer in
      let clock = try PeerOrder.clock(of: peer.state, in: container.git) ?? Clock()
      return clock.counters.values.reduce(UInt64(0)) {
        $0.addingReportingOverflow($1).partialValue
      }
    }
    left = left.indices.sorted {
      (counts[$1], left[$0].replica) < (counts[$0], left[$1].replica)
    }.map { left[$0] }
  }

  /// The next one that is not known to bring nothing; `nil` when all are taken in.
  mutating func next() -> Peer? { left.isEmpty ? nil : left.removeFirst() }

  /// Leaves out those that bring nothing to our state, which is another one now.
  ///
  /// Linear in the commits that are left to be taken in, and in the clocks of those that led to our state.
  ///
  /// - Throws: ``GitError``.
  mutating func look() throws {
    if !left.isEmpty { left = try PeerOrder.left(of: left, in: container) }
  }

  private static func left(of peers: [Peer], in container: Container) throws -> [Peer] {
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
      if !isNew, let seen = try PeerOrder.clock(of: peer.state, in: git), clock.covers(seen) {
        return nil
      }
      return Peer(replica: peer.replica, state: peer.state, isNew: isNew)
    }
  }

  /// How many operations of each replica led to a state; `nil` for what is no state.
  private static func clock(of state: ObjectID, in git: GitStore) throws -> Clock? {
    do {
      return try StateReader(state, in: git).clock()
    } catch  where PeerFault.isCause(of: error) {
      return nil
    }
  }
}
