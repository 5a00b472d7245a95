import DocMergeArchive
import DocMergeCore
import Foundation
import Testing

@testable import DocMergeOffice

/// Tables of OpenDocument whose cells are joined.
@Suite struct JoinedTableTests {
  /// A cell: what it says, and how many columns it covers; `nil` for one that another covers.
  private typealias Cell = (words: String, span: Int)?

  private func open(_ rows: [[Cell]], _ last: String = "End.") throws -> [UInt8] {
    let written = rows.map { row in
      let cells = row.map { cell in
        guard let cell else { return "<table:covered-table-cell/>" }
        let span = cell.span > 1 ? " table:number-columns-spanned=\"\(cell.span)\"" : ""
        let paragraphs = cell.words.split(separator: "+").map { "<text:p>\($0)</text:p>" }
        return "<table:table-cell\(span)>\(paragraphs.joined())</table:table-cell>"
      }
      return "<table:table-row>\(cells.joined())</table:table-row>"
    }
    let xml = RichDocument.of(.openDocumentText).xml
    let start = try #require(xml.range(of: "</text:sequence-decls>")).upperBound
    return try RichDocument.of(.openDocumentText).file(
      text: "\(xml[..<start])<table:table table:name=\"T\">\(written.joined())</table:table>"
        + "<text:p>\(last)</text:p></office:text></office:body></office:document-content>")
  }

  private func rows(_ versions: [[UInt8]]) throws -> [String]? {
    guard
      let document = try OfficeMerge(base: versions[0], ours: versions[1], theirs: versions[2])
        .document(.balanced)
    else { return nil }
    let text = String(decoding: try OfficeView.text(of: document), as: UTF8.self)
    return text.split(separator: "\n").filter { $0.hasPrefix("|") && $0 != "| --- |" }
      .map(String.init)
  }

  private static let plain: [[Cell]] = [
    [("a1", 1), ("a2", 1), ("a3", 1)], [("b1", 1), ("b2", 1), ("b3", 1)],
    [("c1", 1), ("c2", 1), ("c3", 1)], [("d1", 1), ("d2", 1), ("d3", 1)],
  ]

  private static let joined = plain.enumerated().map { index, row in
    index == 1 ? [("b1", 1), ("b2+b3", 2), nil] as [Cell] : row
  }

  @Test func `keeps cells that both sides changed in a table with joined ones`() throws {
    var (ours, theirs) = (Self.joined, Self.joined)
    ours[1][1] = ("B2+b3", 2)
    theirs[3][1] = ("D2", 1)
    theirs.append([("new", 1), ("one", 1), ("two", 1)])
    for versions in [[ours, theirs], [theirs, ours]] {
      let found = try rows(try ([Self.joined] + versions).map { try open($0) })
      #expect(
        found == [
          "| a1 | a2 | a3 |", "| b1 | B2 ¶ b3 |  |", "| c1 | c2 | c3 |", "| d1 | D2 | d3 |",
          "| new | one | two |",
        ])
    }
  }

  @Test func `joins cells of one side beside an edit of the other`() throws {
    var theirs = Self.plain
    theirs[3][0] = ("D1", 1)
    for versions in [[Self.joined, theirs], [theirs, Self.joined]] {
      let found = try rows(try ([Self.plain] + versions).map { try open($0) })
      #expect(found?[1] == "| b1 | b2 ¶ b3 |  |")
      #expect(found?[3] == "| D1 | d2 | d3 |")
    }
  }

  @Test func `asks where one side edits a cell that the other joins with another`() throws {
    var theirs = Self.plain
    theirs[1][2] = ("B3", 1)
    for versions in [[Self.joined, theirs], [theirs, Self.joined]] {
      let files = try ([Self.plain] + versions).map { try open($0) }
      let outcome = try OfficeMerge.outcome(
        base: files[0], ours: files[1], theirs: files[2], policy: .balanced)
      let text = try outcome.document.map {
        String(decoding: try OfficeView.text(of: $0), as: UTF8.self)
      }
      #expect(text?.contains("B3") ?? true)
      #expect(outcome.document != nil || outcome.conflicts.first?.place.contains("row 2") == true)
    }
  }
}
