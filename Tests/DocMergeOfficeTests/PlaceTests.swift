import DocMergeArchive
import DocMergeCore
import Foundation
import Testing

@testable import DocMergeOffice

/// Conflicts and refusals say where they are.
@Suite struct PlaceTests {
  @Test(arguments: [
    (["# Costs", "One.", "Two."], 2, [], "under “Costs”, paragraph 2"),
    (["One.", "# Costs"], 1, [], "the heading “Costs”"),
    (["| a | b |", "| --- |", "| c | d |"], 2, [1], "row 2 of table 1, cell 2"),
    (
      ["| a |", "| --- |", "| b |", "| --- |", "| c |"], 4, [], "row 2 of table 2"
    ),
    (["One.", ":::: header1.xml", "Left.", "Right.", "::::"], 3, [], "header1.xml, paragraph 2"),
    (["# Costs", "One.", "※", "※ First.", "※… goes on", "※ Second."], 5, [], "note 2"),
    ([":::: slide 3", ":::: slide 3, title", "Words"], 2, [], "slide 3, title, paragraph 1"),
  ])
  func `a line stands under its heading, in its table, part or note`(
    lines: [String], index: Int, cells: [Int], place: String
  ) {
    #expect(TextPlaces(lines).words(at: index, cells: cells) == place)
  }

  @Test func `a cell of a sheet is called as people call it`() {
    let places = TextPlaces(["# One", "| a |", "# Two", "| a |", "| b | c |"], isWorkbook: true)
    #expect(places.words(at: 4, cells: [1]) == "sheet Two, cell B2")
    #expect(places.words(at: 4) == "sheet Two, row 2")
    #expect(places.words(at: 2) == "sheet Two")
  }

  private func conflicts(_ versions: [[UInt8]]) throws -> [ConflictPlace] {
    try OfficeMerge.outcome(
      base: versions[0], ours: versions[1], theirs: versions[2], policy: .balanced
    ).conflicts
  }

  private func word(_ last: String, rows: [[String]] = []) throws -> [UInt8] {
    func paragraph(_ words: String) -> String { "<w:p><w:r><w:t>\(words)</w:t></w:r></w:p>" }
    let cells = rows.map { row in
      "<w:tr>\(row.map { "<w:tc>\(paragraph($0))</w:tc>" }.joined())</w:tr>"
    }
    let table = rows.isEmpty ? "" : "<w:tbl><w:tblPr/><w:tblGrid/>\(cells.joined())</w:tbl>"
    let heading =
      "<w:p><w:pPr><w:outlineLvl w:val=\"0\"/></w:pPr><w:r><w:t>Costs</w:t></w:r></w:p>"
    let xml = RichDocument.of(.word).xml
    let start = try #require(xml.range(of: "<w:body>")).upperBound
    return try RichDocument.of(.word).file(
      text: "\(xml[..<start])\(heading)\(table)\(paragraph(last))</w:body></w:document>")
  }

  @Test func `a conflict of words names the paragraph, and the difference`() throws {
    let long = String(repeating: "many words before it, ", count: 5)
    let found = try conflicts([word("\(long)one"), word("\(long)two"), word("\(long)three")])
    #expect(found.map(\.place) == ["under “Costs”, paragraph 1"])
    #expect(found[0].ours?.hasSuffix("two") == true)
    #expect(found[0].theirs?.hasSuffix("three") == true)
  }

  @Test func `a cell that one side changed in a column that the other deleted is in conflict`()
    throws
  {
    let rows = (1...4).map { row in (1...3).map { "row \(row) cell \($0)" } }
    var edited = rows
    edited[2][1] = "an edit"
    let narrow = rows.map { [$0[0], $0[2]] }
    let versions = try [rows, narrow, edited].map { try word("End.", rows: $0) }
    for order in [[0, 1, 2], [0, 2, 1]] {
      let found = try conflicts(order.map { versions[$0] })
      #expect(found.map(\.place) == ["under “Costs”, row 3 of table 1, cell 2"])
      #expect(found.contains { "\($0)".contains("an edit") })
    }
  }

  @Test(arguments: [
    (nil, "the text"), ("footnotes", "a footnote"), ("word/header1.xml", "a header"),
  ])
  func `what cannot be written has a place in words`(part: String?, place: String) throws {
    let package = try OfficePackage.read(RichDocument.of(.word).file())
    var writer = WordWriter(target: try WordDocument(package), sources: [])
    writer.sideKind = part
    writer.refuse()
    #expect(writer.refusal == .unaccounted(in: place))
  }
}
