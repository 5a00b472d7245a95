import DocMergeLanguage
package import DocMergeObjects
import DocMergeSystem

/// A state in the repository, read part by part as needed.
///
/// Tree of a state commit:
///
///     format            the version of the form
///     clock             the acts that have been seen
///     conflicts         the ids of the documents in conflict, sorted
///     documents/NN/NN   4096 shards with a record for each document
package struct StateReader: Sendable {
  package let git: GitStore
  /// The state commit.
  package let id: ObjectID
  package let root: Tree
  private let documents: Tree

  package static let formatName = Array("format".utf8)
  /// The id of the only existing form; equal ids are equal bytes, which need not be read.
  private static let formatID = Result { () throws(GitError) in
    try GitObject(kind: .blob, bytes: StateText.format).id
  }
  package static let clockName = Array("clock".utf8)
  package static let conflictsName = Array("conflicts".utf8)
  package static let documentsName = Array("documents".utf8)

  /// Reads the top of the state of a commit.
  package init(_ commit: ObjectID, in git: GitStore) throws {
    self.git = git
    id = commit
    root = try git.tree(try git.commit(commit).tree)
    guard let format = root[StateReader.formatName], try format.id == StateReader.formatID.get()
    else { throw StateError(text: tr("\(commit) is not a state that this docmerge can read")) }
    if let entry = root[StateReader.documentsName] {
      documents = try git.tree(entry.id)
    } else {
      documents = Tree()
    }
  }

  /// Whether both states have the same records of all documents; reads nothing.
  package func hasSameRecords(as other: StateReader) -> Bool {
    root[StateReader.documentsName]?.id == other.root[StateReader.documentsName]?.id
  }

  /// The acts that this state has seen.
  package func clock() throws -> Clock {
    guard let entry = root[StateReader.clockName] else { return Clock() }
    return try StateText.clock(try text(entry.id))
  }

  /// The ids of the documents in conflict, sorted.
  ///
  /// Linear in the number of conflicts.
  package func conflicts() throws -> [DocumentID] {
    guard let entry = root[StateReader.conflictsName] else { return [] }
    return try StateText.ids(try text(entry.id))
  }

  /// The record of one document.
  ///
  /// Costs the same in containers of any size.
  package func record(_ id: DocumentID) throws -> Record? {
    try records(in: id.shard).first { $0.id == id }
  }

  /// All records, in the order of their ids.
  ///
  /// Linear in the size of the container.
  package func allRecords() throws -> [Record] {
    var result: [Record] = []
    for folder in documents.entries {
      for blob in try git.tree(folder.id).entries {
        result += try records(blob.id, in: try StateReader.shard(folder.name, blob.name))
      }
    }
    return result
  }

  /// The records of one shard.
  package func records(in shard: Shard) throws -> [Record] {
    guard let folder = documents[shard.folderName],
      let blob = try git.tree(folder.id)[shard.blobName]
    else { return [] }
    return try records(blob.id, in: shard)
  }

  /// Reads a shard; a document in another shard than its own would count as a new one there.
  private func records(_ id: ObjectID, in shard: Shard) throws -> [Record] {
    try checked(try StateText.records(try text(id)), in: shard)
  }

  private func checked(_ records: [Record], in shard: Shard) throws -> [Record] {
    for (index, record) in records.enumerated() {
      guard record.id.shard == shard, index == 0 || records[index - 1].id < record.id else {
        throw StateError(text: tr("document \(record.id) is out of place"))
      }
    }
    return records
  }

  private func text(_ id: ObjectID) throws(GitError) -> [UInt8] {
    try git.bytes(id, .blob, atMost: Limits.stateText)
  }

  /// The shards that differ between this state and `other` (`nil`: an empty one).
  ///
  /// Follows object ids from the top, so the cost is that of the differences.
  package func shards(differingFrom other: StateReader?) throws -> [Shard] {
    try differences(from: other).map(\.shard)
  }

  /// The texts of all shards.
  package func shardTexts() throws -> Set<ObjectID> {
    Set(try differences(from: nil).compactMap(\.new))
  }

  /// A shard with different texts in two states; `nil` where it has no records.
  private typealias Difference = (shard: Shard, old: ObjectID?, new: ObjectID?)

  private func differences(from other: StateReader?) throws -> [Difference] {
    var result: [Difference] = []
    let (ours, theirs) = (ids(documents), ids(other?.documents ?? Tree()))
    for name in Set(ours.keys).union(theirs.keys) where ours[name] != theirs[name] {
      let (one, two) = (try folder(ours[name]), try folder(theirs[name]))
      for blob in Set(one.keys).union(two.keys) where one[blob] != two[blob] {
        result.append((try StateReader.shard(name, blob), old: two[blob], new: one[blob]))
      }
    }
    return result.sorted { $0.shard < $1.shard }
  }

  /// A document with different records in two states.
  package struct Change: Sendable {
    package var id: DocumentID
    /// Its record in the older state; `nil` where it is not known there.
    package var old: Record?
    /// Its record in this state; `nil` where it is not known here.
    package var new: Record?

    package init(id: DocumentID, old: Record? = nil, new: Record? = nil) {
      self.id = id
      self.old = old
      self.new = new
    }

    /// Whether both states know it, by different names.
    package var isRename: Bool {
      guard let old, let new else { return false }
      return old.names.dots.keys != new.names.dots.keys
    }
  }

  /// A new shard, in the exact form that docmerge writes: its text can be used again for the same records.
  package struct ShardText: Sendable {
    package var shard: Shard
    package var id: ObjectID
    package var records: [Record]
  }

  /// The differences between two states.
  package struct Changes: Sendable {
    /// The documents with different records, by shard and id.
    package var documents: [Change] = []
    package var texts: [ShardText] = []
  }

  /// The documents whose records differ from those of `old` (`nil`: an empty state), by shard and id.
  ///
  /// Costs what ``shards(differingFrom:)`` does, and the reading of those shards.
  ///
  /// - Parameter old: the older state.
  /// - Returns: the documents, with their records.
  /// - Throws: ``GitError``, ``StateError``.
  package func changes(since old: StateReader?) throws -> [Change] {
    try differences(since: old).documents
  }

  /// Returns the same, with the texts that can be used again.
  ///
  /// - Parameters:
  ///   - old: the older state.
  ///   - isStopped: asked before each shard; `true` ends it.
  /// - Returns: the documents, with their records.
  /// - Throws: ``GitError``, ``StateError``, `CancellationError` when it was stopped.
  package func differences(
    since old: StateReader?, isStopped: @Sendable () -> Bool = { false }
  ) throws -> Changes {
    guard id != old?.id else { return Changes() }
    let differences = try differences(from: old)
    let grain = 32
    let much = differences.count >= 2 * grain ? git.forMuchReading() : nil
    // Each thread opens the repository for itself.
    let parts = try ParallelMap.map(
      differences, grain: grain,
      preparing: { much.map { with($0.openedAgain()) } ?? self },
      { state, difference in
        if isStopped() { throw CancellationError() }
        return try state.changes(by: difference)
      }
    )
    return Changes(
      documents: parts.flatMap(\.changes), texts: parts.compactMap(\.text))
  }

  private func changes(by difference: Difference) throws -> (changes: [Change], text: ShardText?) {
    if difference.old == nil, let new = difference.new {
      return try newShard(new, difference.shard)
    }
    let after = try difference.new.map { try records($0, in: difference.shard) } ?? []
    let before = try difference.old.map { try records($0, in: difference.shard) } ?? []
    let older = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let newer = Dictionary(after.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let changes = Set(older.keys).union(newer.keys).sorted().filter { older[$0] != newer[$0] }
      .map { Change(id: $0, old: older[$0], new: newer[$0]) }
    return (changes, nil)
  }

  private func newShard(
    _ id: ObjectID, _ shard: Shard
  ) throws -> (changes: [Change], text: ShardText?) {
    let bytes = try text(id)
    let exact = ExactRecords.records(in: bytes)
    let records = try checked(exact ?? StateText.anyRecords(bytes), in: shard)
    let text = exact == nil ? nil : ShardText(shard: shard, id: id, records: records)
    return (records.map { Change(id: $0.id, old: nil, new: $0) }, text)
  }

  /// The same state, read through another handle of the repository.
  private func with(_ git: GitStore) -> StateReader {
    StateReader(git: git, id: id, root: root, documents: documents)
  }

  private init(git: GitStore, id: ObjectID, root: Tree, documents: Tree) {
    self.git = git
    self.id = id
    self.root = root
    self.documents = documents
  }

  /// Whether no document is recorded.
  package var isEmpty: Bool { documents.entries.isEmpty }

  /// The tree of the folder of a shard, for ``StateChange``.
  package func folderTree(of shard: Shard) throws -> Tree {
    guard let entry = documents[shard.folderName] else { return Tree() }
    return try git.tree(entry.id)
  }

  /// The tree of all shard folders, for ``StateChange``.
  package var documentsTree: Tree { documents }

  private func folder(_ id: ObjectID?) throws -> [[UInt8]: ObjectID] {
    guard let id else { return [:] }
    return ids(try git.tree(id))
  }

  private func ids(_ tree: Tree) -> [[UInt8]: ObjectID] {
    Dictionary(tree.entries.map { ($0.name, $0.id) }, uniquingKeysWith: { first, _ in first })
  }

  private static func shard(_ folder: [UInt8], _ blob: [UInt8]) throws(StateError) -> Shard {
    guard let high = number(folder), let low = number(blob) else {
      throw StateError(text: tr("shard \(PrintableText.escape(folder + blob))"))
    }
    return Shard(number: high << 6 | low)
  }

  /// Two digits, the first of which must not be a sign.
  private static func number(_ name: [UInt8]) -> Int? {
    guard name.count == 2, name.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(String(decoding: name, as: UTF8.self)), (0..<64).contains(number)
    else { return nil }
    return number
  }
}
