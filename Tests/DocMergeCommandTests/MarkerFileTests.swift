import DocMergeTestSupport
import Testing

/// `docmerge resolve` on files with conflict markers, outside of containers.
struct MarkerFileTests {
  private let folder = TemporaryFolder()
  private let plain = "a\n<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> topic\nz\n"
  private let full =
    "a\n<<<<<<< HEAD\nours\n||||||| 1a2b\nbase\n=======\ntheirs\n>>>>>>> topic\nz\n"

  private var file: File { File("\(folder.path)/notes.md") }

  private func resolve(_ text: String, _ words: String...) -> (output: Output, text: String?) {
    file.write(Array(text.utf8))
    let output = Program(Replica.command, in: folder.path).run(["resolve", "notes.md"] + words)
    return (output, file.text)
  }

  @Test(arguments: [
    (option: "--ours", text: "a\nours\nz\n"), ("--theirs", "a\ntheirs\nz\n"),
    ("--base", "a\nbase\nz\n"), ("--both", "a\nours\ntheirs\nz\n"),
    ("--keep-both", "a\nours\ntheirs\nz\n"), ("--keep=@2", "a\ntheirs\nz\n"),
    ("--keep=1", "a\nours\nz\n"), ("--keep=base", "a\nbase\nz\n"),
  ])
  func `takes what the strategy says, and exits with 0`(option: String, text: String) {
    let (output, result) = resolve(full, option)
    #expect(output.status == 0, "\(output)")
    #expect(result == text)
    #expect(output.bytes.isEmpty)
    #expect(output.messages.contains("Resolved notes.md: 1 conflict"))
  }

  @Test func `merges what the base allows, and keeps the rest as it was`() {
    let mergeable = "<<<<<<< A\none two TWO\n||||||| b\none two\n=======\nONE two\n>>>>>>> B\n"
    let (output, text) = resolve(mergeable + full, "--merge")
    #expect(output.status == 1)
    #expect(text == "ONE two TWO\n" + full)
    #expect(output.messages.contains("1 of 2 conflicts resolved (merge)"))
    #expect(output.messages.contains("lines 9–15: 1 region changed on both sides"))
    #expect(output.messages.contains("1 file left with conflict markers."))
  }

  @Test func `settles what a person has made the same on both sides`() {
    let (output, text) = resolve("<<<<<<< A\nx\n=======\nx\n>>>>>>> B\n", "--merge")
    #expect(output.status == 0, "\(output)")
    #expect(text == "x\n")
  }

  @Test func `says that there is no base to go back to`() {
    let (output, text) = resolve(plain, "--base")
    #expect(output.status == 1)
    #expect(text == plain)
    #expect(output.messages.contains("lines 2–6: its markers show no base"))
  }

  @Test func `never exits with 0 while a marker is left`() {
    let broken = "<<<<<<< HEAD\nx\n=======\n" + plain
    let (output, text) = resolve(broken, "--ours")
    #expect(output.status == 1)
    #expect(text == "<<<<<<< HEAD\nx\n=======\na\nours\nz\n")
    #expect(output.messages.contains("line 1: `<<<<<<<` without `>>>>>>>`"))
    // Markers that were part of a side are markers afterwards.
    let nested =
      "<<<<<<< A\nx\n||||||| b\n<<<<<<<<< C\ny\n=========\nz\n>>>>>>>>> D\n=======\nx\n>>>>>>> B\n"
    #expect(resolve(nested, "--base").output.status == 1)
  }

  @Test func `takes sides by number where there are three`() {
    let text =
      "<<<<<<< conflict 1 of 1\n%%%%%%% diff from: base\n\\\\\\\\\\\\\\        to: A\n-1\n+one\n"
      + "+++++++ B\ntwo\n%%%%%%% diff from: base\n\\\\\\\\\\\\\\        to: C\n 1\n+three\n"
      + ">>>>>>> conflict 1 of 1 ends\n"
    #expect(resolve(text, "--keep", "@3").text == "1\nthree\n")
    #expect(resolve(text, "--base").text == "1\n")
    let (output, left) = resolve(text, "--theirs")
    #expect(output.status == 1 && left == text)
    #expect(output.messages.contains("it has 3 sides"))
    #expect(resolve(text, "--keep", "@4").output.status == 1)
  }

  @Test func `changes nothing in a dry run`() {
    let (output, text) = resolve(full, "--ours", "-n")
    #expect(output.status == 0)
    #expect(text == full)
    #expect(output.messages.contains("Would resolve notes.md: 1 conflict (ours)."))
  }

  @Test func `keeps line endings, encodings and modes`() throws {
    #expect(resolve(plain.replacing("\n", with: "\r\n"), "--ours").text == "a\r\nours\r\nz\r\n")
    let wide: [UInt8] = [0xFF, 0xFE] + plain.utf8.flatMap { [$0, 0] }
    file.write(wide)
    file.setPermissions(0o750)
    try Program(Replica.command, in: folder.path).run(
      ["resolve", "notes.md", "--theirs"], exits: 0)
    #expect(file.bytes == [0xFF, 0xFE] + "a\ntheirs\nz\n".utf8.flatMap { [$0, 0] })
    #expect(file.permissions == 0o750)
  }

  @Test func `has nothing to do with a file without markers`() {
    let (output, text) = resolve("a\n", "--ours")
    #expect(output.status == 0 && text == "a\n")
    #expect(output.messages.contains("notes.md: no conflict markers."))
  }

  @Test func `refuses what markers cannot tell`() {
    for words in [["--newest"], ["--keep", "@newest"], ["--keep", "05665d87"]] {
      file.write(Array(plain.utf8))
      let output = Program(Replica.command, in: folder.path).run(["resolve", "notes.md"] + words)
      #expect(output.status == 2, "\(output)")
      #expect(output.messages.hasPrefix("docmerge: markers "))
      #expect(file.text == plain)
    }
  }

  @Test func `goes by the conflict of a document, and by markers in any other`() throws {
    let replicas = try Meeting().replicas("A", "B", documents: ["a.md": "0\n", "b.md": plain])
    for replica in replicas { try replica.save("a.md", "\(replica.name)\n\(plain)") }
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    // The document's markers are no matter while it has two versions.
    try replicas[1].docmerge("resolve", "a.md", "--ours", exits: 2)
    try replicas[1].docmerge("resolve", "b.md", "a.md", "--keep", "@2")
    #expect(replicas[1].read("b.md") == "a\ntheirs\nz\n")
    #expect(replicas[1].read("a.md")?.hasSuffix(plain) == true)
  }

  // MARK: At a terminal

  private func atTerminal(_ text: String, answers: String, editor: String = "false") -> Output {
    file.write(Array(text.utf8))
    let program = Program(
      "script", in: folder.path, environment: ["TERM": "dumb", "EDITOR": editor, "VISUAL": ""])
    return program.run(
      ["-qec", "'\(Replica.command)' resolve notes.md", "/dev/null"], input: Array(answers.utf8))
  }

  @Test(.enabled(if: File("/usr/bin/script").exists))
  func `asks about each conflict`() {
    let output = atTerminal(full + full + full, answers: "xmbstqy")
    #expect(output.status == 1, "\(output)")
    #expect(file.text == "a\nours\ntheirs\nz\n" + full + "a\ntheirs\nz\n")
    for words in [
      "conflict 1 of 3", "conflict 3 of 3", "base", "That key means nothing here",
      "There is no such text here: as suggested", "notes.md: 2 of 3 conflicts resolved by hand",
    ] {
      #expect(output.text.contains(words), "\(words)")
    }
  }

  @Test(.enabled(if: File("/usr/bin/script").exists))
  func `opens an editor, and keeps what was decided when a person quits`() {
    let output = atTerminal(
      full + full, answers: "eqy", editor: "sed -i -e '/^[<|=>]/d' -e s/base/BOTH/")
    #expect(output.status == 1, "\(output)")
    #expect(file.text == "a\nours\nBOTH\ntheirs\nz\n" + full)
    let unchanged = atTerminal(full, answers: "eow", editor: "true")
    #expect(unchanged.status == 0 && file.text == "a\nours\nz\n")
    #expect(unchanged.text.contains("there are conflict markers left"))
  }

  @Test(.enabled(if: File("/usr/bin/script").exists))
  func `quitting without writing leaves the file, and so does a file changed meanwhile`() {
    let before = full + full
    #expect(atTerminal(before, answers: "oqn").status == 1)
    #expect(file.text == before)
    let changed = atTerminal(before, answers: "eq", editor: "sh -c 'echo more >> notes.md'; true")
    #expect(changed.status == 1)
    #expect(file.text == before + "more\n")
  }

  @Test(.enabled(if: File("/usr/bin/script").exists))
  func `lines end as those of the file, and a text without an end gets one`() {
    let windows = "a\r\n<<<<<<<\r\no\r\n=======\r\nt\r\n>>>>>>>\r\nz\r\n"
    let output = atTerminal(windows, answers: "ew", editor: "sh -c 'printf \"one\\ntwo\" > \"$0\"'")
    #expect(output.status == 0, "\(output)")
    #expect(file.bytes == Array("a\r\none\r\ntwo\r\nz\r\n".utf8))
    #expect(atTerminal(windows, answers: "Bw").status == 0)
    #expect(file.bytes == Array("a\r\nt\r\no\r\nz\r\n".utf8))
  }

  @Test(.enabled(if: File("/usr/bin/script").exists))
  func `what was decided is kept where a file was changed meanwhile`() throws {
    try Program("git", in: folder.path).run(["init", "-q"], exits: 0)
    let editor = "sh -c 'echo more >> notes.md; printf mine > \"$0\"'"
    let output = atTerminal(full + full, answers: "eqy", editor: editor)
    #expect(output.text.contains("was changed meanwhile, and stays as it is"), "\(output)")
    #expect(File("\(folder.path)/.git/docmerge/session.json").exists)
  }

  @Test(.enabled(if: File("/usr/bin/script").exists))
  func `a text that was refused is there when the editor is opened again`() {
    let editor =
      "sh -c 'grep -q kept \"$0\" && echo mine > \"$0\" || printf \"kept\\n=======\\n\" > \"$0\"'"
    let output = atTerminal(full, answers: "eew", editor: editor)
    #expect(output.status == 0, "\(output)")
    #expect(file.text == "a\nmine\nz\n")
  }

  @Test(.enabled(if: File("/usr/bin/script").exists))
  func `a merge that fits is suggested`() {
    let words =
      "a\n<<<<<<<\nwe meet Friday in the hall\n|||||||\nwe meet Monday in the hall\n=======\n"
      + "we meet Monday in the barn\n>>>>>>>\nz\n"
    let output = atTerminal(words, answers: "mw")
    #expect(output.status == 0, "\(output)")
    #expect(file.text == "a\nwe meet Friday in the barn\nz\n")
  }

  @Test(.enabled(if: File("/usr/bin/script").exists))
  func `three sides are asked about one by one`() {
    let three =
      "<<<<<<< conflict 1 of 1\n+++++++ one\n1\n%%%%%%% diff\n-0\n+2\n%%%%%%% diff\n-0\n+3\n"
      + ">>>>>>> end\n"
    let output = atTerminal(three, answers: "3\n")
    #expect(output.status == 0, "\(output)")
    #expect(file.text == "3\n")
  }

  @Test(arguments: ["--ours", "--theirs", "--both", "--merge"])
  func `leaves conflicts within conflicts alone, and says so`(option: String) {
    let nested = "<<<<<<< A\n<<<<<<< B\n1\n=======\n2\n>>>>>>> B\n=======\n3\n>>>>>>> A\n"
    let (output, text) = resolve("a\n" + nested + plain, option)
    #expect(output.status == 1)
    #expect(text?.hasPrefix("a\n" + nested) == true)
    #expect(output.messages.contains("line 2: `<<<<<<<` with another one before its `>>>>>>>`"))
  }

  @Test func `warns where zdiff3 shows a part of the base only`() throws {
    let git = Program("git", in: folder.path)
    try git.run(["init", "-q"], exits: 0)
    #expect(!resolve(full, "--base").output.messages.contains("zdiff3"))
    try git.run(["config", "merge.conflictStyle", "zdiff3"], exits: 0)
    let (output, text) = resolve(full, "--base")
    #expect(output.messages.contains("lines 2–8: in the style zdiff3"), "\(output)")
    #expect(text == "a\nbase\nz\n")
    let whole = full.replacing("ours\n", with: "same\nours\n")
      .replacing("theirs\n", with: "same\ntheirs\n")
    #expect(!resolve(whole, "--base").output.messages.contains("zdiff3"))
  }

  @Test func `in a git repository, a decision is remembered`() throws {
    let git = Program("git", in: folder.path)
    try git.run(["init", "-q"], exits: 0)
    let list = { Program(Replica.command, in: folder.path).run(["memory", "list"]).lines }
    _ = resolve(full, "--merge")
    _ = resolve(full, "--both", "--dry-run")
    #expect(list().isEmpty)
    #expect(resolve(full, "--theirs").output.status == 0)
    #expect(list().count == 1)
    #expect(list()[0].contains("notes.md  “theirs”"), "\(list())")
    try git.run(["config", "docmerge.memory", "off"], exits: 0)
    _ = resolve(plain, "--ours")
    #expect(list().count == 1)
  }
}
