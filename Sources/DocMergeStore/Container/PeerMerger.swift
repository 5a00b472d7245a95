import DocMergeCore

/// Takes the state of another replica into ours, whole or not at all.
///
/// A state with anything wrong in it is refused: what was left out of it could not be told, later, from
/// what was removed.
struct PeerMerger {
  /// What is wrong with a peer's state.
  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  /// Whether a failure lies in what the peer sent; others are ours, and end a sync.
  static func isFault(ofPeer error: any Error) -> Bool {
    // Not found: something that the state names was not sent with it.
    error is Problem || error is StateError
      || (error as? GitError).map { [.notFound, .tooLarge].contains($0.code) } ?? false
  }

  private let container: Container
  private let peer: StateReader
  private let replica: ReplicaID
  private let chain: ObjectID?
  private let brake: DeletionBrake?
  private let isOnDemand: Bool
  /// Whether the peer's state is not one of those that led to ours.
  private let isNew: Bool
  /// Whether the remote was never met before.
  private let isFirstVisit: Bool
  /// What was read of the peer before.
  private let ahead: ReadAhead.Findings?

  init(
    container: Container, peer: StateReader, replica: ReplicaID, chain: ObjectID?,
    brake: DeletionBrake?, isOnDemand: Bool, isNew: Bool, isFirstVisit: Bool = false,
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
    self.brake = brake
  }

  /// Joins both states in one operation.
  ///
  /// - Returns: how many documents it changed here, and what became of them.
  /// - Throws: ``Problem``, ``StateError`` or ``GitError`` when the peer cannot be believed; nothing is
  ///   changed then.
  ///
  /// Only the shards that differ are read, so the cost is that of what changed.
  func merge() throws -> (count: Int, change: StateChange?) {
    guard let joined = try join() else { return (0, nil) }
    var change = joined.change
    let changes = joined.changes
    try brake?.checkIncoming(changes)
    var changed = changes.compactMap(\.new)
    try settle(&changed, in: &change)
    for gone in changes where gone.new == nil { change.forget(gone.id) }
    if change.base?.isEmpty != false { try change.useTexts(joined.texts, of: peer) }
    let named = changes.lazy.filter { ($0.new ?? $0.old)?.names.dots.isEmpty == false }
    let (count, only) = (named.count, (named.first?.new ?? named.first?.old)?.name)
    let subject = count == 1 ? only?.display ?? "" : "\(count) documents"
    let state = try change.commit(.sync, "sync \(subject) from \(try computer())")
    return (state == nil ? 0 : changes.count, change)
  }

  /// What the peer knows of the documents that it does not record as we do.
  struct Findings {
    /// How many acts of a replica our clock may count towards the peer (``ClockLimits``).
    var limits: [ReplicaID: UInt64]
    /// What the peer has seen of what we know.
    var clock: Clock
    /// Its records; `nil`: it knows none.
    var records: [DocumentID: Record?]
  }

  /// What the peer knows of the documents that it does not record as `base` does, once it is found sound.
  ///
  /// - Returns: `nil` when nothing of it is new here.
  func findings(since base: StateReader?) throws -> Findings? {
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
      git: container.git, own: own, chain: chain, limit: try container.documentLimit(),
      isOnDemand: isOnDemand, isConnected: CloneRest(container: container).hasPacks(), ahead: ahead)
  }

  /// What joining both states changes here.
  private struct Joined {
    var change: StateChange
    var changes: [StateReader.Change] = []
    /// The records of the peer that were joined with ours.
    var records: [Record] = []
    /// Texts of the peer that can be used again.
    var texts: [StateReader.ShardText] = []
  }

  /// What joining both states changes here; `nil` where nothing does.
  private func join() throws -> Joined? {
    let base = try container.state()
    var change = try StateChange(git: container.git, identity: try container.identity(), base: base)
    let theirs = try peer.clock()
    let ours = try isNew ? base?.clock(towards: peer.id) ?? change.clock : change.clock
    let isSame = isNew && ours == theirs && ours == change.clock
    // Whoever has seen all that the peer has can learn nothing from it, unless both made different things of it.
    if isSame ? base?.hasSameRecords(as: peer) ?? true : ours.covers(theirs) { return nil }
    let check = try check(own: change.identity.replica)
    try check.check(peer, theirs, since: ours, base?.id)
    let keepsChain = try !RecycleBin(container: container).isInUse
    // After a prune, the chains of others would bring back what went.
    change.takeIn(peer.id, clock: theirs, chain: keepsChain ? chain : nil)
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
    for difference in differences.documents {
      let old = difference.old ?? Record(id: difference.id)
      let record = difference.new ?? Record(id: difference.id)
      var new = Record.joined(old, record, clock: ours, otherClock: theirs, isSame: isSame)
      if difference.old == nil, new.heads.dots.isEmpty {
        // Forgotten here, and the peer has not heard of it yet.
        if try forgotten.contains(difference.id) { continue }
        new = record
      }
      if difference.new == nil {
        guard new != old, try forgotten.contains(difference.id) else { continue }
      } else {
        joined.records.append(record)
      }
      guard new != old else { continue }
      let isGone = new.heads.dots.isEmpty
      if isGone, old.heads.dots.isEmpty { continue }
      joined.changes.append(.init(id: record.id, old: old, new: isGone ? nil : new))
    }
  }

  /// Joins what is equal, so that no person is asked about it, and puts the records.
  private func settle(_ changed: inout [Record], in change: inout StateChange) throws {
    let joiner = HeadJoiner(git: container.git)
    change.reserve(changed.count)
    for index in changed.indices {
      try joiner.joinHeads(of: &changed[index], in: &change)
      try change.put(changed[index])
    }
    if try container.index.isEmpty() { return }
    // Looking for twins reads the versions that were just made.
    try change.batch.flush(into: container.git)
    let isFirstMeeting =
      try isFirstVisit && change.base?.clock().isDisjoint(from: peer.clock()) ?? false
    let twins = TwinJoiner(
      container: container, peer: peer, base: change.base, isFirstMeeting: isFirstMeeting,
      names: Set(changed.compactMap(\.name)))
    for record in changed { try twins.join(record.id, in: &change) }
  }

  private func computer() throws -> String {
    let message = try container.git.commit(peer.id).message
    return OperationNote(message: message)?.computer ?? replica.description
  }
}
