import DocMergeTestSupport
import Testing

@testable import DocMergeGit

/// One path of the worktree: a file, a link or nothing.
struct WorktreeFileTests {
  private let folder = TemporaryFolder()

  private func file(_ name: String) -> WorktreeFile {
    WorktreeFile(Array("\(folder.path)/\(name)".utf8))
  }

  @Test func `each kind of contents replaces each other one`() throws {
    let kinds = [("100644", "text\n"), ("100755", "script\n"), ("120000", "nowhere/at all")]
    for (oldMode, old) in kinds {
      for (mode, text) in kinds {
        let name = "\(oldMode)/to \(mode)"
        try file(name).write(.init(mode: oldMode, bytes: Array(old.utf8)))
        try file(name).write(.init(mode: mode, bytes: Array(text.utf8)))
        let contents = try #require(try file(name).contents())
        #expect(contents.mode == mode && contents.bytes == Array(text.utf8), "\(name)")
      }
    }
    #expect(File("\(folder.path)/100644").names.count == kinds.count)
  }

  @Test func `a file goes with the folders that are empty then, up to the top`() throws {
    let top = Array("\(folder.path)/top".utf8)
    File("\(folder.path)/top/a/b/c").write([1])
    File("\(folder.path)/top/a/d").write([1])
    try file("top/a/b/c").remove(below: top)
    #expect(File("\(folder.path)/top/a").names == ["d"])
    try file("top/a/d").remove(below: top)
    #expect(File("\(folder.path)/top").names == [])
    // A missing file is no error.
    try file("top/a/d").remove(below: top)
    #expect(File(folder.path).names == ["top"])
  }

  @Test func `a folder on the way that is a link is refused`() throws {
    File("\(folder.path)/elsewhere/b/c").write([1])
    File("\(folder.path)/top/a").link(to: "../elsewhere")
    let top = "\(folder.path)/top"
    #expect(throws: GitFailure.self) { try file("top/a/b/c").checkFolders(below: top) }
    try file("top/b/c").checkFolders(below: top)
    // The top may be reached by a link.
    File("\(folder.path)/way").link(to: "top")
    try file("way/b").checkFolders(below: "\(folder.path)/way")
  }

  @Test func `a folder has no contents, and one that is not empty stays`() throws {
    File("\(folder.path)/d/a").write([1])
    #expect(try file("d").contents() == nil && file("none").contents() == nil)
    #expect(throws: GitFailure.self) { try file("d").write(.init(mode: "100644", bytes: [2])) }
    #expect(File("\(folder.path)/d/a").bytes == [1])
  }
}
