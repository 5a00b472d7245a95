import DocMergeTestSupport
import Testing

@testable import DocMergeObjects

/// Trees, commits and packs as git knows them: plain git is the oracle.
struct ObjectTests {
  private let folder = TemporaryFolder()
  private let git: GitStore

  init() throws {
    try GitStore.create(path: "\(folder.path)/git")
    git = GitStore(path: "\(folder.path)/git")
  }

  private func plainGit(_ words: String..., input: [UInt8] = []) throws -> Output {
    try Program("git", in: folder.path).run(["--git-dir=git"] + words, exits: 0, input: input)
  }

  private func write(_ objects: GitObject...) throws -> [ObjectID] {
    var batch = ObjectBatch()
    let ids = try objects.map { try batch.add($0) }
    try batch.flush(into: git)
    return ids
  }

  private func blob(_ text: String) -> GitObject {
    GitObject(kind: .blob, bytes: Array(text.utf8))
  }

  @Test func `a blob has the id that git gives it`() throws {
    for text in ["", "a\n", "\0\r\n", String(repeating: "long ", count: 9999)] {
      let id = try write(blob(text))[0]
      let plain = try plainGit("hash-object", "--stdin", input: Array(text.utf8)).lines
      #expect([id.description] == plain)
      #expect(try plainGit("cat-file", "blob", id.description).bytes == Array(text.utf8))
      #expect(try git.object(id) == blob(text))
    }
  }

  @Test func `trees that hold one thing are those that git makes`() throws {
    let id = try write(blob("x"))[0]
    let names = ["é", "b c", "d.md"]
    let trees = try Tree.alone(at: names.map { Array($0.utf8)[...] }, .executable, id)
    _ = try write(trees[0].object, trees[1].object, trees[2].object)
    var line = "100755 blob \(id)\t\(names[2])\0"
    for (tree, name) in zip(trees, ["b c", "é", ""]) {
      #expect(try plainGit("mktree", "-z", input: Array(line.utf8)).lines == [tree.id.description])
      line = "040000 tree \(tree.id)\t\(name)\0"
    }
  }

  @Test func `trees sort as git's do, and come back as they were`() throws {
    let id = try write(blob("x"))[0]
    let names: [(String, Tree.Mode)] = [
      ("a", .folder), ("a.b", .file), ("a-b", .executable), ("ab", .symlink), ("é", .file),
      ("\u{1}", .file), ("z z", .file), ("Z", .file), ("a0", .folder),
    ]
    let empty = try write(Tree().object)[0]
    var tree = Tree()
    for (name, mode) in names {
      let target = mode == .folder ? empty : id
      tree.entries.append(.init(name: Array(name.utf8), mode: mode, id: target))
    }
    let written = try write(tree.object)[0]
    let list = try plainGit("ls-tree", "-z", written.description)
    #expect(try plainGit("mktree", "-z", input: list.bytes).lines == [written.description])
    let read = try git.tree(written)
    #expect(Set(read.entries) == Set(tree.entries))
    #expect(read.object == tree.object)
    #expect(read[Array("ab".utf8)]?.mode == .symlink)
    #expect(read[Array("none".utf8)] == nil)
    _ = try plainGit("fsck", "--strict")
  }

  @Test func `an entry of a tree is set, replaced and removed`() throws {
    var tree = Tree()
    let (one, two) = (try unknown("1"), try unknown("2"))
    let name = Array("a".utf8)
    tree.set(name, to: .init(name: name, mode: .file, id: one))
    tree.set(name, to: .init(name: name, mode: .executable, id: two))
    #expect(tree.entries.map(\.id) == [two])
    tree.set(name, to: nil)
    #expect(tree == Tree())
  }

  @Test(arguments: [
    "100644 a", "100644 a\0short", "160000 a\0" + String(repeating: "x", count: 20), "x a\0", " \0",
    "100664 a\0" + String(repeating: "x", count: 20),
  ])
  func `malformed trees, and modes that no container writes, are refused`(text: String) {
    #expect(Tree(bytes: Array(text.utf8)) == nil)
  }

  /// An id that no object has.
  private func unknown(_ digit: String) throws -> ObjectID {
    try #require(ObjectID(hex: String(repeating: digit, count: 40)))
  }

  private func signature(_ name: String, _ seconds: Int64) -> Commit.Signature {
    .init(person: Person(name: name, email: "a@example.org"), seconds: seconds)
  }

  @Test func `commits come back as they were, and git reads them`() throws {
    let tree = try write(Tree().object)[0]
    var parents: [ObjectID] = []
    for message in ["one\n", "two\n\nbody\n\nDocmerge-X: y\n", "", "no newline", "é \u{1F600}\n"] {
      let commit = Commit(
        tree: tree, parents: parents, author: signature("Anna Berg", 1_700_000_000),
        committer: signature("É", 1), message: message)
      let id = try write(commit.object)[0]
      #expect(try git.commit(id) == commit)
      let shown = try plainGit(
        "log", "-1", "--format=%T %P|%an <%ae> %at|%cn %ct|%B", id.description)
      let head = "\(tree) \(parents.map(\.description).joined(separator: " "))"
      #expect(shown.text.hasPrefix("\(head)|Anna Berg <a@example.org> 1700000000|É 1|"))
      parents.append(id)
    }
    let last = try #require(parents.last)
    _ = try plainGit("update-ref", "refs/docmerge/x", last.description)
    let check = try plainGit("fsck", "--strict", "--full")
    #expect(!check.messages.contains("warning"), "\(check)")
  }

  @Test func `a commit of git itself is read, headers that are not known passed over`() throws {
    let tree = try write(Tree().object)[0]
    let text =
      "tree \(tree)\nauthor A <> 5 +0200\ncommitter B < 6 7 +0000\nencoding x\n\nmessage\n\nmore"
    #expect(Commit(bytes: Array(text.utf8)) == nil)
    let good = text.replacing("B < 6", with: "B <b> 6")
    let commit = try #require(Commit(bytes: Array(good.utf8)))
    #expect(commit.message == "message\n\nmore")
    #expect(commit.author.seconds == 5 && commit.author.person.name == "A")
  }

  @Test(arguments: ["", "tree x\n\n", "no blank line", "author A <a> 1 +0000\n\nx"])
  func `malformed commits are refused`(text: String) {
    #expect(Commit(bytes: Array(text.utf8)) == nil)
  }

  @Test(arguments: [1, 99, 100, 257])
  func `a batch of any size is there whole after the flush`(count: Int) throws {
    var batch = ObjectBatch()
    var ids: [ObjectID] = []
    for number in 0..<count {
      ids.append(try batch.add(blob(String(repeating: "\(number) ", count: number * 7))))
    }
    #expect(try !ids.contains { try git.contains($0) })
    try batch.flush(into: git)
    for (number, id) in ids.enumerated() {
      #expect(try git.object(id) == blob(String(repeating: "\(number) ", count: number * 7)))
    }
    // Again: nothing is written twice.
    for number in 0..<count {
      _ = try batch.add(blob(String(repeating: "\(number) ", count: number * 7)))
    }
    try batch.flush(into: git)
    let counts = try plainGit("count-objects", "-v").lines
    #expect(counts.contains(count < 100 ? "count: \(count)" : "in-pack: \(count)"))
    #expect(counts.contains("packs: \(count < 100 ? 0 : 1)"))
    _ = try plainGit("fsck", "--strict", "--full")
  }

  @Test(arguments: [1, 7, 20])
  func `what cannot be written is not there, nor what was added after it`(place: Int) throws {
    var batch = ObjectBatch()
    // Too large for a pack.
    let large = blob(String(repeating: "large ", count: 12_000))
    var ids = [try batch.add(large)]
    for number in 1...24 {
      let name = Array("\(number)".utf8)
      let tree = Tree(entries: [
        .init(name: name, mode: number == 1 ? .file : .folder, id: ids[number - 1])
      ])
      ids.append(try batch.add(tree.object))
    }
    // Again, which is no reason to write it later.
    _ = try batch.add(large)
    let digits = ids[place].description.prefix(2)
    let first = ids.firstIndex { $0.description.hasPrefix(digits) }
    File("\(folder.path)/git/objects/\(digits)").write(Array("in the way".utf8))
    #expect(throws: GitError.self) { try batch.flush(into: git) }
    let other = GitStore(path: "\(folder.path)/git")
    for (number, id) in ids.enumerated() {
      #expect(try other.contains(id) == (number < first ?? 0))
    }
  }

  @Test func `a reference moves only from where it is thought to be`() throws {
    let tree = try write(Tree().object)[0]
    let commits = try (1...3).map { number in
      try write(
        Commit(
          tree: tree, parents: [], author: signature("A", Int64(number)),
          committer: signature("A", 1), message: "x\n"
        ).object)[0]
    }
    let name = "refs/docmerge/state/x"
    #expect(try git.reference(name) == nil)
    try git.setReference(name, to: commits[0], from: nil)
    try git.setReference(name, to: commits[1], from: commits[0])
    for old in [nil, commits[0], commits[2]] {
      let error = #expect(throws: GitError.self) {
        try git.setReference(name, to: commits[2], from: old)
      }
      #expect(error?.code == .modified || error?.code == .exists)
    }
    #expect(try git.reference(name) == commits[1])
    #expect(try git.references(matching: "refs/docmerge/*") == [name: commits[1]])
  }

  @Test func `an object that is not there, or of another kind, is an error with its name`() throws {
    let error = #expect(throws: GitError.self) { try git.object(unknown("1")) }
    #expect(error?.code == .notFound)
    let id = try write(blob("x"))[0]
    #expect(throws: GitError.self) { try git.tree(id) }
    #expect(throws: GitError.self) { try git.commit(id) }
    #expect(throws: GitError.self) { try git.bytes(id, .tree) }
  }
}
