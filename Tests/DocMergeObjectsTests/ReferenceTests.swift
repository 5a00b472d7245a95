import DocMergeTestSupport
import Testing

@testable import DocMergeObjects

/// References that move together; plain git is the oracle.
struct ReferenceTests {
  private let folder = TemporaryFolder()
  private let git: GitStore
  private let names = ["refs/docmerge/versions/a", "refs/docmerge/state/a"]

  init() throws {
    try GitStore.create(path: "\(folder.path)/git")
    git = GitStore(path: "\(folder.path)/git")
  }

  private func plainGit(_ words: String...) throws -> Output {
    try Program("git", in: folder.path).run(["--git-dir=git"] + words, exits: 0)
  }

  private func commit(_ message: String) throws -> ObjectID {
    var batch = ObjectBatch()
    let tree = try batch.add(Tree().object)
    let anna = Commit.Signature(person: Person(name: "Anna", email: "a@example.org"), seconds: 1)
    let id = try batch.add(
      Commit(tree: tree, parents: [], author: anna, committer: anna, message: message).object)
    try batch.flush(into: git)
    return id
  }

  private func move(to new: ObjectID, from old: ObjectID?) throws {
    try git.setReferences(names.map { ReferenceChange($0, to: new, from: old) })
  }

  private func targets() throws -> [String] {
    try names.map { try plainGit("rev-parse", "--verify", $0).lines[0] }
  }

  @Test func `git finds them where they were moved to, packed before or not`() throws {
    let (one, two, three) = (try commit("1\n"), try commit("2\n"), try commit("3\n"))
    try move(to: one, from: nil)
    #expect(try targets() == [one.description, one.description])
    try move(to: two, from: one)
    _ = try plainGit("pack-refs", "--all")
    try move(to: three, from: two)
    #expect(try targets() == [three.description, three.description])
    #expect(try git.reference(names[0]) == three)
    _ = try plainGit("fsck", "--strict")
  }

  @Test func `none moves where one has moved meanwhile`() throws {
    let (one, two) = (try commit("1\n"), try commit("2\n"))
    try move(to: one, from: nil)
    let changes = [
      ReferenceChange(names[0], to: two, from: one), ReferenceChange(names[1], to: two, from: two),
    ]
    let error = #expect(throws: GitError.self) { try git.setReferences(changes) }
    #expect(error?.code == .modified)
    #expect(try targets() == [one.description, one.description])
    // The locks are gone.
    try move(to: two, from: one)
  }

  @Test func `a lock that another process keeps is reported, and none moves`() throws {
    let (one, two) = (try commit("1\n"), try commit("2\n"))
    try move(to: one, from: nil)
    let lock = File("\(git.path)/\(names[1]).lock")
    lock.write([])
    let error = #expect(throws: GitError.self) { try move(to: two, from: one) }
    #expect(error?.code == .locked)
    #expect(try targets() == [one.description, one.description])
    #expect(lock.exists)
  }
}
