import DocMergeTestSupport
import Testing

@testable import DocMergeObjects

/// The packs that saves write, with git as the oracle.
struct SmallPackTests {
  private let folder = TemporaryFolder()
  private let git: GitStore

  init() throws {
    try GitStore.create(path: "\(folder.path)/git")
    git = GitStore(path: "\(folder.path)/git")
  }

  @discardableResult
  private func plainGit(_ words: String...) throws -> Output {
    try Program("git", in: folder.path).run(["--git-dir=git"] + words, exits: 0)
  }

  private var packs: File { File("\(folder.path)/git/objects/pack") }

  private func blob(_ text: String) -> GitObject {
    GitObject(kind: .blob, bytes: Array(text.utf8))
  }

  /// Writes a few blobs as a save does.
  @discardableResult
  private func write(_ texts: [String]) throws -> [ObjectID] {
    var batch = ObjectBatch()
    let ids = try texts.map { try batch.add(blob($0)) }
    try batch.flush(into: git)
    return ids
  }

  @Test(arguments: [0, 1, 2, 3, 256, 1_000])
  func `an index is the one that git makes of the pack`(count: Int) throws {
    var objects: [(id: ObjectID, object: GitObject)] = []
    for number in 0..<count {
      let object = blob(String(repeating: "\(number) ", count: number % 300))
      let id = try object.id
      if !objects.contains(where: { $0.id == id }) { objects.append((id, object)) }
    }
    let pack = try PackFile(objects)
    File("\(folder.path)/a.pack").write(pack.bytes)
    try plainGit("index-pack", "-o", "\(folder.path)/a.idx", "\(folder.path)/a.pack")
    #expect(File("\(folder.path)/a.idx").bytes == pack.index)
    let checksum = try plainGit("index-pack", "\(folder.path)/a.pack").lines
    #expect(checksum == [String(pack.name.dropFirst(5))])
  }

  @Test func `a few objects become a pack, and libgit2 and git read them`() throws {
    #expect(try git.references(matching: "*").isEmpty)
    let ids = try write(["one", "two", "three"])
    #expect(packs.names.filter { $0.hasSuffix(".idx") }.count == 1)
    #expect(try git.object(ids[1]) == blob("two"))
    #expect(try plainGit("cat-file", "blob", "\(ids[2])").text == "three")
    #expect(try plainGit("fsck", "--strict", "--no-dangling").text.isEmpty)
    // Objects of the store may be in a second pack, too.
    let more = try write(["two", "three", "four", "five", "six"])
    #expect(try plainGit("fsck", "--strict", "--no-dangling").text.isEmpty)
    for id in ids + more { #expect(try git.contains(id)) }
    try plainGit("repack", "--geometric=2", "-d", "-q")
    #expect(try plainGit("count-objects", "-v").lines.contains("in-pack: 6"))
  }

  @Test func `two objects, and large ones, become loose files`() throws {
    try write(["one", "two"])
    try write([String(repeating: "long", count: 20_000), "three", "four", "five"])
    #expect(packs.names.isEmpty)
    #expect(try plainGit("count-objects", "-v").lines.contains("count: 6"))
  }

  @Test func `where there are many packs, objects become loose files`() throws {
    for number in 0..<(PackSizes.mostSmall + 2) {
      try write((0..<3).map { "\(number) \($0)" })
    }
    #expect(packs.names.filter { $0.hasSuffix(".pack") }.count == PackSizes.mostSmall)
    #expect(try plainGit("count-objects", "-v").lines.contains("count: 6"))
    let sizes = try ObjectFiles(repository: git.path).packSizes()
    #expect(sizes.areManySmall && !sizes.areWasteful)
  }

  @Test func `references that cannot move leave no pack and no lock`() throws {
    let id = try write(["one", "two", "three"])[0]
    let before = packs.names
    let name = "refs/docmerge/state/x"
    func move(from old: ObjectID?) throws {
      var batch = ObjectBatch()
      let text = "\(packs.names.count)"
      for number in 0..<3 { _ = try batch.add(blob("\(text) \(number)")) }
      try batch.flush(into: git, moving: [ReferenceChange(name, to: id, from: old)])
    }
    #expect(throws: GitError.self) { try move(from: id) }
    #expect(packs.names == before)
    #expect(try plainGit("for-each-ref").text.isEmpty)
    let left = Program("find", in: git.path).run([
      ".", "-name", "*.lock", "-o", "-name", "tmp_*",
    ])
    #expect(left.text.isEmpty)
    try move(from: nil)
    #expect(try git.reference(name) == id)
    #expect(packs.names.count == before.count + 2)
  }

  @Test func `objects are kept from git's repacking until references name them`() throws {
    // Each repacking drops what no reference names, as soon as its pack counts.
    let script = """
      until [ -e end ]; do git --git-dir=git repack -a -d -q 2>> errors; done; rm end
      """
    try write(["one", "two", "three"])
    let repacking = Program("sh", in: folder.path).start(["-c", script])
    var tip: ObjectID?
    for round in 0..<60 {
      var batch = ObjectBatch()
      var folder = Tree()
      for number in 0..<3 {
        let blob = try batch.add(blob("\(round) \(number)"))
        folder.entries.append(.init(name: Array("\(number)".utf8), mode: .file, id: blob))
      }
      let tree = try batch.add(folder.object)
      let person = Commit.Signature(
        person: Person(name: "Anna", email: "anna@example.org"), seconds: 1_000_000_000)
      let commit = try batch.add(
        Commit(
          tree: tree, parents: tip.map { [$0] } ?? [], author: person, committer: person,
          message: "round \(round)\n"
        ).object)
      try batch.flush(
        into: git, moving: [ReferenceChange("refs/docmerge/state/x", to: commit, from: tip)])
      tip = commit
    }
    File("\(folder.path)/end").write([])
    _ = repacking.finish()
    #expect(try plainGit("fsck", "--strict", "--no-dangling").text.isEmpty)
    #expect(try plainGit("rev-list", "--count", "refs/docmerge/state/x").text == "60\n")
    #expect(!packs.names.contains { $0.hasSuffix(".keep") })
  }
}
