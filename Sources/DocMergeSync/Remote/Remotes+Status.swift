import DocMergeContainer
package import DocMergeCore
import DocMergeFolder
public import DocMergeHistory
package import DocMergeObjects
import DocMergeSystem

/// The differences between this replica and its remotes, as far as the last syncs show.
extension Remotes {
  /// The remotes, when they were last synced with, and what waits to be sent to them, by name.
  ///
  /// Costs what changed since the last syncs.
  ///
  /// - Returns: a status for each remote.
  /// - Throws: ``GitError``, `DatabaseError`.
  public func statuses() throws -> [RemoteStatus] {
    try mayExist() ? all().map(status) : []
  }

  /// When a remote was last synced with, and what waits to be sent to it.
  ///
  /// - Parameter remote: one of ``all()``.
  /// - Returns: its status.
  /// - Throws: ``GitError``, `DatabaseError`.
  public func status(of remote: Remote) throws -> RemoteStatus {
    RemoteStatus(remote: remote, met: try met(remote.name), waiting: try waiting(for: remote.name))
  }

  /// How many documents differ from the state last sent to a remote, and from the state of every other replica there.
  package func waiting(for name: String) throws -> Int {
    guard let state = try container.state() else { return 0 }
    var left: [Record]?
    for known in try statesKnown(of: name, near: state) where left?.isEmpty != true {
      left =
        try left.map { try records($0, in: state, thatDifferFrom: known) }
        ?? state.changes(since: known).compactMap(\.new)
    }
    let unsent = try left ?? state.changes(since: nil).compactMap(\.new)
    let paths = try unsent.compactMap { try container.index.entry(of: $0.id)?.path ?? $0.name }
    return Set(paths).count
  }

  /// Up to this number, records and parts of a state are looked up one by one.
  private static let few = 64

  /// The states that a remote is known to have: the one that was sent there, and those of the other replicas.
  ///
  /// Where `state` differs much from the sent state, as after a clone, the state nearest to it is first: parts that two
  /// states share are never read.
  private func statesKnown(of name: String, near state: StateReader) throws -> [StateReader] {
    let sent = try sentState(to: name)
    let distance = try sent.map { try state.shards(differingFrom: $0).count } ?? .max
    guard distance > 0 else { return sent.map { [$0] } ?? [] }
    // Without a sync since the remote got its address, the known states are those of the old address. A state that
    // cannot be read counts as empty.
    let others =
      try met(name) == nil ? [] : peers(on: name).compactMap { try? StateReader($0.state, in: git) }
    let known = (sent.map { [$0] } ?? []) + others
    guard distance > Self.few else { return known }
    return known.compactMap { known in
      (try? state.shards(differingFrom: known)).map { (known, distance: $0.count) }
    }
    .sorted { $0.distance < $1.distance }.map(\.0)
  }

  private func records(
    _ records: [Record], in state: StateReader, thatDifferFrom known: StateReader
  ) throws -> [Record] {
    // A few records are looked up one by one: two states can differ in much else.
    guard records.count > Self.few else {
      return try records.filter { record in try known.record(record.id) != record }
    }
    let differing = Set(try state.changes(since: known).map(\.id))
    return records.filter { differing.contains($0.id) }
  }

  /// The documents whose current versions no remote has, as far as the last sync shows.
  ///
  /// Costs what changed since then. Edits in the folder that are not saved do not count.
  ///
  /// - Returns: their paths; `nil` if there was no sync with a remote yet, so that nothing is uploaded.
  /// - Throws: ``GitError``, `DatabaseError`.
  public func pathsToUpload() throws -> Set<DocumentPath>? {
    guard let state = try container.state() else { return nil }
    var pending: Set<DocumentPath>?
    for remote in try all() {
      guard let sent = try sentState(to: remote.name) else { continue }
      let missing = try paths(in: state, differingFrom: sent)
      pending = pending?.intersection(missing) ?? missing
    }
    return pending
  }

  /// The paths of the documents whose records differ between a state and an older one, or of all documents.
  private func paths(
    in state: StateReader, differingFrom old: StateReader?
  ) throws -> Set<DocumentPath> {
    var paths: Set<DocumentPath> = []
    for record in try state.changes(since: old).compactMap(\.new) {
      if let path = try container.index.entry(of: record.id)?.path ?? record.name {
        paths.insert(path)
      }
    }
    return paths
  }
}

/// Facts that syncs leave behind.
extension Remotes {
  /// This replica's references at one moment: a state, and the versions that it names.
  package typealias OwnReferences = [(name: String, id: ObjectID)]

  /// The versions are first: a reader that sees the state on the other side finds what it names.
  package func ownReferences() throws -> OwnReferences {
    let own = try container.replica()
    return try [References.versions(own), References.state(own)].compactMap { name in
      try git.reference(name).map { (name, $0) }
    }
  }

  /// The references that the remote does not have.
  package func unsent(_ references: OwnReferences, to remote: String) throws -> OwnReferences {
    let sent = try git.references(matching: References.known("refs/docmerge/*", of: remote))
    return references.filter { sent[References.known($0.name, of: remote)] != $0.id }
  }

  /// The states that were fetched, by the names of their references.
  package func peers(on remote: String) throws -> [(name: String, state: ObjectID)] {
    try git.references(matching: References.remoteStates(remote) + "*").sorted { $0.key < $1.key }
      .map { (name: $0.key, state: $0.value) }
  }

  /// The state of this replica that a remote has; `nil` where it has none, or another commit.
  ///
  /// A commit outside of this replica's own history was not made by it, and does not show that any document was
  /// sent.
  func sentState(to name: String) throws -> StateReader? {
    let known = References.known(References.state(try container.replica()), of: name)
    guard let present = try git.reference(References.state(try container.replica())),
      let sent = try git.reference(known)
    else { return nil }
    guard sent == present || (try? git.isAncestor(sent, of: present)) == true else { return nil }
    return try StateReader(sent, in: git)
  }

  /// When a remote was last synced with; `nil` for never.
  package func met(_ name: String) throws -> Timestamp? {
    try git.configuration(Self.metKey(name)).flatMap { Int64($0) }
      .map { Timestamp(seconds: $0) }
  }

  /// Notes that a sync with a remote succeeded now.
  package func noteMet(_ name: String) throws {
    try container.writeLock.hold(mends: false) { isAfterCrash in
      if isAfterCrash { try CrashRecovery(container: container).run() }
      let now = "\(container.environment.now.seconds)"
      guard try git.configuration(Self.metKey(name)) != now else { return }
      try git.setConfiguration(Self.metKey(name), to: now)
    }
  }

  /// The key of git's configuration for ``met(_:)``.
  static func metKey(_ name: String) -> String { "remote.\(name).docmerge-met" }
}
