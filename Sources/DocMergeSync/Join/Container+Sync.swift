public import DocMergeContainer
import DocMergeCore
package import DocMergeFolder
public import DocMergeHistory
package import DocMergeObjects
import DocMergeSystem
import Glibc

/// What a sync did.
public struct SyncReport: Sendable, Hashable {
  /// What was saved in the folder before.
  public var saved: SaveReport
  /// How many documents other replicas had changed.
  public var received = 0
  /// How many replicas were met on the remote, this one not counted.
  public var replicas = 0
  /// The documents in conflict that were resolved without a person, as settings allow it.
  public var resolved: [ResolvedDocument] = []
  /// Whether anything new of this replica was sent.
  public var isSent = false
  /// What was wrong with other replicas' states; what is right in them was taken in.
  public var problems: [String] = []
  /// What was wrong with other replicas' states, and taken in all the same: they are not signed.
  public var warnings: [String] = []
  /// Documents that stay in conflict, since keeping both would make more copies of them than may be made without a
  /// person (``Container/maxCopies()``).
  public var tooManyCopies: [DocumentPath] = []
  /// Documents that one replica put into a folder which another one renamed: where they were, and are now.
  public var followed: [SaveReport.Move] = []
  /// Documents that got another name here in this sync, since something else has theirs.
  public var nameClashes: [NameClash] = []
  /// The documents in conflict afterwards.
  public var conflicts: [DocumentSummary] = []
  /// Why the remote could not be met now; `nil` if it was met.
  ///
  /// Being offline is no error: all is saved, and is sent by a later sync.
  public var offline: RemoteError?
  /// Why the remote did not take what was to be sent, after all of its own was taken in; `nil` if it did.
  ///
  /// So it is where one may only read. That is an error if something is ``waiting``.
  public var refused: RemoteError?
  /// The documents for which the server ``refused`` all that was sent, as far as that can be told.
  ///
  /// Nothing else is sent as long as they are there; ``Container/forget(_:)`` is a way out.
  public var refusedDocuments: [DocumentPath] = []
  /// How many documents have changes that the remote does not have yet.
  public var waiting = 0
}

/// A document whose conflict was settled without a person.
public struct ResolvedDocument: Sendable, Hashable {
  /// Where it lies.
  public var path: DocumentPath
  /// How it was settled, such as `merge: words`.
  public var strategy: String

  /// Describes what was done.
  public init(path: DocumentPath, strategy: String) {
    self.path = path
    self.strategy = strategy
  }
}

extension Container {
  /// The states that were fetched, by the names of their references.
  package func peers(on remote: String) throws -> [(name: String, state: ObjectID)] {
    try git.references(matching: References.remoteStates(remote) + "*").sorted { $0.key < $1.key }
      .map { (name: $0.key, state: $0.value) }
  }

  /// Takes in what was fetched of the other replicas, but for states with `flaws`.
  ///
  /// What was read `ahead` of one of them is not read again, and not kept. What can be left to be done of a
  /// clone is left to `rest`; new documents may come into `files`.
  package func takeIn(
    _ name: String, _ brake: DeletionBrake?, refusing flaws: [ObjectID: String],
    ahead: inout ReadAhead.Findings?, leaving rest: CloneRest?, into files: EmptyFiles? = nil,
    _ report: inout SyncReport
  ) throws {
    try goOnIfRestored(on: name, refusing: flaws)
    let own = try replica()
    let peers = try peersInOrder(on: name)
    let new = Set(
      try git.commits(reachableFrom: peers.map(\.state), butNotFrom: [state()?.id]))
    for (reference, peer) in peers {
      guard let replica = References.replica(reference, of: name) else {
        report.problems.append("\(PrintableText.escape(reference)) is not the name of a replica")
        // Nobody would ever put it right.
        try git.access { session throws(GitError) in try session.removeReference(reference) }
        continue
      }
      if replica == own { continue }
      report.replicas += 1
      var change: StateChange?
      do {
        if let flaw = flaws[peer] { throw PeerMerger.Problem(description: flaw) }
        let merged = try merger(
          of: replica, at: peer, on: name, brake, isNew: new.contains(peer), ahead: ahead
        ).merge()
        report.received += merged.count
        report.followed += merged.followers.map { .init(from: $0.from, to: $0.to) }
        change = merged.change
        if ahead?.state == peer { ahead = nil }
      } catch  where PeerMerger.isFault(ofPeer: error) {
        report.problems.append("replica \(replica): \(error)")
        // It is named as long as the remote has it, and what is no commit would end the next fetch.
        try git.forget(replica, of: name)
      }
      // In line before the next one, which is compared with what lies in the folder. A document that
      // cannot be written must not keep what is done here from being sent.
      report.saved.notInPlace = try bringFolderInLine(
        after: change, leaving: rest, into: files)
      Later.free(&change)
    }
  }

  private func merger(
    of replica: ReplicaID, at peer: ObjectID, on name: String, _ brake: DeletionBrake?,
    isNew: Bool = true, ahead: ReadAhead.Findings? = nil
  ) throws -> PeerMerger {
    let isOnDemand = try isOnDemand()
    // Where versions are not fetched, a chain is at best an old one.
    let chain =
      try isOnDemand
      ? nil : git.reference(References.remoteVersions(name) + replica.description)
    return PeerMerger(
      container: self, peer: try StateReader(peer, in: git), replica: replica, chain: chain,
      brake: brake, isOnDemand: isOnDemand, isNew: isNew, isFirstVisit: try met(name) == nil,
      ahead: ahead?.state == peer ? ahead : nil)
  }

  /// The documents that taking in what was fetched would put in conflict with a version of this replica.
  ///
  /// States with flaws are none: they are told when they are refused.
  func conflictsAhead(
    _ name: String, refusing flaws: [ObjectID: String]
  ) throws -> [RemoteConflict] {
    try goOnIfRestored(on: name, refusing: flaws)
    let own = try replica()
    var forecast = try ConflictForecast(self)
    for (reference, peer) in try peers(on: name) where flaws[peer] == nil {
      guard let replica = References.replica(reference, of: name), replica != own else { continue }
      do {
        try forecast.add(merger(of: replica, at: peer, on: name, nil))
      } catch  where PeerMerger.isFault(ofPeer: error) {
        // Nothing of it would be taken in, and the next sync names it.
        continue
      }
    }
    return try forecast.conflicts()
  }

  private func goOnIfRestored(on name: String, refusing flaws: [ObjectID: String]) throws {
    // In the place of its own state nobody but this replica writes who is to be heard, signed or not.
    let place = References.remoteStates(name) + (try replica().description)
    try goOnIfRestored(
      seenBy: peers(on: name).filter { flaws[$0.state] == nil || $0.name == place })
  }

  /// Goes on as a new replica when somebody has seen acts of this one that it knows nothing of.
  ///
  /// So it is after a restore from a backup. The replica that it was is met like any other then.
  private func goOnIfRestored(seenBy peers: [(name: String, state: ObjectID)]) throws {
    let states = peers.map(\.state)
    do {
      guard let restored = try RestoredReplica(self, seenBy: states) else { return }
      _ = try restored.goOn()
      _ = try bringFolderInLine()
    } catch  where PeerMerger.isFault(ofPeer: error) {
      // One of them is rubbish, and is named when it is taken in; the others may be right.
      guard peers.count > 1 else { return }
      for peer in peers { try goOnIfRestored(seenBy: [peer]) }
    }
  }

  /// This replica's references as they are at one moment: a state, and the versions that it names.
  package typealias OwnReferences = [(name: String, id: ObjectID)]

  /// The versions first: whoever sees the state on the other side finds what it names.
  package func ownReferences() throws -> OwnReferences {
    let own = try replica()
    return try [References.versions(own), References.state(own)].compactMap { name in
      try git.reference(name).map { (name, $0) }
    }
  }

  /// Those that the remote does not have.
  package func unsent(_ references: OwnReferences, to remote: String) throws -> OwnReferences {
    let sent = try git.references(matching: References.known("refs/docmerge/*", of: remote))
    return references.filter { sent[References.known($0.name, of: remote)] != $0.id }
  }
}

/// The other side of a sync that is a path on this computer.
enum RemoteRepository {
  /// Makes an empty bare repository where the path is missing or an empty folder.
  static func makeIfMissing(_ address: RemoteAddress) throws {
    guard let place = address.path else { return }
    let path = SystemPath(place)
    if let status = try FileStatus.of(path) {
      guard status.form == .folder, try Files.entries(of: path).isEmpty else {
        return try checkIsRepository(path, status, address)
      }
    } else if try FileStatus.of(path.parent) == nil {
      // A mistyped path, or a disk that is not mounted: a repository there would help nobody.
      throw FileError("make", path, code: ENOENT)
    }
    try GitStore.create(path: place)
  }

  /// Checks what lies at the path of an encrypted repository, which git-remote-gcrypt makes.
  ///
  /// - Parameters:
  ///   - address: its address.
  ///   - makesFolder: whether to make the folder where nothing is yet.
  /// - Throws: ``RemoteError``, ``FileError``.
  static func checkEncrypted(_ address: RemoteAddress, makesFolder: Bool) throws {
    let path = SystemPath(address.inner)
    guard let status = try FileStatus.of(path) else {
      guard try FileStatus.of(path.parent) != nil else {
        throw FileError("make", path, code: ENOENT)
      }
      if makesFolder { try Files.makeFolder(path) }
      return
    }
    guard status.form == .folder else { return try checkIsRepository(path, status, address) }
    // All that git-remote-gcrypt writes there is named by a hash; whoever was killed may have written packs alone.
    let names = try Files.entries(of: path).map(\.name)
    let isEncrypted = names.allSatisfy { $0.count == 64 && Hex.bytes($0) != nil }
    if !isEncrypted, !names.contains(Array(manifest.utf8)) {
      try checkIsRepository(path, status, address)
    }
  }

  /// The file in which git-remote-gcrypt keeps the list of what a repository has.
  package static let manifest = "91bd0c092128cf2e60e1a608c31e92caf1f9c1595f83f2890ef17c0e4881aa0a"

  /// Whether git-remote-gcrypt has written a whole repository to a folder.
  static func hasManifest(_ path: String) throws(FileError) -> Bool {
    try FileStatus.of(SystemPath("\(path)/\(manifest)")) != nil
  }

  /// Whether git-remote-gcrypt takes what lies at a path for a repository of git.
  package static func isGit(_ path: String) throws(FileError) -> Bool {
    try FileStatus.of(SystemPath("\(path)/HEAD")) != nil
  }

  /// Says what lies at a path that is no bare repository.
  private static func checkIsRepository(
    _ path: SystemPath, _ status: FileStatus, _ address: RemoteAddress
  ) throws {
    func has(_ name: String) throws -> Bool {
      try FileStatus.of(path.appending(name.utf8)) != nil
    }
    // What a link leads to, whoever opens it says.
    if status.form == .symlink { return }
    let message: String
    if status.form != .folder {
      message = "a file is there"
    } else if try has(".docmerge") {
      message = "a container is there; both meet at a third place, which is a bare repository"
    } else if try has(".git") {
      message = "a git repository that people work in is there; a remote is a bare one"
    } else if try has("HEAD"), try has("objects") {
      return
    } else {
      message = "a folder with other files is there; a new or empty one would become a repository"
    }
    throw RemoteError(.noSuchRepository, address: address.display, message: message)
  }

  /// Whether a remote on a path is another person's, or one that a group shares.
  ///
  /// - Throws: ``FileError``.
  static func isOfOthers(_ address: RemoteAddress) throws -> Bool {
    guard let place = address.path, let status = try FileStatus.of(SystemPath(place)),
      status.form == .folder
    else { return false }
    if status.owner != geteuid() { return true }
    let value: String?
    do {
      value = try GitStore(path: place).configuration("core.sharedRepository")
    } catch {
      // What is no repository, whoever works on it says.
      return false
    }
    return value.map { !["", "0", "false", "umask"].contains($0.lowercased()) } ?? false
  }

  /// Whether a remote on a path has packs of some size.
  ///
  /// What cannot be looked at is not: whoever reads it says why.
  package static func isLarge(_ address: RemoteAddress) -> Bool {
    guard let place = address.path,
      let entries = try? Files.entries(of: SystemPath("\(place)/objects/pack"))
    else { return false }
    return entries.reduce(0) { $0 + $1.status.size } > 1 << 20
  }

  /// Removes the lock files of this replica's references that a killed sync left in a remote on a path.
  ///
  /// Only this replica writes them, and it holds its sync lock: nobody alive can own one.
  static func removeDeadLocks(_ address: RemoteAddress, of replica: ReplicaID) throws {
    guard let place = address.path else { return }
    for name in [References.state(replica), References.versions(replica)] {
      try Files.remove(SystemPath(place).appending("\(name).lock".utf8))
    }
  }
}
