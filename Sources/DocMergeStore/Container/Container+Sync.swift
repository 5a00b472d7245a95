import DocMergeCore
import Glibc

/// What a sync did.
public struct SyncReport: Sendable, Hashable {
  /// What was saved in the folder before.
  public var saved: SaveReport
  /// How many documents other replicas had changed.
  public var received = 0
  /// How many replicas were met on the remote, this one not counted.
  public var replicas = 0
  /// Whether anything new of this replica was sent.
  public var isSent = false
  /// What was wrong with other replicas' states; what is right in them was taken in.
  public var problems: [String] = []
  /// The documents in conflict afterwards.
  public var conflicts: [DocumentSummary] = []
}

/// A git repository that replicas meet at.
public struct Remote: Sendable, Hashable {
  /// The name that commands take.
  public var name: String
  /// The path or address of the bare repository.
  public var url: String

  /// Makes a remote; nothing is looked up.
  public init(name: String, url: String) {
    self.name = name
    self.url = url
  }
}

extension Container {
  /// The remotes of this container, by name.
  ///
  /// - Throws: ``GitError``.
  public func remotes() throws -> [Remote] {
    try git.remotes().map { Remote(name: $0.name, url: $0.url) }.sorted { $0.name < $1.name }
  }

  /// Adds a remote.
  ///
  /// - Throws: ``ContainerError/remoteExists(_:)``, ``GitError``.
  public func addRemote(_ remote: Remote) throws {
    try operate {
      guard try !remotes().contains(where: { $0.name == remote.name }) else {
        throw ContainerError.remoteExists(remote.name)
      }
      try git.addRemote(remote.name, url: remote.url)
    }
  }

  /// Forgets a remote.
  ///
  /// What was taken in from it stays.
  ///
  /// - Throws: ``ContainerError/noSuchRemote(_:)``, ``GitError``.
  public func removeRemote(_ name: String) throws {
    try operate {
      guard try remotes().contains(where: { $0.name == name }) else {
        throw ContainerError.noSuchRemote(name)
      }
      try git.removeRemote(name)
    }
  }

  /// Meets other replicas: saves, takes in what they did, brings the folder up to date, and sends.
  ///
  /// A remote that is a path where nothing is yet, in a folder that exists, becomes an empty bare
  /// repository.
  ///
  /// - Parameter name: the remote.
  /// - Returns: what was saved, taken in and sent.
  /// - Throws: ``ContainerError/noSuchRemote(_:)``, ``GitError`` when the remote cannot be reached; what was saved before stays saved.
  public func sync(with name: String) throws -> SyncReport {
    try syncLock.hold { isAfterCrash in
      if isAfterCrash { try Sweep(container: self).runAfterSync() }
      guard let remote = try remotes().first(where: { $0.name == name }) else {
        throw ContainerError.noSuchRemote(name)
      }
      var report = SyncReport(saved: try save())
      try RemoteRepository.makeIfMissing(remote.url)
      try RemoteRepository.removeDeadLocks(remote.url, of: replica())
      // A remote that was made anew has nothing of ours, whatever was sent to the old one.
      try git.forget(replica(), of: name)
      try git.fetch(name)
      Checkpoint.pass()
      let own = try operate {
        try takeIn(name, into: &report)
        return try ownReferences()
      }
      report.isSent = try send(own, to: name)
      report.conflicts = try conflicts()
      return report
    }
  }

  private func takeIn(_ name: String, into report: inout SyncReport) throws {
    let prefix = References.remoteStates(name)
    let peers = try git.references(matching: prefix + "*").sorted { $0.key < $1.key }
    try goOnIfRestored(seenBy: peers.map(\.value))
    let own = try replica()
    for (reference, peer) in peers {
      guard let replica = ReplicaID(reference.dropFirst(prefix.count)) else {
        report.problems.append("\(PrintableText.escape(reference)) is not the name of a replica")
        continue
      }
      if replica == own { continue }
      report.replicas += 1
      let chain = try git.reference(References.remoteVersions(name) + replica.description)
      do {
        let merger = try PeerMerger(
          container: self, peer: StateReader(peer, in: git), replica: replica, chain: chain)
        report.received += try merger.merge()
      } catch  where PeerMerger.isFault(ofPeer: error) {
        report.problems.append("replica \(replica): \(error)")
      }
      // In line before the next one, which is compared with what lies in the folder. A document that
      // cannot be written must not keep what is done here from being sent.
      report.saved.notInPlace = try bringFolderInLine()
    }
  }

  /// Goes on as a new replica when somebody has seen acts of this one that it knows nothing of.
  ///
  /// So it is after a restore from a backup. The replica that it was is met like any other then.
  private func goOnIfRestored(seenBy peers: [ObjectID]) throws {
    guard let restored = try RestoredReplica(self, seenBy: peers) else { return }
    _ = try restored.goOn()
    _ = try bringFolderInLine()
  }

  /// This replica's references as they are at one moment: a state, and the versions that it names.
  private typealias OwnReferences = [(name: String, id: ObjectID)]

  /// The versions first: whoever sees the state on the other side finds what it names.
  private func ownReferences() throws -> OwnReferences {
    let own = try replica()
    return try [References.versions(own), References.state(own)].compactMap { name in
      try git.reference(name).map { (name, $0) }
    }
  }

  private func send(_ references: OwnReferences, to remote: String) throws -> Bool {
    let sent = try git.references(matching: "refs/docmerge/remotes/\(remote)/*")
    let changed = references.filter { reference in
      let name = reference.name.dropFirst("refs/docmerge/".count)
      return sent["refs/docmerge/remotes/\(remote)/\(name)"] != reference.id
    }
    for (name, id) in changed {
      // A save meanwhile moves the reference itself, so another one holds what is sent.
      let source = References.sending(name)
      try git.setReference(source, to: id, from: try git.reference(source))
      try git.push(source, as: name, to: remote)
      Checkpoint.pass()
    }
    return !changed.isEmpty
  }
}

/// The other side of a sync that is a path on this computer.
enum RemoteRepository {
  /// Makes an empty bare repository where the path is missing or an empty folder.
  static func makeIfMissing(_ url: String) throws {
    guard let place = localPath(url) else { return }
    let path = SystemPath(place)
    if let status = try FileStatus.of(path) {
      guard status.form == .folder, try Files.entries(of: path).isEmpty else { return }
    } else if try FileStatus.of(path.parent) == nil {
      // A mistyped path, or a disk that is not mounted: a repository there would help nobody.
      throw FileError("make", path, code: ENOENT)
    }
    try GitStore.create(path: place)
  }

  /// Removes the lock files of this replica's references that a killed sync left in a remote on a path.
  ///
  /// Only this replica writes them, and it holds its sync lock: nobody alive can own one.
  static func removeDeadLocks(_ url: String, of replica: ReplicaID) throws {
    guard let place = localPath(url) else { return }
    for name in [References.state(replica), References.versions(replica)] {
      try Files.remove(SystemPath(place).appending("\(name).lock".utf8))
    }
  }

  /// The path of a remote on this computer; `nil` of one that another program serves.
  private static func localPath(_ url: String) -> String? {
    if url.hasPrefix("file://") { return String(url.dropFirst("file://".count)) }
    if url.contains("://") { return nil }
    // `host:path` is git's short form of an ssh address.
    guard let colon = url.firstIndex(of: ":") else { return url }
    return url[..<colon].contains("/") ? url : nil
  }
}
