import DocMergeContainer
import DocMergeFolder
import DocMergeHistory
import DocMergeObjects

/// The states of a remote that were merged last, so that a sync without changes need not read them.
///
/// To know whether a state has anything new, its clock is read. Clocks grow with the replicas, and so does the number
/// of states: without this record a sync without changes costs the square of their number.
struct MergedPeers {
  private let container: Container
  /// The name under which the index stores them.
  private let factName: String
  /// A hash of the states that the other replicas have on the remote now.
  private let states: ObjectID
  /// The state of this replica that the remote has.
  private let own: ObjectID?

  /// Reads the fetched states.
  ///
  /// - Parameters:
  ///   - container: the container that merges.
  ///   - remote: the name of the remote.
  ///   - peers: the references and their states, in the order of the references.
  /// - Throws: ``GitError``.
  init(
    _ container: Container, of remote: String, _ peers: [(name: String, state: ObjectID)]
  ) throws {
    self.container = container
    factName = "merged of \(remote)"
    let place = References.remoteStates(remote) + (try container.replica().description)
    own = peers.first { $0.name == place }?.state
    var bytes: [UInt8] = []
    for peer in peers where peer.name != place {
      bytes += peer.name.utf8 + [0] + peer.state.bytes
    }
    states = try GitObject(kind: .blob, bytes: bytes).id
  }

  /// Whether the other replicas have the same states as the last time, and our state continues the one of then.
  ///
  /// It does not after an undo of a sync, which withdraws acts that were seen, or after a restore from a backup. Reads
  /// the commits since, and two clocks.
  ///
  /// - Throws: ``GitError``, `DatabaseError`, `StateError` where a state of this replica is damaged.
  func isUpToDate() throws -> Bool {
    guard let noted = try container.index.fact(named: factName),
      noted.starts(with: states.bytes),
      let old = ObjectID(bytes: Array(noted.dropFirst(states.bytes.count))),
      let state = try container.state(), try leads(old, to: state.id),
      try own.map({ try leads($0, to: state.id) }) ?? true
    else { return false }
    if state.id == old { return true }
    return try state.clock().covers(StateReader(old, in: container.git).clock())
  }

  private func leads(_ old: ObjectID, to state: ObjectID) throws(GitError) -> Bool {
    if old == state { return true }
    guard try container.git.contains(old) else { return false }
    return try container.git.isAncestor(old, of: state)
  }

  /// Records that all of it is merged.
  ///
  /// - Throws: ``GitError``, `DatabaseError`, `StateError`.
  func remember() throws {
    guard let state = try container.state() else { return }
    try container.index.setFact(states.bytes + state.id.bytes, named: factName)
  }
}
