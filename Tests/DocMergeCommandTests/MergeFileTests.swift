import DocMergeTestSupport
import Testing

/// `docmerge merge-file` against the installed `git merge-file`: output, messages and exit status.
struct MergeFileTests {
  private let folder = TemporaryFolder()

  private static let base = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
  private static let clean = (
    ours: base.replacing("1", with: "one"), theirs: base.replacing("9", with: "nine\nten")
  )
  private static let conflict = (
    ours: base.replacing("2", with: "two").replacing("5", with: "five\nsame"),
    theirs: base.replacing("2", with: "TWO").replacing("5", with: "FIVE\nsame")
  )

  private func write(_ texts: [String: [UInt8]]) {
    for (name, text) in texts { File("\(folder.path)/\(name)").write(text) }
  }

  private func write(base: String, ours: String, theirs: String) {
    write(["base": Array(base.utf8), "ours": Array(ours.utf8), "theirs": Array(theirs.utf8)])
  }

  private func read(_ name: String) -> [UInt8]? { File("\(folder.path)/\(name)").bytes }

  private func git(_ words: [String]) -> Output {
    Program("git", in: folder.path).run(["merge-file"] + words)
  }

  private func docmerge(_ words: [String]) -> Output {
    Program(Replica.command, in: folder.path).run(["merge-file"] + words)
  }

  /// Runs both, each on `ours` as it was, and compares everything that they leave.
  private func expectAlike(_ words: [String]) throws {
    let names = ["base", "ours", "theirs"]
    let before = try names.map { try #require(read($0)) }
    func restore() { write(Dictionary(uniqueKeysWithValues: zip(names, before))) }
    defer { restore() }
    let expected = git(words)
    let expectedResult = names.map(read)
    restore()
    let output = docmerge(words)
    #expect(output.status == expected.status, "\(words)")
    let printsAlike = output.bytes == expected.bytes
    #expect(printsAlike, "\(words)")
    #expect(output.messages == expected.messages, "\(words)")
    // Not shown byte by byte where they differ: the texts can be large.
    let isAlike = names.map(read) == expectedResult
    #expect(isAlike, "\(words)")
  }

  @Test(arguments: [
    [], ["-p"], ["-q"], ["-pq"], ["--stdout", "--quiet"], ["--diff3"], ["--zdiff3"], ["--ours"],
    ["--theirs"], ["--union"], ["--diff3", "--zdiff3"], ["--zdiff3", "--diff3"],
    ["--ours", "--theirs"], ["-p", "--no-stdout"], ["--diff3", "--no-diff3"],
    ["--union", "--no-union"], ["--marker-size=3"], ["--marker-size", "12"], ["--marker-size=0"],
    ["--marker-size=-4"], ["--mark=9"], ["--std"], ["-L", "mine"], ["-Lmine", "-Lold"],
    ["-pLmine", "-L", "", "-L", "a b"], ["--no-marker-size"],
    ["--marker-size=4000000000"], ["--marker-size=1000000000000000000"], ["--marker-size=010"],
    ["--marker-size=99999999999999999999"], ["--marker-size= 9"], ["--marker-size=4294967305"],
  ])
  func `does what git does`(options: [String]) throws {
    for sides in [Self.clean, Self.conflict] {
      write(base: Self.base, ours: sides.ours, theirs: sides.theirs)
      try expectAlike(options + ["ours", "base", "theirs"])
      try expectAlike(["ours", "base", "theirs"] + options)
      try expectAlike(options + ["--", "ours", "base", "theirs"])
    }
  }

  @Test(arguments: [
    ("", "", ""), ("", "a\n", "b\n"), ("a\n", "", "a"), ("a", "b", "c"),
    ("a\r\nb\r\n", "a\r\nx\r\n", "a\r\ny\r\n"),
    ("a\n", "<<<<<<<\n", ">>>>>>>\n"), ("x\n\n\n", "y\n\n\n", "z\n\n\n"),
  ])
  func `prints the same for odd texts`(base: String, ours: String, theirs: String) throws {
    write(base: base, ours: ours, theirs: theirs)
    for style in [[], ["--diff3"], ["--zdiff3"], ["--union"]] {
      try expectAlike(["-p"] + style + ["ours", "base", "theirs"])
    }
  }

  @Test func `refuses files that are not text, in git's words`() throws {
    let text = Array(repeating: UInt8(ascii: "a"), count: 9000)
    for position in [0, 7999, 8000] {
      var bytes = text
      bytes[position] = 0
      write(["base": text, "ours": text, "theirs": bytes])
      try expectAlike(["ours", "base", "theirs"])
      try expectAlike(["-q", "theirs", "ours", "base"])
    }
  }

  @Test func `says which file is missing, in git's words`() throws {
    write(base: "a\n", ours: "b\n", theirs: "c\n")
    try expectAlike(["ours", "missing", "theirs"])
    try expectAlike(["-q", "ours", "missing", "theirs"])
    #expect(docmerge(["ours", "base", "none"]).status == 255)
  }

  @Test(arguments: [
    [], ["ours", "base"], ["ours", "base", "theirs", "more"],
    ["--unknown", "ours", "base", "theirs"],
    ["-x", "ours", "base", "theirs"], ["--marker-size=x", "ours", "base", "theirs"],
    ["--marker-size=9x", "ours", "base", "theirs"], ["--marker-size=", "ours", "base", "theirs"],
    ["-La", "-Lb", "-Lc", "-Ld", "ours", "base", "theirs"],
  ])
  func `ends with 129 for arguments that make no sense`(words: [String]) {
    write(base: "a\n", ours: "b\n", theirs: "c\n")
    let output = docmerge(words)
    #expect(output.status == 129)
    #expect(git(words).status == 129)
    #expect(output.bytes.isEmpty)
    #expect(output.messages.contains("merge-file"))
    #expect(read("ours") == Array("b\n".utf8))
  }

  @Test func `counts conflicts up to 127`() throws {
    let line = { (index: Int, side: String) in "start \(index)\na\nb\n\(side)\nc\nd\n" }
    let text = { (side: String) in (0..<130).map { line($0, side) }.joined() }
    write(base: text("base"), ours: text("ours"), theirs: text("theirs"))
    try expectAlike(["ours", "base", "theirs"])
    #expect(docmerge(["-p", "ours", "base", "theirs"]).status == 127)
  }

  /// Texts that are mapped, laid beside each other, and compared by two threads.
  @Test(arguments: [
    (edited: 40, moved: false, alike: false), (edited: 3, moved: false, alike: false),
    (edited: 40, moved: true, alike: false), (edited: 200, moved: false, alike: true),
  ])
  func `prints the same for large texts`(edited: Int, moved: Bool, alike: Bool) throws {
    let line = { (index: Int) in alike ? "the same\n" : "line \(index) of a text that is long\n" }
    let base = (0..<40_000).map(line)
    let side = { (name: String, remainder: Int) -> [String] in
      let lines = base.enumerated().flatMap { index, line -> [String] in
        guard index % edited == remainder else { return [line] }
        return index % 3 == 0 ? [] : index % 3 == 1 ? ["\(name) \(index)\n"] : [line, "\(name)\n"]
      }
      return moved ? Array(lines[20_000...] + lines[..<20_000]) : lines
    }
    write(
      base: base.joined(), ours: side("ours", 1).joined(), theirs: side("theirs", 2).joined())
    try expectAlike(["-p", "ours", "base", "theirs"])
    try expectAlike(["--zdiff3", "theirs", "base", "ours"])
    try expectAlike(["-p", "--diff3", "base", "ours", "theirs"])
  }

  @Test func `takes names that are not text`() throws {
    let name: [UInt8] = [0xFF, 0x6E]
    File(bytes: Array("\(folder.path)/".utf8) + name).write(Array("a\n".utf8))
    write(base: "b\n", ours: "c\n", theirs: "d\n")
    let words = [
      Array("merge-file".utf8), Array("-p".utf8), Array("ours".utf8), Array("base".utf8),
    ]
    let expected = Program("git", in: folder.path).run(words + [name])
    let output = Program(Replica.command, in: folder.path).run(words + [name])
    #expect(output.bytes == expected.bytes)
    #expect(output.status == expected.status)
  }

  @Test func `keeps mode and link of the current file, and leaves nothing else`() throws {
    write(base: Self.base, ours: Self.clean.ours, theirs: Self.clean.theirs)
    File("\(folder.path)/ours").setPermissions(0o640)
    File("\(folder.path)/link").link(to: "ours")
    #expect(docmerge(["link", "base", "theirs"]).status == 0)
    let file = File("\(folder.path)/ours")
    #expect(file.text == "one\n2\n3\n4\n5\n6\n7\n8\nnine\nten\n")
    #expect(file.permissions == 0o640)
    #expect(File("\(folder.path)/link").target == "ours")
    #expect(File(folder.path).names == ["base", "link", "ours", "theirs"])
  }

  @Test func `compares by the algorithm of the option`() throws {
    write(base: Self.base, ours: Self.conflict.ours, theirs: Self.conflict.theirs)
    for name in ["myers", "default", "minimal", "patience", "histogram"] {
      let output = docmerge(["-p", "--diff-algorithm=\(name)", "ours", "base", "theirs"])
      #expect(output.status == 1)
      #expect(output.bytes == git(["-p", "ours", "base", "theirs"]).bytes)
    }
    #expect(docmerge(["--diff-algorithm=none", "ours", "base", "theirs"]).status == 129)
  }

  @Test func `works in the folder that -C names`() throws {
    write(base: Self.base, ours: Self.clean.ours, theirs: Self.clean.theirs)
    let words = ["-C", folder.path, "merge-file", "-p", "ours", "base", "theirs"]
    let output = try Program(Replica.command, in: "/").run(words, exits: 0)
    #expect(output.bytes == git(["-p", "ours", "base", "theirs"]).bytes)
    #expect(Program(Replica.command, in: "/").run(["-C", folder.path, "merge-file"]).status == 129)
  }

  // MARK: What only scripts ask for

  @Test func `ends options where git does, and tells its usage with git's status`() throws {
    let folder = TemporaryFolder()
    for name in ["-o", "b", "t"] { File("\(folder.path)/\(name)").write(Array(name.utf8)) }
    func run(_ words: String...) -> Output {
      Program(Replica.command, in: folder.path).run(["merge-file"] + words)
    }
    func git(_ words: String...) -> Output {
      Program("git", in: folder.path).run(["merge-file"] + words)
    }
    let ended = run("-p", "--end-of-options", "-o", "b", "t")
    #expect(ended.bytes == git("-p", "--end-of-options", "-o", "b", "t").bytes)
    #expect(ended.status == 1)
    for output in [run("-h"), run("-ph", "b")] {
      #expect(output.status == 129 && output.text.hasPrefix("usage: docmerge merge-file"))
      #expect(output.messages.isEmpty)
    }
    #expect(git("-h").status == 129)
    #expect(run("--help").status == 0)
    for sizes in [["x", "9"], ["9", "x"]] {
      let words = sizes.map { "--marker-size=\($0)" } + ["-p", "b", "b", "t"]
      #expect(Program(Replica.command, in: folder.path).run(["merge-file"] + words).status == 129)
    }
  }

  @Test func `says of folders what git says`() {
    let folder = TemporaryFolder()
    for name in ["o", "b", "t", "folder/x"] {
      File("\(folder.path)/\(name)").write(Array("\(name)\n".utf8))
    }
    for words in [
      ["folder", "b", "t"], ["o", "folder", "t"], ["o", "b", "none"], ["o/x", "b", "t"],
    ] {
      let all = ["merge-file", "-p"] + words
      let output = Program(Replica.command, in: folder.path).run(all)
      let expected = Program("git", in: folder.path).run(all)
      #expect(output.messages == expected.messages && output.status == expected.status)
    }
  }
}
