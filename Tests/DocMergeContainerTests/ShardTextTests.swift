import DocMergeStoreSamples
import DocMergeTestSupport
import Testing

@testable import DocMergeContainer
@testable import DocMergeHistory
@testable import DocMergeObjects

/// The texts of another replica's shards are used again for the same records, and for nothing else.
struct ShardTextTests {
  private let folder = TemporaryFolder()
  private let git: GitStore
  private let peer: StateReader
  private let records: [Record]

  init() throws {
    git = try Container.create(at: "\(folder.path)/c", computer: "laptop").container.git
    // The first three are in one shard.
    let ids =
      try [1, 2, 3].map(Samples.document)
      + ["8", "c"].map {
        try #require(DocumentID("\($0)0000000000000000000000000000001"))
      }
    records = ids.enumerated().map { number, id in
      var record = Record(id: id)
      let dot = Dot(replica: Samples.replica(1), counter: UInt64(number + 1))
      record.replace([], with: [Samples.version(number + 1)], dot)
      record.rename(Samples.path("\(number).md"), dot)
      return record
    }
    var change = try ShardTextTests.change(in: git, replica: 1)
    for record in records { try change.put(record) }
    peer = try #require(try change.commit(.save, "peer"))
  }

  private static func change(in git: GitStore, replica: Int) throws -> StateChange {
    let identity = Identity(
      person: Person(name: "Anna", email: "a@example.org"), replica: Samples.replica(replica),
      computer: "laptop")
    return try StateChange(git: git, identity: identity, base: nil)
  }

  private func texts() throws -> [StateReader.ShardText] {
    try peer.differences(since: nil).texts
  }

  /// The state that records become which are put beside these texts.
  private func state(
    of records: [Record], _ texts: [StateReader.ShardText], forgetting gone: DocumentID? = nil
  ) throws -> StateReader {
    var change = try ShardTextTests.change(in: git, replica: 2)
    try change.useTexts(texts, of: peer)
    for record in records { try change.put(record) }
    if let gone { change.forget(gone) }
    return try #require(try change.commit(.save, "ours"))
  }

  private func textID(_ state: StateReader, _ shard: Shard) throws -> ObjectID? {
    try state.folderTree(of: shard)[shard.blobName]?.id
  }

  /// Whether a state is these records, written as they always are.
  private func expect(_ state: StateReader, is records: [Record]) throws {
    #expect(try state.allRecords() == records.sorted { $0.id < $1.id })
    for (shard, records) in Dictionary(grouping: records, by: \.id.shard) {
      let text = GitObject(kind: .blob, bytes: StateText.text(records))
      #expect(try textID(state, shard) == text.id)
      #expect(try git.bytes(text.id, .blob) == text.bytes)
    }
  }

  @Test func `a new state is reported with the texts of its shards`() throws {
    let differences = try peer.differences(since: nil)
    #expect(differences.documents.compactMap(\.new) == records.sorted { $0.id < $1.id })
    #expect(differences.texts.map(\.records.count) == [3, 1, 1])
    #expect(Set(differences.texts.map(\.id)) == (try peer.shardTexts()))
    #expect(try peer.differences(since: peer).texts.isEmpty)
  }

  @Test func `the same records have the same text, which is not written`() throws {
    try expect(state(of: records, texts()), is: records)
  }

  @Test func `a text that is known is not put together again`() throws {
    var texts = try texts()
    // No client would make the text of this shard from the records of another one.
    texts[1].id = texts[2].id
    let state = try state(of: records, texts)
    #expect(try textID(state, texts[1].shard) == texts[2].id)
  }

  @Test func `records that are not the same have texts of their own`() throws {
    let renamed = Dot(replica: Samples.replica(2), counter: 1)
    var changed = records
    changed[1].rename(Samples.path("other.md"), renamed)
    try expect(state(of: changed, texts()), is: changed)
  }

  @Test func `a record that is left out is in no text`() throws {
    let rest = Array(records.dropFirst())
    try expect(state(of: rest, texts()), is: rest)
  }

  @Test func `a record that is forgotten is in no text`() throws {
    try expect(
      state(of: records, texts(), forgetting: records[2].id),
      is: records.filter { $0 != records[2] })
  }

  @Test func `one record more has a text of its own`() throws {
    var more = records[0]
    more.id = Samples.document(9)
    try expect(state(of: records + [more], texts()), is: records + [more])
  }

  @Test func `a text that is not here is written`() throws {
    var texts = try texts()
    for index in texts.indices { texts[index].id = Samples.object(index + 1) }
    try expect(state(of: records, texts), is: records)
  }

  @Test func `a text that is written otherwise is not used`() throws {
    let first = try texts()[0]
    let bytes = StateText.text(first.records) + [0x0A]
    var batch = ObjectBatch()
    let blob = try batch.add(GitObject(kind: .blob, bytes: bytes))
    var folderTree = Tree()
    folderTree.set(
      first.shard.blobName, to: .init(name: first.shard.blobName, mode: .file, id: blob))
    var documents = Tree()
    documents.set(
      first.shard.folderName,
      to: .init(name: first.shard.folderName, mode: .folder, id: try batch.add(folderTree.object)))
    var root = peer.root
    root.set(
      StateReader.documentsName,
      to: .init(
        name: StateReader.documentsName, mode: .folder, id: try batch.add(documents.object)))
    var commit = try git.commit(peer.id)
    commit.tree = try batch.add(root.object)
    let id = try batch.add(commit.object)
    try batch.flush(into: git)
    let differences = try StateReader(id, in: git).differences(since: nil)
    #expect(differences.documents.compactMap(\.new) == first.records)
    #expect(differences.texts.isEmpty)
  }
}
