package import DocMergeContainer
import DocMergeCore
import DocMergeFolder
package import DocMergeHistory
import DocMergeObjects

/// Merges the state of another replica into ours, as a whole or not at all.
///
/// A state with any fault in it is refused: later, omitted records could not be told from removed ones.
package struct PeerMerger {
  private let container: Container
  private let peer: StateReader
  private let replica: ReplicaID
  private let chain: ObjectID?
  private let deletionGuard: MassDeletionGuard?
  private let isOnDemand: Bool
  /// Whether the peer's state is not an ancestor of ours.
  private let isNew: Bool
  /// Whether this is the first sync with the remote.
  private let isFirstVisit: Bool
  /// The peer's objects that were read before the merge.
  private let ahead: ReadAhead.Findings?

  init(
    container: Container, peer: StateReader, replica: ReplicaID, chain: ObjectID?,
    deletionGuard: MassDeletionGuard?, isOnDemand: Bool, isNew: Bool, isFirstVisit: Bool = false,
    ahead: ReadAhead.Findings? = nil
  ) {
    self.isNew = isNew
    self.isFirstVisit = isFirstVisit
    self.ahead = ahead
    self.isOnDemand = isOnDemand
    self.container = container
    self.peer = peer
    self.replica = replica
    self.chain = chain
    self.deletionGuard = deletionGuard
  }

  /// Joins both states in one operation.
  ///
  /// - Returns: the documents that it changed here, and the change.
  /// - Throws: ``PeerFault``, ``StateError`` or ``GitError`` when the peer cannot be trusted; nothing is changed
  ///   then.
  ///
  /// Only the shards that differ are read, so the cost is that of what changed.
  package func merge() throws -> Result {
    guard let joined = try join() else { return Result() }
    var change = joined.change
    let changes = joined.changes
    try deletionGuard?.checkIncoming(changes)
    var changed = changes.compactMap(\.new)
    let followers = try RenamedFolders(joined.unlike, index: container.index).followers()
    try settle(&changed, followers, in: &change)
    for gone in changes where gone.new == nil { change.forget(gone.id) }
    if change.base?.isEmpty != false { try change.useTexts(joined.texts, of: peer) }
    let named = changes.lazy.filter { ($0.new ?? $0.old)?.names.dots.isEmpty == false }
    let (count, only) = (named.count, (named.first?.new ?? named.first?.old)?.name)
    let subject = count == 1 ? only?.display ?? "" : "\(count) documents"
    let state = try change.commit(.sync, "sync \(subject) from \(try computer())")
    guard state != nil else { return Result(change: change) }
    return Result(
      count: changes.count, change: change,
      followed: followers.map { .init(from: $0.from, to: $0.to) },
      renamedTwice: changes.flatMap(Self.renamedTwice))
  }

  /// The merge of a peer's state.
  package struct Result {
    /// How many documents it changed here.
    package var count = 0
    package var change: StateChange?
    /// The documents that followed their folders.
    package var followed: [SaveReport.Move] = []
    /// The documents that got another name by each side.
    package var renamedTwice: [SaveReport.Move] = []
  }

  /// The names that a document lost to the one in force by this merge.
  private static func renamedTwice(_ change: StateReader.Change) -> [SaveReport.Move] {
    guard let name = change.new?.name, let aliases = change.new?.aliases, !aliases.isEmpty else {
      return []
    }
    let known = Set(change.old?.aliases ?? [])
    return aliases.filter { !known.contains($0) }.map { .init(from: $0, to: name) }
  }

  /// What the peer knows about the documents that it records differently than we do.
  package struct Findings {
    /// Up to which act of each replica our clock may count for the peer (``ClockLimits``).
    package var limits: [ReplicaID: UInt64]
    /// What the peer has seen of the acts that we know.
    package var clock: Clock
    /// Its records; `nil`: it has none.
    package var records: [DocumentID: Record?]
  }

  /// What the peer knows about the documents that it records differently than `base`, once it is checked.
  ///
  /// - Returns: `nil` when nothing in it is new here.
  package func findings(since base: StateReader?) throws -> Findings? {
    let clock = try base?.clock() ?? Clock()
    let limits =
      try base.map {
        try ClockLimits(git: container.git).limits(of: clock, at: $0.id, towards: peer.id)
      } ?? [:]
    let (ours, theirs) = (clock.limited(to: limits), try peer.clock())
    guard !ours.covers(theirs) else { return nil }
    let check = try check(own: container.replica())
    try check.check(peer, theirs, since: ours, base?.id)
    let changes = try peer.changes(since: base)
    let ownChain = try container.git.reference(References.versions(container.replica()))
    _ = try check.check(changes.compactMap(\.new), since: ownChain, keepsChain: true)
    return Findings(
      limits: limits, clock: try base.map { try peer.clock(towards: $0.id) } ?? theirs,
      records: Dictionary(uniqueKeysWithValues: changes.map { ($0.id, $0.new) }))
  }

  private func check(own: ReplicaID) throws -> PeerCheck {
    PeerCheck(
      git: container.git, own: own, chain: chain, limit: try container.settings.documentLimit(),
      isOnDemand: isOnDemand, isConnected: DeferredCloneWork(container: container).hasPacks(),
      ahead: ahead)
  }

  /// The changes here from joining both states.
  private struct Joined {
    var change: StateChange
    var changes: [StateReader.Change] = []
    /// The records of the peer that were joined with ours.
    var records: [Record] = []
    /// Texts of the peer that can be used again.
    var texts: [StateReader.ShardText] = []
    /// The documents that differ between the two sides, where one of them has renamed any.
    var unlike: [RenamedFolders.Document] = []
  }

  /// The changes here from joining both states; `nil` where there are none.
  private func join() throws -> Joined? {
    let base = try container.state()
    let (clock, theirs) = (try base?.clock() ?? Clock(), try peer.clock())
    let ours = try isNew ? base?.clock(towards: peer.id) ?? clock : clock
    let isSame = isNew && ours == theirs && ours == clock
    // If we have seen everything that the peer has, it brings nothing, unless the two made different things of it.
    if isSame ? base?.hasSameRecords(as: peer) ?? true : ours.covers(theirs) { return nil }
    var change = try StateChange(git: container.git, identity: try container.identity(), base: base)
    let check = try check(own: change.identity.replica)
    try check.check(peer, theirs, since: ours, base?.id)
    let keepsChain = try !RecycleBin(container: container).isInUse
    // After a prune, the chains of others would restore the versions that were removed.
    change.mergePeer(peer.id, clock: theirs, chain: keepsChain ? chain : nil)
    let seen = try base.map { try peer.clock(towards: $0.id) } ?? theirs
    var joined = Joined(change: change)
    try join(since: base, ours, seen, isSame: isSame, into: &joined)
    let ownChain = try container.git.reference(References.versions(change.identity.replica))
    joined.change.keep(
      try check.check(joined.records, since: ownChain, keepsChain: keepsChain))
    return joined.changes.isEmpty ? nil : joined
  }

  /// Joins the peer's records with ours.
  private func join(
    since base: StateReader?, _ ours: Clock, _ theirs: Clock, isSame: Bool,
    into joined: inout Joined
  ) throws {
    var forgotten = ForgottenDocuments(git: container.git, tips: [peer.id, base?.id])
    let differences =
      try ahead?.changes(to: peer, since: base) ?? peer.differences(since: base)
    joined.texts = differences.texts
    joined.records.reserveCapacity(differences.documents.count)
    joined.changes.reserveCapacity(differences.documents.count)
    let renamesAny = differences.documents.contains(where: \.isRename)
    for difference in differences.documents {
      let old = difference.old ?? Record(id: difference.id)
      let record = difference.new ?? Record(id: difference.id)
      let new = Record.joined(old, record, clock: ours, otherClock: theirs, isSame: isSame)
      guard var new = try believed(new, of: difference, &forgotten) else { continue }
      if !isSame, let moved = Record.moved(old, record, clock: ours, otherClock: theirs) {
        try MovedDocument(version: moved).keep(in: &new, &joined.change)
      }
      if difference.new != nil { joined.records.append(record) }
      if renamesAny { joined.unlike.append(try document(old, record, new)) }
      let isGone = new.heads.dots.isEmpty
      guard new != old, !isGone || !old.heads.dots.isEmpty else { continue }
      joined.changes.append(.init(id: record.id, old: old, new: isGone ? nil : new))
    }
  }

  /// A joined record, where one side does not know the document: the removal must be on record.
  ///
  /// - Returns: `nil` where it was forgotten here, and the peer does not know that yet.
  private func believed(
    _ new: Record, of difference: StateReader.Change, _ forgotten: inout ForgottenDocuments
  ) throws -> Record? {
    if difference.old == nil, new.heads.dots.isEmpty {
      return try forgotten.contains(difference.id) ? nil : difference.new
    }
    guard difference.new == nil, new != difference.old else { return new }
    return try forgotten.contains(difference.id) ? new : difference.old
  }

  /// The names of a document, where it exists.
  private func document(
    _ ours: Record, _ theirs: Record, _ joined: Record
  ) throws -> RenamedFolders.Document {
    RenamedFolders.Document(
      id: joined.id, ours: try container.target(ours).wish?.name,
      theirs: try container.target(theirs).wish?.name,
      joined: try container.target(joined).wish?.name)
  }

  /// Joins equal documents, so that no person is asked about them, and puts the records, with new names for documents
  /// that follow their folders.
  private func settle(
    _ changed: inout [Record], _ followers: [RenamedFolders.Follower],
    in change: inout StateChange
  ) throws {
    let joiner = HeadJoiner(git: container.git)
    change.reserve(changed.count)
    for index in changed.indices {
      try joiner.joinHeads(of: &changed[index], in: &change)
      try change.put(changed[index])
    }
    for follower in followers {
      guard var record = try change.record(follower.id) else { continue }
      record.rename(follower.to, change.dot())
      try change.put(record)
    }
    if try container.index.isEmpty() { return }
    // The search for duplicates reads the versions that were just made.
    try change.batch.flush(into: container.git)
    let isFirstSync =
      try isFirstVisit && change.base?.clock().isDisjoint(from: peer.clock()) ?? false
    let duplicates = DuplicateJoiner(
      container: container, peer: peer, base: change.base, isFirstSync: isFirstSync,
      names: Set(changed.compactMap(\.name)))
    for record in changed { try duplicates.join(record.id, in: &change) }
  }

  private func computer() throws -> String {
    let message = try container.git.commit(peer.id).message
    return OperationNote(message: message)?.computer ?? replica.description
  }
}
