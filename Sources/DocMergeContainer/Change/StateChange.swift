package import DocMergeCore
package import DocMergeHistory
package import DocMergeObjects
import DocMergeSystem

/// Changes of a state that become one operation: new versions, records, and the state commit.
///
/// Objects are written first, the references last: a reader sees the whole operation or none of it.
package struct StateChange {
  package let git: GitStore
  package let identity: Identity
  package let base: StateReader?
  package let date: Timestamp
  package var batch = ObjectBatch()
  package private(set) var clock: Clock
  package private(set) var records: [DocumentID: Record] = [:]
  /// Documents that the new state does not know any more.
  private var forgotten: Set<DocumentID> = []
  /// Texts of shards that are in the repository already.
  private var knownTexts: Set<ObjectID> = []
  /// Those of them whose records are known.
  private var shardTexts: [Shard: StateReader.ShardText] = [:]
  /// Versions to keep, and large new versions.
  private var newVersions: [ObjectID] = []
  /// The other new versions.
  private var smallVersions: [ObjectID] = []
  private var ownDot: Dot?
  /// States of other replicas that were merged.
  private var peers: [ObjectID] = []
  /// The chains that keep the versions of those replicas.
  private var peerChains: [ObjectID] = []
  /// What this operation, a prune, removed.
  package private(set) var pruned: PruneNote?
  /// Whether the operation is an act even if no record changes.
  private var isMarked = false
  /// The state that it made, once it is committed.
  package private(set) var state: ObjectID?

  package init(git: GitStore, identity: Identity, base: StateReader?) throws {
    self.git = git
    self.identity = identity
    self.base = base
    date = git.environment.now
    clock = try base?.clock() ?? Clock()
  }

  /// Whether a commit would change anything.
  package var isEmpty: Bool {
    records.isEmpty && forgotten.isEmpty && peers.isEmpty && !isMarked
  }

  // MARK: Records

  /// The record of a document as it is after the changes so far.
  package func record(_ id: DocumentID) throws -> Record? {
    if forgotten.contains(id) { return nil }
    return try records[id] ?? base?.record(id)
  }

  /// Forgets a document, so that the next sync brings it again.
  package mutating func forget(_ id: DocumentID) {
    records[id] = nil
    forgotten.insert(id)
  }

  /// Resets the clock to what `clock` had seen of other replicas.
  package mutating func forget(since clock: Clock) {
    self.clock = self.clock.forgetting(since: clock, but: identity.replica)
  }

  /// Reserves space for the records of this many documents.
  package mutating func reserve(_ count: Int) { records.reserveCapacity(records.count + count) }

  /// Sets the record of a document.
  ///
  /// - Throws: ``ContainerError/invalidPath(_:)`` when a reader of the state would refuse its name.
  package mutating func put(_ record: Record) throws(ContainerError) {
    for name in record.names.dots.keys where !DocumentPath.isAllowed(path: name.bytes) {
      throw .invalidPath(name.display)
    }
    records[record.id] = record
  }

  /// The dot of this operation, for its additions.
  package mutating func dot() -> Dot {
    if let ownDot { return ownDot }
    let dot = clock.advance(identity.replica)
    ownDot = dot
    return dot
  }

  /// Makes the operation an act of its own, even if no record changes; notes what it removed.
  package mutating func mark(pruned: PruneNote? = nil) {
    _ = dot()
    isMarked = true
    self.pruned = pruned
  }

  /// Merges the clock of another replica's state; the caller puts its records.
  package mutating func mergePeer(_ state: ObjectID, clock other: Clock, chain: ObjectID?) {
    clock = clock.joined(other)
    peers.append(state)
    if let chain { peerChains.append(chain) }
  }

  /// Reuses the shards of another state, where it records the same.
  ///
  /// Costs a look at the folders of the other state's shards.
  ///
  /// - Parameters:
  ///   - texts: the texts that were read, as ``StateReader/differences(since:isStopped:)`` returns them.
  ///   - other: the other state.
  /// - Throws: ``GitError``, ``StateError``.
  package mutating func useTexts(_ texts: [StateReader.ShardText], of other: StateReader) throws {
    let packed = git.forMuchReading()
    knownTexts.formUnion(try other.shardTexts().filter { try packed.contains($0) })
    for text in texts where knownTexts.contains(text.id) { shardTexts[text.shard] = text }
  }

  // MARK: Versions

  /// Keeps versions that nothing else keeps.
  package mutating func keep(_ versions: [ObjectID]) { newVersions += versions }

  /// Everything that decides the id of a version.
  package struct NewVersion {
    package var document: DocumentID
    package var path: DocumentPath
    package var content: ContentID
    package var size: Int64
    package var parents: [ObjectID]
    package var author: Person
    package var date: Timestamp
    package var replica: ReplicaID
    package var computer: String
    package var operation: OperationKind
    package var strategy: String?
    package var subject: String
    /// The committer and the date: by default the author at the document's own date, so that equal inputs give equal
    /// ids.
    package var committer: Commit.Signature?

    package init(
      document: DocumentID, path: DocumentPath, content: ContentID, size: Int64,
      parents: [ObjectID], author: Person, date: Timestamp, replica: ReplicaID, computer: String,
      operation: OperationKind, strategy: String? = nil, subject: String,
      committer: Commit.Signature? = nil
    ) {
      self.document = document
      self.path = path
      self.content = content
      self.size = size
      self.parents = parents
      self.author = author
      self.date = date
      self.replica = replica
      self.computer = computer
      self.operation = operation
      self.strategy = strategy
      self.subject = subject
      self.committer = committer
    }
  }

  /// Adds a version commit; the contents must be in the repository or in ``batch``.
  package mutating func add(_ new: NewVersion) throws -> Version {
    let tree = try addTree(new.path, new.content)
    let note = VersionNote(
      subject: new.subject, document: new.document, path: new.path, kind: new.content.kind,
      size: new.size, replica: new.replica, computer: new.computer, operation: new.operation,
      strategy: new.strategy, date: new.date)
    // git knows no dates before 1970; the exact one is in the note.
    let author = Commit.Signature(person: new.author, seconds: max(new.date.seconds, 0))
    let commit = Commit(
      tree: tree, parents: new.parents, author: author, committer: new.committer ?? author,
      message: note.message)
    let id = try batch.add(commit.object)
    if new.size <= VersionChain.largest { smallVersions.append(id) } else { newVersions.append(id) }
    return Version(
      id: id, content: new.content, size: new.size, date: new.date, author: new.author,
      replica: new.replica, computer: new.computer)
  }

  /// The tree that holds only this document, at its path.
  private mutating func addTree(_ path: DocumentPath, _ content: ContentID) throws -> ObjectID {
    guard let mode = content.kind.mode else { return try batch.add(Tree().object) }
    let trees = try Tree.alone(at: path.components, mode, content.object)
    for tree in trees { batch.add(tree.object, tree.id) }
    return trees.last?.id ?? content.object
  }

  // MARK: Committing

  /// Writes the operation and returns the new state.
  ///
  /// `nil` when nothing would change. The first operation of a container is always written.
  ///
  /// - Throws: ``GitError/Code/modified`` when another process moved the state meanwhile.
  package mutating func commit(
    _ kind: OperationKind, _ summary: String, extra: [(String, String)] = []
  ) throws -> StateReader? {
    guard base == nil || !isEmpty else { return nil }
    // The ancestry of the versions, which must be written for that, shows which of several heads count.
    if records.values.contains(where: { $0.heads.dots.count > 1 }) { try batch.flush(into: git) }
    let tree = try writeTree()
    if peers.isEmpty, let base, try git.commit(base.id).tree == tree { return nil }
    let signature = Commit.Signature(person: identity.person, seconds: date.seconds)
    let trailers = OperationNote.trailers(kind, by: identity, at: date)
    let state = try batch.add(
      Commit(
        tree: tree, parents: (base.map { [$0.id] } ?? []) + peers, author: signature,
        committer: signature, message: Trailers.message(summary, trailers + extra)
      ).object)
    let versionsName = References.versions(identity.replica)
    let oldChain = try git.reference(versionsName)
    let chain = try addChain(after: oldChain, signature)
    var changes = [ReferenceChange(References.state(identity.replica), to: state, from: base?.id)]
    if let chain, chain != oldChain {
      changes.insert(ReferenceChange(versionsName, to: chain, from: oldChain), at: 0)
    }
    // A clone into a new container recognises fetched packs by being the only packs.
    try batch.flush(into: git, as: base == nil ? .loose : .any, moving: changes)
    self.state = state
    return try StateReader(state, in: git)
  }

  /// The message of commits in the chain that keeps the versions.
  package static let keepMessage = "Keep versions"

  /// The messages in all chains.
  package static let keepMessages = [keepMessage, Container.keepMessage]

  /// The whole message, with the replica whose chain it is.
  package static func keepMessage(of replica: ReplicaID) -> String {
    Trailers.message(keepMessage, [("Replica", replica.description)])
  }

  private mutating func addChain(
    after old: ObjectID?, _ signature: Commit.Signature
  ) throws -> ObjectID? {
    let chain = VersionChain(
      message: StateChange.keepMessage(of: identity.replica), signature: signature)
    let start = try chain.extend(old, keeping: peerChains + newVersions, in: &batch)
    return try chain.extend(start, keepingMany: smallVersions, in: &batch)
  }

  private mutating func writeTree() throws -> ObjectID {
    var root = Tree()
    try set(StateReader.formatName, StateText.format, in: &root)
    try set(StateReader.clockName, StateText.text(clock), in: &root)
    let conflicts = try conflictIDs()
    if !conflicts.isEmpty {
      try set(StateReader.conflictsName, StateText.text(conflicts), in: &root)
    }
    let documents = try writeShards()
    root.entries.append(.init(name: StateReader.documentsName, mode: .folder, id: documents))
    if let pruned { try set(PruneNote.name, pruned.text, in: &root) }
    return try batch.add(root.object)
  }

  private mutating func set(_ name: [UInt8], _ bytes: [UInt8], in tree: inout Tree) throws {
    let blob = GitObject(kind: .blob, bytes: bytes)
    tree.set(name, to: .init(name: name, mode: .file, id: try batch.add(blob)))
  }

  private func conflictIDs() throws -> Set<DocumentID> {
    var ids = Set(try base?.conflicts() ?? []).subtracting(forgotten)
    let graph = HeadGraph(git: git)
    for record in records.values {
      if record.heads.dots.count > 1, try graph.heads(of: record).count > 1 {
        ids.insert(record.id)
      } else if !ids.isEmpty {
        ids.remove(record.id)
      }
    }
    return ids
  }

  private mutating func writeShards() throws -> ObjectID {
    var documents = base?.documentsTree ?? Tree()
    for (folderName, texts) in Dictionary(grouping: try newTexts(), by: \.shard.folderName) {
      var folder = try texts.first.flatMap { try base?.folderTree(of: $0.shard) } ?? Tree()
      for text in texts {
        if let blob = text.blob, !knownTexts.contains(text.id) { batch.add(blob, text.id) }
        let name = text.shard.blobName
        folder.set(name, to: .init(name: name, mode: .file, id: text.id))
      }
      let id = try batch.add(folder.object)
      documents.set(folderName, to: .init(name: folderName, mode: .folder, id: id))
    }
    return try batch.add(documents.object)
  }

  /// A changed shard; without its text where that is in the repository.
  private typealias NewText = (shard: Shard, blob: GitObject?, id: ObjectID)

  /// The shards that change; on up to four cores.
  private func newTexts() throws -> [NewText] {
    let ids = (records.keys + forgotten.filter { records[$0] == nil }).sorted()
    // Ids with equal starts are next to each other.
    var shards: [(shard: Shard, changed: ArraySlice<DocumentID>)] = []
    var start = 0
    for index in ids.indices
    where index + 1 == ids.count || ids[index + 1].shard != ids[index].shard {
      shards.append((ids[index].shard, ids[start...index]))
      start = index + 1
    }
    let change = self
    return try ParallelMap.map(shards, grain: 32) { try change.newText(of: $0.shard, $0.changed) }
  }

  private func newText(of shard: Shard, _ changed: ArraySlice<DocumentID>) throws -> NewText {
    if let text = shardTexts[shard], text.records.count == changed.count,
      zip(changed, text.records).allSatisfy({ records[$0] == $1 })
    {
      return (shard, nil, text.id)
    }
    var all = Dictionary(
      (try base?.records(in: shard) ?? []).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    for id in changed { all[id] = records[id] }
    let blob = GitObject(kind: .blob, bytes: StateText.text(all.values))
    return (shard, blob, try blob.id)
  }
}
