import DocMergeContainer
import DocMergeFolder
import DocMergeHistory
import DocMergeObjects

/// The states of a remote that were taken in the last time, so that a sync of nothing need not read them.
///
/// To know whether a state brings anything, its clock is read, which grows with the replicas, and so do the states:
/// without this a sync of nothing costs the square of their number.
struct TakenIn {
  private let container: Container
  private let name: String
  /// Stands for the states that the remote has now.
  private let states: ObjectID

  /// - Parameters:
  ///   - container: where they are taken in.
  ///   - remote: its name.
  ///   - peers: what was fetched, in the order of the references.
  /// - Throws: ``GitError``.
  init(
    _ container: Container, of remote: String, _ peers: [(name: String, state: ObjectID)]
  ) throws {
    self.container = container
    name = "taken in of \(remote)"
    var bytes: [UInt8] = []
    for peer in peers { bytes += peer.name.utf8 + [0] + peer.state.bytes }
    states = try GitObject(kind: .blob, bytes: bytes).id
  }

  /// Whether the remote has the same states as the last time, and our state has seen what it had then.
  ///
  /// It has not after an undo of a sync, or after a restore from a backup.
  ///
  /// - Throws: ``GitError``, `DatabaseError`, and a `StateError` where our own state is damaged.
  func isAll() throws -> Bool {
    guard let noted = try container.index.fact(name), noted.starts(with: states.bytes),
      let old = ObjectID(bytes: Array(noted.dropFirst(states.bytes.count))),
      let state = try container.state(), try container.git.contains(old)
    else { return false }
    if state.id == old { return true }
    return try state.clock().covers(StateReader(old, in: container.git).clock())
  }

  /// Notes that all of it is taken in.
  ///
  /// - Throws: ``GitError``, `DatabaseError`.
  func note() throws {
    guard let state = try container.state() else { return }
    try container.index.note(states.bytes + state.id.bytes, as: name)
  }
}
