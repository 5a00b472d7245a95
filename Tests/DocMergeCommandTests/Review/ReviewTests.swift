import DocMergeTestSupport
import Testing

/// `docmerge review`: what rules decided in real merges of git, shown and taken back.
struct ReviewTests {
  private let place = GitPlace()

  private let line = "We meet on Monday in the large hall.\n"
  private var ours: String { line.replacing("Monday", with: "Friday") }
  private var theirs: String { line.replacing("large", with: "small") }
  private let merged = "We meet on Friday in the small hall.\n"
  private var conflict: String {
    "<<<<<<< HEAD\n\(ours)=======\n\(theirs)>>>>>>> theirs\n"
  }

  private func useDriver(_ options: String = "", attributes: String = "") throws {
    let words = "\(Replica.command) merge-driver %O %A %B --marker-size %L --path %P"
    try place.git("config", "merge.docmerge.driver", "\(words) \(options)")
    place.write([".git/info/attributes": "* merge=docmerge\n\(attributes)"])
  }

  @discardableResult
  private func review(_ words: String..., exits status: Int32 = 0) throws -> Output {
    try Program(Replica.command, in: place.path).run(["review"] + words, exits: status)
  }

  /// A merge in which rules decide in `a.md`, and `b.md` is left in conflict.
  private func stopped() throws {
    try place.branches(
      base: ["a.md": "top\n\n\(line)", "b.md": "1\n"],
      ours: ["a.md": "top\n\n\(ours)", "b.md": "one of ours\n"],
      theirs: ["a.md": "top\n\n\(theirs)", "b.md": "quite another\n"])
    try useDriver()
    #expect(place.merge().status == 1)
  }

  @Test func `the driver says in a line what was decided, and where to look`() throws {
    try place.branches(
      base: ["a.md": line], ours: ["a.md": ours], theirs: ["a.md": theirs])
    try useDriver()
    let output = place.merge()
    let words = "a.md: 1 conflict resolved by rules (medium risk). Review: docmerge review"
    #expect(output.messages.contains(words), "\(output)")
    let list = try review()
    #expect(list.text.contains("a.md"))
    #expect(list.text.contains("1  line 1  each side changed different words (words, medium risk)"))
  }

  @Test func `where no rule decided anything, nothing is said or kept`() throws {
    try place.branches(
      base: ["a.md": "1\n2\n3\n4\n"], ours: ["a.md": "one\n2\n3\n4\n"],
      theirs: ["a.md": "1\n2\n3\nfour\n"])
    try useDriver()
    let output = place.merge()
    #expect(output.status == 0)
    #expect(!output.messages.contains("rules"))
    #expect(try review().messages.contains("No conflict was resolved by rules."))
    #expect(!File("\(place.path)/.git/docmerge").exists)
  }

  @Test func `each decision is shown with its three texts and its result`() throws {
    try stopped()
    let shown = try review("1").text
    for text in [
      "a.md, line 3", "base   │ \(line)", "ours   │ \(ours)", "theirs │ \(theirs)",
      "result │ \(merged)",
    ] {
      #expect(shown.contains(text), "\(text)")
    }
    #expect(try review("a.md").text == shown)
  }

  @Test(.enabled(if: File("/usr/bin/script").exists))
  func `what rules settled beside a person's decisions is listed`() throws {
    try place.branches(
      base: ["a.md": "\(line)\nEnd\n"], ours: ["a.md": "\(ours)\nThe end\n"],
      theirs: ["a.md": "\(theirs)\nFinis\n"])
    #expect(place.merge().status == 1)
    let output = Program("script", in: place.path, environment: ["TERM": "xterm"]).run(
      ["-qec", "'\(Replica.command)' resolve --plain", "/dev/null"], input: Array("tw".utf8))
    #expect(output.status == 0, "\(output)")
    #expect(place.read("a.md") == "\(merged)\nFinis\n")
    let list = try review()
    #expect(
      list.text.contains("1  line 1  each side changed different words (words, medium risk)"),
      "\(list)")
    #expect(!list.text.contains("  2  "))
    try review("--take-back", "1")
    let text = try #require(place.read("a.md"))
    #expect(text.hasPrefix("<<<<<<< main\n\(ours)=======\n\(theirs)>>>>>>> "), "\(text)")
    #expect(text.hasSuffix("\n\nFinis\n"))
  }

  @Test func `while the merge goes on, a decision goes back to a conflict for git`() throws {
    try stopped()
    #expect(place.status.sorted() == ["M  a.md", "UU b.md"])
    try review("--take-back", "1")
    #expect(place.read("a.md") == "top\n\n\(conflict)")
    #expect(place.status.sorted() == ["UU a.md", "UU b.md"])
    for (stage, text) in [(1, line), (2, ours), (3, theirs)] {
      #expect(try place.git("show", ":\(stage):a.md").text == "top\n\n\(text)")
    }
    // It can be decided as any other conflict.
    try Program(Replica.command, in: place.path).run(["resolve", "a.md", "--theirs"], exits: 0)
    #expect(place.read("a.md") == "top\n\n\(theirs)")
  }

  @Test func `after the merge it is an edit of the worktree`() throws {
    try stopped()
    try place.git("checkout", "-q", "--ours", "b.md")
    try place.git("add", "b.md")
    try place.git("commit", "-q", "-m", "merged")
    place.write(["a.md": "another top\n\n\(merged)end\n"])
    try review("--take-back", "a.md")
    #expect(place.read("a.md") == "another top\n\n\(conflict)end\n")
    #expect(place.status == [" M a.md"])
  }

  @Test func `what was changed since is left alone, and the status says so`() throws {
    try stopped()
    place.write(["a.md": "top\n\nWe do not meet.\n"])
    let output = try review("--take-back", "1", exits: 2)
    #expect(output.messages.contains("a.md: what the rule wrote is not found there"))
    #expect(place.read("a.md") == "top\n\nWe do not meet.\n")
    #expect(place.status.sorted() == ["MM a.md", "UU b.md"])
  }

  @Test func `files that are gone, links and folders that are links are left alone`() throws {
    try stopped()
    try place.git("rm", "-q", "-f", "a.md")
    try review("--take-back", "1", exits: 2)
    #expect(!File("\(place.path)/a.md").exists)
  }

  @Test func `all of the latest merge are taken back at once`() throws {
    let names = ["a.md", "d/ä b.md", "-x.md"]
    func texts(_ text: String) -> [String: String] {
      Dictionary(uniqueKeysWithValues: names.map { ($0, text) })
    }
    try place.branches(base: texts(line), ours: texts(ours), theirs: texts(theirs))
    try useDriver()
    #expect(place.merge().status == 0)
    try review("--take-back", "--all")
    for name in names { #expect(place.read(name) == conflict, "\(name)") }
  }

  @Test func `filters and line ends of the worktree are kept`() throws {
    try place.branches(
      base: ["a.md": "top\n\(line)"], ours: ["a.md": "top\n\(ours)"],
      theirs: ["a.md": "top\n\(theirs)"])
    try useDriver(attributes: "*.md text eol=crlf\n")
    #expect(place.merge().status == 0)
    try review("--take-back", "1")
    #expect(place.read("a.md") == "top\n\(conflict)".replacing("\n", with: "\r\n"))
  }

  @Test func `the list in git names how many were resolved by rules`() throws {
    try stopped()
    let output = try Program(Replica.command, in: place.path).run(["list"], exits: 1)
    #expect(output.messages.contains("1 conflict resolved by rules: see `docmerge review`."))
    let json = try Program(Replica.command, in: place.path).run(["list", "--json"], exits: 1).text
    #expect(json.contains("\"resolvedByRules\" : 1") || json.contains("\"resolvedByRules\": 1"))
  }

  @Test func `merging again does not list a decision twice`() throws {
    try stopped()
    try place.git("merge", "--abort")
    #expect(place.merge().status == 1)
    #expect(try review().text.split(separator: "\n").count { $0.contains("(words,") } == 1)
  }

  @Test func `what docmerge resolve merges by rules is recorded too`() throws {
    try place.branches(
      base: ["a.md": line], ours: ["a.md": ours], theirs: ["a.md": theirs])
    #expect(place.merge().status == 1)
    try Program(Replica.command, in: place.path).run(["resolve", "a.md", "--merge"], exits: 0)
    #expect(place.read("a.md") == merged)
    let json = try review("--json").text
    #expect(json.contains("\"source\" : \"resolve\""))
    try review("--take-back", "1")
    #expect(place.status == ["UU a.md"])
    #expect(place.read("a.md")?.contains("\(ours)=======\n\(theirs)>>>>>>> ") == true)
  }

  @Test func `careful rules are not among the unsafe ones`() throws {
    try place.branches(
      base: ["a.json": #"{"x": 1, "y": 2}"# + "\n"], ours: ["a.json": #"{"x": 3, "y": 2}"# + "\n"],
      theirs: ["a.json": #"{"x": 1, "y": 4}"# + "\n"])
    try useDriver()
    #expect(place.merge().status == 0)
    #expect(try review("--last").text.contains("independent-entries"))
    #expect(try review("--unsafe").messages.contains("No conflict was resolved by rules."))
  }

  @Test func `bases that git makes of several are no decision`() throws {
    try place.branches(base: ["a.md": line], ours: ["a.md": ours], theirs: ["a.md": theirs])
    try useDriver()
    // Each branch merges the other one as it was, so that there are two bases.
    try place.git("branch", "before")
    #expect(place.merge().status == 0)
    try place.git("checkout", "-q", "theirs")
    try place.git("merge", "-q", "--no-edit", "before")
    try place.git("checkout", "-q", "main")
    File("\(place.path)/.git/docmerge/decisions").removeAll()
    place.write(["a.md": "\(merged)ours\n"])
    try place.git("commit", "-q", "-a", "-m", "more")
    _ = place.merge()
    #expect(try review().messages.contains("No conflict was resolved by rules."))
  }

  @Test func `the stages are those of the merge that goes on, not of one that was given up`() throws
  {
    try stopped()
    try place.git("merge", "--abort")
    try place.git("checkout", "-q", "-b", "other", "theirs")
    try place.commit(["a.md": "another top\n\n\(theirs)"], "other")
    try place.git("checkout", "-q", "main")
    let record = try #require(review("1").text.contains("words") ? 1 : nil)
    #expect(Program("git", in: place.path).run(["merge", "-q", "other"]).status == 1)
    // The record of the current merge comes first; that of the merge before is no part of it.
    try review("--take-back", "\(record)")
    #expect(try place.git("show", ":3:a.md").text == "another top\n\n\(theirs)")
  }

  @Test func `of a file, the latest step of a rebase counts`() throws {
    let more = "Big tall trees grow near the small river every spring.\n"
    try place.branches(
      base: ["a.md": "\(line)\nmid\n\n\(more)", "b.md": "1\n"],
      ours: ["a.md": "\(ours)\nmid\n\n\(more.replacing("tall", with: "short"))", "b.md": "one\n"],
      theirs: ["a.md": "\(theirs)\nmid\n\n\(more)"])
    try place.git("checkout", "-q", "theirs")
    try place.commit(
      ["a.md": "\(theirs)\nmid\n\n\(more.replacing("river", with: "lake"))", "b.md": "two\n"],
      "second")
    try useDriver()
    #expect(Program("git", in: place.path).run(["rebase", "-q", "main"]).status == 1)
    #expect(try review("a.md").text.contains("short trees grow near the small lake"))
    try review("--take-back", "a.md")
    #expect(place.status.contains("UU a.md"))
  }

  @Test func `what was taken back is refused a second time`() throws {
    try place.branches(
      base: ["a.md": "top\n\nz\n"], ours: ["a.md": "top\nalpha one\n\nz\n"],
      theirs: ["a.md": "top\nalpha one\nbeta\n\nz\n"])
    try useDriver()
    #expect(place.merge().status == 0)
    try review("--take-back", "--all")
    let text = place.read("a.md")
    try review("--take-back", "--all", exits: 2)
    #expect(place.read("a.md") == text)
  }

  @Test func `a file that both sides renamed is recorded as well`() throws {
    let rest = (1...30).map { "line \($0)\n" }.joined()
    try place.branches(
      base: ["a.md": line + rest], ours: ["a.md": ours + rest], theirs: ["a.md": theirs + rest])
    try place.git("mv", "a.md", "ours.md")
    try place.git("commit", "-q", "-m", "moved")
    try place.git("checkout", "-q", "theirs")
    try place.git("mv", "a.md", "theirs.md")
    try place.git("commit", "-q", "-m", "moved")
    try place.git("checkout", "-q", "main")
    try useDriver()
    let output = place.merge()
    #expect(output.messages.contains("1 conflict resolved by rules"), "\(output)")
    #expect(try review().text.contains("(words, medium risk)"))
  }

  @Test func `lines that end in carriage returns alone are left alone`() throws {
    func old(_ text: String) -> String { "t\n\n\(text)end\n".replacing("\n", with: "\r") }
    try place.branches(
      base: ["a.md": old(line)], ours: ["a.md": old(ours)], theirs: ["a.md": old(theirs)])
    try useDriver()
    guard place.merge().status == 0 else { return }
    let merged = place.read("a.md")
    try review("--take-back", "1", exits: 2)
    #expect(place.read("a.md") == merged)
  }

  @Test func `what mergetool merged under a filter is taken back too`() throws {
    try place.branches(
      base: ["a.md": "top\n\(line)"], ours: ["a.md": "top\n\(ours)"],
      theirs: ["a.md": "top\n\(theirs)"])
    place.write([".git/info/attributes": "*.md text eol=crlf\n"])
    #expect(place.merge().status == 1)
    let tool =
      "\(Replica.command) mergetool --auto --base \"$BASE\" --local \"$LOCAL\" --remote \"$REMOTE\" "
      + "--merged \"$MERGED\""
    try place.git("config", "mergetool.docmerge.cmd", tool)
    try place.git("config", "mergetool.docmerge.trustExitCode", "true")
    try place.git("mergetool", "-t", "docmerge", "--no-prompt")
    #expect(try review("--json").text.contains("\"source\" : \"mergetool\""))
    try review("--take-back", "1")
    #expect(place.read("a.md")?.contains("\r\n<<<<<<< ") == true)
    #expect(place.status.contains("UU a.md"))
  }

  @Test func `the list of conflicts does not depend on the records`() throws {
    try stopped()
    File("\(place.path)/.git/docmerge").removeAll()
    place.write([".git/docmerge": "what is this"])
    let output = try Program(Replica.command, in: place.path).run(["list"], exits: 1)
    #expect(output.text.contains("b.md"))
  }

  @Test func `outside of git and of a container it says so`() throws {
    let folder = TemporaryFolder()
    let output = try Program(Replica.command, in: folder.path).run(["review"], exits: 2)
    #expect(output.messages.contains("is not in a container, nor in a git repository"))
  }

  @Test(arguments: [["--all"], ["--take-back"], ["--take-back", "--json", "1"], ["9x"], ["99"]])
  func `wrong words are refused`(words: [String]) throws {
    try stopped()
    let output = Program(Replica.command, in: place.path).run(["review"] + words)
    #expect(output.status == 64 || output.status == 2, "\(output)")
    #expect(place.status.sorted() == ["M  a.md", "UU b.md"])
  }
}
