import DocMergeTestSupport
import Glibc
import Testing

/// How `docmerge resolve` works on an index: under its lock, and in few runs of git.
struct GitBatchTests {
  private func stopped(count: Int) throws -> GitFolder {
    let folder = try GitFolder()
    func write(_ text: String) {
      for number in 0..<count { folder.write("f\(number)", "1\n\(text)\n3\n") }
    }
    try folder.fork {
      write("base")
    } ours: {
      write("ours")
    } theirs: {
      write("theirs")
    }
    try folder.git("merge", "-q", "theirs", exits: 1)
    return folder
  }

  @Test func `where another process holds the lock, nothing is touched`() throws {
    let folder = try stopped(count: 2)
    let before = folder.read("f0")
    let lock = File("\(folder.path)/.git/index.lock")
    lock.write([])
    let output = try folder.docmerge("resolve", "--all", "--ours", exits: 2)
    #expect(output.messages.contains("the index is locked"), "\(output)")
    #expect(folder.read("f0") == before)
    #expect(try folder.unmerged() == ["f0", "f1"])
    #expect(lock.exists)
    lock.remove()
    try folder.docmerge("resolve", "--all", "--ours")
    lock.write([])
    try folder.docmerge("undo", exits: 2)
    #expect(folder.read("f0") == "1\nours\n3\n")
    lock.remove()
    try folder.docmerge("undo")
    #expect(folder.read("f0") == before)
    #expect(File("\(folder.path)/.git").names.filter { $0.hasPrefix("index") } == ["index"])
  }

  @Test func `what cannot be written to its end is taken back`() throws {
    let folder = try GitFolder()
    try folder.fork {
      folder.write("a.txt", "1\n")
      folder.write("d/b.txt", "1\n")
    } ours: {
      folder.write("a.txt", "ours\n")
      folder.write("d/b.txt", "ours\n")
    } theirs: {
      folder.write("a.txt", "theirs\n")
      folder.write("d/b.txt", "theirs\n")
    }
    try folder.git("merge", "-q", "theirs", exits: 1)
    let before = folder.read("a.txt")
    // A folder in the place of the file, with something in it.
    File("\(folder.path)/d/b.txt").remove()
    folder.write("d/b.txt/inner", "x\n")
    try folder.docmerge("resolve", "--all", "--ours", exits: 2)
    #expect(folder.read("a.txt") == before)
    #expect(try folder.unmerged() == ["a.txt", "d/b.txt"])
    #expect(try folder.docmerge("undo", exits: 2).messages.contains("no resolution to undo"))
  }

  @Test func `what was killed before the index counted it can be undone`() throws {
    let folder = try stopped(count: 2)
    let mine = "hours of work\n"
    folder.write("f0", mine)
    let index = File("\(folder.path)/.git/index")
    let before = try #require(index.bytes)
    try folder.docmerge("resolve", "--all", "--theirs", "--force")
    index.write(before)
    let other = "edited since\n"
    folder.write("f1", other)
    try folder.docmerge("undo")
    #expect(folder.read("f0") == mine && folder.read("f1") == other)
    #expect(try folder.unmerged() == ["f0", "f1"])
    #expect(try folder.docmerge("undo", exits: 2).messages.contains("no resolution to undo"))
  }

  @Test(arguments: [["--ours"], ["--merge"], ["--keep-both"]])
  func `many paths take no more runs of git than a few do`(words: [String]) throws {
    let folder = try stopped(count: 40)
    let tools = TemporaryFolder()
    let git = Program("sh", in: "/").run(["-c", "command -v git"]).lines.first ?? "git"
    let script = "#!/bin/sh\necho >>'\(tools.path)/calls'\nexec \(git) \"$@\"\n"
    File("\(tools.path)/git").write(Array(script.utf8))
    chmod("\(tools.path)/git", 0o755)
    let output = Program(
      Replica.command, in: folder.path, environment: ["PATH": "\(tools.path):/usr/bin:/bin"]
    ).run(["resolve", "--all"] + words)
    #expect(output.status == (words == ["--merge"] ? 1 : 0))
    let calls = File("\(tools.path)/calls").bytes?.count ?? 0
    #expect((1..<40).contains(calls), "\(calls)")
  }

  @Test func `files of all kinds are written in one go`() throws {
    let folder = try GitFolder(["core.autocrlf": "true"])
    let names = ["a b.txt", " blank.txt", "line\nbreak.txt", "\"quoted\".txt", "plain.txt"]
    func write(_ text: String) {
      for name in names { folder.write(name, "1\n\(text)\n") }
    }
    try folder.fork {
      write("base")
    } ours: {
      write("ours")
    } theirs: {
      write("theirs")
      File("\(folder.path)/plain.txt").remove()
      symlink("target", "\(folder.path)/plain.txt")
    }
    try folder.git("merge", "-q", "theirs", exits: 1)
    try folder.docmerge("resolve", "--all", "--theirs")
    for name in names.dropLast() { #expect(folder.read(name) == "1\r\ntheirs\r\n", "\(name)") }
    #expect(File("\(folder.path)/plain.txt").target == "target")
    #expect(folder.isSound())
  }
}
