import DocMergeTestSupport
import Testing

/// `docmerge merge`, the whole command.
struct MergeVerbTests {
  private let folder = TemporaryFolder()

  private static let base =
    "# Trip\n\n- tent\n- stove\n- rope\n\nWe leave on Monday.\nBring water.\n"
  private static let ours = base.replacing("stove", with: "lamp")
  private static let theirs = base.replacing("Monday", with: "Friday") + "Be early.\n"
  private static let rival = base.replacing("- stove", with: "- gas stove and pots")

  private func file(_ name: String) -> File { File("\(folder.path)/\(name)") }

  private func write(_ ours: String = ours, _ theirs: String = theirs, base: String = base) {
    for (name, text) in [("base", base), ("ours", ours), ("theirs", theirs)] {
      file(name).write(Array(text.utf8))
    }
  }

  private func docmerge(
    _ words: String..., exits status: Int32 = 0, input: [UInt8] = []
  ) throws -> Output {
    try Program(Replica.command, in: folder.path).run(
      ["merge"] + words, exits: status, input: input)
  }

  @Test func `prints a clean merge, and nothing else`() throws {
    write()
    let output = try docmerge("base", "ours", "theirs")
    #expect(
      output.text == Self.ours.replacing("Monday", with: "Friday") + "Be early.\n")
    #expect(output.messageBytes.isEmpty)
    #expect(file("ours").text == Self.ours)
  }

  @Test func `leaves a conflict between markers, and exits with 1`() throws {
    write(Self.ours, Self.rival)
    let output = try docmerge("base", "ours", "theirs", exits: 1)
    #expect(
      output.text
        == Self.base.replacing(
          "- stove\n",
          with: "<<<<<<< ours\n- lamp\n=======\n- gas stove and pots\n>>>>>>> theirs\n"))
    #expect(output.messages == "docmerge: ours: 1 conflict left\n")
    let quiet = try docmerge("-q", "base", "ours", "theirs", exits: 1)
    #expect(quiet.messageBytes.isEmpty)
    #expect(quiet.bytes == output.bytes)
  }

  @Test func `takes the format of the option`() throws {
    let json = #"{"x": 1, "y": 2}"# + "\n"
    write(json.replacing("1", with: "3"), json.replacing("2", with: "4"), base: json)
    let merged = try docmerge(
      "--policy", "strict", "--format", "json", "base", "ours", "theirs")
    #expect(merged.text == #"{"x": 3, "y": 4}"# + "\n")
    for words in [["--path", "a.json", "--format", "none"], []] {
      _ = try Program(Replica.command, in: folder.path)
        .run(["merge", "--policy", "strict", "base", "ours", "theirs"] + words, exits: 1)
    }
    let refused = try docmerge("--format", "word", "base", "ours", "theirs", exits: 64)
    #expect(refused.messages.contains("--format must be one of json, jsonc, "))
    #expect(refused.bytes.isEmpty)
  }

  @Test func `shows conflicts in the style of the option`() throws {
    write(Self.ours, Self.rival)
    for style in ["diff3", "zdiff3"] {
      let output = try docmerge(
        "--style", style, "-L", "mine", "-L", "old", "--label", "yours", "base", "ours", "theirs",
        exits: 1)
      #expect(output.text.contains("<<<<<<< mine\n- lamp\n||||||| old\n- stove\n=======\n"))
      #expect(output.text.contains(">>>>>>> yours\n"))
    }
    let long = try docmerge("--marker-size", "11", "base", "ours", "theirs", exits: 1)
    #expect(long.text.contains("<<<<<<<<<<< ours\n"))
  }

  @Test func `markers are longer than what looks like one`() throws {
    let heading = "Title\n==========\n"
    write(heading + Self.ours, heading + Self.rival, base: heading + Self.base)
    let output = try docmerge("base", "ours", "theirs", exits: 1)
    #expect(output.text.contains("\n<<<<<<<<<<< ours\n"))
    let audit = Program(Replica.command, in: folder.path)
      .run(["audit-merge", "base", "ours", "theirs", "-"], input: output.bytes)
    #expect(audit.status == 1)
    #expect(audit.text.contains("conflict left: line 6 of the result"))
    #expect(audit.text.contains("Everything is accounted for."))
  }

  // MARK: Where things go

  @Test func `writes a file whole, keeps its mode, and leaves nothing else`() throws {
    write()
    file("out").write(Array("old".utf8))
    file("out").setPermissions(0o640)
    let output = try docmerge("base", "ours", "theirs", "-o", "out")
    #expect(output.bytes.isEmpty)
    #expect(file("out").text?.contains("Be early.") == true)
    #expect(file("out").permissions == 0o640)
    #expect(File(folder.path).names == ["base", "ours", "out", "theirs"])
  }

  @Test(arguments: ["base", "ours", "theirs"])
  func `the output may be an input`(name: String) throws {
    write()
    let expected = try docmerge("base", "ours", "theirs").text
    #expect(try docmerge("base", "ours", "theirs", "--output", name).bytes.isEmpty)
    #expect(file(name).text == expected)
  }

  @Test func `one file can be standard input`() throws {
    write()
    let expected = try docmerge("base", "ours", "theirs").text
    let output = try docmerge("base", "-", "theirs", input: Array(Self.ours.utf8))
    #expect(output.text == expected)
    #expect(try docmerge("-", "-", "theirs", exits: 64).bytes.isEmpty)
  }

  @Test(arguments: ["", "/dev/null"])
  func `there need not be a base`(base: String) throws {
    write("a\nours\n", "a\ntheirs\n")
    let output = try docmerge(base, "ours", "theirs", exits: 1)
    #expect(output.text.hasPrefix("a\n<<<<<<< ours\nours\n"))
  }

  @Test func `empty files and missing line ends are no trouble`() throws {
    write("", "", base: "")
    #expect(try docmerge("base", "ours", "theirs").bytes.isEmpty)
    write("a\nb\nc", "A\nb\nc", base: "a\nb\nc")
    #expect(try docmerge("base", "ours", "theirs").text == "A\nb\nc")
  }

  @Test(arguments: ["with space", "two\nlines", "-rf", "🦊", "it's \"quoted\""])
  func `takes any name`(name: String) throws {
    write()
    file(name).write(Array(Self.theirs.utf8))
    let output = try docmerge("-o", "out", "--report", "text", "--", "base", "ours", name)
    #expect(output.text.contains("out: merged"))
    file(name).write(Array(Self.rival.utf8))
    let conflict = try docmerge("--", "base", "ours", name, exits: 1)
    #expect(conflict.lines.filter { $0.hasPrefix(">>>>>>> ") }.count == 1)
  }

  // MARK: What cannot be done

  @Test func `says which file is missing, and writes nothing`() throws {
    write()
    let output = try docmerge("base", "none", "theirs", "-o", "out", exits: 2)
    #expect(output.messages == "docmerge: cannot read none: No such file or directory\n")
    #expect(!file("out").exists)
  }

  @Test func `refuses a file that is not text, and writes nothing`() throws {
    write()
    file("theirs").write([0x61, 0, 0x62])
    let output = try docmerge("base", "ours", "theirs", "-o", "ours", exits: 2)
    #expect(output.messages.contains("theirs (theirs) is not text"))
    #expect(file("ours").text == Self.ours)
  }

  @Test func `refuses damaged text, and encodings that cannot be brought together`() throws {
    write()
    file("theirs").write([0xFF, 0xFE, 0x61])
    let damaged = try docmerge("base", "ours", "theirs", exits: 2)
    #expect(damaged.messages.contains("theirs (theirs) is damaged: it is not in UTF-16LE"))
    write("caf\u{E9} ours\n", "theirs\n", base: "caf\u{E9}\n")
    file("theirs").write([0x63, 0x61, 0x66, 0xE9, 0x20, 0x78, 0x0A])
    file("ours").write(Self.wide("caf\u{E9} ours\n"))
    let differ = try docmerge("base", "ours", "theirs", exits: 2)
    #expect(
      differ.messages.contains(
        "the base: base (base) is read as UTF-8, ours (ours) is read as UTF-16LE, "
          + "theirs (theirs) is read as windows-1252"))
    #expect(differ.bytes.isEmpty)
  }

  @Test func `says how each text is read where the base is plain ASCII`() throws {
    write("caf\u{E9} ours\n", "", base: "cafe\n")
    file("theirs").write([0x63, 0x61, 0x66, 0xE9, 0x20, 0x78, 0x0A])
    let differ = try docmerge("base", "ours", "theirs", exits: 2)
    #expect(
      differ.messages
        == "docmerge: ours and theirs are in different encodings, and the base has letters of none: "
        + "base (base) is read as ASCII, ours (ours) is read as UTF-8, "
        + "theirs (theirs) is read as windows-1252\n")
  }

  /// The text in UTF-16 with its mark.
  private static func wide(_ text: String) -> [UInt8] {
    [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
  }

  @Test func `merges and checks texts in UTF-16`() throws {
    file("base").write(Self.wide(Self.base))
    file("ours").write(Self.wide(Self.ours))
    file("theirs").write(Self.wide(Self.theirs))
    let output = try docmerge("base", "ours", "theirs")
    let expected = Self.ours.replacing("Monday", with: "Friday") + "Be early.\n"
    #expect(output.bytes == Self.wide(expected))
    file("result").write(output.bytes)
    let words = ["audit-merge", "base", "ours", "theirs", "result"]
    try Program(Replica.command, in: folder.path).run(words, exits: 0)
    file("result").write(Self.wide(Self.ours))
    let lost = try Program(Replica.command, in: folder.path).run(words, exits: 1)
    #expect(lost.text.contains("insertion lost: theirs, line 9: \u{201C}Be early.\u{201D}"))
  }

  @Test func `a part without a final newline says so in any encoding`() throws {
    file("base").write(Self.wide("b\n"))
    file("ours").write(Self.wide("o"))
    file("theirs").write(Self.wide("t\n"))
    let note = "[no final newline]"
    let wide = "<<<<<<< ours \(note)\no\n=======\nt\n>>>>>>> theirs\n"
    #expect(try docmerge("base", "ours", "theirs", exits: 1).bytes == Self.wide(wide))
    file("base").write([0xE9, 0x62, 10])
    file("ours").write([0xE9, 0x6F])
    file("theirs").write([0xE9, 0x74, 10])
    let output = try docmerge("base", "ours", "theirs", exits: 1)
    #expect(output.text.hasPrefix("<<<<<<< ours [no final newline]\n"))
    #expect(output.bytes.contains([0x0A, 0xE9, 0x6F, 0x0A, 0x3D]))
  }

  @Test(arguments: [[], ["--marker-size", "7"]])
  func `a label is written in the encoding of the text`(options: [String]) throws {
    file("base").write([0xE9, 0x62, 10])
    file("ours").write([0xE9, 0x6F, 10])
    file("theirs").write([0xE9, 0x74, 10])
    let words = ["merge"] + options + ["-L", "\u{65E5}\u{E9}", "base", "ours", "theirs"]
    let output = try Program(Replica.command, in: folder.path).run(words, exits: 1)
    #expect(
      output.bytes == Array("<<<<<<< \\u{65E5}".utf8)
        + [0xE9, 10, 0xE9, 0x6F, 10] + Array("=======\n".utf8) + [0xE9, 0x74, 10]
        + Array(">>>>>>> theirs\n".utf8))
  }

  @Test func `takes what only one side changed, whatever it is`() throws {
    write()
    for name in ["base", "theirs"] { file(name).write([0, 1, 2]) }
    file("ours").write([0, 3])
    #expect(try docmerge("base", "ours", "theirs").bytes == [0, 3])
  }

  @Test func `says where it cannot write`() throws {
    write()
    let output = try docmerge("base", "ours", "theirs", "-o", "none/out", exits: 2)
    #expect(output.messages.contains("none/out"))
    #expect(output.messages.contains("No such file or directory"))
  }

  @Test(arguments: [
    ["base", "ours"], ["base", "ours", "theirs", "more"],
    ["--policy", "wild", "base", "ours", "theirs"],
    ["--marker-size", "0", "base", "ours", "theirs"],
    ["--marker-size", "10001", "base", "ours", "theirs"],
    ["--marker-size", "4000000000", "base", "ours", "theirs"],
    ["--marker-size", "1000000000000000000", "base", "ours", "theirs"],
    ["--report-file", "r", "base", "ours", "theirs"],
    ["-L1", "-L2", "-L3", "-L4", "base", "ours", "theirs"],
  ])
  func `ends with 64 for arguments that make no sense`(words: [String]) {
    write()
    let output = Program(Replica.command, in: folder.path).run(["merge"] + words)
    #expect(output.status == 64)
    #expect(output.bytes.isEmpty)
    #expect(output.messages.contains("Usage: docmerge merge"))
  }
}
