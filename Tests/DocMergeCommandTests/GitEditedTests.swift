import DocMergeTestSupport
import Testing

/// What becomes of files in conflict that a person has worked on.
struct GitEditedTests {
  private let base = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"

  /// A repository that stopped with two conflicts in `a.txt`.
  private func stopped(
    _ settings: [String: String] = [:], attributes: String = "", _ words: String...
  ) throws -> GitFolder {
    let folder = try GitFolder(settings)
    func edited(_ side: String) -> String {
      base.replacing("2", with: "\(side) two").replacing("8", with: "\(side) eight")
    }
    folder.write(".gitattributes", attributes)
    try folder.forkText(base: base, ours: edited("ours"), theirs: edited("theirs"))
    _ = Program("git", in: folder.path).run(["merge", "-q", "theirs"] + words)
    #expect(try folder.unmerged() == ["a.txt"])
    return folder
  }

  /// The text with its first conflict settled by hand.
  private func settled(_ text: String) throws -> String {
    let start = try #require(text.firstRange(of: "<<<<<<<"))
    let end = try #require(text.firstRange(of: ">>>>>>> theirs\n"))
    return text[..<start.lowerBound] + "my own two\n" + text[end.upperBound...]
  }

  @Test(arguments: [["--ours"], ["--theirs"], ["--merge", "--policy", "eager"], ["--base"]])
  func `edits are not replaced without --force, and undo restores them`(words: [String]) throws {
    let folder = try stopped()
    let mine = try settled(#require(folder.read("a.txt")))
    folder.write("a.txt", mine)
    let program = Program(Replica.command, in: folder.path)
    let refused = try program.run(["resolve", "a.txt"] + words, exits: 1)
    #expect(refused.messages.contains("a.txt: edited by hand since git left it"), "\(refused)")
    #expect(refused.messages.contains("--edited") && refused.messages.contains("--force"))
    #expect(folder.read("a.txt") == mine)
    try program.run(["resolve", "--all"] + words, exits: 1)
    #expect(try folder.unmerged() == ["a.txt"] && folder.read("a.txt") == mine)
    guard words[0] != "--merge" else { return }
    let done = try program.run(["resolve", "a.txt", "--force"] + words, exits: 0)
    #expect(done.messages.contains("`docmerge undo` brings those edits back"))
    #expect(folder.read("a.txt") != mine)
    try folder.docmerge("undo")
    #expect(folder.read("a.txt") == mine)
  }

  @Test func `conflicts left between markers can be settled, and edits kept`() throws {
    let folder = try stopped()
    folder.write("a.txt", try settled(#require(folder.read("a.txt"))))
    let left = try folder.docmerge("resolve", "a.txt", "--edited", exits: 1)
    #expect(left.messages.contains("conflict markers are left"))
    try folder.docmerge("resolve", "a.txt", "--edited", "--theirs")
    let result = base.replacing("2", with: "my own two").replacing("8", with: "theirs eight")
    #expect(folder.read("a.txt") == result)
    #expect(folder.isSound())
    try folder.docmerge("undo")
    folder.write("a.txt", result.replacing("5", with: "five"))
    try folder.docmerge("resolve", "--all", "--edited")
    #expect(try folder.git("show", ":a.txt").text == result.replacing("5", with: "five"))
  }

  @Test func `in a file that was not edited, only the text between markers is settled`() throws {
    let folder = try GitFolder()
    try folder.forkText(
      base: base, ours: base.replacing("2", with: "ours").replacing("8", with: "eight"),
      theirs: base.replacing("2", with: "theirs").replacing("5", with: "five"))
    try folder.git("merge", "-q", "theirs", exits: 1)
    let left = try folder.docmerge("resolve", "a.txt", "--edited", exits: 1)
    #expect(left.messages.contains("conflict markers are left"))
    try folder.docmerge("resolve", "a.txt", "--edited", "--ours")
    #expect(
      folder.read("a.txt")
        == base.replacing("2", with: "ours").replacing("8", with: "eight")
        .replacing("5", with: "five"))
    try folder.docmerge("undo")
    folder.write("a.txt", try folder.git("show", ":2:a.txt").bytes)
    let output = try folder.docmerge("resolve", "a.txt", "--edited", "--ours", exits: 1)
    #expect(output.messages.contains("a.txt: not edited since git left it"))
    for words in [["--newest"], ["--tracked"], ["--remembered"]] {
      let wrong = Program(Replica.command, in: folder.path)
        .run(["resolve", "a.txt", "--edited"] + words)
      #expect(wrong.status == 64)
    }
  }

  @Test func `the requested contents are already there`() throws {
    let folder = try stopped()
    folder.write("a.txt", try folder.git("show", ":3:a.txt").bytes)
    try folder.docmerge("resolve", "a.txt", "--ours")
    #expect(try folder.unmerged().isEmpty)
  }

  @Test(arguments: [
    ["merge.conflictStyle": "diff3"], ["merge.conflictStyle": "zdiff3"], ["core.autocrlf": "true"],
    ["core.eol": "crlf"], ["x.y": "z"],
  ])
  func `what git wrote is no edit, however it is set up`(settings: [String: String]) throws {
    for attributes in [
      "", "* text=auto conflict-marker-size=11\n", "a.txt working-tree-encoding=UTF-16LE text\n",
    ] {
      let folder = try GitFolder(settings)
      func write(_ text: String) {
        let isWide = attributes.contains("UTF-16")
        folder.write("a.txt", isWide ? text.utf16.flatMap { [UInt8($0), 0] } : Array(text.utf8))
      }
      folder.write(".gitattributes", attributes)
      try folder.fork {
        write(base)
      } ours: {
        write(base.replacing("5", with: "ours"))
      } theirs: {
        write(base.replacing("5", with: "theirs"))
      }
      try folder.git("merge", "-q", "theirs", exits: 1)
      try folder.docmerge("resolve", "a.txt", "--ours")
    }
  }

  @Test(arguments: [
    ["-Xignore-space-change"], ["-Xignore-all-space"],
    ["-s", "recursive", "-Xdiff-algorithm=myers"],
    ["-Xpatience"],
  ])
  func `nor is what it wrote with options`(words: [String]) throws {
    let folder = try GitFolder()
    try folder.forkText(
      base: "a b\n" + base, ours: "a  b\n" + base.replacing("5", with: "ours"),
      theirs: "a b c\n" + base.replacing("5", with: "theirs"))
    try Program("git", in: folder.path).run(["merge", "-q", "theirs"] + words, exits: 1)
    try folder.docmerge("resolve", "a.txt", "--ours")
  }

  @Test(arguments: ["balanced", "strict", "eager", "git-merge"])
  func `nor is what docmerge's driver wrote`(policy: String) throws {
    let folder = try GitFolder()
    let option = policy == "git-merge" ? "--profile" : "--policy"
    try folder.git(
      "config", "merge.docmerge.driver",
      "\(Replica.command) merge-driver %O %A %B --marker-size %L --path %P \(option) \(policy)")
    folder.write(".git/info/attributes", "* merge=docmerge\n")
    try folder.forkText(
      base: "tent\n" + base, ours: "tent\nrope\n" + base.replacing("8", with: "ours"),
      theirs: "tent\nlamp\n" + base.replacing("8", with: "theirs"))
    try folder.git("merge", "-q", "theirs", exits: 1)
    try folder.docmerge("resolve", "a.txt", "--ours")
  }

  @Test func `nor is what the driver wrote by the format that an attribute names`() throws {
    let folder = try GitFolder()
    try folder.git(
      "config", "merge.docmerge.driver",
      "\(Replica.command) merge-driver %O %A %B --marker-size %L --path %P")
    folder.write(".git/info/attributes", "* merge=docmerge docmerge-format=json\n")
    func text(_ x: Int, _ y: Int, _ z: Int) -> String {
      "{\n  \"x\": \(x), \"y\": \(y),\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3,\n  \"z\": \(z)\n}\n"
    }
    try folder.forkText(base: text(1, 1, 1), ours: text(2, 1, 2), theirs: text(1, 3, 3))
    try folder.git("merge", "-q", "theirs", exits: 1)
    #expect(folder.read("a.txt")?.contains("\"x\": 2, \"y\": 3") == true)
    try folder.docmerge("resolve", "a.txt", "--ours")
  }

  @Test func `a merge that has committed markers is left, and a version is taken with a word`()
    throws
  {
    let folder = try GitFolder()
    let lines = (1...9).map { "line \($0) has a few words more\n" }.joined()
    let marked = "a\n<<<<<<< x\nb\n=======\nc\n>>>>>>> y\n" + lines
    try folder.forkText(
      base: marked, ours: marked.replacing("line 4", with: "line four"),
      theirs: marked.replacing("line 5", with: "line five"))
    try folder.git("merge", "-q", "theirs", exits: 1)
    let output = try folder.docmerge("resolve", "a.txt", "--merge", exits: 1)
    #expect(output.messages.contains("a.txt: merged, but line 2 has conflict markers"))
    #expect(try folder.unmerged() == ["a.txt"])
    let taken = try folder.docmerge("resolve", "a.txt", "--ours")
    #expect(taken.messages.contains("line 2 of ours has conflict markers"))
  }

  // MARK: What stands outside of the markers

  /// A repository that stopped with one conflict, in a style that moves lines out of its markers.
  private func shortened(
    _ style: String, base: String, ours: String, theirs: String
  ) throws -> GitFolder {
    let folder = try GitFolder(["merge.conflictStyle": style])
    try folder.forkText(base: base, ours: ours, theirs: theirs)
    try folder.git("merge", "-q", "theirs", exits: 1)
    return folder
  }

  @Test(arguments: ["zdiff3", "diff3"])
  func `the base takes the place of all that the sides have, outside of the markers too`(
    style: String
  ) throws {
    let folder = try shortened(
      style, base: "a\nold\nz\n", ours: "a\nnew\nours\nend\nz\n",
      theirs: "a\nnew\ntheirs\nend\nz\n")
    if style == "zdiff3" { #expect(folder.read("a.txt")?.hasPrefix("a\nnew\n<<<<<<<") == true) }
    try folder.docmerge("resolve", "a.txt", "--edited", "--base")
    #expect(folder.read("a.txt") == "a\nold\nz\n")
  }

  @Test func `where those lines were edited, the base is refused with the reason`() throws {
    let folder = try shortened(
      "zdiff3", base: "a\nold\nz\n", ours: "a\nnew\nours\nend\nz\n",
      theirs: "a\nnew\ntheirs\nend\nz\n")
    let text = try #require(folder.read("a.txt"))
    folder.write("a.txt", text.replacing("new", with: "newer"))
    let around = try folder.docmerge("resolve", "a.txt", "--edited", "--base", exits: 1)
    #expect(around.messages.contains("The lines around them were edited"), "\(around)")
    folder.write("a.txt", text.replacing("ours\n", with: "my own\n"))
    let within = try folder.docmerge("resolve", "a.txt", "--edited", "--base", exits: 1)
    #expect(within.messages.contains("by merge.conflictStyle, lines that both sides"), "\(within)")
  }

  @Test(arguments: [
    (opening: "if", body: " {\n", closing: "}\n"),
    (opening: "while", body: " do\n", closing: "done\n"),
    (opening: "call(", body: "\n", closing: ")\n"),
  ])
  func `each of both sides keeps the line that closes it`(
    opening: String, body: String, closing: String
  ) throws {
    func block(_ name: String) -> String { "\(opening) \(name)\(body)  \(name)\n\(closing)" }
    let folder = try shortened(
      "merge", base: "a\nz\n", ours: "a\n\(block("one"))z\n", theirs: "a\n\(block("two"))z\n")
    let text = try #require(folder.read("a.txt"))
    #expect(text.contains(">>>>>>> theirs\n\(closing)"), "\(text)")
    try folder.docmerge("resolve", "a.txt", "--edited", "--both")
    #expect(folder.read("a.txt") == "a\n\(block("one"))\(block("two"))z\n")
  }

  @Test func `both sides of a line that opens a block are refused with the reason`() throws {
    let folder = try shortened(
      "merge", base: "if x {\n  a\n}\n", ours: "if y {\n  a\n}\n", theirs: "if z {\n  a\n}\n")
    let text = folder.read("a.txt")
    let output = try folder.docmerge("resolve", "a.txt", "--edited", "--both", exits: 1)
    #expect(output.messages.contains("one side after the other would lose it"), "\(output)")
    let marked = try folder.docmerge("resolve", "a.txt", "--both")
    #expect(
      folder.read("a.txt") == "if y {\n  a\n}\n" && folder.read("a (theirs).txt") != nil,
      "\(marked)")
    try folder.docmerge("undo")
    #expect(folder.read("a.txt") == text)
  }
}
