import DocMergeTestSupport
import Testing

/// `docmerge difftool`, by itself and as `git difftool` calls it.
struct DifftoolTests {
  private static let texts = ["one old word\nb\n", "one new word\nb\n", "one other word\nb\n"]

  /// A repository whose last commit is ours, with an edit, a new file and a deleted one.
  private func repository(_ name: String = "a.md") throws -> ToolRepository {
    let texts = Self.texts.map { Array($0.utf8) }
    let repository = try ToolRepository(name, base: texts[0], ours: texts[1], theirs: texts[2])
    try repository.git("merge", "--abort")
    return repository
  }

  private static let change = "@@ -1,2 +1,2 @@\n-one old word\n+one new word\n b\n"

  @Test(arguments: ["a.md", "with space.md", "it's \"quoted\".md", "sub/Übung.md", "-x.md"])
  func `prints the differences that git difftool hands over`(name: String) throws {
    let repository = try repository(name)
    let output = repository.program("git").run(["difftool", "--no-prompt", "HEAD~1", "HEAD"])
    #expect(output.status == 0, "\(output)")
    #expect(output.text == "--- a/\(name)\n+++ b/\(name)\n\(Self.change)")
    repository.file(name).write(Array("one edited word\nb\n".utf8))
    let edited = repository.program("git").run(["difftool", "--no-prompt"])
    #expect(edited.text.contains("-one new word\n+one edited word\n"), "\(edited)")
  }

  @Test(arguments: [["--trust-exit-code"], ["--no-trust-exit-code"]])
  func `ends with 0, so that git goes on to the next file`(option: [String]) throws {
    let repository = try repository()
    repository.file("a.md").write(Array("edited\n".utf8))
    repository.file("b.md").write(Array("new\n".utf8))
    try repository.git("rm", "-q", ".gitattributes")
    try repository.git("add", "-A")
    let output = repository.program("git").run(["difftool", "--no-prompt", "--cached"] + option)
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("--- a/a.md\n+++ b/a.md\n"))
    #expect(output.text.contains("--- /dev/null\n+++ b/b.md\n@@ -0,0 +1 @@\n+new\n"))
    #expect(output.text.contains("a/.gitattributes was empty and is gone\n"))
  }

  @Test func `compares folders`() throws {
    let repository = try repository()
    repository.file("a.md").write(Array("edited\n".utf8))
    repository.file("sub/new.md").write(Array("new\n".utf8))
    repository.file("sub/data").write([0, 1])
    try repository.git("add", "-A")
    let output = repository.program("git").run(["difftool", "--dir-diff", "HEAD~1"])
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("--- a/a.md\n+++ b/a.md\n@@ -1,2 +1 @@\n"), "\(output)")
    #expect(output.text.contains("--- /dev/null\n+++ b/sub/new.md\n"))
    #expect(output.text.contains("Binary files /dev/null and b/sub/data differ\n"))
    #expect(repository.file("a.md").text == "edited\n")
  }

  @Test func `prints what patch can apply`() throws {
    let repository = try repository()
    let patch = repository.program("git").run(["difftool", "--no-prompt", "HEAD", "HEAD~1"])
    try repository.program("git").run(["apply", "-"], exits: 0, input: patch.bytes)
    #expect(repository.file("a.md").text == Self.texts[0])
  }

  @Test(.enabled(if: HostedTool.hasTerminal)) func `marks words on a terminal`() throws {
    let repository = try repository()
    let output = repository.atTerminal(
      "git difftool --no-prompt HEAD~1 HEAD", answers: "", environment: ["TERM": "xterm"])
    #expect(output.text.contains("\u{1B}[31;7mold\u{1B}[0m"), "\(output)")
    #expect(output.text.contains("\u{1B}[32;7mnew\u{1B}[0m"))
  }

  // MARK: - Without git

  private let folder = TemporaryFolder()

  private func difftool(_ words: String...) -> Output {
    Program(Replica.command, in: folder.path).run(["difftool"] + words)
  }

  private func write(_ texts: [String: [UInt8]]) {
    for (name, bytes) in texts { File("\(folder.path)/\(name)").write(bytes) }
  }

  @Test func `names the files as they are called, and says nothing when they are the same`() {
    write(["old": Array("1\n".utf8), "new": Array("2".utf8)])
    let output = difftool("old", "new")
    #expect(output.status == 0, "\(output)")
    let text = "--- old\n+++ new\n@@ -1 +1 @@\n-1\n+2\n\\ No newline at end of file\n"
    #expect(output.text == text)
    #expect(difftool("old", "old").bytes.isEmpty)
    #expect(difftool("old", "/dev/null").text.hasPrefix("--- old\n+++ /dev/null\n"))
    #expect(difftool("--path", "", "old", "new").text == text)
  }

  @Test func `shows UTF-16 as text`() {
    func wide(_ text: String) -> [UInt8] {
      [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }
    write(["old": wide("Grüße\n"), "new": wide("Grüße!\n"), "plain": Array("Grüße\n".utf8)])
    #expect(difftool("old", "new").text.hasSuffix("@@ -1 +1 @@\n-Grüße\n+Grüße!\n"))
    #expect(difftool("old", "plain").text == "old and plain differ only in their encoding\n")
  }

  @Test func `compares folders with names that are no text, links and missing files`() {
    write(["old/same": [1], "new/same": [1], "old/gone/a": Array("a\n".utf8)])
    File(bytes: Array("\(folder.path)/new/".utf8) + [0xFF]).write(Array("b\n".utf8))
    File("\(folder.path)/new/file").link(to: "same")
    File("\(folder.path)/new/loop").link(to: ".")
    let output = difftool("old", "new")
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("--- a/gone/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"))
    #expect(output.text.contains("+++ b/\\xFF\n@@ -0,0 +1 @@\n+b\n"))
    #expect(output.text.contains("+++ b/file\n"))
    #expect(output.text.contains("+++ b/loop\n@@ -0,0 +1 @@\n+.\n"))
    #expect(!output.text.contains("same\n@@"))
  }

  @Test func `says what it cannot compare`() {
    write(["folder/file": [], "file": []])
    let mixed = difftool("folder", "file")
    #expect(mixed.status == 2)
    #expect(mixed.messages == "docmerge: cannot compare a file with a folder: folder and file\n")
    let missing = difftool("nothing", "file")
    #expect(missing.status == 2)
    #expect(missing.messages.contains("cannot read nothing: No such file or directory"))
    #expect(difftool("file").status == 64)
  }
}
