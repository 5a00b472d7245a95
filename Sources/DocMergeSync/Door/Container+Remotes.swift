public import DocMergeContainer
package import DocMergeCore
import DocMergeFolder
import DocMergeHistory
import DocMergeLanguage
import DocMergeObjects
import DocMergeSystem

extension Container {
  /// The remotes of this container, by name.
  ///
  /// - Throws: ``GitError``.
  public func remotes() throws -> [Remote] {
    try git.remotes().map { Remote(name: $0.name, url: $0.url) }.sorted { $0.name < $1.name }
  }

  /// Adds a remote.
  ///
  /// - Parameters:
  ///   - remote: the remote.
  ///   - participants: keys of those who may read and write an encrypted remote, in gpg's forms; if empty, git's
  ///     settings name them.
  /// - Throws: ``ContainerError/remoteExists(_:)``, ``RemoteError`` for an address that is not accepted,
  ///   ``GitError``.
  public func addRemote(_ remote: Remote, participants: [String] = []) throws {
    let address = try RemoteAddress(remote.url)
    try EncryptionKeys.check(participants, for: address)
    guard !remote.name.hasPrefix("-") else {
      throw RemoteError(
        .badAddress, address: address.display, message: tr("its name begins with a dash"))
    }
    try operate {
      guard try !remotes().contains(where: { $0.name == remote.name }) else {
        throw ContainerError.remoteExists(remote.name)
      }
      try git.addRemote(remote.name, url: remote.url)
      guard !participants.isEmpty else { return }
      try git.setConfiguration(
        EncryptionKeys.participantsKey(remote.name), to: participants.joined(separator: " "))
    }
  }

  /// Forgets a remote.
  ///
  /// Changes that were merged from it stay.
  ///
  /// - Throws: ``ContainerError/noSuchRemote(_:)``, ``GitError``.
  public func removeRemote(_ name: String) throws {
    try operate {
      guard try remotes().contains(where: { $0.name == name }) else {
        throw ContainerError.noSuchRemote(name)
      }
      try noteFormerlySent(to: name)
      try EncryptedMirror(container: self, name: name).remove()
      try git.removeRemote(name)
    }
  }

  /// Gives a remote another address.
  ///
  /// Objects fetched from the old place stay; everything that is here is sent to the new one.
  ///
  /// - Parameters:
  ///   - name: the remote.
  ///   - url: its new address.
  /// - Throws: ``ContainerError/noSuchRemote(_:)``, ``RemoteError`` for an address that is not accepted,
  ///   ``GitError``.
  public func setURL(of name: String, to url: String) throws {
    _ = try RemoteAddress(url)
    try operate {
      guard try remotes().contains(where: { $0.name == name }) else {
        throw ContainerError.noSuchRemote(name)
      }
      try noteFormerlySent(to: name)
      let mirror = EncryptedMirror(container: self, name: name)
      try mirror.remove()
      try mirror.forgetID()
      try git.setURL(of: name, to: url)
      try git.forget(replica(), of: name)
      try git.removeConfiguration(Container.metKey(name))
      try git.removeConfiguration(Publisher.noteKey(of: name))
    }
  }

  /// The key for the state that was sent to a remote which is not known any more.
  package static let formerlySentKey = "docmerge.formerlysent"

  /// Notes what others may have received from a remote that is about to be forgotten.
  private func noteFormerlySent(to name: String) throws {
    guard let sent = try sentState(to: name) else { return }
    try git.setConfiguration(Container.formerlySentKey, to: sent.id.description)
  }

  /// The remotes, when they were last synced with, and what waits to be sent to them, by name.
  ///
  /// Costs what changed since the last syncs.
  ///
  /// - Returns: a status for each remote.
  /// - Throws: ``GitError``, `DatabaseError`.
  public func remoteStatuses() throws -> [RemoteStatus] {
    try mayHaveRemotes() ? remotes().map(remoteStatus) : []
  }

  /// Whether the settings of the container name a remote at all.
  ///
  /// To start libgit2 and ask it takes longer than all the rest of a status.
  private func mayHaveRemotes() throws -> Bool {
    let settings = try Files.read(SystemPath("\(git.path)/config")).bytes
    let text = String(decoding: settings, as: UTF8.self).lowercased()
    return text.contains("remote") || text.contains("include")
  }

  /// When a remote was last synced with, and what waits to be sent to it.
  ///
  /// - Parameter remote: one of ``remotes()``.
  /// - Returns: its status.
  /// - Throws: ``GitError``, `DatabaseError`.
  public func remoteStatus(_ remote: Remote) throws -> RemoteStatus {
    RemoteStatus(remote: remote, met: try met(remote.name), waiting: try waiting(for: remote.name))
  }

  /// How many documents differ from the state last sent to a remote, and from the state of every other replica there.
  package func waiting(for name: String) throws -> Int {
    guard let state = try state() else { return 0 }
    var left: [Record]?
    for known in try statesKnown(of: name, near: state) where left?.isEmpty != true {
      left =
        try left.map { try records($0, in: state, thatDifferFrom: known) }
        ?? state.changes(since: known).compactMap(\.new)
    }
    let unsent = try left ?? state.changes(since: nil).compactMap(\.new)
    let paths = try unsent.compactMap { try index.entry(of: $0.id)?.path ?? $0.name }
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
    guard distance > Container.few else { return known }
    return known.compactMap { known in
      (try? state.shards(differingFrom: known)).map { (known, distance: $0.count) }
    }
    .sorted { $0.distance < $1.distance }.map(\.0)
  }

  private func records(
    _ records: [Record], in state: StateReader, thatDifferFrom known: StateReader
  ) throws -> [Record] {
    // A few records are looked up one by one: two states can differ in much else.
    guard records.count > Container.few else {
      return try records.filter { record in try known.record(record.id) != record }
    }
    let differing = Set(try state.changes(since: known).map(\.id))
    return records.filter { differing.contains($0.id) }
  }

  /// The state of this replica that a remote has; `nil` where it has none, or another commit.
  ///
  /// A commit outside of this replica's own history was not made by it, and does not show that any document was
  /// sent.
  func sentState(to name: String) throws -> StateReader? {
    let known = References.known(References.state(try replica()), of: name)
    guard let present = try git.reference(References.state(try replica())),
      let sent = try git.reference(known)
    else { return nil }
    guard sent == present || (try? git.isAncestor(sent, of: present)) == true else { return nil }
    return try StateReader(sent, in: git)
  }

  /// When a remote was last synced with; `nil` for never.
  package func met(_ name: String) throws -> Timestamp? {
    try git.configuration(Container.metKey(name)).flatMap { Int64($0) }
      .map { Timestamp(seconds: $0) }
  }

  /// Notes that a sync with a remote succeeded now.
  package func noteMet(_ name: String) throws {
    try writeLock.hold(mends: false) { isAfterCrash in
      if isAfterCrash { try CrashRecovery(container: self).run() }
      let now = "\(Timestamp.now.seconds)"
      guard try git.configuration(Container.metKey(name)) != now else { return }
      try git.setConfiguration(Container.metKey(name), to: now)
    }
  }

  private static func metKey(_ name: String) -> String { "remote.\(name).docmerge-met" }
}
