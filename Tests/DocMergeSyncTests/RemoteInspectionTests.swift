import DocMergeTestSupport
import Testing

@testable import DocMergeObjects
@testable import DocMergeSync

/// Copying from a remote on this computer, object by object.
struct RemoteInspectionTests {
  private let folder = TemporaryFolder()

  private func repository(_ name: String) throws -> GitStore {
    try GitStore.create(path: "\(folder.path)/\(name)")
    return GitStore(path: "\(folder.path)/\(name)")
  }

  /// A line of commits with nested folders, that forks and joins again.
  private func fill(_ git: GitStore, _ count: Int) throws -> [ObjectID] {
    let signature = Commit.Signature(person: Person(name: "A", email: "a@example.org"), seconds: 7)
    var (batch, ids) = (ObjectBatch(), [ObjectID]())
    for number in 0..<count {
      // Too large together for a small pack.
      let text = String(repeating: "text \(number)\n", count: 700)
      let blob = GitObject(kind: .blob, bytes: Array(text.utf8))
      var tree = Tree(entries: [.init(name: Array("a".utf8), mode: .file, id: try batch.add(blob))])
      for _ in 0..<(number % 3) {
        tree = Tree(entries: [
          .init(name: Array("f".utf8), mode: .folder, id: try batch.add(tree.object))
        ])
      }
      let parents = number % 4 == 3 ? ids.suffix(2) + [ids[0]] : Array(ids.suffix(1))
      let commit = Commit(
        tree: try batch.add(tree.object), parents: parents, author: signature,
        committer: signature, message: "\(number)\n")
      ids.append(try batch.add(commit.object))
    }
    try batch.flush(into: git)
    return ids
  }

  private func copy(_ tip: ObjectID, _ remote: GitStore, _ git: GitStore) throws {
    let inspection = RemoteInspection(
      git: git, remote: remote, name: "r", limit: 1 << 20, checkCancelled: {})
    try inspection.copy([
      (known: "refs/docmerge/remotes/r/versions/x", id: tip, limit: Int64(1 << 20))
    ])
  }

  @Test func `what a copy leaves that broke off has no object without what that names`() throws {
    let remote = try repository("remote")
    let ids = try fill(remote, 20)
    let objects = try remote.access { session throws(GitError) in try session.allObjects() }
    // Wherever it breaks off: a file is in the place of a folder for objects.
    for (number, id) in objects.sorted().enumerated() where number % 5 == 0 {
      let name = "git\(number)"
      let git = try repository(name)
      File("\(folder.path)/\(name)/objects/\(id.description.prefix(2))").write(Array("x".utf8))
      #expect(throws: GitError.self) { try copy(ids[19], remote, git) }
      let other = GitStore(path: "\(folder.path)/\(name)")
      for object in objects where try other.contains(object) {
        let found = try other.object(object)
        let named: [ObjectID] =
          switch found.kind {
          case .blob: []
          case .tree: (Tree(bytes: found.bytes)?.entries ?? []).map(\.id)
          case .commit: Commit(bytes: found.bytes).map { [$0.tree] + $0.parents } ?? []
          }
        #expect(try named.allSatisfy { try other.contains($0) }, "\(object)")
      }
    }
  }

  @Test func `a copy has everything`() throws {
    let (remote, git) = (try repository("remote"), try repository("git"))
    let ids = try fill(remote, 20)
    try copy(ids[10], remote, git)
    try copy(ids[19], remote, git)
    #expect(try git.reference("refs/docmerge/remotes/r/versions/x") == ids[19])
    let fsck = Program("git", in: folder.path).run(["--git-dir=git", "fsck", "--strict", "--full"])
    #expect(fsck.status == 0 && !fsck.text.contains("missing"), "\(fsck)")
  }
}
