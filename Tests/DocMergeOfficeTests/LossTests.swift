import DocMergeArchive
import DocMergeCore
import DocMergeTestSupport
import Foundation
import Testing

@testable import DocMergeOffice

/// What a merge of documents once lost or mixed up in silence, and its kind.
@Suite struct LossTests {
  /// A document of Word with a body, in the rich package.
  func word(_ body: String) throws -> [UInt8] {
    let xml = RichDocument.of(.word).xml
    let start = try #require(xml.range(of: "<w:body>")).upperBound
    return try RichDocument.of(.word).file(text: "\(xml[..<start])\(body)</w:body></w:document>")
  }

  /// A document of OpenDocument with a text, in the rich package.
  private func open(_ body: String) throws -> [UInt8] {
    let xml = RichDocument.of(.openDocumentText).xml
    let start = try #require(xml.range(of: "</text:sequence-decls>")).upperBound
    return try RichDocument.of(.openDocumentText).file(
      text: "\(xml[..<start])\(body)</office:text></office:body></office:document-content>")
  }

  func merged(_ versions: [[UInt8]]) throws -> XMLElement {
    let document = try OfficeMerge(base: versions[0], ours: versions[1], theirs: versions[2])
      .document(.balanced)
    let package = try OfficePackage.read(try #require(document))
    let part = package["content.xml"] == nil ? "word/document.xml" : "content.xml"
    return try #require(try package.xml(part)).root
  }

  func paragraph(_ words: String) -> String { "<w:p><w:r><w:t>\(words)</w:t></w:r></w:p>" }

  /// Both sides change a word, each in a paragraph of its own, around something else.
  func around(_ something: String) throws -> [[UInt8]] {
    try [("one", "two"), ("ONE", "two"), ("one", "TWO")].map {
      try word(paragraph("Word \($0) here.") + something + paragraph("Word \($1) there."))
    }
  }

  private func count(_ name: String, in root: XMLElement) -> Int {
    var count = 0
    root.forEach { if $0.name == name { count += 1 } }
    return count
  }

  @Test func `keeps headers of each kind of page`() throws {
    let section =
      "<w:sectPr><w:headerReference w:type=\"even\" r:id=\"rId6\"/><w:headerReference "
      + "w:type=\"default\" r:id=\"rId6\"/></w:sectPr>"
    let root = try merged(
      try [("one", "two"), ("ONE", "two"), ("one", "TWO")].map {
        try word(paragraph($0) + paragraph("Between stands this.") + paragraph($1) + section)
      })
    #expect(count("w:headerReference", in: root) == 2)
  }

  @Test func `keeps a mark behind the text, an empty field, and fields beside each other`() throws {
    let field = "<w:fldSimple w:instr=\"PAGE\"><w:r><w:t>1</w:t></w:r></w:fldSimple>"
    let root = try merged(
      around("<w:p><w:fldSimple w:instr=\"NUMPAGES\"/>\(field)\(field)</w:p>"))
    #expect(count("w:fldSimple", in: root) == 3)
    let marked = try [("one", "two"), ("ONE", "two"), ("one", "TWO")].map {
      try word(
        "<w:bookmarkStart w:id=\"0\" w:name=\"all\"/>\(paragraph($0))\(paragraph("Between."))"
          + "\(paragraph($1))<w:bookmarkEnd w:id=\"0\"/>")
    }
    let kept = try merged(marked)
    #expect(count("w:bookmarkStart", in: kept) == 1)
    #expect(count("w:bookmarkEnd", in: kept) == 1)
  }

  @Test func `keeps an equation, and a cell that ends with a mark`() throws {
    let root = try merged(
      around(
        "<w:p><m:oMath xmlns:m=\"urn:m\"><m:r/></m:oMath></w:p><w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:tc>"
          + "<w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"))
    #expect(count("m:oMath", in: root) == 1)
    #expect(count("w:p", in: root) == 4)
  }

  @Test func `refuses a note in a table that is kept whole`() throws {
    let table =
      "<w:tbl><w:tblPr/><w:tblGrid/><w:bookmarkStart w:id=\"1\" w:name=\"a\"/><w:tr><w:tc><w:p><w:r>"
      + "<w:footnoteReference w:id=\"5\"/></w:r></w:p></w:tc></w:tr></w:tbl>"
    #expect(throws: OfficeRefusal.self) { try merged(around(table)) }
  }

  @Test(arguments: ["see ⟪note⟫", "⟪all⟫", "a ⟪b⟫ c ⟪d⟫", "ends ⟫"])
  func `keeps text that looks like named formatting`(words: String) throws {
    let root = try merged(around(paragraph(words)))
    #expect(root.text.contains(words))
  }

  @Test(arguments: [true, false])
  func `takes the image of the side that was chosen`(takesOurs: Bool) throws {
    func version(_ name: String) throws -> [UInt8] {
      try word(
        "<w:p><w:r><w:drawing><wp:inline><wp:docPr id=\"1\" name=\"\(name)\"/></wp:inline></w:drawing>"
          + "</w:r></w:p>")
    }
    let office = try OfficeMerge(
      base: version("base"), ours: version("ours"), theirs: version("theirs"))
    let conflict = try #require(
      try office.merge(TextMergeOptions(policy: .balanced)).contents.conflicts.first)
    let document = try office.composed(Array(takesOurs ? conflict.ours : conflict.theirs))
    let root = try #require(try OfficePackage.read(document).xml("word/document.xml")).root
    var names: [String] = []
    root.forEach { if $0.name == "wp:docPr" { names.append($0["name"] ?? "") } }
    #expect(names == [takesOurs ? "ours" : "theirs"])
  }

  @Test func `takes the size and the words of an image from one side, its picture from the other`()
    throws
  {
    func version(_ size: Int, _ words: String, _ colour: String) throws -> [UInt8] {
      try word(
        "<w:p><w:r><w:drawing><wp:inline><wp:extent cx=\"\(size)\"/><wp:docPr id=\"1\" name=\"a\" "
          + "descr=\"\(words)\"/><a:fill val=\"\(colour)\"/></wp:inline></w:drawing></w:r></w:p>")
    }
    let versions = [
      try version(10, "", "red"), try version(20, "A map", "red"), try version(10, "", "blue"),
    ]
    for order in [[0, 1, 2], [0, 2, 1]] {
      let merged = try OfficeMerge(
        base: versions[order[0]], ours: versions[order[1]], theirs: versions[order[2]]
      ).document(.balanced)
      let package = try OfficePackage.read(try #require(merged))
      let found = try #require(try package.xml("word/document.xml")).root.xml
      for part in ["cx=\"20\"", "descr=\"A map\"", "val=\"blue\""] {
        #expect(found.contains(part), "\(found)")
      }
    }
  }

  @Test func `asks where one side deleted an image that the other replaced`() throws {
    func version(_ drawing: String?) throws -> [UInt8] {
      let run = drawing.map {
        "<w:r><w:drawing><wp:docPr name=\"\($0)\"/></w:drawing></w:r>"
      }
      return try word(
        "<w:p><w:r><w:t xml:space=\"preserve\">The logo </w:t></w:r>\(run ?? "")<w:r><w:t "
          + "xml:space=\"preserve\"> stands here.</w:t></w:r></w:p>")
    }
    let office = try OfficeMerge(
      base: version("old"), ours: version(nil), theirs: version("new"))
    #expect(try office.document(.balanced) == nil)
  }

  @Test func `takes a bookmark that theirs moved`() throws {
    func version(_ bold: Bool, _ text: String) throws -> [UInt8] {
      let start = "<w:bookmarkStart w:id=\"0\" w:name=\"a\"/>"
      let end = "<w:bookmarkEnd w:id=\"0\"/>"
      let runs = text.split(separator: "|").map {
        "<w:r>\(bold ? "<w:rPr><w:b/></w:rPr>" : "")<w:t xml:space=\"preserve\">\($0)</w:t></w:r>"
      }
      return try word("<w:p>\(start)\(runs[0])\(runs.count > 1 ? end + runs[1] : end)</w:p>")
    }
    let root = try merged([
      version(false, "foo| bar"), version(true, "foo| bar"), version(false, "foo bar"),
    ])
    let names = try #require(root.first("w:body")?.first("w:p")).elements.map(\.name)
    #expect(names == ["w:bookmarkStart", "w:r", "w:bookmarkEnd"])
    #expect(count("w:b", in: root) == 1)
  }

  @Test func `keeps cells that others cover`() throws {
    let versions = try [("one", "two"), ("ONE", "two"), ("one", "TWO")].map {
      try open(
        "<text:p>\($0)</text:p><table:table table:name=\"T\"><table:table-row><table:table-cell "
          + "table:number-columns-spanned=\"2\"><text:p>wide</text:p></table:table-cell>"
          + "<table:covered-table-cell/></table:table-row></table:table><text:p>\($1)</text:p>")
    }
    let root = try merged(versions)
    #expect(count("table:covered-table-cell", in: root) == 1)
    #expect(count("text:p", in: root) == 3)
  }

  @Test(arguments: [
    "<w:p><w:pPr><w:outlineLvl w:val=\"-5\"/></w:pPr></w:p>",
    "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"99999999999\"/><w:numId w:val=\"4\"/></w:numPr></w:pPr></w:p>",
    "<w:p><w:r><w:footnoteReference w:id=\"5\"/><w:footnoteReference w:id=\"5\"/></w:r></w:p>",
  ])
  func `merges or refuses numbers that no program writes`(body: String) throws {
    let versions = try around(body)
    do throws(OfficeRefusal) {
      let document = try OfficeMerge.document(
        base: versions[0], ours: versions[1], theirs: versions[2], policy: .balanced)
      let text = String(decoding: try OfficeView.text(of: document ?? []), as: UTF8.self)
      #expect(text.contains("ONE") && text.contains("TWO"))
    } catch {
      if case .unaccounted = error { Issue.record(error) }
    }
  }

  @Test func `asks where both sides gave a document another title`() throws {
    func element(_ title: String, _ date: String) -> XMLElement {
      XMLElement(
        "cp:coreProperties",
        children: [
          .element(XMLElement("dc:title", children: [.text(title)])),
          .element(XMLElement("dcterms:modified", children: [.text(date)])),
        ])
    }
    func package(_ title: String, _ date: String) -> OfficePackage {
      var package = OfficePackage(ZipArchive(members: []))
      package.write(XMLDocument(root: element(title, date)), to: "core.xml")
      return package
    }
    func merged(_ ours: String, _ theirs: String) throws -> XMLElement? {
      try PartMerge(
        base: package("Plan", "2020-01-01"), ours: package(ours, "2020-01-02"),
        theirs: package(theirs, "2020-01-03")
      ) { _ in .described }.merged(without: []).xml("core.xml")?.root
    }
    #expect(try merged("Plan", "Plan B")?.elements.map(\.text) == ["Plan B", "2020-01-03"])
    #expect(throws: OfficeRefusal.bothChanged(part: "core.xml")) { try merged("Plan A", "Plan BC") }
  }

  @Test func `asks where both sides changed text beside elements`() throws {
    func paragraph(_ text: String) -> XMLElement {
      XMLElement("text:p", children: [.text(text), .element(XMLElement("text:page-number"))])
    }
    #expect(
      XMLElement.merged(paragraph("Draft"), paragraph("Report"), paragraph("Draft 2")) == nil)
    #expect(
      XMLElement.merged(paragraph("Draft"), paragraph("Draft"), paragraph("New"))
        == .some(paragraph("New")))
  }
}

/// Packages that would take more time or memory than people have.
@Suite struct SizeTests {
  private func word(_ body: String) throws -> [UInt8] {
    let xml = RichDocument.of(.word).xml
    let start = try #require(xml.range(of: "<w:body>")).upperBound
    return try RichDocument.of(.word).file(text: "\(xml[..<start])\(body)</w:body></w:document>")
  }

  @Test func `refuses more elements, and longer paragraphs, than documents have`() throws {
    for body in [
      String(repeating: "<w:p/>", count: 400_001),
      "<w:p><w:r><w:t>" + String(repeating: "word ", count: 20_001) + "</w:t></w:r></w:p>",
    ] {
      let file = try word(body)
      #expect(throws: OfficeRefusal.tooLarge(part: "word/document.xml")) {
        try OfficeView.text(of: file)
      }
    }
  }
}
