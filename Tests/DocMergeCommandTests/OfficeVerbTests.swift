import DocMergeArchive
import DocMergeTestSupport
import Testing

/// Office documents in every room: files, git, containers.
struct OfficeVerbTests {
  private static let base = OfficeFile("The title", "The quick fox jumps.", "It ends here.")
  private static let ours = OfficeFile("The title", "The *quick* fox jumps.", "It ends here.")
  private static let theirs = OfficeFile(
    "The title", "The quick fox jumps far.", "A new line.", "It ends here.")
  private static let merged = """
    The title

    The quick fox jumps far.

    A new line.

    It ends here.

    """
  private static let red = OfficeFile("The title", "The {quick} fox jumps.", "It ends here.")
  private static let blue = OfficeFile("The title", "The [quick] fox jumps.", "It ends here.")

  /// A folder with versions of a document, and docmerge in it.
  private struct Desk {
    let folder = TemporaryFolder()

    init(_ versions: OfficeFile...) throws {
      for (name, version) in zip(["base", "ours", "theirs"], versions) {
        file("\(name).docx").write(try version.bytes)
      }
    }

    func file(_ name: String) -> File { File("\(folder.path)/\(name)") }

    func run(_ words: [String]) -> Output {
      Program("docmerge", in: folder.path, environment: HostedTool.environment([:])).run(words)
    }

    func run(_ words: [String], exits status: Int32) throws -> Output {
      try Program("docmerge", in: folder.path, environment: HostedTool.environment([:]))
        .run(words, exits: status)
    }
  }

  private let files = ["base.docx", "ours.docx", "theirs.docx"]

  @Test func `merges words and formatting`() throws {
    let desk = try Desk(Self.base, Self.ours, Self.theirs)
    _ = try desk.run(["merge"] + files + ["-o", "merged.docx"], exits: 0)
    #expect(try desk.run(["text", "merged.docx"], exits: 0).text == Self.merged)
    let diff = try desk.run(["difftool", "--", "theirs.docx", "merged.docx"], exits: 0)
    #expect(diff.text.contains("+The quick fox jumps far. ⟪bold “quick”⟫\n"), "\(diff)")
    _ = try desk.run(
      ["merge-file", "--profile", "docmerge"] + ["ours.docx", "base.docx", "theirs.docx"], exits: 0)
    #expect(try desk.run(["text", "ours.docx"], exits: 0).text == Self.merged)
  }

  @Test func `reports what the merge did, also where it wrote nothing`() throws {
    let desk = try Desk(Self.base, Self.ours, Self.theirs)
    let merged = try desk.run(
      ["merge"] + files + ["-o", "merged.docx", "--report", "text"], exits: 0)
    #expect(merged.text.contains("Theirs: 2 changes: 2 kept."), "\(merged)")
    desk.file("theirs.docx").write(
      try OfficeFile("The title", "The quick cat jumps.", "It ends here.").bytes)
    desk.file("ours.docx").write(
      try OfficeFile("The title", "The quick dog jumps.", "It ends here.").bytes)
    let open = try desk.run(
      ["merge"] + files + ["-o", "none.docx", "--report", "text"], exits: 1)
    #expect(open.text.contains("removes “fox”, adds “dog”"), "\(open)")
    #expect(!desk.file("none.docx").exists)
  }

  @Test func `is audited as text`() throws {
    let desk = try Desk(Self.base, Self.ours, Self.theirs)
    _ = try desk.run(["merge"] + files + ["-o", "merged.docx"], exits: 0)
    let audit = try desk.run(["audit-merge"] + files + ["merged.docx"], exits: 0)
    #expect(audit.text.contains("kept"), "\(audit)")
    // A merge that kept ours alone lost what theirs wrote.
    let lost = try desk.run(["audit-merge"] + files + ["ours.docx"], exits: 1)
    #expect(lost.text.contains("A new line"), "\(lost)")
  }

  @Test func `writes nothing while formatting is in conflict`() throws {
    let desk = try Desk(Self.base, Self.red, Self.blue)
    let output = desk.run(["merge"] + files + ["-o", "merged.docx"])
    #expect(output.status == 1)
    #expect(output.messages.contains("1 conflict left, so nothing is written"), "\(output)")
    #expect(!desk.file("merged.docx").exists)
  }

  @Test(.enabled(if: HostedTool.hasTerminal), arguments: ["o", "t", "a"])
  func `decides formatting on the terminal`(answer: String) throws {
    let desk = try Desk(Self.base, Self.red, Self.blue)
    desk.file("merged.docx").write(try Self.red.bytes)
    let line =
      "docmerge mergetool --plain --base base.docx --local ours.docx --remote theirs.docx --merged merged.docx"
    let output = HostedTool.atTerminal(line, answers: "\(answer)\nw\n", in: desk.folder.path)
    #expect(output.text.contains("The quick fox jumps. ⟪colour FF0000 “quick”⟫"), "\(output)")
    let taken = ["o": "ours.docx", "t": "theirs.docx", "a": "base.docx"][answer] ?? ""
    let diff = try desk.run(["difftool", "--", taken, "merged.docx"], exits: 0)
    #expect(diff.text == "" || diff.text.contains("say the same"), "\(diff)")
  }

  @Test func `merges as git's driver, and keeps ours with conflicts`() throws {
    let attributes = "*.docx merge=docmerge diff=office\n"
    let driver = [
      "merge.docmerge.driver": "docmerge merge-driver %O %A %B --marker-size %L --path %P",
      "diff.office.textconv": "docmerge text",
    ]
    let repository = try ToolRepository(
      "r.docx", base: Self.base.bytes, ours: Self.red.bytes, theirs: Self.blue.bytes,
      attributes: attributes, settings: driver)
    #expect(repository.unmerged == ["r.docx"])
    #expect(repository.file("r.docx").bytes == (try Self.red.bytes))
    try repository.git("merge", "--abort")
    try repository.git("checkout", "-q", "-b", "other", "HEAD~1")
    repository.file("r.docx").write(try Self.theirs.bytes)
    try repository.git("commit", "-qam", "words")
    try repository.git("merge", "-q", "main")
    let output = try repository.git("diff", "HEAD~1", "--", "r.docx")
    #expect(!output.text.contains("Binary"), "\(output)")
    let text = repository.program("docmerge").run(["text", "r.docx"])
    #expect(text.text == Self.merged, "\(text)")
  }

  @Test func `is shown as text by git diff, until that is taken back`() throws {
    let desk = try Desk(Self.base, Self.theirs)
    func git(_ words: String...) throws -> Output {
      try Program("git", in: desk.folder.path, environment: HostedTool.environment([:]))
        .run(["-c", "user.name=A", "-c", "user.email=a@example.org"] + words, exits: 0)
    }
    _ = try git("init", "-q")
    _ = try git("add", "base.docx")
    _ = try git("commit", "-qm", "base")
    _ = try desk.run(["git", "setup", "--textconv"], exits: 0)
    desk.file("base.docx").write(try Self.theirs.bytes)
    #expect(try git("diff").text.contains("\n+The quick fox jumps far.\n+\n+A new line.\n"))
    _ = try desk.run(["git", "unsetup"], exits: 0)
    #expect(try git("diff").text.contains("Binary files"))
  }

  @Test func `is merged in a container, alike in both replicas, and undone`() throws {
    let meeting = Meeting()
    let replicas = try [meeting.replica("A"), meeting.replica("B")]
    replicas[0].file("r.docx").write(try Self.base.bytes)
    for replica in replicas { try replica.docmerge("sync") }
    replicas[0].file("r.docx").write(try Self.ours.bytes)
    replicas[1].file("r.docx").write(try Self.theirs.bytes)
    try replicas[0].docmerge("sync")
    // The document is in conflict now.
    for replica in [replicas[1], replicas[0]] { try replica.docmerge("sync", exits: 1) }
    // Each merges the same heads by itself.
    for replica in replicas { try replica.docmerge("resolve", "r.docx", "--merge") }
    #expect(replicas[0].file("r.docx").bytes == replicas[1].file("r.docx").bytes)
    #expect(try replicas[0].docmerge("text", "r.docx").text == Self.merged)
    try replicas[1].docmerge("undo")
    #expect(try replicas[1].docmerge("list", exits: 1).text.contains("r.docx"))
    #expect(try replicas[1].docmerge("diff", "r.docx").text.contains("far"))
    try replicas[1].docmerge("resolve", "r.docx", "--merge")
    for replica in replicas + replicas { try replica.docmerge("sync") }
    for replica in replicas {
      try replica.docmerge("list")
      #expect(try replica.docmerge("text", "r.docx").text == Self.merged)
    }
  }

  @Test func `shows versions of a document as text`() throws {
    let replica = try Meeting().replica("A")
    replica.file("r.docx").write(try Self.base.bytes)
    try replica.docmerge("save")
    replica.file("r.docx").write(try Self.red.bytes)
    #expect(
      try replica.docmerge("diff").text.contains("+The quick fox jumps. ⟪colour FF0000 “quick”⟫"))
    replica.file("r.docx").write(try Self.theirs.bytes)
    let plain = try replica.docmerge("diff").text
    #expect(plain.contains("+The quick fox jumps far.\n+\n+A new line.\n"), "\(plain)")
  }

  @Test(
    arguments: [
      (
        "encrypted", [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
        "only opens with its password"
      ),
      ("cut off", [0x50, 0x4B, 3, 4, 0, 0], "it is no zip archive"),
    ] as [(String, [UInt8], String)])
  func `refuses a document by name, and leaves everything`(
    name: String, bytes: [UInt8], words: String
  ) throws {
    let desk = try Desk(Self.base, Self.ours, Self.theirs)
    desk.file("ours.docx").write(bytes)
    let output = desk.run(["merge"] + files + ["-o", "merged.docx"])
    #expect(output.status == 2)
    #expect(output.messages.contains("merged.docx cannot be merged: a version"), "\(output)")
    #expect(output.messages.contains(words), "\(output)")
    #expect(!desk.file("merged.docx").exists)
    #expect(desk.file("ours.docx").bytes == bytes)
    let shown = desk.run(["text", "ours.docx"])
    #expect(shown.status == 2 && shown.messages.contains(words), "\(shown)")
  }

  @Test(arguments: ["xlsx", "ods", "pptx"])
  func `refuses documents of other forms by name`(end: String) throws {
    let desk = try Desk()
    // An archive without a text document.
    for (name, text) in [("a", "1"), ("b", "2"), ("c", "3")] {
      let member = ZipMember(
        name: "mimetype", contents: Array("application/other\(text)".utf8), like: nil, time: 0)
      desk.file("\(name).\(end)").write(try ZipArchive(members: [member]).written())
    }
    let names = ["a", "b", "c"].map { "\($0).\(end)" }
    let refused = desk.run(["merge"] + names + ["-o", "none.\(end)"])
    #expect(refused.status == 2)
    #expect(
      refused.messages.contains(
        "none.\(end) cannot be merged: only documents of Word, Excel and PowerPoint,"),
      "\(refused)")
    #expect(!desk.file("none.\(end)").exists)
  }

  @Test func `prints a file that is no archive as it is`() throws {
    let desk = try Desk(Self.base)
    desk.file("a.txt").write([0x61, 0xFF, 0, 0x0A])
    #expect(try desk.run(["text", "a.txt"], exits: 0).bytes == [0x61, 0xFF, 0, 0x0A])
  }
}
