import DocMergeTestSupport
import Testing

/// `docmerge merge-driver` as git calls it, in real repositories.
struct MergeDriverTests {
  private let place = GitPlace()

  private let base = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"

  /// The line of git's settings that calls the driver.
  private func useDriver(_ options: String = "") throws {
    let line = "\(Replica.command) merge-driver %O %A %B --marker-size %L --path %P"
    try place.git("config", "merge.docmerge.driver", "\(line) \(options)")
    place.write([".git/info/attributes": "* merge=docmerge\n"])
  }

  @Test func `settles by rules what git would leave`() throws {
    try place.branches(
      base: ["list.yaml": "- tent\n"], ours: ["list.yaml": "- tent\n- rope\n"],
      theirs: ["list.yaml": "- tent\n- lamp\n"])
    try useDriver()
    let output = place.merge()
    #expect(output.status == 0, "\(output)")
    #expect(place.read("list.yaml") == "- tent\n- rope\n- lamp\n")
    #expect(place.status.isEmpty)
  }

  @Test(arguments: [".gitattributes", "notes/.gitattributes", ".git/info/attributes"])
  func `an attribute names the format`(file: String) throws {
    let pattern = file.hasPrefix("notes") ? "*.data" : "notes/*.data"
    try place.branches(
      base: ["notes/a.data": #"{"x": 1, "y": 2}"# + "\n"],
      ours: ["notes/a.data": #"{"x": 3, "y": 2}"# + "\n"],
      theirs: ["notes/a.data": #"{"x": 1, "y": 4}"# + "\n"])
    try useDriver("--policy strict")
    #expect(place.merge().status == 1)
    try place.git("merge", "--abort")
    let all = file == ".git/info/attributes" ? "* merge=docmerge\n" : ""
    place.write([file: "\(all)\(pattern) docmerge-format=json\n"])
    let output = place.merge()
    #expect(output.status == 0, "\(output)")
    #expect(place.read("notes/a.data") == #"{"x": 3, "y": 4}"# + "\n")
  }

  @Test func `leaves markers of the right size, style and words, and a conflict in the index`()
    throws
  {
    try place.branches(
      base: ["a.md": base], ours: ["a.md": base.replacing("5", with: "five of ours")],
      theirs: ["a.md": base.replacing("5", with: "quite another line")])
    try useDriver("--base-label %S --ours-label %X --theirs-label 'the other side'")
    place.write([".git/info/attributes": "* merge=docmerge conflict-marker-size=12\n"])
    try place.git("config", "merge.conflictStyle", "diff3")
    #expect(place.merge().status == 1)
    let text = try #require(place.read("a.md"))
    #expect(text.contains("\n<<<<<<<<<<<< "))
    #expect(text.contains("\n|||||||||||| "))
    #expect(text.contains("\n>>>>>>>>>>>> the other side\n"))
    #expect(!text.contains("%"))
    #expect(place.status == ["UU a.md"])
  }

  @Test func `takes every kind of file name`() throws {
    let names = ["-x.md", "--path", "a b.md", "'quoted'.md", "$HOME.md", "ä.md", "sub/%A.md"]
    func texts(_ text: String) -> [String: String] {
      Dictionary(uniqueKeysWithValues: names.map { ($0, text) })
    }
    let line = "We meet on Monday in the large hall.\n"
    try place.branches(
      base: texts(line), ours: texts(line.replacing("Monday", with: "Friday")),
      theirs: texts(line.replacing("large", with: "small")))
    try useDriver()
    let output = place.merge()
    #expect(output.status == 0, "\(output)")
    for name in names {
      #expect(place.read(name) == "We meet on Friday in the small hall.\n", "\(name)")
    }
  }

  @Test func `merges what both sides added`() throws {
    try place.branches(
      base: ["x": "x\n"], ours: ["new.md": "# Title\n\nours\n"],
      theirs: ["new.md": "# Title\n\ntheirs\n"])
    try useDriver("--policy strict")
    #expect(place.merge().status == 1)
    let text = try #require(place.read("new.md"))
    #expect(text.contains("<<<<<<< ") && text.contains("\nours\n") && text.contains("\ntheirs\n"))
    #expect(place.status == ["AA new.md"])
  }

  @Test func `keeps ours of a file that is no text, in conflict`() throws {
    try place.branches(
      base: ["a.bin": "a\0\n", "b.bin": "a\0"], ours: ["a.bin": "b\0\n", "b.bin": "b\0"],
      theirs: ["a.bin": "c\0\n", "b.bin": "c\0"])
    try useDriver()
    let output = place.merge()
    #expect(output.status == 1)
    #expect((output.text + output.messages).contains("a.bin: cannot merge binary files"))
    #expect(place.read("a.bin") == "b\0\n")
    #expect(place.read("b.bin") == "b\0")
    #expect(place.status == ["UU a.bin", "UU b.bin"])
  }

  @Test func `returns the form that git keeps, whatever the worktree has`() throws {
    place.write([
      ".gitattributes": "*.txt text eol=crlf\n*.wide text working-tree-encoding=UTF-16\n"
    ])
    func texts(_ text: String) -> [String: String] { ["a.txt": text] }
    try place.branches(
      base: texts("1\r\n2\r\n3\r\n"), ours: texts("one\r\n2\r\n3\r\n"),
      theirs: texts("1\r\n2\r\nthree\r\n"))
    try useDriver()
    #expect(place.merge().status == 0)
    #expect(place.read("a.txt") == "one\r\n2\r\nthree\r\n")
    #expect(try place.git("cat-file", "blob", "HEAD:a.txt").text == "one\n2\nthree\n")
  }

  @Test func `serves rebase, cherry-pick and bases that git makes up`() throws {
    try place.branches(
      base: ["list.yaml": "- tent\n"], ours: ["list.yaml": "- tent\n- rope\n"],
      theirs: ["list.yaml": "- tent\n- lamp\n"])
    try useDriver()
    try place.git("branch", "picked")
    try place.git("rebase", "-q", "theirs")
    #expect(place.read("list.yaml") == "- tent\n- lamp\n- rope\n")
    try place.git("checkout", "-q", "picked")
    try place.git("cherry-pick", "theirs")
    #expect(place.read("list.yaml") == "- tent\n- rope\n- lamp\n")
    // Criss-cross: each side merges the other, so there are two best ancestors.
    try place.git("checkout", "-q", "-b", "left", "picked~1")
    try place.git("checkout", "-q", "-b", "right", "theirs")
    try place.git("merge", "-q", "--no-edit", "left")
    try place.git("checkout", "-q", "left")
    try place.git("merge", "-q", "--no-edit", "theirs")
    place.write([
      "list.yaml": try #require(place.read("list.yaml")).replacing("tent", with: "big tent")
    ]
    )
    try place.git("commit", "-q", "-a", "-m", "left")
    let output = Program("git", in: place.path).run(["merge", "-q", "--no-edit", "right"])
    let text = try #require(place.read("list.yaml"))
    #expect(output.status == 0 || text.contains("<<<<<<< "), "\(output)")
    #expect(!text.contains("||||||| merged common ancestors"))
  }

  @Test func `makes the very files of git with the profile git-merge`() throws {
    var generator = SeededGenerator(seed: 20_261_121)
    var texts: [[String: String]] = [[:], [:], [:]]
    for number in 0..<150 {
      let base = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        ["a", "b", "", "}", "some words", "more words"].randomElement(using: &generator) ?? ""
      }
      for side in 0...2 {
        var lines = base
        for _ in 0..<(side * 2) where !lines.isEmpty {
          let line = Int.random(in: 0..<lines.count, using: &generator)
          switch Int.random(in: 0..<3, using: &generator) {
          case 0: lines.remove(at: line)
          case 1: lines.insert("new \(Int.random(in: 0..<3, using: &generator))", at: line)
          default: lines[line] = "changed \(Int.random(in: 0..<3, using: &generator))"
          }
        }
        let isFinished = Int.random(in: 0..<4, using: &generator) > 0
        texts[side]["\(number).txt"] = lines.joined(separator: "\n") + (isFinished ? "\n" : "")
      }
    }
    try place.branches(base: texts[0], ours: texts[1], theirs: texts[2])
    for style in ["merge", "diff3", "zdiff3"] {
      try place.git("config", "merge.conflictStyle", style)
      place.write([".git/info/attributes": ""])
      let expected = place.merge()
      let files = texts[0].keys.map { place.read($0) }
      let state = place.status
      try place.git("merge", "--abort")
      let ancestor = try #require(place.git("rev-parse", "--short", "HEAD~1").lines.first)
      try useDriver(
        "--profile git-merge --base-label \(ancestor) --ours-label HEAD --theirs-label theirs")
      #expect(place.merge().status == expected.status)
      #expect(texts[0].keys.map { place.read($0) } == files)
      #expect(place.status == state)
      try place.git("merge", "--abort")
    }
  }

  // MARK: Without git

  private func drive(_ words: [String]) -> Output {
    Program(Replica.command, in: place.path).run(["merge-driver"] + words)
  }

  @Test func `ends with 129 when a file cannot be read, and leaves all as it is`() {
    place.write(["base": "a\n", "ours": "b\n"])
    let output = drive(["base", "ours", "none"])
    #expect(output.status == 129)
    #expect(output.messages.contains("none: No such file"))
    #expect(place.read("ours") == "b\n")
    #expect(drive(["base", "ours"]).status == 64)
    #expect(drive(["base", "ours", "base", "--unknown", "x"]).status == 64)
    #expect(drive(["base", "ours", "base", "--profile", "x"]).status == 64)
  }

  @Test func `never ends with 0 when markers are left, and leaves nothing else behind`() {
    let texts = ["", "a\n", "b\n", "a\nb\n", "b\na", "<<<<<<< x\n", "a\r\nb\r\n"]
    for base in texts {
      for ours in texts {
        for theirs in texts {
          place.write(["base": base, "ours": ours, "theirs": theirs])
          let words = ["base", "ours", "theirs", "--marker-size", "9"]
          let output = drive(words + ["--ours-label", "%X", "--theirs-label", ""])
          let hasMarkers = (place.read("ours") ?? "").contains("<<<<<<<<<")
          #expect(output.status == (hasMarkers ? 1 : 0), "\(base) \(ours) \(theirs)")
        }
      }
    }
    #expect(File(place.path).names == ["base", "ours", "theirs"])
  }

  // MARK: Labels

  private static let stops = [
    ["merge", "theirs"], ["rebase", "theirs"], ["rebase", "--apply", "theirs"],
    ["cherry-pick", "theirs~1", "theirs"],
  ]

  @Test(arguments: stops)
  func `markers have the same labels as git's own`(words: [String]) throws {
    try place.branches(base: ["a.md": base], ours: [:], theirs: ["b.md": "x\n"])
    func conflict(_ branch: String, _ text: String) throws {
      try place.git("checkout", "-q", branch)
      try place.commit(["a.md": base.replacing("5", with: text)], "Five of \(branch)")
    }
    try conflict("theirs", "quite another line")
    try conflict("main", "five of ours")
    func labels() throws -> [Substring] {
      _ = Program("git", in: place.path).run(words)
      defer { _ = Program("git", in: place.path).run([words[0], "--abort"]) }
      let text = try #require(place.read("a.md"))
      return text.split(separator: "\n").filter {
        $0.hasPrefix("<<<<<<<") || $0.hasPrefix(">>>>>>>")
      }
    }
    let own = try labels()
    #expect(own.count == 2)
    try useDriver()
    #expect(try labels() == own)
  }

  /// What git's markers say when it runs a command, with docmerge as its driver or without.
  private func labels(_ words: [String]) throws -> [Substring] {
    try place.git("checkout", "-q", "-f", "main")
    try place.git("reset", "-q", "--hard", "start")
    place.write(["a.md": base.replacing("5", with: "not committed")])
    if words[0] == "stash" {
      try place.git("stash")
      try place.commit(["a.md": base.replacing("5", with: "again")], "again")
    }
    let output = Program("git", in: place.path).run(words)
    let text: String
    if words[0] == "merge-tree" {
      try place.git("checkout", "-q", "-f", "main")
      text = try place.git("cat-file", "blob", "\(output.lines[0]):a.md").text
    } else {
      text = try #require(place.read("a.md"))
    }
    return text.split(separator: "\n").filter { $0.hasPrefix("<<<<<<<") || $0.hasPrefix(">>>>>>>") }
  }

  @Test(arguments: [
    ["checkout", "-m", "theirs"], ["switch", "--merge", "theirs"], ["stash", "apply"],
    ["merge-tree", "--write-tree", "other", "theirs"],
    ["-c", "x.y=z", "checkout", "-qm", "theirs"],
  ])
  func `markers say outside of merges what git's own say`(words: [String]) throws {
    try place.branches(
      base: ["a.md": base], ours: [:], theirs: ["a.md": base.replacing("5", with: "their five")])
    try place.git("checkout", "-q", "-b", "other", "main")
    try place.commit(["a.md": base.replacing("5", with: "another five")], "other")
    try place.git("tag", "start", "main")
    let own = try labels(words)
    #expect(own.count == 2, "\(own)")
    if words[0] == "stash" { try place.git("stash", "drop") }
    try useDriver()
    #expect(try labels(words) == own)
  }

  @Test func `a merge that is only tried is not recorded for review`() throws {
    try place.branches(
      base: ["list.yaml": "- tent\n"], ours: ["list.yaml": "- tent\n- rope\n"],
      theirs: ["list.yaml": "- tent\n- lamp\n"])
    try useDriver()
    let tried = Program("git", in: place.path).run(["merge-tree", "--write-tree", "main", "theirs"])
    #expect(
      tried.status == 0 && tried.messages.contains("1 conflict resolved by rules"), "\(tried)")
    #expect(!tried.messages.contains("Review"))
    let review = Program(Replica.command, in: place.path).run(["review"])
    #expect(!(review.text + review.messages).contains("list.yaml"), "\(review)")
    #expect(place.merge().messages.contains("Review: docmerge review"))
  }

  @Test
  func `merges as git does a file that is text to git, and has a NUL further behind`() throws {
    let text = (1...3000).map { "\($0)\n" }.joined() + "x\0y\n"
    try place.branches(
      base: ["a": text], ours: ["a": "one\n" + text], theirs: ["a": text + "last\n"])
    try useDriver()
    let output = place.merge()
    #expect(output.status == 0, "\(output)")
    #expect(place.read("a") == "one\n" + text + "last\n")
  }
}
