import DocMergeTestSupport
import Testing

/// `git mergetool -t docmerge` at a terminal, where it asks about each region.
@Suite(.enabled(if: HostedTool.hasTerminal, "script(1), which plays a terminal, is missing"))
struct MergetoolInterviewTests {
  private static let base = "1\ntwo\n3\n4\n5\n6\nseven\n8\n9\n"
  private static let ours = base.replacing("two", with: "2 ours").replacing("seven", with: "7 ours")
  private static let theirs =
    base.replacing("two", with: "2 theirs").replacing("seven", with: "7 theirs")
  private static let line = "git mergetool --no-prompt"

  private func repository(
    _ name: String = "a.md", settings: [String: String] = [:]
  ) throws -> ToolRepository {
    try ToolRepository(
      name, base: Array(Self.base.utf8), ours: Array(Self.ours.utf8),
      theirs: Array(Self.theirs.utf8), settings: settings)
  }

  @Test(arguments: [
    (answers: "otw", second: "2 ours\n", seventh: "7 theirs\n"),
    (answers: "baw", second: "2 ours\n2 theirs\n", seventh: "seven\n"),
    (answers: "x12w", second: "2 ours\n", seventh: "7 theirs\n"),
    (answers: "sotw", second: "2 theirs\n", seventh: "7 ours\n"),
  ])
  func `asks about each region, and writes what was decided`(
    answers: String, second: String, seventh: String
  ) throws {
    let repository = try repository()
    let output = repository.atTerminal(Self.line, answers: answers)
    #expect(output.status == 0, "\(output)")
    for words in ["a.md, conflict 1 of 2, line 2", "conflict 2 of 2", "2 theirs"] {
      #expect(output.text.contains(words), "\(words)")
    }
    let text = Self.base.replacing("two\n", with: second).replacing("seven\n", with: seventh)
    #expect(repository.file("a.md").text == text)
    #expect(repository.unmerged.isEmpty)
    try repository.git("commit", "-q", "--no-edit")
  }

  @Test(arguments: ["oq", "o", "q", "ss", "oss", "", "otq"])
  func `writes nothing before all is decided`(answers: String) throws {
    let repository = try repository()
    let before = repository.file("a.md").bytes
    // The end of the input means no, to git as well.
    let output = repository.atTerminal(Self.line, answers: answers + "\u{4}")
    #expect(output.status == 1, "\(output)")
    #expect(output.text.contains("Nothing is written; what you decided is kept"))
    #expect(output.text.contains("the file is left as it was"))
    #expect(repository.file("a.md").bytes == before)
    #expect(repository.unmerged == ["a.md"])
  }

  @Test func `what was decided is offered the next time, and done if the settings say so`() throws {
    let repository = try repository()
    #expect(repository.atTerminal(Self.line, answers: "otw").status == 0)
    let text = repository.file("a.md").text
    func again() throws {
      try repository.git("reset", "-q", "--hard")
      try repository.program("git").run(["merge", "-q", "theirs"], exits: 1)
    }
    try again()
    let offered = repository.atTerminal(Self.line, answers: "rrw")
    #expect(offered.status == 0 && offered.text.contains("remembered: "), "\(offered)")
    #expect(repository.file("a.md").text == text)
    try again()
    #expect(repository.atTerminal(Self.line, answers: "tow").status == 0)
    let other = repository.file("a.md").text
    #expect(other != text)
    try again()
    try repository.git("config", "docmerge.memory", "apply")
    let applied = repository.atTerminal(Self.line, answers: "")
    #expect(applied.status == 0 && applied.text.contains("a.md is merged (memory)"), "\(applied)")
    #expect(repository.file("a.md").text == other)
    let list = try repository.program("docmerge").run(["memory", "list"], exits: 0).text
    #expect(list.contains("a.md"))
  }

  @Test func `never asks with --auto`() throws {
    let automatic = ToolRepository.settings["mergetool.docmerge.cmd"] ?? ""
    let repository = try repository(settings: ["mergetool.docmerge.cmd": "\(automatic) --auto"])
    let before = repository.file("a.md").bytes
    let output = repository.atTerminal(Self.line, answers: "oow")
    #expect(output.status == 1)
    #expect(!output.text.contains("[o]urs"))
    #expect(repository.file("a.md").bytes == before)
  }

  @Test func `marks the words that differ`() throws {
    let texts = ["old", "our", "their"].map { Array("one of the \($0) words\n".utf8) }
    let command = ToolRepository.settings["mergetool.docmerge.cmd"] ?? ""
    let repository = try ToolRepository(
      "a.md", base: texts[0], ours: texts[1], theirs: texts[2],
      settings: ["mergetool.docmerge.cmd": "\(command) --plain"])
    let output = repository.atTerminal(Self.line, answers: "tw", environment: ["TERM": "xterm"])
    #expect(output.text.contains("\u{1B}[31;7mour\u{1B}[0m"), "\(output)")
    #expect(output.text.contains("\u{1B}[32;7mtheir\u{1B}[0m"), "\(output)")
  }

  @Test func `offers what a rule would do that goes further`() throws {
    let texts = ["tent\nstove\n", "tent\nstove\nrope\n", "tent\nstove\nlamp\n"].map {
      Array($0.utf8)
    }
    let strict = ToolRepository.settings["mergetool.docmerge.cmd"] ?? ""
    let repository = try ToolRepository(
      "a.md", base: texts[0], ours: texts[1], theirs: texts[2],
      settings: ["mergetool.docmerge.cmd": "\(strict) --policy strict"])
    let output = repository.atTerminal(Self.line, answers: "mw")
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("(appended-to-list, "), "\(output)")
    #expect(output.text.contains("as suggested [m]"))
    #expect(repository.file("a.md").text == "tent\nstove\nrope\nlamp\n")
  }

  @Test func `does not offer a base that is none`() throws {
    let repository = try ToolRepository(
      "new.md", base: nil, ours: Array("ours\n".utf8), theirs: Array("theirs\n".utf8))
    let output = repository.atTerminal(Self.line, answers: "atw")
    #expect(output.status == 0, "\(output)")
    #expect(!output.text.contains("b[a]se"))
    #expect(output.text.contains("There is no such text here: the base."))
    #expect(repository.file("new.md").text == "theirs\n")
  }

  // MARK: - An editor

  @Test func `opens an editor, and takes no markers from it`() throws {
    let repository = try repository()
    let editor = "sed -i -e '/^[<|=>]/d' -e 's/two/BOTH/' -e '/seven/d'"
    let output = repository.atTerminal(
      Self.line, answers: "eew", environment: ["EDITOR": editor])
    #expect(output.status == 0, "\(output)")
    #expect(
      repository.file("a.md").text
        == "1\n2 ours\nBOTH\n2 theirs\n3\n4\n5\n6\n7 ours\n7 theirs\n8\n9\n")
    let other = try self.repository()
    let unchanged = other.atTerminal(
      Self.line, answers: "etow", environment: ["VISUAL": "true", "EDITOR": "false"])
    #expect(unchanged.status == 0, "\(unchanged)")
    #expect(unchanged.text.contains("there are conflict markers left"))
  }

  @Test func `goes on when the editor fails`() throws {
    let repository = try repository()
    let output = repository.atTerminal(Self.line, answers: "oetw")
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("Nothing is decided: the editor ended with 1."))
    #expect(repository.file("a.md").text?.contains("2 ours") == true)
  }

  @Test func `takes headings that look like markers for text in an editor`() throws {
    func text(_ word: String, _ byte: String = "=") -> [UInt8] {
      Array("a\n\(word)\n\(String(repeating: byte, count: 7))\nb\n".utf8)
    }
    let repository = try ToolRepository(
      "a.md", base: text("Title", "-"), ours: text("Our title"), theirs: text("Their heading"))
    let editor = "sed -i -e '/^<\\{7\\}/,/^=\\{7\\}/d' -e '/^>\\{7\\}/d'"
    let output = repository.atTerminal(
      Self.line, answers: "ew", environment: ["EDITOR": editor])
    #expect(output.status == 0, "\(output)")
    #expect(repository.file("a.md").bytes == text("Their heading"))
  }

  // MARK: - Bytes

  @Test func `keeps line endings of the file, whatever the editor writes`() throws {
    func ended(_ text: String) -> [UInt8] { Array(text.replacing("\n", with: "\r\n").utf8) }
    let repository = try ToolRepository(
      "a.md", base: ended(Self.base), ours: ended(Self.ours), theirs: ended(Self.theirs))
    let editor = "sed -i -e '/^[<|=>]/d' -e 's/\\r$//' -e '/seven/d'"
    let output = repository.atTerminal(
      Self.line, answers: "tew", environment: ["EDITOR": editor])
    #expect(output.status == 0, "\(output)")
    let text = Self.theirs.replacing("7 theirs\n", with: "7 ours\n7 theirs\n")
    #expect(repository.file("a.md").bytes == ended(text))
  }

  @Test(arguments: [["working-tree-encoding": "UTF-16"], [:]])
  func `keeps UTF-16, and shows it as text`(attributes: [String: String]) throws {
    func wide(_ text: String) -> [UInt8] {
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }
    let encoding = attributes.map { "\($0)=\($1)" }.joined()
    let repository = try ToolRepository(
      "a.md", base: wide(Self.base), ours: wide(Self.ours), theirs: wide(Self.theirs),
      attributes: encoding.isEmpty ? "" : "*.md \(encoding)\n")
    let editor = "sed -i -e '/^[<|=>]/d' -e s/seven/siebenfünf/"
    let output = repository.atTerminal(
      Self.line, answers: "tew", environment: ["EDITOR": editor])
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("2 theirs"))
    let text = Self.theirs.replacing("7 theirs\n", with: "7 ours\nsiebenfünf\n7 theirs\n")
    #expect(repository.file("a.md").bytes == wide(text))
    #expect(repository.unmerged.isEmpty)
  }

  @Test func `leaves the last line open where no side ends it`() throws {
    func text(_ word: String) -> [UInt8] { Array("a\nb\nc\n\(word)".utf8) }
    let repository = try ToolRepository(
      "a.md", base: text("end"), ours: text("our end"), theirs: text("their finish"))
    let output = repository.atTerminal(
      Self.line, answers: "ew", environment: ["EDITOR": "sed -i -e '/^[<|=>]/d' -e /end/d"])
    #expect(output.status == 0, "\(output)")
    #expect(repository.file("a.md").bytes == text("their finish"))
  }

  @Test func `does not write over contents that another program wrote meanwhile`() throws {
    let repository = try repository()
    let output = repository.atTerminal(
      Self.line, answers: "eotw\u{4}",
      environment: ["EDITOR": "echo changed > '\(repository.folder.path)/a.md' #"])
    #expect(output.status == 1, "\(output)")
    #expect(output.text.contains("a.md was changed meanwhile, and is left as it is"))
    #expect(repository.unmerged == ["a.md"])
  }

  @Test func `takes a side of a file that is no text`() throws {
    let texts: [[UInt8]] = [[0, 1, 2], [0, 1, 3], [0, 1, 4]]
    let repository = try ToolRepository("a.bin", base: texts[0], ours: texts[1], theirs: texts[2])
    let output = repository.atTerminal(Self.line, answers: "b>tw")
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("a.bin, decided as a whole") && output.text.contains("3 B"))
    #expect(!output.text.contains("[b]oth files") && !output.text.contains("newest"))
    #expect(repository.file("a.bin").bytes == texts[2])
    #expect(repository.unmerged.isEmpty)
  }

  @Test func `goes on where a person left`() throws {
    let repository = try repository()
    #expect(repository.atTerminal(Self.line, answers: "oq\u{4}").status == 1)
    let output = repository.atTerminal(Self.line, answers: "tw")
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("Going on where you left, after 1 step."))
    #expect(
      repository.file("a.md").text
        == Self.base.replacing("two", with: "2 ours").replacing("seven", with: "7 theirs"))
  }

  @Test func `says what rules resolved before it asks`() throws {
    func text(_ words: String...) -> [UInt8] {
      Array(
        "name: \(words[0])\nb: 2\nc: 3\nd: 4\nkey: \(words[1])\nother: \(words[2])\ne: 8\n".utf8)
    }
    let repository = try ToolRepository(
      "a.yaml", base: text("one", "1", "2"), ours: text("ours", "3", "2"),
      theirs: text("theirs", "1", "4"))
    let output = repository.atTerminal(Self.line, answers: "ow")
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("a.yaml: 1 conflict resolved automatically"), "\(output)")
    #expect(repository.file("a.yaml").bytes == text("ours", "3", "4"))
  }
}
