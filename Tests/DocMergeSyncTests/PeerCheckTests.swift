import DocMergeStoreSamples
import DocMergeTestSupport
import Testing

@testable import DocMergeContainer
@testable import DocMergeHistory
@testable import DocMergeObjects
@testable import DocMergeSync

/// Checks of the versions of another replica, by comparing and by reading.
struct PeerCheckTests {
  private let folder = TemporaryFolder()
  private let container: Container

  init() throws {
    for name in ["a b.md", "x/y/z.md", "x/é%.md"] {
      File("\(folder.path)/c/\(name)").write(Array("\(name)\n".utf8))
    }
    container = try Container.create(at: "\(folder.path)/c", computer: "laptop").container
    File("\(folder.path)/c/x/y/z.md").write(Array("edited\n".utf8))
    _ = try container.save()
  }

  private var git: GitStore { container.git }

  private func heads() throws -> [(head: Version, document: DocumentID, path: DocumentPath)] {
    try #require(try container.state()).allRecords().map { record in
      (try #require(record.ranked.first), record.id, try #require(record.name))
    }
  }

  /// What comparing finds: parents, or nothing.
  private func compared(
    _ head: Version, _ document: DocumentID, _ path: DocumentPath, isConnected: Bool = false
  ) throws -> [ObjectID]? {
    try PeerCheck.parents(
      VersionMatch(version: head, document: document, path: path), in: git,
      isConnected: isConnected)
  }

  /// The result of reading: parents, if the version matches its head.
  private func read(_ head: Version, _ document: DocumentID) throws -> [ObjectID]? {
    let entry = try PeerCheck.description(of: head.id, supposed: head.content, in: git)
    return entry.version == head && entry.document == document ? entry.parents : nil
  }

  @Test func `comparing finds the same as reading`() throws {
    let heads = try heads()
    #expect(heads.count == 3)
    for (head, document, path) in heads {
      let parents = try read(head, document)
      #expect(parents != nil)
      for isConnected in [false, true] {
        #expect(try compared(head, document, path, isConnected: isConnected) == parents)
      }
    }
    #expect(try heads.map { try read($0.head, $0.document)?.count ?? 0 }.sorted() == [0, 0, 1])
  }

  @Test func `other contents than those of the version are found out`() throws {
    let other = try heads()[1].head.content
    let (head, document, path) = try heads()[0]
    var lie = head
    lie.content.object = other.object
    #expect(try compared(lie, document, path) == nil)
    #expect(try read(lie, document) == nil)
    lie = head
    lie.content.kind = .executable
    #expect(try compared(lie, document, path) == nil)
    #expect(try compared(head, Samples.document(1), path) == nil)
    #expect(try compared(head, document, Samples.path("b.md")) == nil)
  }

  /// A version whose commit names another tree.
  private func version(
    like head: Version, _ change: (inout Tree, inout ObjectBatch) throws -> Void, isWritten: Bool
  ) throws -> Version {
    var commit = try git.commit(head.id)
    var tree = try git.tree(commit.tree)
    var batch = ObjectBatch()
    try change(&tree, &batch)
    commit.tree = isWritten ? try batch.add(tree.object) : try tree.object.id
    var version = head
    version.id = try batch.add(commit.object)
    try batch.flush(into: git)
    return version
  }

  @Test func `a tree that holds something else too is found out`() throws {
    for (head, document, path) in try heads() {
      let version = try version(
        like: head,
        { tree, batch in
          let name = Array("zz".utf8)
          tree.set(
            name,
            to: .init(
              name: name, mode: .file,
              id: try batch.add(GitObject(kind: .blob, bytes: Array("hidden".utf8)))))
        }, isWritten: true)
      #expect(try compared(version, document, path) == nil)
    }
  }

  @Test func `trees that are not here are missed`() throws {
    let (head, document, path) = try heads()[0]
    var version = head
    version.content.object = try GitObject(kind: .blob, bytes: Array("elsewhere".utf8)).id
    version = try self.version(
      like: version,
      { tree, _ in
        var names = path.components
        let name = Array(names.removeLast())
        // The innermost one is enough.
        if names.isEmpty {
          tree.set(name, to: .init(name: name, mode: .file, id: version.content.object))
        } else {
          tree = Tree(entries: [
            .init(
              name: Array(names[0]), mode: .folder,
              id: try Tree.alone(
                at: Array(path.components.dropFirst()), .file, version.content.object
              ).last?.id ?? version.content.object)
          ])
        }
      }, isWritten: false)
    #expect(try compared(version, document, path, isConnected: true) != nil)
    #expect(try compared(version, document, path, isConnected: false) == nil)
  }

  @Test func `a chain that names one version many times is that one version`() throws {
    let (head, _, _) = try heads()[0]
    let signature = Commit.Signature(person: head.author, seconds: 1)
    var batch = ObjectBatch()
    let tree = try batch.add(Tree().object)
    var last: ObjectID?
    for _ in 1...6 {
      let names = Array(repeating: head.id, count: 20_000)
      last = try batch.add(
        Commit(
          tree: tree, parents: (last.map { [$0] } ?? []) + names, author: signature,
          committer: signature, message: StateChange.keepMessage(of: head.replica)
        ).object)
    }
    try batch.flush(into: git)
    let listed = try PeerCheck.versions(linkedBy: try #require(last), in: git)
    // The links but for the last are named by the one behind them.
    #expect(listed.count == 6)
    #expect(listed.contains(head.id))
    #expect(listed == listed.sorted())
  }
}
