import DocMergeTestSupport
import Testing

/// docmerge as the tool of other programs, with the very settings that the guide gives.
struct OtherHostTests {
  private static let base = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"

  private let folder = TemporaryFolder()

  private func file(_ name: String) -> File { File("\(folder.path)/\(name)") }

  private func write(_ name: String, _ text: String) { file(name).write(Array(text.utf8)) }

  private func program(_ name: String, in subfolder: String = "") -> Program {
    Program(
      name, in: "\(folder.path)/\(subfolder)",
      environment: HostedTool.environment(["HOME": folder.path, "HGRCPATH": "\(folder.path)/hgrc"]))
  }

  // MARK: - What the guide and docmerge(1) say

  /// The block of settings in docs/guide/git.md that has a line.
  private static func settings(with line: String) throws -> String {
    let guide = try #require(File(checkout + "docs/guide/git.md").text)
    let blocks = guide.split(separator: "```").filter { $0.contains("\n\(line)") }
    let block = try #require(blocks.first)
    return String(block.drop { $0 != "\n" }.dropFirst())
  }

  private static let checkout: String = {
    let parts = #filePath.split(separator: "/").dropLast(3)
    return "/" + parts.joined(separator: "/") + "/"
  }()

  @Test(arguments: [
    "[mergetool \"docmerge\"]", "[merge-tools]", "merge = Name *", "[merge-tools.docmerge]",
  ])
  func `the manual has the settings that the guide has`(line: String) throws {
    let manual = try #require(File(Self.checkout + "man/docmerge.1").text)
      .replacing("\\e", with: "\\")
    for setting in try Self.settings(with: line).split(separator: "\n") {
      #expect(manual.contains("\n\(setting)\n"), "\(setting)")
    }
  }

  @Test func `git takes the settings`() throws {
    write("gitconfig", try Self.settings(with: "[mergetool \"docmerge\"]"))
    for (key, value) in ToolRepository.settings {
      let output = program("git").run(["config", "--file", "gitconfig", key])
      #expect(output.text == "\(value)\n")
    }
  }

  // MARK: - Mercurial

  /// A repository in which two heads have changed a file.
  private func mercurial(ours: [UInt8], theirs: [UInt8], base: [UInt8]) throws {
    write("hgrc", try Self.settings(with: "[merge-tools]") + "[ui]\nusername = Anna\n")
    let hg = program("hg")
    try hg.run(["init"], exits: 0)
    for (text, parent) in [(base, ""), (theirs, "0"), (ours, "0")] {
      if !parent.isEmpty { try hg.run(["update", "-q", "-C", parent], exits: 0) }
      file("a b.md").write(text)
      try hg.run(["commit", "-q", "-A", "-m", "text", "a b.md"], exits: 0)
    }
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test(.enabled(if: HostedTool.exists("hg"), "Mercurial is missing"))
  func `Mercurial merges what only docmerge can`() throws {
    try mercurial(
      ours: bytes(Self.base.replacing("2", with: "two").replacing("\n", with: "\r\n")),
      theirs: bytes(Self.base.replacing("8", with: "eight")), base: bytes(Self.base))
    try program("hg").run(["merge"], exits: 0)
    let text = Self.base.replacing("2", with: "two").replacing("8", with: "eight")
    #expect(file("a b.md").text == text.replacing("\n", with: "\r\n"))
    #expect(program("hg").run(["resolve", "--list"]).text == "R a b.md\n")
  }

  @Test(.enabled(if: HostedTool.exists("hg"), "Mercurial is missing"))
  func `Mercurial keeps a file in conflict, and docmerge asks at a terminal`() throws {
    try mercurial(
      ours: bytes(Self.base.replacing("2", with: "ours")),
      theirs: bytes(Self.base.replacing("2", with: "theirs")), base: bytes(Self.base))
    let output = try program("hg").run(["merge"], exits: 1)
    #expect(output.messages.contains("1 region changed on both sides: line 2"), "\(output)")
    #expect(program("hg").run(["resolve", "--list"]).text == "U a b.md\n")
    #expect(file("a b.md").text?.contains("<<<<<<< ") == true)
    guard HostedTool.hasTerminal else { return }
    let asked = HostedTool.atTerminal(
      "hg resolve --all", answers: "bw", in: folder.path,
      environment: ["HOME": folder.path, "HGRCPATH": "\(folder.path)/hgrc"])
    #expect(asked.status == 0, "\(asked)")
    #expect(asked.text.contains("conflict 1 of 1, line 2"))
    #expect(file("a b.md").text == Self.base.replacing("2", with: "ours\ntheirs"))
    #expect(program("hg").run(["resolve", "--list"]).text == "R a b.md\n")
  }

  @Test(.enabled(if: HostedTool.exists("hg"), "Mercurial is missing"))
  func `Mercurial does not hand over a file that is no text`() throws {
    try mercurial(ours: [1, 0, 2, 2, 2], theirs: [1, 0, 3, 3, 3], base: [1, 0, 4, 4, 4])
    let output = try program("hg").run(["merge"], exits: 1)
    #expect(!output.description.contains("docmerge:"), "\(output)")
    #expect(file("a b.md").bytes == [1, 0, 2, 2, 2])
  }

  // MARK: - Unison

  @Test(.enabled(if: HostedTool.exists("unison"), "Unison is missing"))
  func `Unison merges what can be merged, and leaves the rest`() throws {
    let roots = ["A", "B"].map { "root = \(folder.path)/\($0)\n" }.joined()
    write(".unison/notes.prf", try roots + Self.settings(with: "merge = Name *"))
    for name in ["both.md", "it's one.md", "left.md"] { write("A/\(name)", Self.base) }
    write("B/other", "")
    let words = ["notes", "-ui", "text", "-batch"]
    try program("unison").run(words, exits: 0)
    for name in ["both.md", "it's one.md"] {
      write("A/\(name)", Self.base.replacing("2", with: "two"))
      write("B/\(name)", Self.base.replacing("2\n", with: "2\r\n").replacing("8", with: "eight"))
    }
    for side in ["A", "B"] {
      write("\(side)/left.md", Self.base.replacing("2", with: side))
      write("\(side)/new.md", "\(side)\n")
    }
    let output = program("unison").run(words)
    #expect(output.status == 2, "\(output)")
    let merged = Self.base.replacing("2\n", with: "two\r\n").replacing("8", with: "eight")
    for side in ["A", "B"] {
      for name in ["both.md", "it's one.md"] { #expect(file("\(side)/\(name)").text == merged) }
      #expect(file("\(side)/left.md").text == Self.base.replacing("2", with: side))
      #expect(file("\(side)/new.md").text == "\(side)\n")
      #expect(file(side).names == ["both.md", "it's one.md", "left.md", "new.md", "other"])
    }
  }

  // MARK: - jj

  /// The arguments that jj would run docmerge with: Debian has no jj that could be run itself.
  private func arguments(_ key: String, _ values: [String: String]) throws -> [[String]] {
    try Self.settings(with: "[merge-tools.docmerge]").split(separator: "\n")
      .filter { $0.hasPrefix("\(key) = [") }
      .map { line in
        let words = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        return words.map { values[$0] ?? $0 }
      }
  }

  private static let files = [
    "$base": "base-1.md", "$left": "left-1.md", "$right": "right-1.md", "$output": "output-1.md",
    "$marker_length": "11",
  ]

  @Test(arguments: [
    (ours: "1\n2 ours\n3\n", theirs: "1\n2\n3\n4\n", status: Int32(0), text: "1\n2 ours\n3\n4\n"),
    (
      ours: "1\nours\n3\n", theirs: "1\ntheirs\n3\n", status: 1,
      text: """
      1
      <<<<<<<<<<< left-1.md
      ours
      ||||||||||| base-1.md
      2
      ===========
      theirs
      >>>>>>>>>>> right-1.md
      3

      """
    ),
  ])
  func `the command line of jj resolve leaves a result, or markers and status 1`(
    ours: String, theirs: String, status: Int32, text: String
  ) throws {
    let commands = try arguments("merge-args", Self.files)
    for command in commands.prefix(1) {
      write("base-1.md", "1\n2\n3\n")
      write("left-1.md", ours)
      write("right-1.md", theirs)
      write("output-1.md", "")
      try program("docmerge").run(command, exits: status)
      #expect(file("output-1.md").text == text)
    }
    // The other one asks, and leaves the output empty, which jj takes for a cancelled merge.
    write("output-1.md", "")
    try program("docmerge").run(#require(commands.last), exits: status)
    #expect(file("output-1.md").text == (status == 0 ? text : ""))
  }

  @Test func `the command line of jj diff compares folders`() throws {
    write("left/a.md", "1\n")
    write("right/a.md", "2\n")
    let command = try #require(
      try arguments("diff-args", ["$left": "left", "$right": "right"]).first)
    let output = try program("docmerge").run(command, exits: 0)
    #expect(output.text == "--- a/a.md\n+++ b/a.md\n@@ -1 +1 @@\n-1\n+2\n")
  }
}
