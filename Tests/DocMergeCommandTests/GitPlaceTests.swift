import DocMergeTestSupport
import Glibc
import Testing

/// Possible places of a conflicted repository, and changes of its files by git on the way.
struct GitPlaceTests {
  private func merging(_ folder: GitFolder) throws {
    try folder.git("merge", "-q", "theirs", exits: 1)
  }

  @Test func `from a folder below, names are relative to it`() throws {
    let folder = try GitFolder()
    #expect(mkdir("\(folder.path)/sub", 0o755) == 0)
    try folder.forkText("sub/a.txt")
    try merging(folder)
    #expect(try folder.docmerge("list", in: "sub", exits: 1).text.hasPrefix("a.txt  "))
    #expect(try folder.docmerge("show", "a.txt@theirs", in: "sub").text == "1\ntheirs\n3\n")
    try folder.docmerge("resolve", ".", "--theirs", in: "sub")
    #expect(folder.read("sub/a.txt") == "1\ntheirs\n3\n")
    #expect(folder.isSound())
  }

  @Test func `in a linked worktree, with an undo of its own`() throws {
    let folder = try GitFolder()
    try folder.forkText()
    try folder.git("worktree", "add", "-q", "linked", "main", "--detach")
    try folder.git("-C", "linked", "merge", "-q", "theirs", exits: 1)
    #expect(try folder.docmerge("list").messages.contains("No path is in conflict."))
    try folder.docmerge("resolve", "--all", "--ours", in: "linked")
    #expect(folder.read("linked/a.txt") == "1\nours\n3\n")
    #expect(try folder.docmerge("undo", exits: 2).messages.contains("no resolution"))
    try folder.docmerge("undo", in: "linked")
    #expect(folder.read("linked/a.txt")?.contains("<<<<<<<") == true)
  }

  @Test func `with GIT_DIR and GIT_WORK_TREE`() throws {
    let folder = try GitFolder()
    try folder.forkText()
    try merging(folder)
    #expect(rename("\(folder.path)/.git", "\(folder.path)/hidden") == 0)
    let program = Program(
      Replica.command, in: folder.path,
      environment: ["GIT_DIR": "hidden", "GIT_WORK_TREE": "."])
    try program.run(["list"], exits: 1)
    try program.run(["resolve", "--all", "--theirs"], exits: 0)
    #expect(folder.read("a.txt") == "1\ntheirs\n3\n")
  }

  @Test func `in a sparse checkout`() throws {
    let folder = try GitFolder()
    #expect(mkdir("\(folder.path)/in", 0o755) == 0)
    #expect(mkdir("\(folder.path)/out", 0o755) == 0)
    folder.write("out/b.txt", "b\n")
    try folder.forkText("in/a.txt")
    try folder.git("sparse-checkout", "set", "--cone", "--sparse-index", "in")
    try merging(folder)
    try folder.docmerge("resolve", "--all", "--theirs")
    #expect(folder.read("in/a.txt") == "1\ntheirs\n3\n")
    #expect(folder.read("out/b.txt") == nil)
    try folder.git("commit", "-q", "--no-edit")
    #expect(folder.tryGit("status", "--porcelain").text.isEmpty)
    #expect(try folder.git("ls-tree", "-r", "--name-only", "HEAD").text.contains("out/b.txt"))
  }

  @Test func `line endings are those that git would check out`() throws {
    let folder = try GitFolder(["core.autocrlf": "true", "core.safecrlf": "false"])
    try folder.forkText(
      base: "We meet on Monday in the large hall.\r\nBring water.\r\n",
      ours: "We meet on Friday in the large hall.\r\nBring water.\r\n",
      theirs: "We meet on Monday in the small hall.\r\nBring water.\r\n")
    try merging(folder)
    try folder.docmerge("resolve", "--all", "--merge")
    #expect(folder.read("a.txt") == "We meet on Friday in the small hall.\r\nBring water.\r\n")
    #expect(
      try folder.git("cat-file", "-p", ":a.txt").text
        == "We meet on Friday in the small hall.\nBring water.\n")
    #expect(folder.isSound())
    try folder.git("commit", "-q", "--no-edit")
    #expect(folder.tryGit("status", "--porcelain").text.isEmpty)
  }

  @Test func `a file is written in its encoding`() throws {
    let folder = try GitFolder()
    func wide(_ text: String) -> [UInt8] {
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }
    try folder.fork {
      folder.write(".gitattributes", "*.txt text working-tree-encoding=UTF-16LE-BOM\n")
      folder.write("a.txt", wide("We meet on Monday in the large hάll.\n"))
    } ours: {
      folder.write("a.txt", wide("We meet on Friday in the large hάll.\n"))
    } theirs: {
      folder.write("a.txt", wide("We meet on Monday in the small hάll.\n"))
    }
    try merging(folder)
    try folder.docmerge("resolve", "--all", "--merge")
    #expect(
      File("\(folder.path)/a.txt").bytes == wide("We meet on Friday in the small hάll.\n"))
    #expect(folder.isSound())
  }

  @Test func `what cannot be written stays in conflict`() throws {
    let folder = try GitFolder()
    #expect(mkdir("\(folder.path)/sub", 0o755) == 0)
    try folder.forkText("sub/a.txt")
    try merging(folder)
    // A folder where the temporary file of the writing would be cannot be replaced by it.
    #expect(unlink("\(folder.path)/sub/a.txt") == 0)
    #expect(mkdir("\(folder.path)/sub/a.txt", 0o755) == 0)
    folder.write("sub/a.txt/precious", "mine\n")
    let output = try folder.docmerge("resolve", "--all", "--theirs", exits: 2)
    #expect(output.messages.contains("cannot remove"), "\(output)")
    #expect(try folder.unmerged() == ["sub/a.txt"])
    #expect(folder.read("sub/a.txt/precious") == "mine\n")
  }

  @Test func `the nearer of a container and a repository is meant`() throws {
    let folder = try GitFolder()
    try folder.forkText()
    try merging(folder)
    #expect(mkdir("\(folder.path)/notes", 0o755) == 0)
    try folder.docmerge("init", in: "notes")
    #expect(try folder.docmerge("list", in: "notes").messages.contains("No document"))
    #expect(try folder.docmerge("list", exits: 1).text.contains("a.txt"))
  }

  @Test func `the versions outlive git's cleaning up`() throws {
    let folder = try GitFolder()
    try folder.forkText()
    try merging(folder)
    let marked = folder.read("a.txt")
    try folder.docmerge("resolve", "--all", "--theirs")
    try folder.git("reflog", "expire", "--expire=now", "--all")
    try folder.git("gc", "-q", "--prune=now")
    try folder.docmerge("undo")
    #expect(folder.read("a.txt") == marked)
    #expect(try folder.docmerge("show", "a.txt@base").text == "1\nword\n3\n")
  }

  @Test func `several resolutions are undone one by one`() throws {
    let folder = try GitFolder()
    try folder.fork {
      folder.write("a.txt", "1\n")
      folder.write("b.txt", "1\n")
    } ours: {
      folder.write("a.txt", "2\n")
      folder.write("b.txt", "2\n")
    } theirs: {
      folder.write("a.txt", "3\n")
      folder.write("b.txt", "3\n")
    }
    try merging(folder)
    let output = try folder.docmerge("resolve", "a.txt", "--ours", exits: 0)
    #expect(output.messages.contains("1 path left in conflict."))
    try folder.docmerge("resolve", "b.txt", "--theirs")
    try folder.docmerge("undo")
    #expect(try folder.unmerged() == ["b.txt"])
    try folder.docmerge("undo")
    #expect(try folder.unmerged() == ["a.txt", "b.txt"])
    try folder.docmerge("undo", exits: 2)
  }

  @Test func `a link in conflict is a path of the repository wherever it points to`() throws {
    let folder = try GitFolder()
    try folder.fork {
      #expect(symlink("/", "\(folder.path)/link") == 0)
    } ours: {
      #expect(unlink("\(folder.path)/link") == 0)
      #expect(symlink("/etc", "\(folder.path)/link") == 0)
    } theirs: {
      #expect(unlink("\(folder.path)/link") == 0)
      #expect(symlink("/usr", "\(folder.path)/link") == 0)
    }
    try merging(folder)
    try folder.docmerge("resolve", "link", "--theirs")
    #expect(try folder.git("cat-file", "-p", ":link").text == "/usr")
  }

  @Test func `a file elsewhere is resolved by its markers, and a broken index is an error`() throws
  {
    let folder = try GitFolder()
    let other = TemporaryFolder()
    let marked = "<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n"
    try folder.forkText()
    try merging(folder)
    File("\(other.path)/x.txt").write(Array(marked.utf8))
    try folder.docmerge("resolve", "\(other.path)/x.txt", "--ours")
    #expect(File("\(other.path)/x.txt").text == "1\n")
    let before = folder.read("a.txt")
    folder.write(".git/index", "broken")
    let output = try folder.docmerge("resolve", "a.txt", "--ours", exits: 2)
    #expect(output.messages.contains("git ls-files failed"), "\(output)")
    #expect(folder.read("a.txt") == before)
  }
}
