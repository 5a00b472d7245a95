import DocMergeArchive
import DocMergeTestSupport
import Testing

/// Spreadsheets in every room: files, git, containers.
struct SheetVerbTests {
  private static let base = SheetFile(
    "Name|Price|Twice", "Apples|3|=B2*2", "Pears|5|=B3*2", "All|=SUM(B2:B3)")
  private static let ours = SheetFile(
    "Name|Price|Twice", "Apples|3|=B2*2", "Plums|8|=B3*2", "Pears|5|=B4*2", "All|=SUM(B2:B4)")
  private static let theirs = SheetFile(
    "Name|Price|Twice", "Apples|4|=B2*2", "Pears|5|=B3*3", "All|=SUM(B2:B3)")
  private static let other = SheetFile(
    "Name|Price|Twice", "Apples|9|=B2*2", "Pears|5|=B3*2", "All|=SUM(B2:B3)")
  private static let merged = """
    # Costs

    | Name | Price | Twice |
    | Apples | 4 | =B2*2 |
    | Plums | 8 | =B3*2 |
    | Pears | 5 | =B4*3 |
    | All | =SUM(B2:B4) |


    """

  private func desk(_ versions: SheetFile...) throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for (name, version) in zip(["base", "ours", "theirs"], versions) {
      File("\(folder.path)/\(name).xlsx").write(try version.bytes)
    }
    return folder
  }

  private func run(_ words: [String], in folder: TemporaryFolder) -> Output {
    Program("docmerge", in: folder.path, environment: HostedTool.environment([:])).run(words)
  }

  private let files = ["base.xlsx", "ours.xlsx", "theirs.xlsx"]

  @Test func `merges cells, and what formulas mean`() throws {
    let folder = try desk(Self.base, Self.ours, Self.theirs)
    let output = run(["merge"] + files + ["-o", "merged.xlsx", "--report", "text"], in: folder)
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("Everything is accounted for."), "\(output)")
    #expect(run(["text", "merged.xlsx"], in: folder).text == Self.merged)
    // Values that were computed before are none of the result.
    let sheet = try ZipArchive(File("\(folder.path)/merged.xlsx").bytes ?? [])[
      "xl/worksheets/sheet1.xml"]
    let xml = String(decoding: try #require(sheet).contents(), as: UTF8.self)
    #expect(xml.contains("<f>B4*3</f></c>"), "\(xml)")
    let audit = run(["audit-merge"] + files + ["merged.xlsx"], in: folder)
    #expect(audit.status == 0 && audit.text.contains("Everything is accounted for."), "\(audit)")
  }

  @Test func `takes a range that lost its last row for no edit`() throws {
    let folder = try desk(
      Self.base, SheetFile("Name|Price|Twice", "Apples|3|=B2*2", "All|=SUM(B2:B2)"),
      SheetFile("Name|Price|Twice", "Apples|3|=B2*2", "Pears|5|=B3*2", "All|=SUM(B2:B3)*2"))
    let output = run(["merge"] + files + ["-o", "merged.xlsx"], in: folder)
    #expect(output.status == 0, "\(output)")
    #expect(
      run(["text", "merged.xlsx"], in: folder).text
        == "# Costs\n\n| Name | Price | Twice |\n| Apples | 3 | =B2*2 |\n| All | =SUM(B2:B2)*2 |\n\n"
    )
  }

  @Test func `finds in an audit the change that a result lacks`() throws {
    let folder = try desk(Self.base, Self.ours, Self.theirs)
    let audit = run(["audit-merge"] + files + ["ours.xlsx"], in: folder)
    #expect(audit.status == 1)
    #expect(audit.text.contains("“4”"), "\(audit)")
    #expect(!audit.text.contains("B3"), "\(audit)")
  }

  @Test(.enabled(if: HostedTool.hasTerminal), arguments: ["o", "t"])
  func `decides a cell on the terminal`(answer: String) throws {
    let folder = try desk(Self.base, Self.theirs, Self.other)
    File("\(folder.path)/merged.xlsx").write(try Self.theirs.bytes)
    let line =
      "docmerge mergetool --plain --base base.xlsx --local ours.xlsx --remote theirs.xlsx --merged merged.xlsx"
    let output = HostedTool.atTerminal(line, answers: "\(answer)\nw\n", in: folder.path)
    #expect(output.text.contains("| Apples | 9 | =B2*2 |"), "\(output)")
    let taken = answer == "o" ? "4" : "9"
    #expect(
      run(["text", "merged.xlsx"], in: folder).text.contains(
        "| Apples | \(taken) | =B2*2 |\n| Pears | 5 | =B3*3 |"))
  }

  @Test func `leaves a cell in conflict, and writes nothing`() throws {
    let folder = try desk(Self.base, Self.theirs, Self.other)
    let output = run(["merge"] + files + ["-o", "merged.xlsx"], in: folder)
    #expect(output.status == 1, "\(output)")
    #expect(!File("\(folder.path)/merged.xlsx").exists)
  }

  @Test func `is merged in a container, alike in both replicas, and undone`() throws {
    let meeting = Meeting()
    let replicas = try [meeting.replica("A"), meeting.replica("B")]
    replicas[0].file("r.xlsx").write(try Self.base.bytes)
    for replica in replicas { try replica.docmerge("sync") }
    replicas[0].file("r.xlsx").write(try Self.ours.bytes)
    replicas[1].file("r.xlsx").write(try Self.theirs.bytes)
    try replicas[0].docmerge("sync")
    for replica in [replicas[1], replicas[0]] { try replica.docmerge("sync", exits: 1) }
    for replica in replicas { try replica.docmerge("resolve", "r.xlsx", "--merge") }
    #expect(replicas[0].file("r.xlsx").bytes == replicas[1].file("r.xlsx").bytes)
    #expect(try replicas[0].docmerge("text", "r.xlsx").text == Self.merged)
    try replicas[1].docmerge("undo")
    #expect(try replicas[1].docmerge("list", exits: 1).text.contains("r.xlsx"))
    #expect(try replicas[1].docmerge("diff", "r.xlsx").text.contains("Plums | 8 |"))
  }
}
