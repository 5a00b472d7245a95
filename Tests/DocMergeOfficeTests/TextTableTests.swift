import DocMergeArchive
import DocMergeCore
import Foundation
import Testing

@testable import DocMergeOffice

/// Rows and columns of tables in a text.
@Suite struct TextTableTests {
  static let forms = [OfficeForm.word, .openDocumentText]

  private static let table = [
    ["Stage", "Days", "Cost", "Team"], ["Survey", "5", "1200", "North"],
    ["Drains", "8", "3400", "South"], ["Bolts", "12", "5600", "North"],
    ["Rails", "4", "900", "West"], ["Total", "29", "11100", "All"],
  ]

  /// A text with a table; the words of a cell that starts with `*` are centred.
  private func document(_ form: OfficeForm, _ rows: [[String]]) throws -> [UInt8] {
    let isWord = form == .word
    let written = rows.map { row in
      let cells = row.map { words in
        let isCentred = words.hasPrefix("*")
        let text = isCentred ? String(words.dropFirst()) : words
        return isWord
          ? "<w:tc><w:tcPr><w:tcW w:w=\"\(6000 / row.count)\" w:type=\"dxa\"/></w:tcPr><w:p>"
            + "\(isCentred ? "<w:pPr><w:jc w:val=\"center\"/></w:pPr>" : "")<w:r><w:t>\(text)</w:t></w:r></w:p></w:tc>"
          : "<table:table-cell><text:p\(isCentred ? " text:style-name=\"P1\"" : "")>\(text)</text:p></table:table-cell>"
      }.joined()
      return isWord ? "<w:tr>\(cells)</w:tr>" : "<table:table-row>\(cells)</table:table-row>"
    }.joined()
    let width = rows[0].count
    let grid = String(repeating: "<w:gridCol w:w=\"\(6000 / width)\"/>", count: width)
    let table =
      isWord
      ? "<w:tbl><w:tblPr/><w:tblGrid>\(grid)</w:tblGrid>\(written)</w:tbl>"
      : "<table:table table:name=\"Table9\"><table:table-column table:number-columns-repeated=\"\(width)\"/>"
        + "\(written)</table:table>"
    func paragraph(_ words: String) -> String {
      isWord ? "<w:p><w:r><w:t>\(words)</w:t></w:r></w:p>" : "<text:p>\(words)</text:p>"
    }
    let xml = RichDocument.of(form).xml
    let tags = isWord ? ("<w:body>", "<w:sectPr>") : ("</text:sequence-decls>", "</office:text>")
    let start = try #require(xml.range(of: tags.0)).upperBound
    let end = try #require(xml.range(of: tags.1)).lowerBound
    return try RichDocument.of(form).file(
      text: xml[..<start] + paragraph("Before the table.") + table
        + paragraph("Behind the table.") + xml[end...])
  }

  private func outcome(
    _ form: OfficeForm, _ ours: [[String]], _ theirs: [[String]]
  ) throws -> OfficeMerge.Outcome {
    try OfficeMerge.outcome(
      base: document(form, Self.table), ours: document(form, ours),
      theirs: document(form, theirs), policy: .balanced)
  }

  /// Merges in both orders, and compares with the table that is expected.
  private func check(
    _ form: OfficeForm, _ ours: [[String]], _ theirs: [[String]], _ expected: [[String]],
    swapped: [[String]]? = nil
  ) throws {
    for (one, other, wanted) in [
      (ours, theirs, expected), (theirs, ours, swapped ?? expected),
    ] {
      let outcome = try outcome(form, one, other)
      let merged = try DocumentLines(file: try #require(outcome.document, "\(outcome.conflicts)"))
      let table = try DocumentLines(file: document(form, wanted))
      #expect(merged.shown.map(\.text) == table.shown.map(\.text))
      #expect(merged.isSame(as: table), "\(wanted)")
    }
  }

  private func added(_ row: [String], behind index: Int) -> [[String]] {
    var rows = Self.table
    rows.insert(row, at: index + 1)
    return rows
  }

  private func edited(_ row: Int, _ column: Int, _ words: String) -> [[String]] {
    var rows = Self.table
    rows[row][column] = words
    return rows
  }

  private func without(_ row: Int) -> [[String]] {
    var rows = Self.table
    rows.remove(at: row)
    return rows
  }

  /// The table with a column that says what each row is.
  private func widened(_ rows: [[String]], at column: Int) -> [[String]] {
    rows.map { row in
      var row = row
      row.insert(row[0] == "Stage" ? "Share" : "Share of \(row[0])", at: column)
      return row
    }
  }

  private func narrowed(_ rows: [[String]], without column: Int) -> [[String]] {
    rows.map { row in
      var row = row
      row.remove(at: column)
      return row
    }
  }

  @Test(arguments: forms)
  func `rows beside each other are changed, deleted and added independently`(form: OfficeForm)
    throws
  {
    var expected = edited(2, 2, "3900")
    expected.remove(at: 3)
    try check(form, edited(2, 2, "3900"), without(3), expected)
    let gate = ["Gate", "3", "800", "West"]
    expected = added(gate, behind: 2)
    expected.remove(at: 4)
    try check(form, added(gate, behind: 2), without(3), expected)
    let lamps = ["Lamps", "2", "400", "East"]
    var both = added(gate, behind: 2)
    both.insert(lamps, at: 4)
    var swapped = both
    swapped.swapAt(3, 4)
    try check(form, added(gate, behind: 2), added(lamps, behind: 2), both, swapped: swapped)
    expected = added(gate, behind: 5)
    expected[5][3] = "Everybody"
    try check(form, added(gate, behind: 5), edited(5, 3, "Everybody"), expected)
  }

  @Test(arguments: forms)
  func `cells stay in their columns where the other side added one`(form: OfficeForm) throws {
    for column in [0, 2, 4] {
      for (row, cell, words) in [(2, 2, "3900"), (3, 2, "*5600"), (5, 3, "Both"), (0, 1, "Time")] {
        let theirs = edited(row, cell, words)
        var expected = widened(Self.table, at: column)
        expected[row][cell + (cell >= column ? 1 : 0)] = words
        try check(form, widened(Self.table, at: column), theirs, expected)
      }
    }
  }

  @Test(arguments: forms)
  func `cells stay in their columns where the other side took one out`(form: OfficeForm) throws {
    for (row, cell, words) in [(2, 2, "3900"), (3, 2, "*5600"), (0, 2, "Price")] {
      let theirs = edited(row, cell, words)
      try check(
        form, narrowed(Self.table, without: 3), theirs, narrowed(theirs, without: 3))
    }
    try check(
      form, narrowed(Self.table, without: 3), without(3), narrowed(without(3), without: 3))
  }

  @Test(arguments: forms)
  func `asks about cells in a column that the other side took out`(form: OfficeForm) throws {
    let narrow = narrowed(Self.table, without: 3)
    for theirs in [
      added(["Gate", "3", "800", "West"], behind: 2), edited(2, 3, "East"), edited(2, 3, "*South"),
    ] {
      #expect(try outcome(form, narrow, theirs).document == nil)
      #expect(try outcome(form, theirs, narrow).document == nil)
    }
  }

  @Test(arguments: forms)
  func `asks about rows that start alike, and about a row that was deleted and changed`(
    form: OfficeForm
  ) throws {
    for (ours, theirs) in [
      (
        added(["Gate", "3", "800", "West"], behind: 2),
        added(["Gate", "4", "900", "East"], behind: 2)
      ),
      (edited(3, 1, "14"), without(3)), (edited(3, 1, "14"), edited(3, 1, "15")),
    ] {
      #expect(try outcome(form, ours, theirs).document == nil)
      #expect(try outcome(form, theirs, ours).document == nil)
    }
  }
}
