import DocMergeTestSupport
import Testing

/// `git mergetool` under each of its settings, without a terminal.
struct MergetoolSettingTests {
  private static let base = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
  private static let sentence = "We meet on Monday in the large hall.\n"
  /// The line with the words that each side changed.
  private static let merged = "We meet on Friday in the small hall.\n"
  private static let line = ["mergetool", "--no-prompt"]

  /// A file that git leaves in conflict, and that rules settle if they are right.
  private func repository(
    _ name: String = "a.md", settled: Bool, settings: [String: String] = [:]
  ) throws -> ToolRepository {
    let words =
      settled
      ? (
        Self.sentence.replacing("Monday", with: "Friday"),
        Self.sentence.replacing("large", with: "small")
      )
      : ("ours\n", "theirs\n")
    return try ToolRepository(
      name, base: Array((Self.base + Self.sentence).utf8), ours: Array((Self.base + words.0).utf8),
      theirs: Array((Self.base + words.1).utf8), settings: settings)
  }

  @Test(arguments: [
    ["mergetool.docmerge.trustExitCode": "true"],
    ["mergetool.docmerge.trustExitCode": "false"],
    ["mergetool.writeToTemp": "true"],
    ["mergetool.hideResolved": "true"],
    ["mergetool.keepBackup": "false"],
    ["mergetool.keepTemporaries": "true"],
    ["merge.conflictStyle": "zdiff3", "core.autocrlf": "true"],
  ])
  func `settles what it can, and leaves the rest as git made it`(
    settings: [String: String]
  ) throws {
    let settled = try repository(settled: true, settings: settings)
    let output = settled.program("git").run(Self.line)
    #expect(output.status == 0, "\(output)")
    let ending = settings["core.autocrlf"] == nil ? "\n" : "\r\n"
    let text = (Self.base + Self.merged).replacing("\n", with: ending)
    #expect(settled.file("a.md").text == text)
    #expect(settled.unmerged.isEmpty)
    #expect(settled.file("a.md.orig").exists == (settings["mergetool.keepBackup"] == nil))

    let left = try repository(settled: false, settings: settings)
    let before = left.file("a.md").bytes
    let refused = left.program("git").run(Self.line)
    #expect(refused.status == 1, "\(refused)")
    #expect(refused.messages.contains("a.md: 1 region changed on both sides"))
    #expect(left.file("a.md").bytes == before)
    #expect(left.unmerged == ["a.md"])
  }

  // git 2.39 itself does not find names that it would quote, with `"` or `\` in them.
  @Test(arguments: [
    "with space.md", "it's $HOME.md", "Übung – 日本.md", "sub folder/*.md", "sub/-x.md",
    "a;b&c|d.md", "no extension",
  ])
  func `takes names of any kind`(name: String) throws {
    let repository = try repository(name, settled: true)
    let output = repository.program("git").run(Self.line)
    #expect(output.status == 0, "\(output)")
    #expect(repository.file(name).text == Self.base + Self.merged)
    #expect(repository.unmerged.isEmpty)
  }

  @Test func `writes nothing when git hands over empty files`() throws {
    // git takes the name for an option when it makes the three files.
    let repository = try repository("-x.md", settled: true)
    let before = repository.file("-x.md").bytes
    let output = repository.program("git").run(Self.line)
    if repository.unmerged.isEmpty {
      #expect(repository.file("-x.md").text == Self.base + Self.merged)
    } else {
      #expect(output.messages.contains("both versions of -x.md are empty"), "\(output)")
      #expect(repository.file("-x.md").bytes == before)
    }
  }

  // MARK: - Without git

  private let folder = TemporaryFolder()

  private func mergetool(_ words: [String]) -> Output {
    Program(Replica.command, in: folder.path).run(["mergetool"] + words)
  }

  private func write(_ texts: [String: String]) {
    for (name, text) in texts { File("\(folder.path)/\(name)").write(Array(text.utf8)) }
  }

  @Test func `takes values that start with a dash for files`() {
    write(["-b": "1\n2\n3\n", "-l": "0\n1\n2\n3\n", "-r": "1\n2\n3\n4\n"])
    let output = mergetool(["--base", "-b", "--local", "-l", "--remote", "-r", "--merged", "-m"])
    #expect(output.status == 0, "\(output)")
    #expect(File("\(folder.path)/-m").text == "0\n1\n2\n3\n4\n")
  }

  @Test(arguments: ["\"quoted\"", "back\\slash", "two\nlines", "\u{1B}[31mred", "*", "--merged"])
  func `takes any name for the result`(name: String) {
    write(["base": "1\n2\n3\n", "ours": "0\n1\n2\n3\n", "theirs": "1\n2\n3\n4\n"])
    let output = mergetool(
      ["--base", "base", "--local", "ours", "--remote", "theirs", "--merged", name])
    #expect(output.status == 0, "\(output)")
    #expect(!output.messageBytes.contains(0x1B) && output.messages.count { $0 == "\n" } == 1)
    #expect(File("\(folder.path)/\(name)").text == "0\n1\n2\n3\n4\n")
  }

  @Test(arguments: ["", "/dev/null", "empty"])
  func `has no base when there is none`(base: String) {
    write(["empty": "", "ours": "same\n", "theirs": "same\n"])
    for option in [["--base", base], ["--base=\(base)"]] {
      let output = mergetool(option + ["--local", "ours", "--remote", "theirs", "--merged", "new"])
      #expect(output.status == 0, "\(output)")
      #expect(File("\(folder.path)/new").text == "same\n")
      File("\(folder.path)/new").remove()
    }
  }

  @Test func `writes no other file when a name is no text`() {
    write(["base": "1\n", "ours": "1\n2\n", "theirs": "1\n"])
    let words = [
      "mergetool", "--base", "base", "--local", "ours", "--remote", "theirs", "--merged",
    ]
    let output = Program(Replica.command, in: folder.path).run(
      words.map { Array($0.utf8) } + [Array("caf".utf8) + [0xE9]])
    #expect(output.status == 2, "\(output)")
    #expect(output.messages == "docmerge: caf\\xE9 is not UTF-8, and is left as it is\n")
    #expect(File(folder.path).names == ["base", "ours", "theirs"])
  }

  @Test(arguments: [
    (local: "link", reason: "links and packages are only kept whole"),
    (local: "dangling", reason: "links and packages are only kept whole"),
    (local: "/dev/null", reason: "one version is a deletion"),
    (local: "binary", reason: "it is not text"),
  ])
  func `refuses what it cannot merge, and says why`(local: String, reason: String) {
    write([
      "base": "1\n", "theirs": "2\n", "other": "3\n", "binary": "4\0\n", "merged": "as it was\n",
    ])
    File("\(folder.path)/link").link(to: "other")
    File("\(folder.path)/dangling").link(to: "nowhere")
    let output = mergetool(
      ["--base", "base", "--local", local, "--remote", "theirs", "--merged", "merged"])
    #expect(output.status == 1, "\(output)")
    #expect(output.messages == "docmerge: merged is not merged, \(reason)\n")
    #expect(File("\(folder.path)/merged").text == "as it was\n")
  }

  @Test func `does not write when git difftool calls it`() throws {
    let repository = try ToolRepository(
      "a.md", base: Array("1\n".utf8), ours: Array("2\n".utf8), theirs: Array("3\n".utf8))
    try repository.git("merge", "--abort")
    try repository.git("config", "--unset", "difftool.docmerge.cmd")
    repository.file("a.md").write(Array("edited\n".utf8))
    let output = repository.program("git").run(["difftool", "--no-prompt", "HEAD"])
    #expect(output.messages.contains("set difftool.docmerge.cmd to docmerge difftool"))
    #expect(repository.file("a.md").text == "edited\n")
  }
}
