import DocMergeTestSupport
import Glibc
import Testing

/// Each kind of conflict that git knows, and each way to resolve it.
struct GitConflictKindTests {
  /// Makes a fork and merges it until git stops.
  private func merging(
    _ settings: [String: String] = [:], base: (GitFolder) throws -> Void,
    ours: (GitFolder) throws -> Void, theirs: (GitFolder) throws -> Void
  ) throws -> GitFolder {
    let folder = try GitFolder(settings)
    try folder.fork {
      try base(folder)
    } ours: {
      try ours(folder)
    } theirs: {
      try theirs(folder)
    }
    try folder.git("merge", "-q", "theirs", exits: 1)
    return folder
  }

  private func isConcluded(_ folder: GitFolder) throws -> Bool {
    guard folder.isSound() else { return false }
    try folder.git("commit", "-q", "--no-edit")
    return folder.tryGit("status", "--porcelain").text.isEmpty
  }

  @Test(arguments: ["ours", "theirs"])
  func `an edit and a deletion`(kept: String) throws {
    let folder = try merging {
      $0.write("a.txt", "1\n")
    } ours: {
      $0.write("a.txt", "1 edited\n")
    } theirs: {
      try $0.git("rm", "-q", "a.txt")
    }
    let list = try folder.docmerge("list", exits: 1)
    #expect(list.text.contains("a.txt  deleted by them") && list.text.contains("no file"))
    let merge = try folder.docmerge("resolve", "--all", "--merge", exits: 1)
    #expect(merge.messages.contains("one version is a deletion"), "\(merge)")
    let output = try folder.docmerge("resolve", "a.txt", "--keep", kept)
    #expect(folder.read("a.txt") == (kept == "ours" ? "1 edited\n" : nil))
    #expect(output.messages.contains(kept == "ours" ? "(keep ours)" : "deleted (keep theirs)"))
    try folder.docmerge("undo")
    #expect(folder.read("a.txt") == "1 edited\n")
    try folder.docmerge("resolve", "a.txt", "--\(kept)")
    #expect(try isConcluded(folder))
  }

  @Test func `the edit survives keeping both`() throws {
    let folder = try merging {
      $0.write("a.txt", "1\n")
    } ours: {
      try $0.git("rm", "-q", "a.txt")
    } theirs: {
      $0.write("a.txt", "1 edited\n")
    }
    #expect(try folder.docmerge("list", exits: 1).text.contains("deleted by us"))
    try folder.docmerge("resolve", "--all", "--keep-both")
    #expect(folder.read("a.txt") == "1 edited\n")
    #expect(try isConcluded(folder))
  }

  @Test func `two files of one name`() throws {
    let folder = try merging {
      $0.write("x", "1\n")
    } ours: {
      $0.write("a.txt", "start\nours\nend\n")
    } theirs: {
      $0.write("a.txt", "start\ntheirs\nend\n")
    }
    #expect(try folder.docmerge("list", exits: 1).text.contains("both added"))
    #expect(try folder.docmerge("show", "a.txt@base", exits: 2).messages.contains("has nothing"))
    try folder.docmerge("resolve", "--all", "--merge", exits: 1)
    try folder.docmerge("resolve", "--all", "--both")
    #expect(folder.read("a.txt") == "start\nours\nend\n")
    #expect(folder.read("a (theirs).txt") == "start\ntheirs\nend\n")
    #expect(try isConcluded(folder))
  }

  @Test func `one file moved to two names`() throws {
    let text = (0..<30).map { "this is line \($0)\n" }.joined()
    let folder = try merging {
      $0.write("a.txt", text)
    } ours: {
      try $0.git("mv", "a.txt", "ours.txt")
    } theirs: {
      try $0.git("mv", "a.txt", "theirs.txt")
    }
    let list = try folder.docmerge("list", exits: 1).text
    #expect(list.contains("a.txt  both deleted") && list.contains("ours.txt  added by us"))
    #expect(list.contains("theirs.txt  added by them"))
    try folder.docmerge("resolve", "--all", "--ours")
    #expect(folder.read("ours.txt") == text)
    #expect(folder.read("theirs.txt") == nil && folder.read("a.txt") == nil)
    #expect(try isConcluded(folder))
  }

  @Test func `a file moved on one side and edited on both`() throws {
    let text = (0..<30).map { "this is line \($0)\n" }.joined()
    let folder = try merging {
      $0.write("a.txt", text)
    } ours: {
      try $0.git("mv", "a.txt", "moved.txt")
      $0.write("moved.txt", text.replacing("is line 5\n", with: "is line 5 ours\n"))
    } theirs: {
      $0.write("a.txt", text.replacing("this is line 5\n", with: "this was line 5\n"))
    }
    try folder.docmerge("resolve", "moved.txt", "--merge")
    #expect(folder.read("moved.txt")?.contains("this was line 5 ours\n") == true)
    #expect(try isConcluded(folder))
  }

  @Test func `the right to run is merged with the text`() throws {
    let folder = try merging {
      $0.write("run.sh", "host = alpha one\nport = beta two\n")
    } ours: {
      $0.write("run.sh", "host = alpha one more\nport = beta two\n")
      #expect(chmod("\($0.path)/run.sh", 0o755) == 0)
    } theirs: {
      $0.write("run.sh", "host = alpha one\nport = beta two too\n")
    }
    try folder.docmerge("resolve", "--all", "--merge")
    #expect(access("\(folder.path)/run.sh", X_OK) == 0)
    #expect(try folder.git("ls-files", "-s").text.hasPrefix("100755"))
    #expect(try isConcluded(folder))
  }

  @Test(arguments: ["ours", "theirs"])
  func `links`(kept: String) throws {
    func link(_ target: String) -> (GitFolder) throws -> Void {
      { folder in
        unlink("\(folder.path)/link")
        #expect(symlink(target, "\(folder.path)/link") == 0)
      }
    }
    let folder = try merging(
      base: link("base"), ours: link("ours"), theirs: link("theirs"))
    #expect(try folder.docmerge("list", exits: 1).text.contains("  link  "))
    let merge = try folder.docmerge("resolve", "--all", "--merge", exits: 1)
    #expect(merge.messages.contains("links and packages are only kept whole"), "\(merge)")
    try folder.docmerge("resolve", "link", "--\(kept)")
    #expect(try folder.git("cat-file", "-p", ":link").text == kept)
    try folder.docmerge("undo")
    try folder.docmerge("resolve", "link", "--\(kept)")
    #expect(try isConcluded(folder))
  }

  @Test func `binary files are kept whole`() throws {
    let folder = try merging {
      $0.write("a.bin", [0, 1, 2])
    } ours: {
      $0.write("a.bin", [0, 1, 3])
    } theirs: {
      $0.write("a.bin", [0, 1, 4])
    }
    let merge = try folder.docmerge("resolve", "--all", "--merge", exits: 1)
    #expect(merge.messages.contains("it is not text"), "\(merge)")
    try folder.docmerge("resolve", "--all", "--theirs")
    #expect(File("\(folder.path)/a.bin").bytes == [0, 1, 4])
    #expect(try isConcluded(folder))
  }

  @Test func `a folder in the place of a file`() throws {
    let folder = try merging {
      $0.write("a", "1\n")
    } ours: {
      $0.write("a", "1 edited\n")
    } theirs: {
      try $0.git("rm", "-q", "a")
      try $0.git("config", "core.editor", "true")
      #expect(mkdir("\($0.path)/a", 0o755) == 0)
      $0.write("a/b", "2\n")
    }
    let names = try folder.unmerged()
    #expect(names.count == 1)
    try folder.docmerge("resolve", "--all", "--ours")
    #expect(folder.read(names[0]) == "1 edited\n")
    #expect(try isConcluded(folder))
  }

  @Test func `submodules are listed and left to the person`() throws {
    let other = try GitFolder()
    for text in ["1\n", "2\n", "3\n"] {
      other.write("x", text)
      try other.commit(text)
    }
    let ids = try ["HEAD^^", "HEAD^", "HEAD"].map { try other.git("rev-parse", $0).lines[0] }
    func point(_ index: Int) -> (GitFolder) throws -> Void {
      { try $0.git("update-index", "--add", "--cacheinfo", "160000,\(ids[index]),sub") }
    }
    let folder = try GitFolder()
    try point(0)(folder)
    try folder.git("commit", "-q", "-m", "base")
    for (branch, index) in [("theirs", 1), ("ours", 2)] {
      try folder.git("checkout", "-q", "-b", branch, "main")
      try point(index)(folder)
      try folder.git("commit", "-q", "-m", branch)
    }
    _ = folder.tryGit("merge", "-q", "theirs")
    let list = try folder.docmerge("list", exits: 1)
    #expect(list.text.contains("submodule"), "\(list)")
    let output = try folder.docmerge("resolve", "--all", "--ours", exits: 1)
    #expect(
      output.messages.contains("ours is commit \(ids[2]), theirs is commit \(ids[1])"), "\(output)")
    #expect(try folder.unmerged() == ["sub"])
    let line = try #require(
      output.messages.split(separator: "\n").first { $0.contains("Keep theirs: ") })
    let command = String(line.split(separator: ": ", maxSplits: 1)[1])
    try Program("sh", in: folder.path).run(["-c", command], exits: 0)
    #expect(try folder.git("ls-files", "--stage").text == "160000 \(ids[1]) 0\tsub\n")
  }

  @Test func `of a submodule that is checked out, the commit is checked out there`() throws {
    let folder = try GitFolder(["protocol.file.allow": "always"])
    let other = try GitFolder()
    for name in ["base", "ours", "theirs"] {
      if name != "base" { try other.git("checkout", "-q", "-b", name, "main") }
      other.write("x", name)
      try other.commit(name)
    }
    try folder.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", other.path, "sub")
    func point(_ name: String) throws {
      try folder.git("-C", "sub", "checkout", "-q", "origin/\(name)")
      try folder.git("add", "sub")
    }
    try folder.fork {
      try point("main")
    } ours: {
      try point("ours")
    } theirs: {
      try point("theirs")
    }
    _ = folder.tryGit("merge", "-q", "theirs")
    let output = try folder.docmerge("resolve", "--all", "--merge", exits: 1)
    let line = try #require(
      output.messages.split(separator: "\n").first { $0.contains("Keep theirs: ") })
    #expect(line.contains("git -C sub checkout"), "\(output)")
    let command = String(line.split(separator: ": ", maxSplits: 1)[1])
    try Program("sh", in: folder.path).run(["-c", command], exits: 0)
    #expect(folder.read("sub/x") == "theirs" && folder.isSound())
  }

  @Test func `names of all sorts`() throws {
    let names = ["with space.txt", "-rf", "quo\"te's.txt", "new\nline", "emoji 🦊.md", ":(top)x"]
    let folder = try merging { folder in
      for name in names { folder.write(name, "1\n") }
    } ours: { folder in
      for name in names { folder.write(name, "ours\n") }
    } theirs: { folder in
      for name in names { folder.write(name, "theirs\n") }
    }
    #expect(try folder.docmerge("list", exits: 1).text.contains("new\\nline"))
    try folder.docmerge("resolve", "--theirs", "--", "-rf")
    #expect(folder.read("-rf") == "theirs\n")
    try folder.docmerge("resolve", "--all", "--theirs")
    for name in names { #expect(folder.read(name) == "theirs\n", "\(name)") }
    #expect(try isConcluded(folder))
  }
}
