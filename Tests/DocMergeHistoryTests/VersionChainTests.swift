import DocMergeTestSupport
import Testing

@testable import DocMergeHistory
@testable import DocMergeObjects

/// Chains of versions, and what git reads of them.
struct VersionChainTests {
  private let folder = TemporaryFolder()
  private static let person = Person(name: "A", email: "a@example.org")

  private func repository() throws -> GitStore {
    let path = "\(folder.path)/git"
    try GitStore.create(path: path)
    return GitStore(path: path)
  }

  private func commit(
    _ number: Int, on parents: [ObjectID], _ batch: inout ObjectBatch
  ) throws -> ObjectID {
    let blob = GitObject(kind: .blob, bytes: Array("text \(number)\n".utf8))
    let tree = Tree(entries: [.init(name: Array("a".utf8), mode: .file, id: try batch.add(blob))])
    let signature = Commit.Signature(
      person: Self.person, seconds: 1_000 + Int64(number) % 50 + Int64(parents.count) * 10_000)
    return try batch.add(
      Commit(
        tree: try batch.add(tree.object), parents: parents, author: signature,
        committer: signature, message: "\(number)\n"
      ).object)
  }

  private func chain(at seconds: Int64) -> VersionChain {
    VersionChain(
      message: "Keep versions\n", signature: .init(person: Self.person, seconds: seconds))
  }

  /// What git opens to see that a change of one of many versions lacks nothing.
  private func reads(of count: Int) throws -> Int {
    let git = try repository()
    var batch = ObjectBatch()
    let many = try (0..<count).map { try commit($0, on: [], &batch) }
    let known = try chain(at: 2_000).extend(nil, keepingMany: many, in: &batch)
    let version = try commit(count, on: [many[count / 3]], &batch)
    let new = try chain(at: 12_000).extend(known, keeping: [version], in: &batch)
    // Each object in a file of its own: so what git reads is what it opens.
    try batch.flush(into: git)
    try Repository(git.path).unpack()
    let (tip, old) = (try #require(new), try #require(known))
    try git.setReference("refs/docmerge/versions/x", to: old, from: nil)
    let output = Program("strace", in: folder.path).run([
      "-f", "-e", "trace=openat,open", "-o", "opened", "git", "--git-dir=git", "rev-list",
      "--objects", "\(tip)", "--not", "--all",
    ])
    #expect(output.status == 0 && output.lines.contains { $0.hasPrefix("\(version)") })
    // Beside the new objects, at most the version that it was made from.
    #expect(output.lines.count <= 5 + 3, "\(output)")
    let opened = File("\(folder.path)/opened").text ?? ""
    return opened.split(separator: "\n").count { $0.contains("/objects/") }
  }

  private static let canTrace =
    Program("strace", in: "/").run(["-o", "/dev/null", "true"]).status == 0

  @Test(.enabled(if: canTrace), arguments: [300, 1_200])
  func `git reads a bounded part of what was imported together`(count: Int) throws {
    #expect(try reads(of: count) < 60)
  }

  @Test func `a chain of many versions keeps them all`() throws {
    let git = try repository()
    var batch = ObjectBatch()
    let many = try (0..<600).map { try commit($0, on: [], &batch) }
    let first = try commit(600, on: [], &batch)
    let old = try chain(at: 1_500).extend(nil, keeping: [first], in: &batch)
    let end = try #require(try chain(at: 2_000).extend(old, keepingMany: many, in: &batch))
    try batch.flush(into: git)
    let kept = Set(try git.commits(reachableFrom: [end], butNotFrom: []))
    #expect(kept.isSuperset(of: many + [first]))
    #expect(try git.commit(end).committer.seconds == 2_000)
    #expect(try git.isAncestor(many[300], of: end))
  }

  @Test func `a few versions are one link`() throws {
    let git = try repository()
    var batch = ObjectBatch()
    let versions = try (0..<10).map { try commit($0, on: [], &batch) }
    let end = try #require(try chain(at: 2_000).extend(nil, keepingMany: versions, in: &batch))
    try batch.flush(into: git)
    #expect(try git.commit(end).parents == versions)
  }
}
