import DocMergeTestSupport
import Testing

@testable import DocMergeHistory
@testable import DocMergeObjects

/// Names that git takes for that of its own folder: git itself is the oracle.
struct GitFolderNameTests {
  private static let marks = ["", ".", " ", "..", " .", "\\", "\\x", ":", ":x", "x", "\u{200C}"]

  private static let names =
    [".git", "GIT~1", ".GiT", "git~2", "git", "\u{FEFF}.git", ".g\u{200C}it", "x\\.git", ".gitx"]
    .flatMap { name in marks.map { name + $0 } } + ["a\\b", "\u{200C}", "Ünï", ".docmerge", "é"]

  @Test func `a name matches if git refuses a tree with it`() throws {
    let folder = TemporaryFolder()
    try GitStore.create(path: "\(folder.path)/git")
    let git = GitStore(path: "\(folder.path)/git")
    var batch = ObjectBatch()
    let blob = try batch.add(GitObject(kind: .blob, bytes: []))
    var trees: [String: String] = [:]
    for name in Self.names {
      let tree = Tree(entries: [.init(name: Array(name.utf8), mode: .file, id: blob)])
      trees[try batch.add(tree.object).description] = name
    }
    try batch.flush(into: git)
    let words = ["--git-dir=git", "fsck", "--no-dangling"]
    let output = Program("git", in: folder.path).run(words)
    let refused = Set(
      (output.lines + output.messages.split(separator: "\n").map(String.init))
        .filter { $0.contains("hasDotgit") }
        .flatMap { $0.split { " :".contains($0) }.map(String.init) }.compactMap { trees[$0] })
    #expect(refused.count > 20)
    #expect(Set(Self.names.filter { GitFolderName.matches(Array($0.utf8)) }) == refused)
  }
}
