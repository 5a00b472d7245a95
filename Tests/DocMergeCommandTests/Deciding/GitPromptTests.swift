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

  @Test func `what is decided in an earlier merge is no part of the next`() throws {
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

  @Test func `the terminal is as it was afterwards`() throws {
    try stopped()
    let output = HostedTool.atTerminal(
      "stty -a > before; '\(Replica.command)' resolve; stty -a > after; cmp before after && echo same",
      answers: "oq", in: place.path)
    #expect(output.text.contains("same"), "\(output)")
  }
}
