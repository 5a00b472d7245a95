import DocMergeArchive
import DocMergeCore
import Foundation
import Testing

@testable import DocMergeOffice

/// Widths that a program rounds anew at each save are no edit.
@Suite struct WidthNoiseTests {
  private func word(_ widths: [Int], indent: Int, _ words: [String?]) throws -> [UInt8] {
    func paragraph(_ words: String, _ properties: String = "") -> String {
      "<w:p>\(properties)<w:r><w:t>\(words)</w:t></w:r></w:p>"
    }
    let grid = widths.map { "<w:gridCol w:w=\"\($0)\"/>" }.joined()
    let rows = words.dropLast().compactMap { $0 }.map { words in
      let cells = widths.enumerated().map { index, width in
        "<w:tc><w:tcPr><w:tcW w:w=\"\(width)\" w:type=\"dxa\"/></w:tcPr>"
          + paragraph("\(words) \(index)") + "</w:tc>"
      }
      return "<w:tr>\(cells.joined())</w:tr>"
    }
    let table =
      "<w:tbl><w:tblPr><w:tblW w:w=\"\(widths.reduce(0, +))\" w:type=\"dxa\"/><w:tblInd "
      + "w:w=\"\(indent)\" w:type=\"dxa\"/></w:tblPr><w:tblGrid>\(grid)</w:tblGrid>\(rows.joined())</w:tbl>"
    let last = paragraph(
      words.last?.flatMap { $0 } ?? "", "<w:pPr><w:ind w:left=\"\(indent)\"/></w:pPr>")
    let xml = RichDocument.of(.word).xml
    let start = try #require(xml.range(of: "<w:body>")).upperBound
    return try RichDocument.of(.word).file(
      text: "\(xml[..<start])\(table)\(last)</w:body></w:document>")
  }

  private func merged(_ versions: [[UInt8]]) throws -> XMLElement? {
    let document = try OfficeMerge(base: versions[0], ours: versions[1], theirs: versions[2])
      .document(.balanced)
    return try document.flatMap {
      try OfficePackage.read($0).xml("word/document.xml")?.root
    }
  }

  private func widths(_ root: XMLElement) -> [String] {
    var widths: [String] = []
    root.forEach { if $0.name == "w:gridCol" { widths.append($0["w:w"] ?? "") } }
    return widths
  }

  @Test func `noise on both sides is no conflict`() throws {
    let rows = ["apples", "pears", "plums"]
    let base = try word([2000, 3000], indent: 100, rows + ["End."])
    let ours = try word([2001, 2998], indent: 99, ["APPLES", "pears", "plums", "End."])
    let theirs = try word([1999, 3001], indent: 103, rows + ["END."])
    for versions in [[base, ours, theirs], [base, theirs, ours]] {
      let root = try #require(try merged(versions))
      #expect(root.text.contains("APPLES 0") && root.text.contains("END."))
      #expect(widths(root) == ["2000", "3000"])
    }
  }

  @Test func `a width that a person changed wins over noise`() throws {
    let rows = ["apples", "pears", "plums", "End."]
    let base = try word([2000, 3000], indent: 100, rows)
    let ours = try word([2500, 2500], indent: 100, rows)
    let theirs = try word([2002, 2999], indent: 101, ["apples", "pears", "plums", "END."])
    for versions in [[base, ours, theirs], [base, theirs, ours]] {
      #expect(widths(try #require(try merged(versions))) == ["2500", "2500"])
    }
  }

  @Test func `a row that one side deleted is gone where the other has noise in it`() throws {
    let base = try word([2000, 3000], indent: 100, ["apples", "pears", "plums", "End."])
    let ours = try word([2000, 3000], indent: 100, ["apples", nil, "plums", "End."])
    let theirs = try word([2002, 2999], indent: 100, ["apples", "pears", "plums", "END."])
    let root = try #require(try merged([base, ours, theirs]))
    #expect(!root.text.contains("pears"))
    #expect(root.text.contains("END."))
  }

  @Test func `two widths that persons chose are a conflict`() throws {
    let rows = ["apples", "pears", "plums", "End."]
    let versions = try [
      word([2000, 3000], indent: 100, rows), word([2500, 2500], indent: 100, rows),
      word([1500, 3500], indent: 100, rows),
    ]
    #expect(try merged(versions) == nil)
  }
}
