import DocMergeArchive
import DocMergeCore
import DocMergeFormats
import DocMergeTestSupport
import Foundation
import Testing

@testable import DocMergeOffice

/// Rows that one side moved, such as by sorting a table: what the other side does to a row follows it.
@Suite struct SheetMoveTests {
  private static let forms = [OfficeForm.excel, .openDocumentSheets]

  /// A table; by price its rows stand in the order of `sorted`.
  private static let table = [
    ["Name", "Kind", "Price", "Stock"], ["Apples", "Food", "9", "11"],
    ["Hammer", "Tool", "7", "12"], ["Pears", "Food", "3", "13"], ["Saw", "Tool", "8", "14"],
    ["Figs", "Food", "1", "15"],
    ["All", "", "28", "65"],
  ]
  private static let sorted = [0, 5, 3, 2, 4, 1, 6]

  private func changed(
    _ rows: [[String]], _ row: Int, _ column: Int, to text: String
  ) -> [[String]] {
    var rows = rows
    rows[row][column] = text
    return rows
  }

  private func file(
    _ rows: [[String]], _ form: OfficeForm, other: [[String]] = []
  ) throws -> [UInt8] {
    var model = ModelWorkbook(rows: rows)
    if !other.isEmpty {
      model.sheets += ModelWorkbook(rows: other).sheets
      model.sheets[1].name = "Other"
    }
    return try model.file(form)
  }

  /// What the cells of a merged document say; `nil` where something is left to decide.
  private func cells(_ files: [[UInt8]], _ form: OfficeForm) throws -> [[[String]]]? {
    let merged = try OfficeMerge.document(
      base: files[0], ours: files[1], theirs: files[2], policy: .balanced)
    return try merged.map { bytes in
      let package = try OfficePackage.read(bytes)
      let workbook =
        try form == .excel
        ? ExcelCodec.workbook(of: package) : OpenSheetsCodec.workbook(of: package)
      return workbook.sheets.map { $0.rows.map { SheetLine($0.cells.map(\.text)).cells } }
    }
  }

  private func grid(
    _ base: [[String]], _ ours: [[String]], _ theirs: [[String]], _ form: OfficeForm
  ) throws -> [[String]]? {
    try cells([base, ours, theirs].map { try file($0, form) }, form)?[0]
  }

  @Test(arguments: forms)
  func `lets an edit follow its row where the other side sorted`(form: OfficeForm) throws {
    let base = Self.table
    for row in 1...5 {
      let edited = changed(base, row, 1, to: "New")
      let expected = Self.sorted.map { edited[$0] }
      let moved = Self.sorted.map { base[$0] }
      #expect(try grid(base, moved, edited, form) == expected)
      #expect(try grid(base, edited, moved, form) == expected)
    }
  }

  @Test func `lets an edit follow its row in any order`() throws {
    let base = Self.table
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<40 {
      let order = [0] + Array(1...6).shuffled(using: &generator)
      let edited = changed(base, generator.number(1...6), 3, to: "99")
      let (moved, expected) = (order.map { base[$0] }, order.map { edited[$0] })
      #expect(try grid(base, moved, edited, .excel) == expected, "\(order)")
      #expect(try grid(base, edited, moved, .excel) == expected, "\(order)")
    }
  }

  @Test func `takes an order of both sides once, and keeps what each added and deleted`() throws {
    let base = Self.table
    let moved = Self.sorted.map { base[$0] }
    let both = try grid(base, moved, changed(moved, 1, 1, to: "New"), .excel)
    #expect(both == changed(moved, 1, 1, to: "New"))
    var added = base
    added.insert(["Nuts", "Food", "5", "16"], at: 3)
    added.remove(at: 5)
    let merged = try #require(try grid(base, moved, added, .excel))
    #expect(merged.map { $0[0] } == ["Name", "Figs", "Pears", "Hammer", "Nuts", "Apples", "All"])
  }

  @Test func `refuses orders of both sides that are not one`() throws {
    let (moved, swapped) = (Self.sorted.map { Self.table[$0] }, [0, 4, 1, 2, 3, 5, 6])
    #expect(throws: OfficeRefusal.bothChanged(part: "the order of the rows of Costs")) {
      try grid(Self.table, moved, swapped.map { Self.table[$0] }, .excel)
    }
  }

  @Test func `leaves it to a person where a key is of several rows`() throws {
    // It is unknown which row of the kind the edited one became.
    let base = Self.table.map { [$0[1], $0[2], $0[3]] }
    let edited = changed(base, 3, 1, to: "30")
    let moved = Self.sorted.map { base[$0] }
    #expect(try grid(base, moved, edited, .excel) == Self.sorted.map { edited[$0] })
    let twice = changed(moved, 2, 2, to: "77")
    let merged = try? grid(base, twice, edited, .excel)
    #expect(merged == nil || merged == changed(twice, 2, 1, to: "30"))
  }

  @Test func `pairs no row with one whose key stands elsewhere`() {
    let base = [["a", "1", "x"], ["b", "2", "x"], ["c", "3", "x"]]
    let match = RowMatch(base, [["c", "3", "x"], ["b", "2", "x"], ["a", "1", "x"]])
    var pairs = match.partners
    for (row, partner) in match.moved { pairs[row] = partner }
    #expect(pairs == [2, 1, 0])
    // Of rows that are nothing alike only the place is known, and their keys say that it is another.
    let other = RowMatch(
      [["a", "1", "2"], ["b", "3", "4"]], [["b", "5", "6"], ["a", "7", "8"]])
    #expect(other.partners.enumerated().allSatisfy { $1 == nil || $0 != $1 })
  }

  // MARK: - Ranges

  private static let moved = sorted.map { table[$0] }

  private func formula(_ formula: String, inBase old: String = "1") throws -> [[[String]]]? {
    try cells(
      [
        file(Self.table, .excel, other: [["Sum", old]]),
        file(Self.moved, .excel, other: [["Sum", old]]),
        file(Self.table, .excel, other: [["Sum", formula]]),
      ], .excel)
  }

  @Test(arguments: [
    "=SUM(Costs!C2:C6)", "=SUM(Costs!C2:C7)", "=SUM(Costs!C1:C6)", "=SUM(Costs!C:C)",
    "=Costs!C7*2",
  ])
  func `keeps a range over the same rows, wherever its ends moved`(formula: String) throws {
    #expect(try self.formula(formula)?[1] == [["Sum", formula]])
    #expect(try self.formula(formula + "+1", inBase: formula)?[1] == [["Sum", formula + "+1"]])
  }

  @Test func `keeps a row that the other side added inside its range`() throws {
    // The row stands behind what sorting made the last one of the range.
    for place in 2...6 {
      let total = [["All", "", "=SUM(C2:C6)", ""]]
      var added = Array(Self.table[..<6])
      added.insert(["Nuts", "Food", "5", "16"], at: place)
      let merged = try #require(
        try grid(
          Self.table[..<6] + total, Self.moved[..<6] + total,
          added + [["All", "", "=SUM(C2:C7)", ""]], .excel))
      #expect(merged[7][2] == "=SUM(C2:C7)", "\(merged)")
      #expect(merged[..<7].map { $0[0] }.sorted() == added.map { $0[0] }.sorted())
    }
  }

  @Test func `refuses a range whose rows no longer stand together`() throws {
    #expect(throws: OfficeRefusal.movedRange(sheet: "Costs")) {
      try formula("=SUM(Costs!C2:C3)")
    }
    // A cell alone moves with its row.
    #expect(try formula("=Costs!C6*2")?[1] == [["Sum", "=Costs!C2*2"]])
  }

  @Test func `merges no edit of a moved row where a formula means only some rows`() throws {
    // The formula of ours counts the first two rows, whichever they are.
    let files = try [
      file(Self.table, .excel, other: [["Sum", "=SUM(Costs!C2:C3)"]]),
      file(Self.moved, .excel, other: [["Sum", "=SUM(Costs!C2:C3)"]]),
      file(changed(Self.table, 1, 1, to: "New"), .excel, other: [["Sum", "=SUM(Costs!C2:C3)"]]),
    ]
    let merged = Result { try cells(files, .excel) }
    if case .success(let cells?) = merged {
      #expect(cells == [changed(Self.moved, 5, 1, to: "New"), [["Sum", "=SUM(Costs!C2:C3)"]]])
    }
  }

  // MARK: - Links and heights

  private func linked(_ rows: [[String]], _ cell: String?) throws -> [UInt8] {
    let link = cell.map { "<hyperlinks><hyperlink ref=\"\($0)\" location=\"A1\"/></hyperlinks>" }
    return try ModelWorkbook(rows: rows).excelFile(inSheet: link ?? "")
  }

  private func high(_ rows: [[String]], _ row: Int?) throws -> [UInt8] {
    try ModelWorkbook(rows: rows).excelFile { text in
      guard let row else { return text }
      return text.replacingOccurrences(
        of: "<row r=\"\(row)\">", with: "<row r=\"\(row)\" ht=\"33\" customHeight=\"1\">")
    }
  }

  private func sheet(_ files: [[UInt8]]) throws -> XMLElement {
    let merged = try OfficeMerge.document(
      base: files[0], ours: files[1], theirs: files[2], policy: .balanced)
    let package = try OfficePackage.read(try #require(merged))
    return try #require(try package.xml("xl/worksheets/sheet1.xml")).root
  }

  @Test func `moves links and heights with their rows`() throws {
    let link = try sheet([
      linked(Self.table, nil), linked(Self.moved, nil), linked(Self.table, "B4"),
    ])
    #expect(link.first("hyperlinks")?.elements.map { $0["ref"] } == ["B3"])
    let height = try sheet([high(Self.table, nil), high(Self.moved, nil), high(Self.table, 4)])
    let rows = height.first("sheetData")?.elements.filter { $0["ht"] == "33" }
    #expect(rows?.map { $0["r"] } == ["3"])
  }

  @Test func `asks about a row that one side deleted and the other gave a link or a height`() throws
  {
    let short = Array(Self.table[..<3] + Self.table[4...])
    let versions = try [
      [linked(Self.table, nil), linked(short, nil), linked(Self.table, "B4")],
      [high(Self.table, nil), high(short, nil), high(Self.table, 4)],
    ]
    for files in versions {
      let office = try OfficeMerge(base: files[0], ours: files[1], theirs: files[2])
      let merge = try office.merge(TextMergeOptions(policy: .eager))
      #expect(merge.contents.conflicts.count == 1)
      #expect(merge.contents.conflicts.first?.reason?.hasPrefix("one side deleted the row") == true)
    }
    // An unchanged link goes with the row.
    let edited = changed(Self.table, 1, 1, to: "x")
    let root = try sheet([linked(Self.table, "B4"), linked(short, nil), linked(edited, "B4")])
    #expect(root.first("hyperlinks") == nil)
  }

  @Test(arguments: forms)
  func `asks about a new row with a cell in a column that the other side deleted`(
    form: OfficeForm
  ) throws {
    let narrow = Self.table.map { Array($0.dropLast()) }
    var added = Self.table
    added.insert(["Nuts", "Food", "5", "16"], at: 3)
    let files = try [Self.table, narrow, added].map { try file($0, form) }
    let office = try OfficeMerge(base: files[0], ours: files[1], theirs: files[2])
    let merge = try office.merge(TextMergeOptions(policy: .eager))
    #expect(merge.contents.conflicts.count == 1)
  }
}
