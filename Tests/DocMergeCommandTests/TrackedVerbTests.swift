import DocMergeArchive
import DocMergeTestSupport
import Testing

/// Conflicts of office documents as tracked changes, in every room: files, git, containers.
struct TrackedVerbTests {
  private static let base = OfficeFile("The title", "The quick fox jumps.", "It ends here.")
  private static let ours = OfficeFile("The title", "The fast fox jumps.", "It ends here.")
  private static let theirs = OfficeFile("The title", "The rapid fox jumps.", "It ends here.")
  private static let decided = OfficeFile(
    "The title", "The fast and rapid fox jumps.", "It ends here.")

  private func run(_ words: [String], in folder: TemporaryFolder) -> Output {
    Program("docmerge", in: folder.path, environment: HostedTool.environment([:])).run(words)
  }

  private func authors(of document: File) throws -> Set<String> {
    let part = try ZipArchive(document.bytes ?? [])["word/document.xml"]
    let xml = String(decoding: try #require(part).contents(), as: UTF8.self)
    return Set(xml.matches(of: /w:author="([^"]*)"/).map { String($0.1) })
  }

  @Test func `a damaged document is named as not checked`() throws {
    let folder = TemporaryFolder()
    File("\(folder.path)/a.docx").write(Array(try Self.base.bytes.prefix(200)))
    let check = run(["markers", "check", "a.docx"], in: folder)
    #expect(check.status == 0 && check.text.isEmpty, "\(check)")
    #expect(check.messages.contains("docmerge: a.docx is not checked: "), "\(check)")
    #expect(run(["markers", "check", "--quiet", "a.docx"], in: folder).messages.isEmpty)
  }

  @Test func `writes conflicts only on request`() throws {
    let folder = TemporaryFolder()
    let files = ["base.docx", "ours.docx", "theirs.docx"]
    for (name, version) in zip(files, [Self.base, Self.ours, Self.theirs]) {
      File("\(folder.path)/\(name)").write(try version.bytes)
    }
    let plain = run(["merge"] + files + ["-o", "merged.docx"], in: folder)
    #expect(plain.status == 1 && plain.messages.contains("--tracked"), "\(plain)")
    let merged = File("\(folder.path)/merged.docx")
    #expect(!merged.exists)
    let output = run(
      ["merge", "--tracked", "-L", "Anna", "-L", "", "-L", "Ben"] + files + ["-o", "merged.docx"],
      in: folder)
    #expect(output.status == 1, "\(output)")
    #expect(output.messages.contains("1 conflict left, as tracked changes"), "\(output)")
    #expect(
      try authors(of: merged) == ["Anna (ours)", "Ben (theirs)", "Both (ours and theirs)"])
    let check = run(["markers", "check", "."], in: folder)
    #expect(check.status == 1, "\(check)")
    #expect(
      check.text
        == "./merged.docx: 3 tracked changes of a conflict, by Anna (ours), Ben (theirs), "
        + "Both (ours and theirs)\n", "\(check)")
    #expect(
      run(["markers", "check", "--json", "merged.docx"], in: folder).text.contains(
        "\"changes\" : 3"))
    // They are no version to go on merging with.
    let again = run(["merge", "base.docx", "merged.docx", "theirs.docx"], in: folder)
    #expect(again.status == 2 && again.messages.contains("accepted or rejected first"), "\(again)")
  }

  @Test func `writes no tracked changes of other files`() throws {
    let folder = TemporaryFolder()
    for name in ["base", "ours", "theirs"] {
      File("\(folder.path)/\(name)").write(Array("\(name)\n".utf8))
    }
    let output = run(["merge", "--tracked", "base", "ours", "theirs"], in: folder)
    #expect(output.status == 2 && output.messages.contains("no office document"), "\(output)")
  }

  @Test func `leaves a path of git in conflict until its changes are decided`() throws {
    let repository = try ToolRepository(
      "r.docx", base: Self.base.bytes, ours: Self.ours.bytes, theirs: Self.theirs.bytes)
    func docmerge(_ words: String..., exits status: Int32 = 0) throws -> Output {
      try repository.program("docmerge").run(words, exits: status)
    }
    let dry = try docmerge("resolve", "r.docx", "--tracked", "--dry-run", exits: 1)
    #expect(dry.messages.contains("would be written as tracked changes"), "\(dry)")
    #expect(try repository.file("r.docx").bytes == (Self.ours.bytes))
    let output = try docmerge("resolve", "r.docx", "--tracked", exits: 1)
    #expect(output.messages.contains("--edited"), "\(output)")
    #expect(try authors(of: repository.file("r.docx")).count == 3)
    let refused = try docmerge("resolve", "r.docx", "--edited", exits: 1)
    #expect(
      refused.messages.contains("3 tracked changes of its conflict are left"), "\(refused)")
    #expect(repository.unmerged == ["r.docx"])
    // As a word processor would have saved it.
    repository.file("r.docx").write(try Self.saved(Self.decided))
    _ = try docmerge("resolve", "r.docx", "--edited")
    #expect(repository.unmerged == [])
  }

  /// A document in other bytes than those of any version.
  private static func saved(_ version: OfficeFile) throws -> [UInt8] {
    try ZipArchive(
      members: ZipArchive(version.bytes).members.map { member in
        try ZipMember(
          name: member.name, contents: member.contents(), like: nil, time: 0x5100_0000)
      }
    ).written()
  }

  @Test func `leaves a document of a container in conflict until its changes are decided`()
    throws
  {
    let meeting = Meeting()
    let replicas = try [meeting.replica("A"), meeting.replica("B")]
    replicas[0].file("r.docx").write(try Self.base.bytes)
    for replica in replicas { try replica.docmerge("sync") }
    replicas[0].file("r.docx").write(try Self.ours.bytes)
    replicas[1].file("r.docx").write(try Self.theirs.bytes)
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    let here = replicas[1]
    let current = here.file("r.docx").bytes
    try here.docmerge("resolve", "r.docx", "--tracked", exits: 1)
    #expect(try authors(of: here.file("r.docx")).count == 3)
    #expect(try here.docmerge("list", exits: 1).text.contains("r.docx"))
    let again = try here.docmerge("resolve", "r.docx", "--tracked", exits: 1)
    #expect(again.messages.contains("as tracked changes already"), "\(again)")
    try here.docmerge("resolve", "r.docx", "--edited", exits: 1)
    try here.docmerge("undo")
    #expect(here.file("r.docx").bytes == current)
    try here.docmerge("resolve", "r.docx", "--tracked", exits: 1)
    try here.docmerge("resolve", "r.docx", "--edited", "--force")
    #expect(try authors(of: here.file("r.docx")).count == 3)
    try here.docmerge("undo")
    here.file("r.docx").write(try Self.decided.bytes)
    try here.docmerge("resolve", "r.docx", "--edited")
    #expect(try here.docmerge("text", "r.docx").text.contains("The fast and rapid fox jumps."))
    #expect(try here.docmerge("list").text == "")
  }

  @Test(.enabled(if: HostedTool.hasTerminal))
  func `is a choice of the session`() throws {
    let meeting = Meeting()
    let replicas = try [meeting.replica("A"), meeting.replica("B")]
    replicas[0].file("r.docx").write(try Self.base.bytes)
    for replica in replicas { try replica.docmerge("sync") }
    replicas[0].file("r.docx").write(try Self.ours.bytes)
    replicas[1].file("r.docx").write(try Self.theirs.bytes)
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    let here = replicas[1]
    let output = HostedTool.atTerminal(
      "docmerge resolve --plain r.docx", answers: "W\nw\n", in: here.path)
    #expect(output.text.contains("as tracked changes [W]"), "\(output)")
    #expect(output.text.contains("written as tracked changes"), "\(output)")
    #expect(try authors(of: here.file("r.docx")).count == 3)
    #expect(try here.docmerge("list", exits: 1).text.contains("r.docx"))
  }
}
