import DocMergeTestSupport
import Testing

@testable import DocMergeObjects

/// The trees of a folder; git's index is the oracle.
struct FolderTreeTests {
  private let folder = TemporaryFolder()

  private func plainGit(_ words: String..., input: String = "") throws -> Output {
    try Program("git", in: folder.path).run(
      ["--git-dir=git"] + words, exits: 0, input: Array(input.utf8))
  }

  @Test(arguments: 0..<20) func `the tree is the one that git makes of the same files`(
    seed: Int
  ) throws {
    _ = try plainGit("init", "--quiet", "--bare")
    let blob = try plainGit("hash-object", "-w", "--stdin", input: "x").lines[0]
    let id = try #require(ObjectID(hex: blob))
    var generator = SeededGenerator(seed: seed)
    let names = ["a", "a-b", "a.b", "ab", "B", "é", "z z", "0"]
    // A name with a dot at its end is a file, others are folders: none is both.
    var paths: Set<String> = []
    for _ in 0..<40 {
      let depth = Int.random(in: 0...3, using: &generator)
      let folders = (0..<depth).map { _ in names.randomElement(using: &generator) ?? "a" }
      let name = (names.randomElement(using: &generator) ?? "a") + "."
      paths.insert((folders + [name]).joined(separator: "/"))
    }
    let list = paths.shuffled(using: &generator)
    let tree = try FolderTree(
      list.map { FolderTree.Item(path: Array($0.utf8), mode: .file, id: id) })
    let lines = list.map { "100644 \(blob)\t\($0)\0" }.joined()
    _ = try plainGit("update-index", "-z", "--index-info", input: lines)
    #expect(try plainGit("write-tree").lines == [tree.root.description])
    let ids = try tree.trees.map { tree throws in try tree.object.id }
    #expect(ids == tree.trees.map { $0.id } && ids.last == tree.root)
  }

  @Test(arguments: [["a", "a"], ["a", "a/b"], ["x/a", "x/a/b/c", "x/a-"]])
  func `two things in one place are refused`(paths: [String]) throws {
    let id = try GitObject(kind: .blob, bytes: []).id
    for paths in [paths, paths.reversed()] {
      #expect(throws: FolderTree.Collision.self) {
        try FolderTree(paths.map { .init(path: Array($0.utf8), mode: .file, id: id) })
      }
    }
  }

  @Test func `nothing is the empty tree`() throws {
    let tree = try FolderTree([])
    #expect(tree.root.description == "4b825dc642cb6eb9a060e54bf8d69288fbee4904")
  }
}
