import DocMergeTestSupport
import Testing

/// The program `docmerge`, and the one that it starts for what needs shared libraries.
struct LauncherTests {
  private let folder = TemporaryFolder()

  private var full: String { Replica.command + "-full" }

  /// A folder with the program in it, as a user would install it.
  private func install(to place: String) throws -> String {
    try Program("mkdir", in: folder.path).run(["-p", place], exits: 0)
    try Program("cp", in: folder.path).run([Replica.command, place], exits: 0)
    return "\(folder.path)/\(place)/docmerge"
  }

  /// A program in the place of the full one that prints what it was asked.
  private func installFull(to place: String) throws {
    try Program("mkdir", in: folder.path).run(["-p", place], exits: 0)
    let full = File("\(folder.path)/\(place)/docmerge-full")
    full.write(Array("#!/bin/sh\necho full \"$@\"\n".utf8))
    full.setPermissions(0o755)
  }

  /// Command lines that need it.
  private static let needy = [
    ["resolve", "--web", "--all"], ["diff", "a.md", "--web"], ["grammars", "install", "swift"],
  ]

  @Test(arguments: needy)
  func `finds the full program beside it`(words: [String]) throws {
    let program = try install(to: "bin")
    try installFull(to: "bin")
    let output = try Program(program, in: folder.path).run(words, exits: 0)
    #expect(output.text == "full \(words.joined(separator: " "))\n")
  }

  @Test func `finds the full program in libexec, and itself through a link`() throws {
    let program = try install(to: "usr/bin")
    try installFull(to: "usr/libexec/docmerge")
    File("\(folder.path)/link").link(to: program)
    let output = try Program("\(folder.path)/link", in: folder.path)
      .run(["resolve", "--web"], exits: 0)
    #expect(output.text == "full resolve --web\n")
  }

  @Test(arguments: needy)
  func `says that docmerge-full is missing`(words: [String]) throws {
    let program = try install(to: "bin")
    let output = try Program(program, in: folder.path).run(words, exits: 2)
    #expect(output.bytes.isEmpty)
    #expect(output.messages.contains("docmerge-full is missing"))
    #expect(output.messages.contains("\(folder.path)/bin/"))
  }

  @Test func `needs nothing beside it for documents`() throws {
    let program = try install(to: "bin")
    let run = { (words: [String]) in try Program(program, in: folder.path).run(words, exits: 0) }
    _ = try run(["init", "notes"])
    File("\(folder.path)/notes/a.md").write(Array("a\n".utf8))
    _ = try run(["-C", "notes", "save"])
    #expect(try run(["-C", "notes", "list", "--all"]).text.contains("a.md"))
    // A name of a document is no option.
    let named = Program(program, in: folder.path).run(["-C", "notes", "show", "--", "--web"])
    #expect(!named.messages.contains("docmerge-full"))
  }

  @Test func `loads no library of the pages`() throws {
    let linked = try Program("ldd", in: folder.path).run([Replica.command], exits: 0)
    #expect(linked.text.contains("libgit2"))
    #expect(!linked.text.contains("libcurl"))
  }

  @Test func `passes arguments, input, output and status on`() throws {
    let replica = Replica()
    try replica.initialize()
    try replica.save("new name.md", "old\n")
    let words = ["save", "new name.md", "--contents", "-"]
    try replica.program.run(words, exits: 0, input: Array("text\n".utf8))
    #expect(replica.read("new name.md") == "text\n")
    let direct = Program(full, in: replica.path).run(["list", "--all"])
    let launched = replica.program.run(["list", "--all"])
    #expect(launched.bytes == direct.bytes)
    #expect(launched.status == direct.status)
    #expect(replica.program.run(["nonsense"]).status == 64)
  }

  // MARK: The verbs that start fast

  private static let merges = [
    ["merge", "base", "ours", "theirs"],
    [
      "merge", "--policy", "eager", "--style=zdiff3", "--marker-size", "9", "base", "ours",
      "theirs",
    ],
    ["merge", "-L", "one", "--label=two", "--label", "three", "base", "ours", "theirs"],
    ["merge", "-q", "--report", "text", "--path", "name", "base", "--", "ours", "theirs"],
    ["merge", "--report", "json", "-o", "ours", "base", "ours", "theirs"],
    [
      "merge", "--report", "html", "--report-file", "page", "--output=out", "base", "ours",
      "theirs",
    ],
    ["audit-merge", "base", "ours", "theirs", "theirs"],
    ["audit-merge", "--report=json", "base", "ours", "theirs", "ours"],
    ["audit-merge", "--quiet", "base", "ours", "theirs", "base"],
  ]

  /// Commands left to the parser of all verbs: rare spellings and mistakes.
  private static let oddMerges = [
    ["merge", "-qq", "base", "ours", "theirs"], ["merge", "-o=out", "base", "ours", "theirs"],
    ["merge", "-q", "--quiet", "base", "ours", "theirs"],
    ["merge", "--policy", "strict", "--policy", "eager", "base", "ours", "theirs"],
    ["merge", "--label=", "base", "ours", "theirs"],
    ["merge", "-o", "-", "base", "ours", "theirs"], ["merge", "base", "ours"],
    ["merge", "--marker-size", "0", "base", "ours", "theirs"], ["merge", "--output"],
    ["merge", "--policy", "wild", "base", "ours", "theirs"], ["merge", "--help"],
    ["merge", "--report-file", "page", "base", "ours", "theirs"], ["merge", "-", "-", "theirs"],
    ["audit-merge", "-h"], ["audit-merge", "--report", "html", "base", "ours", "theirs", "ours"],
  ]

  @Test(arguments: merges + oddMerges)
  func `does what the full program does`(words: [String]) {
    let outcomes = [Replica.command, full].map { name in
      let folder = TemporaryFolder()
      for (name, text) in [("base", "a\nb\nc\n"), ("ours", "a\nB\nc\n"), ("theirs", "a\nX\nc\n")] {
        File("\(folder.path)/\(name)").write(Array(text.utf8))
      }
      let output = Program(name, in: folder.path).run(words)
      let names = File(folder.path).names
      let texts = names.map { File("\(folder.path)/\($0)").text }
      return (output: output, names: names, texts: texts)
    }
    #expect(outcomes[0].output.description == outcomes[1].output.description)
    #expect(outcomes[0].names == outcomes[1].names)
    #expect(outcomes[0].texts == outcomes[1].texts)
  }

  @Test(arguments: merges)
  func `merges and checks without the full program`(words: [String]) throws {
    let program = try install(to: "bin")
    for name in ["base", "ours", "theirs"] { File("\(folder.path)/\(name)").write([0x61, 0x0A]) }
    try Program(program, in: folder.path).run(words, exits: 0)
  }

  @Test func `a folder that is not there is named, and the one before it is not gone to twice`()
    throws
  {
    try Program("mkdir", in: folder.path).run(["-p", "a/a/missing"], exits: 0)
    let words = ["-C", "a", "-C", "missing", "merge", "base", "ours", "theirs"]
    let output = try Program(Replica.command, in: folder.path).run(words, exits: 2)
    #expect(output.messages.contains("cannot go to missing: No such file or directory"))
  }

  @Test(
    arguments: [
      ("merge", ["base", "ours", "theirs", "-o", "out"], 64),
      ("audit-merge", ["base", "ours", "theirs", "ours"], 64),
      ("merge-driver", ["base", "ours", "theirs"], 64),
      ("merge-file", ["ours", "base", "theirs"], 129),
      ("list", [], 64),
    ] as [(String, [String], Int32)])
  func `the folder to work in precedes the verb`(
    verb: String, files: [String], status: Int32
  ) throws {
    for name in ["base", "ours", "theirs"] {
      File("\(folder.path)/\(name)").write([0x61, 0x0A])
    }
    for place in ["/nonexistent", folder.path] {
      let words = [verb, "-C", place] + files
      let output = try Program(Replica.command, in: folder.path).run(words, exits: status)
      #expect(output.messages.contains("-C <dir> must come before the verb"))
      #expect(File(folder.path).names == ["base", "ours", "theirs"])
    }
  }
}
