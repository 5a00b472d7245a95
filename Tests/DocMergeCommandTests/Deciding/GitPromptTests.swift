import DocMergeTestSupport
import Testing

/// `docmerge resolve` at a terminal in a git repository; `script` plays the terminal.
@Suite(.enabled(if: HostedTool.hasTerminal))
struct GitPromptTests {
  private let place = GitPlace()

  private let base = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
  private func edited(_ word: String) -> String {
    base.replacing("2", with: "\(word) two").replacing("8", with: "\(word) eight")
  }

  /// A merge that left two regions in `a.txt` and one in `b.txt`.
  private func stopped(_ more: [String: (ours: String?, theirs: String?)] = [:]) throws {
    try place.branches(
      base: ["a.txt": base, "b.txt": "word\n"],
      ours: ["a.txt": edited("ours"), "b.txt": "quite mine\n"],
      theirs: ["a.txt": edited("yours"), "b.txt": "another thing\n"])
    #expect(place.merge().status == 1)
  }

  private func resolve(_ keys: String, environment: [String: String] = [:]) -> Output {
    HostedTool.atTerminal(
      "'\(Replica.command)' resolve", answers: keys, in: place.path, environment: environment)
  }

  @Test func `each region is shown with its place and context, and decided by one key`() throws {
    try stopped()
    let output = resolve("otbw")
    #expect(output.status == 0, "\(output)")
    for words in [
      "a.txt, conflict 1 of 2, line 2", "a.txt, conflict 2 of 2, line 8", "b.txt, conflict 1 of 1",
      "ours (main,", "Nothing is left in conflict.",
    ] {
      #expect(output.text.contains(words), "\(words)")
    }
    #expect(
      place.read("a.txt")
        == base.replacing("2", with: "ours two").replacing("8", with: "yours eight"))
    #expect(place.read("b.txt") == "quite mine\nanother thing\n")
    #expect(place.status == ["M  a.txt", "M  b.txt"])
  }

  @Test func `nothing is written before a person says so, and the session goes on later`() throws {
    try stopped()
    let before = place.read("a.txt")
    let first = resolve("oq")
    #expect(first.status == 1, "\(first)")
    #expect(first.text.contains("Nothing is written"))
    #expect(place.read("a.txt") == before)
    let second = resolve("tow")
    #expect(second.text.contains("Going on where you left, after 1 step."), "\(second)")
    #expect(second.text.contains("a.txt, conflict 2 of 2"))
    #expect(!second.text.contains("a.txt, conflict 1 of 2"))
    #expect(
      place.read("a.txt")
        == base.replacing("2", with: "ours two").replacing("8", with: "yours eight"))
    #expect(place.read("b.txt") == "quite mine\n")
    #expect(!File("\(place.path)/.git/docmerge/session.json").exists)
  }

  @Test func `a person who quits can have the files written that are decided`() throws {
    try stopped()
    let output = resolve("ooqy")
    #expect(output.status == 1, "\(output)")
    #expect(place.read("a.txt") == edited("ours"))
    #expect(place.status.contains("UU b.txt"))
  }

  @Test func `steps are undone, and done again`() throws {
    try stopped()
    #expect(resolve("ouUutTow").status == 0)
    #expect(place.read("a.txt") == edited("yours"))
  }

  @Test func `a decision in an earlier merge is no part of the next`() throws {
    try stopped()
    _ = resolve("oq")
    try place.git("merge", "--abort")
    try place.git("checkout", "-q", "theirs")
    try place.commit(["a.txt": edited("third")], "third")
    try place.git("checkout", "-q", "main")
    #expect(place.merge().status == 1)
    let output = resolve("q")
    #expect(output.text.contains("a.txt: its versions are other ones now."), "\(output)")
    #expect(output.text.contains("a.txt, conflict 1 of 2"))
  }

  @Test func `a file that was changed meanwhile stays as it is`() throws {
    try stopped()
    let editor = "echo meanwhile > a.txt; printf 'mine\\n' >"
    let output = resolve("eoow", environment: ["EDITOR": "sh -c '\(editor) \"$0\"'"])
    #expect(output.text.contains("a.txt was changed meanwhile"), "\(output)")
    #expect(place.read("a.txt") == "meanwhile\n")
    #expect(place.read("b.txt") == "quite mine\n")
    #expect(place.status.contains("UU a.txt"))
  }

  @Test func `a suggestion is shown with its rule and its risk, and taken by one key`() throws {
    try place.branches(
      base: ["a.txt": "1\n2\n"], ours: ["a.txt": "1\n2\nours\n"],
      theirs: ["a.txt": "1\n2\ntheirs\n"])
    #expect(place.merge().status == 1)
    let output = resolve("mw")
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("suggested: "))
    #expect(output.text.contains("risk)"))
    #expect(place.read("a.txt") == "1\n2\nours\ntheirs\n")
  }

  @Test func `a choice that breaks the structure is reported before anything is written`() throws {
    try place.branches(
      base: ["a.json": "{\n  \"a\": 1\n}\n"], ours: ["a.json": "{\n  \"a\": 2\n}\n"],
      theirs: ["a.json": "{\n  \"a\": 3\n}\n"])
    #expect(place.merge().status == 1)
    let output = resolve("buow")
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("warning: "))
    #expect(place.read("a.json") == "{\n  \"a\": 2\n}\n")
  }

  @Test func `files that are no text, and deleted ones, are decided as a whole`() throws {
    try place.branches(
      base: ["a.bin": "\0base", "b.txt": "base\n"], ours: ["a.bin": "\0ours", "b.txt": "ours\n"],
      theirs: ["a.bin": "\0theirs", "b.txt": "base\n"])
    try place.git("checkout", "-q", "theirs")
    try place.git("rm", "-q", "b.txt")
    try place.git("commit", "-q", "-m", "deleted")
    try place.git("checkout", "-q", "main")
    #expect(place.merge().status == 1)
    let output = resolve("ttw")
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("a.bin, decided as a whole"))
    #expect(output.text.contains("deleted"))
    #expect(place.read("a.bin") == "\0theirs")
    #expect(place.read("b.txt") == nil)
  }

  @Test func `unknown keys and help change nothing`() throws {
    try stopped()
    let before = place.read("a.txt")
    let output = resolve("x?vrq")
    #expect(output.status == 1)
    #expect(output.text.contains("That key means nothing here"))
    #expect(output.text.contains("as remembered"))
    #expect(output.text.contains("ours: 4 changes, 0 kept, 0 left out, 4 to decide"), "\(output)")
    #expect(place.read("a.txt") == before)
    #expect(place.status == ["UU a.txt", "UU b.txt"])
  }

  @Test func `a merge that was given up meanwhile is not written into`() throws {
    try stopped()
    let editor = "git merge --abort; printf 'mine\\n' >"
    let output = resolve("eotw", environment: ["EDITOR": "sh -c '\(editor) \"$0\"'"])
    #expect(output.text.contains("a.txt was changed meanwhile"), "\(output)")
    #expect(place.read("a.txt") == edited("ours"))
    #expect(place.status.isEmpty)
  }

  @Test func `one undo brings all conflicts back`() throws {
    try stopped()
    #expect(resolve("ottw").status == 0)
    try Program(Replica.command, in: place.path).run(["undo"], exits: 0)
    #expect(place.status == ["UU a.txt", "UU b.txt"])
  }

  @Test func `steps are kept for the regions of one policy alone`() throws {
    let line = "We meet on Monday in the large hall.\n"
    try place.branches(
      base: ["a.txt": "\(line)mid\nomega 1\n"],
      ours: ["a.txt": "\(line.replacing("Monday", with: "Friday"))mid\nomega 3\n"],
      theirs: ["a.txt": "\(line.replacing("large", with: "small"))mid\nomega 2\n"])
    #expect(place.merge().status == 1)
    let first = HostedTool.atTerminal(
      "'\(Replica.command)' resolve a.txt --policy strict", answers: "oqn", in: place.path)
    #expect(first.text.contains("conflict 1 of 2"), "\(first)")
    let second = resolve("q")
    #expect(second.text.contains("its versions are other ones now"), "\(second)")
    #expect(second.text.contains("conflict 1 of 1"))
  }

  @Test func `deciding one file keeps what was decided of another`() throws {
    try stopped()
    _ = resolve("oqn")
    let other = HostedTool.atTerminal(
      "'\(Replica.command)' resolve b.txt", answers: "q", in: place.path)
    #expect(!other.text.contains("Going on"))
    #expect(resolve("q").text.contains("Going on where you left, after 1 step."))
  }

  @Test func `the right to run is merged by the three-way rule`() throws {
    try place.branches(
      base: ["a.sh": "1\n"], ours: ["a.sh": "ours\n"], theirs: ["a.sh": "theirs\n"])
    try place.git("checkout", "-q", "theirs")
    try place.git("update-index", "--chmod=+x", "a.sh")
    try place.git("commit", "-q", "-m", "runs")
    try place.git("checkout", "-q", "-f", "main")
    #expect(place.merge().status == 1)
    #expect(resolve("ow").status == 0)
    #expect(try place.git("ls-files", "--stage", "a.sh").text.hasPrefix("100755 "))
  }

  @Test func `keys with a sequence of their own decide nothing`() throws {
    try stopped()
    // Shift and the arrow to the right, then F5.
    let output = resolve("\u{1B}[1;2C\u{1B}[15~q")
    #expect(output.status == 1)
    #expect(!output.text.contains("taken:"))
    #expect(!File("\(place.path)/.git/docmerge/session.json").exists)
  }

  @Test func `a text that the encoding of the file lacks is refused`() throws {
    let folder = GitPlace()
    try folder.branches(base: ["a.txt": "1\n"], ours: ["a.txt": "1\n"], theirs: ["a.txt": "1\n"])
    func write(_ byte: UInt8) throws {
      File("\(folder.path)/a.txt").write([0x31, byte, 0x0A])
      try folder.git("commit", "-q", "-a", "-m", "latin")
    }
    try write(0xE4)
    try folder.git("checkout", "-q", "theirs")
    try write(0xF6)
    try folder.git("checkout", "-q", "main")
    #expect(folder.merge().status == 1)
    let output = HostedTool.atTerminal(
      "'\(Replica.command)' resolve", answers: "eq", in: folder.path,
      environment: ["EDITOR": "printf '日本\\n' >"])
    #expect(output.status == 1, "\(output)")
    #expect(output.text.contains("Nothing is decided: it has a character"), "\(output)")
  }

  @Test func `names that are no text are kept apart`() throws {
    func name(_ byte: UInt8) -> [UInt8] { Array("n".utf8) + [byte] }
    let folder = try GitFolder()
    let names = [name(0xFE), name(0xFF)]
    func write(_ text: String) {
      for name in names {
        File(bytes: Array("\(folder.path)/".utf8) + name).write(Array(text.utf8))
      }
    }
    try folder.fork {
      write("1\n")
    } ours: {
      write("ours\n")
    } theirs: {
      write("theirs\n")
    }
    try folder.git("merge", "-q", "theirs", exits: 1)
    let first = HostedTool.atTerminal(
      "'\(Replica.command)' resolve", answers: "stqn", in: folder.path)
    #expect(first.text.contains("n\\xFE, conflict 1 of 1"), "\(first)")
    let second = HostedTool.atTerminal(
      "'\(Replica.command)' resolve", answers: "q", in: folder.path)
    #expect(second.text.contains("n\\xFE, conflict 1 of 1"), "\(second)")
    #expect(second.text.contains("1 left to decide"))
  }

  @Test func `the terminal is as it was afterwards`() throws {
    try stopped()
    let output = HostedTool.atTerminal(
      "stty -a > before; '\(Replica.command)' resolve; stty -a > after; cmp before after && echo same",
      answers: "oq", in: place.path)
    #expect(output.text.contains("same"), "\(output)")
  }

  @Test func `a second one on the same repository says who is deciding`() throws {
    try stopped()
    place.write([
      "editor": """
      #!/bin/sh
      script -qec "'\(Replica.command)' resolve" /dev/null < /dev/null > second.txt 2>&1
      echo $? >> second.txt

      """
    ])
    try Program("chmod", in: place.path).run(["+x", "editor"], exits: 0)
    let output = resolve("eq", environment: ["EDITOR": "\(place.path)/editor"])
    let second = try #require(place.read("second.txt"), "\(output)")
    #expect(second.contains("Another docmerge is deciding here (process "), "\(second)")
    #expect(second.hasSuffix("69\n"))
    #expect(resolve("otow").status == 0)
  }
}
