import DocMergeArchive
import DocMergeCore
import DocMergeFormats
import DocMergeTestSupport
import Foundation
import Testing

@testable import DocMergeOffice

/// What a merge of sheets once lost or refused, and its kind.
@Suite struct SheetLossTests {
  private func model(_ change: (inout ModelWorkbook) -> Void = { _ in }) -> ModelWorkbook {
    var generator = SeededGenerator(seed: 5)
    var model = ModelWorkbook(&generator)
    change(&model)
    return model
  }

  /// A workbook with comments at cells of its first sheet.
  private func commented(_ model: ModelWorkbook, _ comments: [String: String]) throws -> [UInt8] {
    let list = comments.sorted { $0.key < $1.key }.map { cell, text in
      "<comment ref=\"\(cell)\" authorId=\"0\"><text><t>\(text)</t></text></comment>"
    }.joined()
    let shapes = comments.keys.sorted().map { cell in
      "<v:shape id=\"shape_0\"><x:ClientData ObjectType=\"Note\"><x:Row>"
        + "\((Int(cell.dropFirst()) ?? 1) - 1)</x:Row><x:Column>1</x:Column></x:ClientData></v:shape>"
    }.joined()
    return try model.excelFile(
      inSheet: "<legacyDrawing r:id=\"rId2\"/>",
      [("comments", "xl/comments1.xml"), ("vmlDrawing", "xl/drawings/vmlDrawing1.vml")],
      [
        "xl/comments1.xml":
          "<comments><authors><author>Anna</author></authors><commentList>\(list)</commentList></comments>",
        "xl/drawings/vmlDrawing1.vml":
          "<xml xmlns:v=\"urn:v\" xmlns:x=\"urn:x\">\(shapes)</xml>",
      ])
  }

  private func merged(_ versions: [[UInt8]]) throws -> OfficePackage {
    let merged = try OfficeMerge.document(
      base: versions[0], ours: versions[1], theirs: versions[2], policy: .balanced)
    return try OfficePackage.read(try #require(merged))
  }

  private func comments(_ package: OfficePackage) throws -> [String: String] {
    let root = try #require(try package.xml("xl/comments1.xml")).root
    return Dictionary(
      (root.first("commentList")?.elements ?? []).map { ($0["ref"] ?? "", $0.text) }
    ) { first, _ in first }
  }

  /// What the cells say of a merge of sheets of one sheet each.
  private func grid(
    _ base: [[String]], _ ours: [[String]], _ theirs: [[String]]
  ) throws -> [[String]]? {
    let files = try [base, ours, theirs].map { try ModelWorkbook(rows: $0).file(.excel) }
    let merged = try OfficeMerge.document(
      base: files[0], ours: files[1], theirs: files[2], policy: .balanced)
    return try merged.map { bytes in
      try ExcelCodec.workbook(of: OfficePackage.read(bytes)).sheets[0].rows.map {
        SheetLine($0.cells.map(\.text)).cells
      }
    }
  }

  private static let fruit = [
    ["Name", "Price"], ["Apples", "3"], ["Pears", "4"], ["Figs", "6"],
  ]

  @Test func `leaves what stands beyond the sheet where it is`() throws {
    let base = Self.fruit
    let merged = try grid(
      base, base + [[], [], ["", "ours"]], base + [[], [], ["", "", "", "theirs"]])
    #expect(merged == base + [[], [], ["", "ours", "", "theirs"]])
    let apart = try grid(base, base + [[], ["x"]], base + [[], [], [], ["y"]])
    #expect(apart == base + [[], ["x"], [], ["y"]])
    // A formula means an empty cell, in which the other side writes nothing.
    let formula = try grid(
      base, [["Name", "Price", "=B10"]] + base[1...], base + [[], ["x", "1"]])
    #expect(formula?[0] == ["Name", "Price", "=B10"])
  }

  @Test func `adds rows of both sides behind each other, and a range over both`() throws {
    let base = Self.fruit + [["All", "=SUM(B2:B4)"]]
    let merged = try grid(
      base, Self.fruit + [["Plums", "7"], ["All", "=SUM(B2:B5)"]],
      Self.fruit + [["Nuts", "8"], ["All", "=SUM(B2:B5)"]])
    #expect(merged == Self.fruit + [["Plums", "7"], ["Nuts", "8"], ["All", "=SUM(B2:B6)"]])
  }

  @Test func `takes a column that both added once`() throws {
    let base = Self.fruit
    func added(_ change: (inout [[String]]) -> Void) -> [[String]] {
      var rows = base.enumerated().map { $1 + [$0 == 0 ? "Twice" : "=B\($0 + 1)*2"] }
      change(&rows)
      return rows
    }
    let merged = try grid(base, added { $0[1][1] = "30" }, added { $0[2][1] = "40" })
    #expect(
      merged
        == added {
          $0[1][1] = "30"
          $0[2][1] = "40"
        })
  }

  @Test func `doubles no row that both sides moved`() throws {
    let rows = Self.fruit + [["Dora", "1"]]
    let orders = [[0, 3, 4, 1, 2], [0, 4, 2, 3, 1], [0, 2, 1, 4, 3], [0, 4, 3, 2, 1]]
    for one in orders {
      for other in orders {
        // Where it is left in conflict or refused, nothing is written.
        guard let merged = try? grid(rows, one.map { rows[$0] }, other.map { rows[$0] }) else {
          continue
        }
        #expect(merged.map { $0.joined() }.sorted() == rows.map { $0.joined() }.sorted())
      }
    }
  }

  @Test func `refuses a name for a cell that the other side deleted`() throws {
    func named(_ model: ModelWorkbook, _ name: Bool) throws -> [UInt8] {
      var archive = try ZipArchive(model.file(.excel))
      for index in archive.members.indices where archive.members[index].name == "xl/workbook.xml" {
        let text = String(decoding: try archive.members[index].contents(), as: UTF8.self)
        let names =
          "<definedNames><definedName name=\"Last\">Costs!$B$4</definedName></definedNames>"
        archive.members[index] = ZipMember(
          name: "xl/workbook.xml",
          contents: Array(
            text.replacingOccurrences(of: "</workbook>", with: "\(name ? names : "")</workbook>")
              .utf8), like: nil, time: 0x5000_0000)
      }
      return try archive.written()
    }
    let base = ModelWorkbook(rows: Self.fruit)
    let files = try [
      named(base, false), named(ModelWorkbook(rows: Array(Self.fruit.dropLast())), false),
      named(base, true),
    ]
    #expect(throws: OfficeRefusal.lostReference(cell: "Last")) {
      try OfficeMerge.document(
        base: files[0], ours: files[1], theirs: files[2], policy: .balanced)
    }
  }

  @Test func `refuses rules that only their places tell apart`() throws {
    func ruled(_ model: ModelWorkbook, _ rules: [String]) throws -> [UInt8] {
      let inner = rules.map { "<cfRule type=\"cellIs\"><formula>\($0)</formula></cfRule>" }.joined()
      return try model.excelFile(
        inSheet: "<conditionalFormatting sqref=\"B2:B4\">\(inner)</conditionalFormatting>")
    }
    let model = ModelWorkbook(rows: Self.fruit)
    let files = try [
      ruled(model, ["10", "20", "30"]), ruled(model, ["11", "20", "30"]),
      ruled(model, ["20", "30"]),
    ]
    #expect(
      throws: OfficeRefusal.bothChanged(part: "conditionalFormatting of Costs")
    ) {
      try OfficeMerge.document(
        base: files[0], ours: files[1], theirs: files[2], policy: .balanced)
    }
  }

  @Test func `drops a join that one cell is left of, and refuses joins that overlap`() throws {
    func joined(_ rows: [[String]], _ ranges: [String]) throws -> [UInt8] {
      let inner = ranges.map { "<mergeCell ref=\"\($0)\"/>" }.joined()
      return try ModelWorkbook(rows: rows).excelFile(
        inSheet: ranges.isEmpty ? "" : "<mergeCells>\(inner)</mergeCells>")
    }
    let base = Self.fruit.map { $0 + ["x"] }
    let narrow = Self.fruit
    let package = try merged([
      joined(base, []), joined(base, ["B2:C2"]), joined(narrow, []),
    ])
    let sheet = try #require(try package.xml("xl/worksheets/sheet1.xml")).root
    #expect(sheet.first("mergeCells") == nil)
    #expect(throws: OfficeRefusal.malformed(part: "Costs", reason: "joined cells overlap")) {
      try OfficeMerge.document(
        base: joined(base, []), ours: joined(base, ["A2:B2"]), theirs: joined(base, ["B2:C2"]),
        policy: .balanced)
    }
  }

  @Test(arguments: ["a\u{301}", "\u{301}a", " b ", "x\r\ny", "a|b\\c", "\u{93e}"])
  func `keeps any text of a cell`(text: String) {
    #expect(SheetLine(SheetLine(["1", text, "2"]).line)?.cells == ["1", text, "2"])
  }

  @Test func `keeps comments of both sides, and moves them with their cells`() throws {
    let package = try merged([
      commented(model(), ["B3": "old"]),
      commented(
        model { $0.apply(.insertRow(900, after: 101, [1: .text("New")])) },
        ["B4": "old", "B5": "ours"]),
      commented(model(), ["B3": "old", "B2": "theirs"]),
    ])
    #expect(try comments(package) == ["B4": "old", "B5": "ours", "B2": "theirs"])
    var rows: [String] = []
    try package.xml("xl/drawings/vmlDrawing1.vml")?.root.forEach { element in
      if element.localName == "Row" { rows.append(element.text) }
    }
    #expect(rows.sorted() == ["1", "3", "4"])
  }

  @Test func `asks where one side deleted the column of a comment that the other wrote`() throws {
    let rows = Self.fruit.map { $0 + ["Note of \($0[0])"] }
    let base = try commented(ModelWorkbook(rows: rows), ["A3": "old"])
    let ours = try commented(ModelWorkbook(rows: rows.map { [$0[0], $0[2]] }), ["A3": "old"])
    let theirs = try commented(ModelWorkbook(rows: rows), ["A3": "old", "B2": "new"])
    for (one, other) in [(ours, theirs), (theirs, ours)] {
      let outcome = try OfficeMerge.outcome(
        base: base, ours: one, theirs: other, policy: .balanced)
      #expect(outcome.document == nil)
      #expect(outcome.conflicts.contains { $0.place.contains("2") }, "\(outcome.conflicts)")
    }
  }

  @Test func `keeps the boxes of unchanged comments`() throws {
    let base = try commented(model(), ["B3": "old"])
    let package = try merged([
      base,
      commented(model { $0.apply(.set(.init(row: 102, column: 2), .number(5))) }, ["B3": "old"]),
      commented(model { $0.apply(.set(.init(row: 103, column: 2), .number(7))) }, ["B3": "old"]),
    ])
    let before = try OfficePackage.read(base)["xl/drawings/vmlDrawing1.vml"]
    #expect(package["xl/drawings/vmlDrawing1.vml"] == before)
  }

  @Test func `asks about a comment in a row that the other side deleted`() throws {
    let office = try OfficeMerge(
      base: commented(model(), ["B2": "old"]),
      ours: commented(model { $0.apply(.deleteRow(103)) }, ["B2": "old"]),
      theirs: commented(model(), ["B2": "old", "B4": "new"]))
    #expect(try office.document(.eager) == nil)
  }

  @Test func `asks about a deleted row in which the other side filled a new column`() throws {
    let contents: [Int: ModelWorkbook.Content] = [100: .text("Added"), 103: .text("gone")]
    let (base, ours) = (model(), model { $0.apply(.deleteRow(103)) })
    let theirs = model { $0.apply(.insertColumn(50, after: 1, contents)) }
    let office = try OfficeMerge(
      base: base.file(.excel), ours: ours.file(.excel), theirs: theirs.file(.excel))
    #expect(try office.merge(TextMergeOptions(policy: .eager)).contents.conflicts.count == 1)
  }

  @Test(arguments: [("row", "14", "13"), ("row", "15", "14"), ("col", "2", "2")])
  func `fastens a drawing to the next line where its own is gone`(
    name: String, place: String, expected: String
  ) throws {
    let anchor = XMLElement(
      "xdr:from", children: [.element(XMLElement("xdr:\(name)", children: [.text(place)]))])
    let named = try #require(try ExcelReferences.mapping(anchor) { $0 })
    // The result lacks the fourteenth line of the sheet.
    let counts = (base: 20, ours: 19, theirs: 20)
    let partners = (0..<19).map { Optional($0 < 13 ? $0 : $0 + 1) }
    let axis = SheetAxis(
      counts: counts, ours: partners, theirs: (0..<20).map { $0 }, naming: .base,
      ends: SheetAxis.lastRows)
    let numbering = axis.numbering(axis.entries.map(\.ours), count: 19)
    let written = try ExcelReferences.mapping(named) { formula in
      FormulaText(formula, .excel).mapping { reference in
        var reference = reference
        guard let rows = reference.places(\.row) else { return reference }
        guard let range = numbering.range(rows.first.name, rows.last.name) else { return nil }
        reference.first.row?.name = LineName(.base, range.first)
        reference.last?.row?.name = LineName(.base, range.last)
        return reference
      }
    }
    #expect(written?.elements.first?.text == expected)
  }

  @Test func `keeps what both sides drew in sheets of their own under one name`() throws {
    // Both sides add a part of the same name with other contents.
    func drawn(_ sheet: ModelWorkbook, _ words: String) throws -> [UInt8] {
      try sheet.excelFile(
        inSheet: "<drawing r:id=\"rId1\"/>", [("drawing", "xl/drawings/drawing1.xml")],
        ["xl/drawings/drawing1.xml": "<wsDr><said>\(words)</said></wsDr>"])
    }
    let (base, ours, theirs) = (
      try ExcelDocument(OfficePackage.read(model().excelFile())),
      try ExcelDocument(OfficePackage.read(drawn(model(), "ours"))),
      try ExcelDocument(OfficePackage.read(drawn(model(), "theirs")))
    )
    let package = try NewParts(base: base, ours: ours).renamed(in: theirs)
    #expect(package["xl/drawings/drawing1.xml"] == nil)
    #expect(try package.xml("xl/drawings/drawing2.xml")?.root.text == "theirs")
    let references = try Relationships(of: "xl/worksheets/sheet1.xml", in: package)
    #expect(references.list.map { references.part(of: $0) } == ["xl/drawings/drawing2.xml"])
  }

  private func decided(_ versions: [[UInt8]], takesOurs: Bool) throws -> OfficePackage {
    let office = try OfficeMerge(base: versions[0], ours: versions[1], theirs: versions[2])
    let merge = try office.merge(TextMergeOptions(policy: .strict))
    let text = merge.contents.regions.flatMap { region -> [UInt8] in
      switch region {
      case .agreed(let agreed): Array(agreed.bytes)
      case .conflict(let conflict): Array(takesOurs ? conflict.ours : conflict.theirs)
      }
    }
    return try OfficePackage.read(office.composed(text))
  }

  @Test func `keeps a comment at an empty cell where a person takes it`() throws {
    var rows = Self.fruit.map { $0 + ["Note of \($0[0])"] }
    rows[1][1] = ""
    let versions = try [
      commented(ModelWorkbook(rows: rows), ["A3": "old"]),
      commented(ModelWorkbook(rows: rows.map { [$0[0], $0[2]] }), ["A3": "old"]),
      commented(ModelWorkbook(rows: rows), ["A3": "old", "B2": "new"]),
    ]
    #expect(
      try comments(decided(versions, takesOurs: false)) == ["A3": "old", "B2": "new"])
    #expect(try comments(decided(versions, takesOurs: true)) == ["A3": "old"])
  }

  @Test func `keeps an empty column of a sheet that the other side deleted`() throws {
    var base = ModelWorkbook(rows: [["", "Name"], ["", "Apples"], ["", "Pears"]])
    base.sheets.append(
      .init(
        name: "Other", rows: [1], columns: [1], cells: [.init(row: 1, column: 1): .text("x")]))
    var (ours, theirs) = (base, base)
    ours.sheets.removeFirst()
    theirs.apply(.set(.init(row: 2, column: 1), .text("Figs")))
    let package = try decided([base, ours, theirs].map { try $0.file(.excel) }, takesOurs: false)
    let sheet = try ExcelCodec.workbook(of: package).sheets[0]
    #expect(
      sheet.rows.map { $0.cells.map(\.text) } == [["", "Name"], ["", "Apples"], ["", "Figs"]])
  }
}
