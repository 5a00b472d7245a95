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

  // MARK: - Other parts

  /// The document with some parts changed, or added.
  private func changing(_ file: [UInt8], _ changes: [String: (String) -> String]) throws -> [UInt8]
  {
    var archive = try ZipArchive(file)
    for (name, change) in changes {
      let index = archive.members.firstIndex { $0.name == name }
      let old = try index.map { try archive.members[$0].contents() } ?? []
      let part = ZipMember(
        name: name, contents: Array(change(String(decoding: old, as: UTF8.self)).utf8), like: nil,
        time: 0x5000_0000)
      if let index { archive.members[index] = part } else { archive.members.append(part) }
    }
    return try archive.written()
  }

  /// A document with a comment, which theirs says is resolved.
  private func resolved(_ file: [UInt8]) throws -> [UInt8] {
    try changing(
      file,
      [
        "word/comments.xml": {
          $0.replacingOccurrences(
            of: "<w:p><w:r><w:t>Really?", with: "<w:p w14:paraId=\"00000A01\"><w:r><w:t>Really?")
        },
        "word/_rels/document.xml.rels": {
          $0.replacingOccurrences(
            of: "</Relationships>",
            with: "<Relationship Id=\"rId90\" Type=\"urn:x/commentsExtended\" "
              + "Target=\"commentsExtended.xml\"/></Relationships>")
        },
        "word/commentsExtended.xml": { _ in
          "<w15:commentsEx xmlns:w15=\"urn:w15\"><w15:commentEx w15:paraId=\"00000A01\" "
            + "w15:done=\"1\"/></w15:commentsEx>"
        },
      ])
  }

  @Test func `keeps a comment resolved that theirs resolved`() throws {
    func version(_ first: String) throws -> [UInt8] {
      try word(
        paragraph(first) + paragraph("Between.")
          + "<w:p><w:commentRangeStart w:id=\"7\"/><w:r><w:t>Said.</w:t></w:r><w:commentRangeEnd "
          + "w:id=\"7\"/><w:r><w:commentReference w:id=\"7\"/></w:r></w:p>")
    }
    let package = try merged([version("One."), version("ONE."), resolved(version("One."))])
    let comments = try #require(try package.xml("word/comments.xml")).root
    #expect(package["word/commentsExtended.xml"] != nil)
    #expect(all("w:p", in: comments).map { $0["w14:paraId"] } == ["00000A01"])
  }

  // MARK: - Tables

  @Test func `fills a row that one side added with cells of a column that the other added`() throws
  {
    func version(_ rows: [[String]]) throws -> [UInt8] {
      let grid = rows[0].map { _ in "<w:gridCol w:w=\"100\"/>" }.joined()
      let written = rows.map { row in
        let cells = row.map {
          "<w:tc><w:tcPr><w:tcW w:w=\"100\" w:type=\"dxa\"/></w:tcPr>\(paragraph($0))</w:tc>"
        }
        return "<w:tr>\(cells.joined())</w:tr>"
      }
      return try word(
        paragraph("Before.") + "<w:tbl><w:tblPr/><w:tblGrid>\(grid)</w:tblGrid>\(written.joined())"
          + "</w:tbl>" + paragraph("Behind."))
    }
    let base = [["Name", "Size"], ["Apples", "three"], ["Pears", "four"], ["Plums", "five"]]
    var added = base
    added.append(["Nuts", "nine"])
    let wider = zip(base, ["Price", "cheap", "dear", "fair"]).map { $0 + [$1] }
    for versions in [[base, wider, added], [base, added, wider]] {
      let root = try text(merged(versions.map(version)))
      let rows = all("w:tr", in: root)
      #expect(rows.map { all("w:tc", in: $0).count } == [3, 3, 3, 3, 3])
      #expect(all("w:gridCol", in: root).count == 3)
      #expect(all("w:tc", in: rows[4]).map(\.text) == ["Nuts", "nine", ""])
    }
  }
}
