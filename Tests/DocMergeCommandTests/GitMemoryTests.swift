import DocMergeTestSupport
import Foundation
import Testing

/// Resolutions that are remembered in real git repositories.
struct GitMemoryTests {
  private let ours = "1\nours\n3\n"
  private let both = "1\nboth of them\n3\n"

  /// A repository that stopped in a merge of `a.txt`.
  private func stopped(_ settings: [String: String] = [:]) throws -> GitFolder {
    let folder = try GitFolder(settings)
    try folder.forkText()
    try folder.git("merge", "-q", "theirs", exits: 1)
    return folder
  }

  /// Goes back to before the merge, and does it again.
  private func again(_ folder: GitFolder) throws {
    try folder.git("reset", "-q", "--hard", "main")
    try folder.git("merge", "-q", "theirs", exits: 1)
  }

  private func atTerminal(
    _ line: String, answers: String, in folder: GitFolder, editor: String = "false"
  ) -> Output {
    Program("script", in: folder.path, environment: ["EDITOR": editor]).run(
      ["-qec", "'\(Replica.command)' \(line)", "/dev/null"], input: Array(answers.utf8))
  }

  @Test func `what was decided for one path is offered the next time, and done when asked for`()
    throws
  {
    let folder = try stopped()
    try folder.docmerge("resolve", "a.txt", "--theirs")
    try again(folder)
    let output = try folder.docmerge("resolve", "--all", "--merge", exits: 1)
    #expect(
      output.messages.contains("Remembered. Apply it: docmerge resolve a.txt --remembered"))
    #expect(folder.read("a.txt")?.contains("<<<<<<<") == true)
    let done = try folder.docmerge("resolve", "--all", "--remembered")
    #expect(done.messages.contains("Resolved a.txt (memory)."))
    #expect(folder.read("a.txt") == "1\ntheirs\n3\n")
    #expect(folder.isSound())
    try folder.docmerge("undo")
    #expect(try folder.unmerged() == ["a.txt"])
    #expect(folder.read("a.txt")?.contains("<<<<<<<") == true)
    try folder.docmerge("resolve", "--all", "--remembered", "--dry-run")
    #expect(try folder.unmerged() == ["a.txt"])
  }

  @Test func `what the memory settles is listed by review, and taken back`() throws {
    let folder = try stopped(["docmerge.memory": "apply"])
    try folder.docmerge("resolve", "a.txt", "--theirs")
    try again(folder)
    try folder.docmerge("resolve", "--all", "--merge")
    #expect(folder.read("a.txt") == "1\ntheirs\n3\n")
    let list = try folder.docmerge("review")
    #expect(
      list.text.contains("line 2  a person decided the same conflict so before (memory, low risk)"),
      "\(list)")
    try folder.docmerge("review", "--take-back", "a.txt")
    #expect(try folder.unmerged() == ["a.txt"])
    #expect(folder.read("a.txt")?.contains("<<<<<<<") == true)
  }

  @Test func `a merge uses the memory only if the settings say so`() throws {
    let folder = try stopped()
    try folder.docmerge("resolve", "a.txt", "--ours")
    try again(folder)
    try folder.git("config", "docmerge.memory", "apply")
    let output = try folder.docmerge("resolve", "--all", "--merge")
    #expect(output.messages.contains("Resolved a.txt (memory)."))
    #expect(folder.read("a.txt") == ours)
    try folder.docmerge("undo")
    try folder.git("config", "docmerge.memory", "off")
    let off = try folder.docmerge("resolve", "--all", "--merge", exits: 1)
    #expect(!off.messages.contains("Remembered"))
    try folder.git("config", "docmerge.memory", "often")
    let wrong = try folder.docmerge("resolve", "--all", "--merge", exits: 2)
    #expect(wrong.messages.contains("docmerge.memory is often: it must be off, offer or apply"))
  }

  @Test(arguments: [
    ["--all", "--ours"], ["a.txt", "--newest"], ["a.txt", "--ours", "--dry-run"],
  ])
  func `what no person looked at is not remembered`(words: [String]) throws {
    let folder = try GitFolder()
    try folder.fork {
      for name in ["a.txt", "b.txt"] { folder.write(name, "1\nword\n3\n") }
    } ours: {
      for name in ["a.txt", "b.txt"] { folder.write(name, ours) }
    } theirs: {
      for name in ["a.txt", "b.txt"] { folder.write(name, "1\ntheirs\n3\n") }
    }
    try folder.git("merge", "-q", "theirs", exits: 1)
    try Program(Replica.command, in: folder.path).run(["resolve"] + words, exits: 0)
    #expect(try folder.docmerge("memory").messages == "Nothing is remembered.\n")
  }

  @Test func `nothing is remembered when that is off`() throws {
    let folder = try stopped(["docmerge.memory": "off"])
    try folder.docmerge("resolve", "a.txt", "--ours")
    #expect(folder.tryGit("rev-parse", "--verify", "-q", "refs/docmerge/memory").status == 1)
  }

  @Test func `an undo takes back what was learned, and what was known before is known again`()
    throws
  {
    let folder = try stopped()
    try folder.docmerge("resolve", "a.txt", "--ours")
    let before = try folder.docmerge("memory", "list").text
    #expect(before.contains("“ours”") && !before.contains("otherwise"))
    try again(folder)
    try folder.docmerge("resolve", "a.txt", "--theirs")
    let after = try folder.docmerge("memory", "list").text
    #expect(after.contains("“theirs”  decided otherwise before"))
    try folder.docmerge("undo")
    #expect(try folder.docmerge("memory", "list").text == before)
  }

  @Test(.enabled(if: File("/usr/bin/script").exists))
  func `the interview shows a remembered decision, and takes text written by hand`() throws {
    let folder = try stopped()
    let editor = "printf 'both of them\\n' >"
    let first = atTerminal("resolve", answers: "r\ne\nw\n", in: folder, editor: editor)
    #expect(first.status == 0, "\(first)")
    #expect(!first.text.contains("[r]emembered"))
    #expect(folder.read("a.txt") == both)
    try again(folder)
    let second = atTerminal("resolve", answers: "r\nw\n", in: folder)
    #expect(second.status == 0, "\(second)")
    #expect(second.text.contains(", as [r]emembered"))
    #expect(second.text.contains("both of them"))
    #expect(folder.read("a.txt") == both)
    #expect(folder.isSound())
  }

  @Test func `a rebase, a cherry-pick and another path know it too`() throws {
    let folder = try GitFolder(["docmerge.memory": "apply"])
    func text(_ word: String) -> String { "a long first line\n\(word)\nand a long last line\n" }
    try folder.forkText(base: text("word"), ours: text("ours"), theirs: text("theirs"))
    try folder.git("merge", "-q", "theirs", exits: 1)
    try folder.docmerge("resolve", "a.txt", "--theirs")
    try folder.git("reset", "-q", "--hard", "main")
    // In a rebase the sides are the other way round.
    try folder.git("rebase", "-q", "theirs", exits: 1)
    try folder.docmerge("resolve", "--all", "--merge")
    #expect(folder.read("a.txt") == text("theirs"))
    try folder.git("rebase", "--abort")
    try folder.git("mv", "a.txt", "b.txt")
    try folder.commit("rename")
    try folder.git("cherry-pick", "theirs", exits: 1)
    #expect(try folder.unmerged() == ["b.txt"])
    try folder.docmerge("resolve", "b.txt", "--merge")
    #expect(folder.read("b.txt") == text("theirs"))
  }

  @Test func `git's own memory is read, which has no bases`() throws {
    let folder = try stopped(["rerere.enabled": "true"])
    folder.write("a.txt", both)
    try folder.git("commit", "-q", "-a", "--no-edit")
    try folder.git("reset", "-q", "--hard", "HEAD^")
    try folder.git("config", "rerere.enabled", "false")
    try folder.git("merge", "-q", "theirs", exits: 1)
    try folder.docmerge("resolve", "--all", "--remembered")
    #expect(folder.read("a.txt") == both)
    #expect(try folder.docmerge("memory").messages == "Nothing is remembered.\n")
  }

  @Test func `merges in the history teach`() throws {
    let folder = try stopped()
    folder.write("a.txt", both)
    try folder.git("commit", "-q", "-a", "--no-edit")
    let output = try folder.docmerge("memory", "learn")
    #expect(output.messages == "Learned 1 resolution from 1 merge with conflicts.\n")
    let again = try folder.docmerge("memory", "learn", "HEAD")
    #expect(again.messages == "Learned 0 resolutions from 1 merge with conflicts.\n")
    try folder.git("reset", "-q", "--hard", "HEAD^")
    try folder.git("merge", "-q", "theirs", exits: 1)
    try folder.docmerge("resolve", "--all", "--remembered")
    #expect(folder.read("a.txt") == both)
  }
}

/// Remembered decisions: listed, forgotten and shared.
struct GitMemoryVerbTests {
  private func stopped() throws -> GitFolder {
    let folder = try GitFolder()
    try folder.forkText()
    try folder.git("merge", "-q", "theirs", exits: 1)
    return folder
  }

  private func clone(_ folder: GitFolder) throws -> GitFolder {
    let clone = try GitFolder()
    try clone.git("fetch", "-q", folder.path, "main", "theirs:theirs")
    try clone.git("reset", "-q", "--hard", "FETCH_HEAD")
    try clone.git("merge", "-q", "theirs", exits: 1)
    return clone
  }

  private struct Report: Decodable {
    var format: String
    var version: Int
    var resolutions: [Item]

    struct Item: Decodable {
      var key: String
      var path: String
      var base: Int?
      var result: Int
      var firstLine: String
      var wasOtherwise: Bool
    }
  }

  private func report(_ folder: GitFolder) throws -> Report {
    let output = try folder.docmerge("memory", "list", "--json")
    return try JSONDecoder().decode(Report.self, from: Data(output.bytes))
  }

  @Test func `the list has key, path and result, and plain git shows the rest`() throws {
    let folder = try stopped()
    try folder.docmerge("resolve", "a.txt", "--theirs")
    let report = try report(folder)
    #expect(report.format == "docmerge-memory" && report.version == 1)
    let item = try #require(report.resolutions.first)
    #expect(report.resolutions.count == 1 && item.path == "a.txt" && !item.wasOtherwise)
    #expect(item.base == 5 && item.result == 7 && item.firstLine == "theirs")
    let line = try folder.docmerge("memory").text
    #expect(line.hasPrefix(String(item.key.prefix(8))) && line.contains("a.txt  “theirs”"))
    let place = "refs/docmerge/memory:\(item.key.prefix(2))/\(item.key.dropFirst(2))"
    // The older side comes first, so that all clones merge alike: the times of the commits decide.
    let sides = try ["ours", "theirs"].map {
      try folder.git("cat-file", "blob", "\(place)/\($0)").text
    }
    #expect(sides.sorted() == ["ours\n", "theirs\n"])
    #expect(try folder.git("fsck", "--strict").status == 0)
  }

  @Test func `a forgotten decision is neither listed nor offered`() throws {
    let folder = try stopped()
    try folder.docmerge("resolve", "a.txt", "--theirs")
    let key = try #require(try report(folder).resolutions.first?.key)
    try folder.docmerge("memory", "forget", "abc", exits: 2)
    try folder.docmerge("memory", "forget", exits: 64)
    try folder.docmerge("memory", "forget", "--path", "b.txt")
    #expect(try report(folder).resolutions.count == 1)
    let output = try folder.docmerge("memory", "forget", String(key.prefix(6)))
    #expect(output.messages == "Forgot 1 resolution.\n")
    #expect(try report(folder).resolutions.isEmpty)
    try folder.git("reset", "-q", "--hard", "main")
    try folder.git("merge", "-q", "theirs", exits: 1)
    try folder.docmerge("resolve", "--all", "--remembered", exits: 1)
    try folder.docmerge("resolve", "a.txt", "--ours")
    #expect(try report(folder).resolutions.map(\.firstLine) == ["ours"])
    try folder.docmerge("memory", "forget", "--all")
    #expect(try report(folder).resolutions.isEmpty)
  }

  @Test func `two clones share it by push and fetch, and the newer decision counts`() throws {
    let folder = try stopped()
    let other = try clone(folder)
    try folder.docmerge("resolve", "a.txt", "--theirs")
    try other.git("fetch", "-q", folder.path, "refs/docmerge/memory")
    let taken = try other.docmerge("memory", "import", "FETCH_HEAD")
    #expect(taken.messages == "Took in 1 resolution.\n")
    try other.docmerge("resolve", "--all", "--remembered")
    #expect(other.read("a.txt") == "1\ntheirs\n3\n")
    // The other decides anew, and sends that back.
    try other.docmerge("undo")
    try other.docmerge("resolve", "a.txt", "--ours")
    try other.git("push", "-q", folder.path, "refs/docmerge/memory")
    let item = try #require(try report(folder).resolutions.first)
    #expect(item.firstLine == "ours" && item.wasOtherwise)
    let known = try other.docmerge("memory", "import", "refs/docmerge/memory")
    #expect(known.messages == "Took in 0 resolutions.\n")
  }

  @Test func `memories that grew apart are joined, and what was forgotten stays so`() throws {
    let folder = try stopped()
    let other = try clone(folder)
    try folder.docmerge("resolve", "a.txt", "--theirs")
    other.write("a.txt", "1\nby hand\n3\n")
    try other.git("commit", "-q", "-a", "--no-edit")
    try other.docmerge("memory", "learn")
    try other.docmerge("memory", "forget", "--all")
    try other.docmerge("memory", "export", "memory.bundle")
    let output = try folder.docmerge("memory", "import", "\(other.path)/memory.bundle")
    #expect(output.messages.contains("Took in"))
    #expect(folder.tryGit("for-each-ref", "refs/docmerge").lines.count == 1)
    try other.git("fetch", "-q", folder.path, "refs/docmerge/memory")
    try other.docmerge("memory", "import", "FETCH_HEAD")
    #expect(try report(other).resolutions.map(\.key) == report(folder).resolutions.map(\.key))
    #expect(
      try other.git("rev-parse", "refs/docmerge/memory").text
        == folder.git("rev-parse", "refs/docmerge/memory").text)
  }

  @Test func `an entry that is not what its key says is left out`() throws {
    let folder = try stopped()
    let other = try clone(folder)
    try other.docmerge("resolve", "a.txt", "--theirs")
    let key = try #require(try report(other).resolutions.first?.key)
    let line = "\(key.prefix(2))/\(key.dropFirst(2))"
    let stream = """
      commit refs/docmerge/memory
      committer X <x> 2000000000 +0000
      data 1
      x
      from refs/docmerge/memory^0
      M 100644 inline \(line)/base
      data 4
      xxx

      """
    try Program("git", in: other.path).run(
      ["fast-import", "--quiet"], exits: 0, input: Array(stream.utf8))
    try folder.git("fetch", "-q", other.path, "refs/docmerge/memory")
    let output = try folder.docmerge("memory", "import", "FETCH_HEAD")
    #expect(
      output.messages == "Took in 0 resolutions.\nLeft out 1 that cannot be right.\n")
    #expect(try report(folder).resolutions.isEmpty)
  }

  @Test func `worktrees that decide at once lose nothing`() throws {
    let folder = try GitFolder()
    let numbers = 0..<5
    try folder.fork {
      for number in numbers { folder.write("\(number).txt", "1\nword \(number)\n3\n") }
    } ours: {
      for number in numbers { folder.write("\(number).txt", "1\nours \(number)\n3\n") }
    } theirs: {
      for number in numbers { folder.write("\(number).txt", "1\ntheirs \(number)\n3\n") }
    }
    for number in numbers {
      try folder.git("worktree", "add", "-q", "tree\(number)", "main", "--detach")
      try folder.git("-C", "tree\(number)", "merge", "-q", "theirs", exits: 1)
    }
    let running = numbers.map { number in
      Program(Replica.command, in: "\(folder.path)/tree\(number)")
        .start(["resolve", "\(number).txt", "--theirs"])
    }
    for program in running { #expect(program.finish().status == 0) }
    #expect(try report(folder).resolutions.count == numbers.count)
  }

  @Test func `outside of a repository there is no memory`() throws {
    let folder = TemporaryFolder()
    let output = try Program(Replica.command, in: folder.path).run(["memory", "list"], exits: 2)
    #expect(output.messages.contains("there is no git repository with a worktree here"))
    let folderInGit = try stopped()
    let empty = try folderInGit.docmerge("memory", "export", "x.bundle", exits: 2)
    #expect(empty.messages.contains("nothing is remembered yet"))
  }
}
