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
    // The other side wrote something else in it.
    let edited = try changing(
      version("One."),
      ["word/comments.xml": { $0.replacingOccurrences(of: "Really?", with: "Not at all!") }])
    for sides in [
      [edited, try resolved(version("One."))], [try resolved(version("One.")), edited],
    ] {
      let package = try merged([version("One.")] + sides)
      let comments = try #require(try package.xml("word/comments.xml")).root
      #expect(all("w:p", in: comments).map { $0["w14:paraId"] } == ["00000A01"])
      #expect(all("w:p", in: comments).map(\.text) == ["Not at all!"])
    }
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

  // MARK: - Lists

  /// A document with items, each of the list of an id, and the lists by their ids.
  private func listed(
    _ items: [(Int, String)], definitions: Int, lists: [(id: Int, definition: Int, restarts: Bool)]
  ) throws -> [UInt8] {
    let body = items.map { id, words in
      "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"\(id)\"/></w:numPr></w:pPr><w:r>"
        + "<w:t>\(words)</w:t></w:r></w:p>"
    }
    let abstract = (1...definitions).map {
      "<w:abstractNum w:abstractNumId=\"\($0)\"><w:lvl w:ilvl=\"0\"><w:numFmt w:val=\"decimal\"/></w:lvl>"
        + "</w:abstractNum>"
    }
    let numbers = lists.map { list in
      "<w:num w:numId=\"\(list.id)\"><w:abstractNumId w:val=\"\(list.definition)\"/>"
        + (list.restarts
          ? "<w:lvlOverride w:ilvl=\"0\"><w:startOverride w:val=\"1\"/></w:lvlOverride>" : "")
        + "</w:num>"
    }
    return try changing(
      word(body.joined()),
      [
        "word/numbering.xml": { _ in
          "<w:numbering xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\">"
            + "\((abstract + numbers).joined())</w:numbering>"
        }
      ])
  }

  /// The definition of the list of each item.
  private func definitions(_ package: OfficePackage) throws -> [String: String] {
    var lists: [String: String] = [:]
    let numbering = try #require(try package.xml("word/numbering.xml")).root
    for number in all("w:num", in: numbering) {
      lists[number["w:numId"] ?? ""] = number.first("w:abstractNumId")?["w:val"]
    }
    var definitions: [String: String] = [:]
    for item in all("w:p", in: try text(package)) {
      let id = item.first("w:pPr")?.first("w:numPr")?.first("w:numId")?["w:val"]
      definitions[item.text] = id.flatMap { lists[$0] }
    }
    return definitions
  }

  @Test func `lets a list that theirs restarts go on with the numbering of the list`() throws {
    let items = [(1, "one"), (1, "two"), (1, "three"), (1, "four")]
    let restarted = [(1, "one"), (1, "two"), (2, "three"), (1, "four")]
    let plain = (id: 1, definition: 1, restarts: false)
    for isSwapped in [false, true] {
      let base = try listed(items, definitions: 1, lists: [plain])
      let edited = try listed(
        [(1, "ONE")] + items.dropFirst(), definitions: 1, lists: [plain])
      let other = try listed(
        restarted, definitions: 1, lists: [plain, (id: 2, definition: 1, restarts: true)])
      let package = try merged(isSwapped ? [base, other, edited] : [base, edited, other])
      #expect(try definitions(package) == ["ONE": "1", "two": "1", "three": "1", "four": "1"])
    }
  }

  @Test func `knows lists by their items where a program numbers them anew`() throws {
    let items = [(1, "one"), (1, "two"), (2, "three"), (1, "four")]
    let lists = [(id: 1, definition: 1, restarts: false), (id: 2, definition: 1, restarts: true)]
    let anew = [(2, "one"), (2, "two"), (3, "three"), (2, "four"), (1, "new"), (1, "other")]
    let base = try listed(items, definitions: 1, lists: lists)
    let edited = try listed([(1, "ONE")] + items.dropFirst(), definitions: 1, lists: lists)
    let other = try listed(
      anew, definitions: 2,
      lists: [
        (id: 1, definition: 1, restarts: false), (id: 2, definition: 2, restarts: false),
        (id: 3, definition: 2, restarts: true),
      ])
    for versions in [[base, edited, other], [base, other, edited]] {
      let found = try definitions(merged(versions))
      #expect(Set(["ONE", "two", "three", "four"].map { found[$0] }).count == 1, "\(found)")
      #expect(Set(["new", "other"].map { found[$0] }).count == 1)
      #expect(found["new"] != found["one"])
    }
  }

  @Test func `passes over bookmarks that LibreOffice makes of comments in deleted text`() throws {
    func version(_ copy: Int?, _ first: String, _ last: String) throws -> [UInt8] {
      let mark = copy.map {
        "<w:bookmarkStart w:id=\"7\" w:name=\"____ Copy \($0)\"/><w:r><w:t>noted</w:t></w:r>"
          + "<w:bookmarkEnd w:id=\"7\"/>"
      }
      return try word(
        paragraph(first) + "<w:p>\(mark ?? "<w:r><w:t>noted</w:t></w:r>")</w:p>" + paragraph(last))
    }
    let package = try merged([
      version(nil, "One.", "Two."), version(1, "ONE.", "Two."), version(2, "One.", "TWO."),
    ])
    let root = try #require(try package.xml("word/document.xml")).root
    #expect(root.text == "ONE.notedTWO.")
    var marks = 0
    root.forEach { if $0.name.hasPrefix("w:bookmark") { marks += 1 } }
    #expect(marks == 0)
  }

  @Test func `leaves lists their names where a person moved most items of one into another`() throws
  {
    let one = [(1, "one"), (1, "two"), (1, "three"), (1, "four")]
    let two = [(2, "five"), (2, "six")]
    let lists = [(id: 1, definition: 1, restarts: false), (id: 2, definition: 2, restarts: false)]
    let moved = one.dropLast().map { (2, $0.1) } + one.suffix(1) + two
    let base = try listed(one + two, definitions: 2, lists: lists)
    let ours = try listed(moved, definitions: 2, lists: lists)
    let theirs = try listed(one + two + [(2, "seven")], definitions: 2, lists: lists)
    for versions in [[base, ours, theirs], [base, theirs, ours]] {
      let found = try definitions(merged(versions))
      #expect(["three", "five", "six", "seven"].map { found[$0] } == ["2", "2", "2", "2"])
      #expect(found["four"] == "1")
    }
  }

  @Test func `ends a bookmark of a header or a note by its own name`() throws {
    func marked(_ name: String) -> String {
      "<w:bookmarkStart w:id=\"0\" w:name=\"\(name)\"/><w:r><w:t>\(name)</w:t></w:r>"
        + "<w:bookmarkEnd w:id=\"0\"/>"
    }
    func version(_ first: String, _ last: String) throws -> [UInt8] {
      let body =
        paragraph(first)
        + "<w:p>\(marked("text"))<w:r><w:footnoteReference w:id=\"5\"/></w:r></w:p>"
        + paragraph(last)
        + "<w:sectPr><w:headerReference w:type=\"default\" r:id=\"rId6\"/></w:sectPr>"
      return try changing(
        word(body),
        [
          "word/header1.xml": {
            $0.replacingOccurrences(
              of: "<w:r><w:t>Header iota</w:t></w:r>", with: marked("head"))
          },
          "word/footnotes.xml": {
            $0.replacingOccurrences(
              of: "<w:r><w:t xml:space=\"preserve\"> First note</w:t></w:r>", with: marked("note"))
          },
        ])
    }
    let package = try merged([
      version("One.", "Two."), version("ONE.", "Two."), version("One.", "TWO."),
    ])
    for part in ["document", "header1", "footnotes"] {
      let root = try #require(try package.xml("word/\(part).xml")).root
      let ids = ["w:bookmarkStart", "w:bookmarkEnd"].map { all($0, in: root).map { $0["w:id"] } }
      #expect(ids[0].count == 1 && ids[0] == ids[1], "\(part)")
    }
  }
}
