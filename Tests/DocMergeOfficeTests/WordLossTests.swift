import DocMergeArchive
import DocMergeCore
import Foundation
import Testing

@testable import DocMergeOffice

/// What a merge of documents of Word once lost or mixed up in silence, and its kind.
@Suite struct WordLossTests {
  private func word(_ body: String) throws -> [UInt8] {
    let xml = RichDocument.of(.word).xml
    let start = try #require(xml.range(of: "<w:body>")).upperBound
    return try RichDocument.of(.word).file(text: "\(xml[..<start])\(body)</w:body></w:document>")
  }

  private func paragraph(_ words: String) -> String { "<w:p><w:r><w:t>\(words)</w:t></w:r></w:p>" }

  private func merged(_ versions: [[UInt8]]) throws -> OfficePackage {
    let document = try OfficeMerge(base: versions[0], ours: versions[1], theirs: versions[2])
      .document(.balanced)
    return try OfficePackage.read(try #require(document))
  }

  private func text(_ package: OfficePackage) throws -> XMLElement {
    try #require(try package.xml("word/document.xml")).root
  }

  private func all(_ name: String, in root: XMLElement) -> [XMLElement] {
    var found: [XMLElement] = []
    root.forEach { if $0.name == name { found.append($0) } }
    return found
  }

  @Test func `puts the parts of a field into runs of their own`() throws {
    let runs = [
      "<w:t xml:space=\"preserve\">See page </w:t>", "<w:fldChar w:fldCharType=\"begin\"/>",
      "<w:instrText>PAGEREF a</w:instrText>", "<w:fldChar w:fldCharType=\"separate\"/>",
      "<w:t>4</w:t>", "<w:fldChar w:fldCharType=\"end\"/>",
      "<w:t xml:space=\"preserve\"> there.</w:t>",
    ]
    func version(_ font: String?, _ last: String) throws -> [UInt8] {
      let format = font.map { "<w:rPr><w:rFonts w:ascii=\"\($0)\"/></w:rPr>" } ?? ""
      return try word(
        "<w:p>\(runs.map { "<w:r>\(format)\($0)</w:r>" }.joined())</w:p>" + paragraph("Between.")
          + paragraph(last))
    }
    let root = try text(
      merged([version(nil, "End."), version("Ariel", "End."), version(nil, "END.")]))
    let written = try #require(all("w:p", in: root).first).elements
    #expect(
      written.map { $0.elements.last?.name } == [
        "w:t", "w:fldChar", "w:instrText", "w:fldChar", "w:t", "w:fldChar", "w:t",
      ])
    #expect(written.allSatisfy { $0.elements.count == 2 && $0.elements[0].name == "w:rPr" })
  }
}
