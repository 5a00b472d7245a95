import DocMergeTestSupport
import Testing

/// `git mergetool -t docmerge` in real repositories.
struct MergetoolTests {
  private let folder = TemporaryFolder()
  private let base = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"

  private func git(_ words: String...) throws {
    try Program("git", in: folder.path).run(words, exits: 0)
  }

  private func write(_ texts: [String: String]) {
    for (name, text) in texts { File("\(folder.path)/\(name)").write(Array(text.utf8)) }
  }

  private func read(_ name: String) -> String? { File("\(folder.path)/\(name)").text }

  /// A repository in the middle of a merge, set up with the two lines that the help gives.
  private func conflicted(
    base: [String: String], ours: [String: String], theirs: [String: String]
  ) throws {
    try git("init", "-q", "-b", "main")
    try git("config", "user.name", "Anna")
    try git("config", "user.email", "anna@example.org")
    // git's own merge would settle adjacent changes; this leaves all files to the tool.
    write([".gitattributes": "*.md -merge\n"])
    let help = Program(Replica.command, in: folder.path).run(["mergetool", "--help"]).text
    let start = try #require(help.firstRange(of: "git config mergetool.docmerge.cmd"))
    let end = try #require(help.firstRange(of: "trustExitCode true"))
    let setup = String(help[start.lowerBound..<end.upperBound])
    try Program("sh", in: folder.path).run(["-c", setup], exits: 0)
    try commit(base, "base")
    try git("checkout", "-q", "-b", "theirs")
    try commit(theirs, "theirs")
    try git("checkout", "-q", "main")
    try commit(ours, "ours")
    let merge = Program("git", in: folder.path).run(["merge", "-q", "theirs"])
    #expect(merge.status == 1, "\(merge)")
  }

  private func commit(_ texts: [String: String], _ message: String) throws {
    write(texts)
    try git("add", "-A")
    try git("commit", "-q", "-m", message)
  }

  private func mergetool() -> Output {
    let tools = Replica.command.split(separator: "/").dropLast().joined(separator: "/")
    let line = "PATH=\"/\(tools):$PATH\" git mergetool --no-prompt -t docmerge"
    return Program("sh", in: folder.path).run(["-c", line])
  }

  @Test func `resolves what merges cleanly, and exits with 0`() throws {
    try conflicted(
      base: ["a.md": base, "with space.md": base],
      ours: [
        "a.md": base.replacing("1", with: "1 ours"),
        "with space.md": base.replacing("2", with: "2 ours"),
      ],
      theirs: [
        "a.md": base.replacing("9", with: "9 theirs"),
        "with space.md": base.replacing("8", with: "8 theirs"),
      ])
    let output = mergetool()
    #expect(output.status == 0, "\(output)")
    #expect(read("a.md") == "1 ours\n2\n3\n4\n5\n6\n7\n8\n9 theirs\n")
    #expect(read("with space.md") == "1\n2 ours\n3\n4\n5\n6\n7\n8 theirs\n9\n")
    let unmerged = Program("git", in: folder.path).run(["ls-files", "--unmerged"])
    #expect(unmerged.bytes.isEmpty)
    try git("commit", "-q", "--no-edit")
  }

  @Test func `leaves the rest as git made it, and exits with 1`() throws {
    try conflicted(
      base: ["clean.md": base, "meeting.md": base],
      ours: [
        "clean.md": base.replacing("1", with: "1 ours"),
        "meeting.md": base.replacing("5", with: "5 ours"),
      ],
      theirs: [
        "clean.md": base.replacing("9", with: "9 theirs"),
        "meeting.md": base.replacing("5", with: "5 theirs"),
      ])
    let before = read("meeting.md")
    let output = mergetool()
    #expect(output.status == 1, "\(output)")
    #expect(output.messages.contains("meeting.md: 1 region changed on both sides: line 5"))
    #expect(read("clean.md") == "1 ours\n2\n3\n4\n5\n6\n7\n8\n9 theirs\n")
    #expect(read("meeting.md") == before)
    let unmerged = Program("git", in: folder.path).run(["diff", "--name-only", "--diff-filter=U"])
    #expect(unmerged.lines == ["meeting.md"])
  }

  @Test func `leaves a file that is not text`() throws {
    try conflicted(
      base: ["a.md": "a\0\n"], ours: ["a.md": "b\0\n"], theirs: ["a.md": "c\0\n"])
    let output = mergetool()
    #expect(output.status == 1, "\(output)")
    #expect(output.messages.contains("is not text"))
    #expect(read("a.md") == "b\0\n")
  }

  /// Runs the verb on texts without git, and returns its output and the resulting file.
  private func merged(
    _ base: String, _ ours: String, _ theirs: String, _ options: String...
  ) -> (output: Output, text: String?) {
    write(["base": base, "ours": ours, "theirs": theirs, "merged": "left alone\n"])
    let output = Program(Replica.command, in: folder.path).run(
      [
        "mergetool", "--base", "base", "--local", "ours", "--remote", "theirs", "--merged",
        "merged",
      ] + options)
    return (output, read("merged"))
  }

  @Test func `merges what only a rule settles, as far as the policy goes`() {
    let base = "We meet on Monday in the large hall.\n"
    let texts = [
      base.replacing("Monday", with: "Friday"), base.replacing("large", with: "small"),
    ]
    let careful = merged(base, texts[0], texts[1], "--policy", "strict")
    #expect(careful.output.status == 1)
    #expect(careful.output.messages.contains("line 1 of our version; the file is left as it was"))
    #expect(careful.text == "left alone\n")
    let (output, text) = merged(base, texts[0], texts[1])
    #expect(output.status == 0, "\(output)")
    #expect(text == "We meet on Friday in the small hall.\n")
  }

  @Test func `merges an edit with line endings that were converted`() {
    let (output, text) = merged(base, base.replacing("\n", with: "\r\n"), base + "10\n")
    #expect(output.status == 0, "\(output)")
    #expect(text == (base + "10\n").replacing("\n", with: "\r\n"))
  }

  @Test func `names the lines of our version where line endings differ and others came before`() {
    let ours = base.replacing("8", with: "ours").replacing("\n", with: "\r\n")
    let theirs = "0\n" + base.replacing("8", with: "theirs")
    let (output, text) = merged(base, ours, theirs)
    #expect(output.status == 1)
    #expect(output.messages.contains("1 region changed on both sides: line 8 of our version"))
    #expect(text == "left alone\n")
  }

  @Test func `merges a file that both sides added, as far as they agree`() throws {
    try conflicted(
      base: ["other.md": "x\n"], ours: ["new.md": "ours\n"], theirs: ["new.md": "theirs\n"])
    let output = mergetool()
    #expect(output.status == 1, "\(output)")
    #expect(output.messages.contains("new.md"))
  }

  @Test func `keeps the mode of the file and the link that leads to it`() throws {
    write(["base": base, "ours": base, "theirs": base + "10\n", "real": "old\n"])
    let real = File("\(folder.path)/real")
    real.setPermissions(0o751)
    File("\(folder.path)/merged").link(to: "real")
    let output = Program(Replica.command, in: folder.path).run([
      "mergetool", "--base", "base", "--local", "ours", "--remote", "theirs", "--merged", "merged",
    ])
    #expect(output.status == 0, "\(output)")
    #expect(output.bytes.isEmpty)
    #expect(real.text == base + "10\n")
    #expect(real.permissions == 0o751)
    #expect(File("\(folder.path)/merged").target == "real")
  }

  @Test func `says what it could not read, and exits with 2`() {
    let output = Program(Replica.command, in: folder.path).run([
      "mergetool", "--base", "no base", "--local", "x", "--remote", "y", "--merged", "z",
    ])
    #expect(output.status == 2)
    #expect(output.messages.contains("cannot read no base: No such file or directory"))
    #expect(File("\(folder.path)/z").exists == false)
  }

  @Test func `does not pass committed markers on as resolved`() throws {
    let marked = "1\n<<<<<<< x\na\n=======\nb\n>>>>>>> y\n" + base
    try conflicted(
      base: ["a.md": marked], ours: ["a.md": marked.replacing("4", with: "four")],
      theirs: ["a.md": marked.replacing("8", with: "eight")])
    let before = read("a.md")
    let versions = [1, 2, 3].map { ":\($0):a.md" }
    for (name, version) in zip(["B", "L", "R"], versions) {
      File("\(folder.path)/\(name)").write(
        try Program("git", in: folder.path).run(["show", version], exits: 0).bytes)
    }
    let output = try Program(Replica.command, in: folder.path).run(
      ["mergetool", "--auto", "--base", "B", "--local", "L", "--remote", "R", "--merged", "a.md"],
      exits: 1)
    #expect(output.messages.contains("line 2 has conflict markers"), "\(output)")
    #expect(read("a.md") == before)
  }
}
