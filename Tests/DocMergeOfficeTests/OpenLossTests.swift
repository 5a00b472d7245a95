import DocMergeArchive
import DocMergeCore
import Foundation
import Testing

@testable import DocMergeOffice

/// What a merge of texts of OpenDocument once lost or asked for nothing, and its kind.
@Suite struct OpenLossTests {
  /// A text with tracked changes, automatic styles and a body.
  private func open(_ body: String, changes: String = "", styles: String = "") throws -> [UInt8] {
    let xml = RichDocument.of(.openDocumentText).xml
    let before = try #require(xml.range(of: "<text:tracked-changes>")).lowerBound
    let start = xml[..<before].replacingOccurrences(
      of: "</office:automatic-styles>", with: "\(styles)</office:automatic-styles>")
    return try RichDocument.of(.openDocumentText).file(
      text: "\(start)\(changes)\(body)</office:text></office:body></office:document-content>")
  }

  /// A part of the merged document.
  private func merged(_ versions: [[UInt8]], part: String = "content.xml") throws -> XMLElement {
    let document = try OfficeMerge(base: versions[0], ours: versions[1], theirs: versions[2])
      .document(.balanced)
    let package = try OfficePackage.read(try #require(document))
    return try #require(try package.xml(part)).root
  }

  private func all(_ name: String, in root: XMLElement) -> [XMLElement] {
    var found: [XMLElement] = []
    root.forEach { if $0.name == name { found.append($0) } }
    return found
  }

  @Test func `merges the words and the state of one comment`() throws {
    func version(_ words: String, _ attribute: String) throws -> [UInt8] {
      try open(
        "<text:p>All is <office:annotation office:name=\"__Annotation__1\"\(attribute)>"
          + "<dc:creator>Ann</dc:creator><dc:date>2020-01-01T00:00:00</dc:date><text:p>\(words)</text:p>"
          + "</office:annotation>true<office:annotation-end office:name=\"__Annotation__1\"/>.</text:p>"
      )
    }
    let base = try version("Is it?", "")
    let edited = try version("It is not!", "")
    let resolved = try version("Is it?", " text:resolved=\"true\"")
    for sides in [[edited, resolved], [resolved, edited]] {
      let comments = all("office:annotation", in: try merged([base] + sides))
      #expect(comments.count == 1)
      #expect(comments.first?["text:resolved"] == "true")
      #expect(comments.first?.first("text:p")?.text == "It is not!")
    }
    // Two answers to one comment are the person's to choose from.
    let other = try version("Surely.", "")
    #expect(try OfficeMerge(base: base, ours: edited, theirs: other).document(.balanced) == nil)
  }

  // MARK: - Tracked changes

  private func region(_ id: String) -> String {
    "<text:changed-region xml:id=\"\(id)\" text:id=\"\(id)\"><text:insertion><office:change-info>"
      + "<dc:creator>Ann</dc:creator><dc:date>2020-01-01T00:00:00</dc:date></office:change-info>"
      + "</text:insertion></text:changed-region>"
  }

  /// Paragraphs, the words between bars of which are tracked insertions of one author and second.
  private func tracked(_ paragraphs: [String], attribute: String = "") throws -> [UInt8] {
    var regions = ""
    var number = 0
    let body = paragraphs.map { words in
      let pieces = words.components(separatedBy: "|").enumerated().map { index, piece in
        guard index % 2 == 1 else { return piece }
        number += 1
        regions += region("ct\(number)")
        return "<text:change-start text:change-id=\"ct\(number)\"/>\(piece)"
          + "<text:change-end text:change-id=\"ct\(number)\"/>"
      }
      return "<text:p>\(pieces.joined())</text:p>"
    }.joined()
    return try open(
      body, changes: "<text:tracked-changes\(attribute)>\(regions)</text:tracked-changes>")
  }

  private static let words = ["First are some words.", "Between stands this.", "Last other words."]

  @Test func `keeps insertions of one author and second apart`() throws {
    let base = Self.words
    let root = try merged([
      tracked(base), tracked(["First are |many |some words.", base[1], base[2]]),
      tracked([base[0], base[1], "Last |few |other words."]),
    ])
    let starts = all("text:change-start", in: root).compactMap { $0["text:change-id"] }
    #expect(starts.count == 2)
    #expect(Set(starts).count == 2)
    #expect(Set(all("text:changed-region", in: root).compactMap { $0["text:id"] }) == Set(starts))
  }

  @Test func `keeps one insertion of the base in which both sides edit words`() throws {
    let base = Self.words
    let root = try merged([
      tracked(["One |two three four five six| end."] + base),
      tracked(["One |TWO three four five six| end."] + base),
      tracked(["One |two three four five SIX| end."] + base.dropLast() + ["Last |few |words."]),
    ])
    #expect(root.text.contains("TWO three four five SIX"))
    #expect(all("text:change-start", in: root).count == 2)
    #expect(all("text:changed-region", in: root).count == 2)
  }

  @Test(arguments: [
    // Base, ours and theirs record changes, and so does the result.
    (true, true, true, true), (false, true, false, true), (false, false, true, true),
    (true, false, true, false), (false, false, false, false),
  ])
  func `goes on recording changes where the side does that changed it`(
    base: Bool, ours: Bool, theirs: Bool, result: Bool
  ) throws {
    func version(_ first: String, _ last: String, isRecording: Bool) throws -> [UInt8] {
      try tracked(
        [first, Self.words[1], last],
        attribute: isRecording ? "" : " text:track-changes=\"false\"")
    }
    let root = try merged([
      version("One |new |word.", "The end.", isRecording: base),
      version("ONE |new |word.", "The end.", isRecording: ours),
      version("One |new |word.", "The END.", isRecording: theirs),
    ])
    let changes = try #require(all("text:tracked-changes", in: root).first)
    #expect(changes["text:track-changes"] == (result ? nil : "false"))
    #expect(changes.elements.count == 1)
  }

  // MARK: - Styles

  private func style(_ name: String, _ family: String, _ properties: String) -> String {
    "<style:style style:name=\"\(name)\" style:family=\"\(family)\"\(properties)</style:style>"
  }

  @Test func `takes what differs in revision ids only as one formatting`() throws {
    func version(_ words: String, _ id: String?, _ last: String) throws -> [UInt8] {
      let set = id.map { "officeooo:rsid=\"\($0)\" officeooo:paragraph-rsid=\"\($0)\"" }
      let styles = set.map {
        style(
          "P9", "paragraph", " style:parent-style-name=\"Standard\"><style:text-properties \($0)/>")
          + style("T9", "text", "><style:text-properties \($0)/>")
          + style("T8", "text", "><style:text-properties fo:font-weight=\"bold\" \($0)/>")
      }
      let bold = style("T8", "text", "><style:text-properties fo:font-weight=\"bold\"/>")
      let text = id == nil ? words : "<text:span text:style-name=\"T9\">\(words)</text:span>"
      return try open(
        "<text:p text:style-name=\"\(id == nil ? "Standard" : "P9")\">The \(text) <text:span "
          + "text:style-name=\"T8\">run</text:span>.</text:p><text:p>Between.</text:p>"
          + "<text:p>\(last)</text:p>", styles: styles ?? bold)
    }
    let root = try merged([
      version("old words", nil, "End."), version("new words", "00a1", "End."),
      version("new words", "00b2", "The end."),
    ])
    #expect(root.text.contains("The new words run.Between.The end."))
  }

  // MARK: - Pages

  /// A document with pages: their margin, what stands in header and footer, and how that is numbered.
  private func paged(
    margin: String = "1cm", header: String = "The header", footer: String = "The footer",
    styles: [String: String] = ["MT1": "bold"], layout: String = "Mpm1"
  ) throws -> [UInt8] {
    let ids = Dictionary(uniqueKeysWithValues: styles.map { ($0.value, $0.key) })
    let automatic = styles.sorted { $0.key < $1.key }.map {
      style($0.key, "text", "><style:text-properties fo:font-weight=\"\($0.value)\"/>")
    }
    func span(_ words: String) -> String {
      let pieces = words.components(separatedBy: "|")
      guard pieces.count == 2, let id = ids[pieces[0]] else { return words }
      return "<text:span text:style-name=\"\(id)\">\(pieces[1])</text:span>"
    }
    let part = """
      <office:document-styles xmlns:office="urn:o" xmlns:style="urn:s" xmlns:text="urn:t" xmlns:fo="urn:f">\
      <office:styles/><office:automatic-styles>\(automatic.joined())<style:page-layout \
      style:name="\(layout)"><style:page-layout-properties fo:margin-top="\(margin)"/></style:page-layout>\
      </office:automatic-styles><office:master-styles><style:master-page style:name="Standard" \
      style:page-layout-name="\(layout)"><style:header><text:p>\(span(header))</text:p></style:header>\
      <style:footer><text:p>\(span(footer))</text:p></style:footer></style:master-page>\
      </office:master-styles></office:document-styles>
      """
    var archive = try ZipArchive(open("<text:p>Text.</text:p>"))
    archive.members.append(
      ZipMember(name: "styles.xml", contents: Array(part.utf8), like: nil, time: 0x5000_0000))
    return try archive.written()
  }

  private func pages(_ versions: [[UInt8]]) throws -> XMLElement {
    try merged(versions, part: "styles.xml")
  }

  @Test func `merges the header of one side, the footer of the other and the margins`() throws {
    let base = try paged()
    let root = try pages([
      base, paged(margin: "2cm", header: "My header"), paged(footer: "Other footer"),
    ])
    #expect(all("style:header", in: root).map(\.text) == ["My header"])
    #expect(all("style:footer", in: root).map(\.text) == ["Other footer"])
    #expect(all("style:page-layout-properties", in: root)[0]["fo:margin-top"] == "2cm")
  }

  @Test func `knows styles of headers by what they say, whatever they are called`() throws {
    let base = try paged(header: "bold|Header", footer: "bold|Footer")
    let ours = try paged(
      header: "light|Header", footer: "bold|Footer", styles: ["MT1": "light", "MT2": "bold"])
    let theirs = try paged(
      header: "bold|Header", footer: "heavy|Sheet", styles: ["MT1": "heavy", "MT2": "bold"],
      layout: "Mpm7")
    for versions in [[base, ours, theirs], [base, theirs, ours]] {
      let root = try pages(versions)
      let weights = Dictionary(
        uniqueKeysWithValues: all("style:style", in: root).map {
          ($0["style:name"], $0.first("style:text-properties")?["fo:font-weight"])
        })
      let spans = all("text:span", in: root)
      #expect(spans.map(\.text) == ["Header", "Sheet"])
      #expect(spans.map { weights[$0["text:style-name"]] } == ["light", "heavy"])
      let layout = all("style:page-layout", in: root).map { $0["style:name"] }
      #expect(layout == all("style:master-page", in: root).map { $0["style:page-layout-name"] })
    }
  }

  @Test func `merges words of one header that both sides changed`() throws {
    let base = "The common header says alpha and then gamma"
    let versions = try [
      paged(header: base), paged(header: base.replacing("alpha", with: "ALPHA")),
      paged(header: base.replacing("gamma", with: "GAMMA")),
    ]
    for order in [[0, 1, 2], [0, 2, 1]] {
      let root = try pages(order.map { versions[$0] })
      #expect(
        all("style:header", in: root).map(\.text) == [
          "The common header says ALPHA and then GAMMA"
        ])
    }
  }

  @Test func `says where both sides changed one word of a header`() throws {
    let place =
      "styles.xml › office:master-styles › style:master-page Standard › style:header › text:p"
    #expect(throws: OfficeRefusal.bothChanged(part: place)) {
      try pages([paged(), paged(header: "My header"), paged(header: "Other header")])
    }
  }

  @Test func `keeps a change of a header beside fields that show something else`() throws {
    func header(_ words: String, _ page: String, _ date: String) -> String {
      "\(words) <text:page-number text:select-page=\"current\">\(page)</text:page-number> at "
        + "<text:date text:date-value=\"\(date)\">\(date)</text:date>"
    }
    let root = try pages([
      paged(header: header("Page", "1", "2020-01-01")),
      paged(header: header("Sheet", "2", "2020-01-02")),
      paged(header: header("Page", "13", "2020-01-03"), footer: "Other footer"),
    ])
    #expect(all("style:header", in: root).map(\.text) == ["Sheet 13 at 2020-01-03"])
    #expect(all("style:footer", in: root).map(\.text) == ["Other footer"])
  }

  // MARK: - Tables and bookmarks

  private func table(_ name: String, _ words: String) -> String {
    "<table:table table:name=\"\(name)\"><table:table-row><table:table-cell><text:p>\(words)</text:p>"
      + "</table:table-cell></table:table-row></table:table>"
  }

  @Test func `names one of two tables anew that both sides added`() throws {
    let old = table("Table1", "known")
    func version(_ first: String, _ last: String) throws -> [UInt8] {
      try open(
        "<text:p>One.</text:p>\(first)<text:p>Two.</text:p>\(old)<text:p>End.</text:p>\(last)")
    }
    let root = try merged([
      version("", ""), version(table("Table2", "mine"), ""),
      version("", table("Table2", "other") + "<text:p>Behind.</text:p>"),
    ])
    let tables = all("table:table", in: root)
    #expect(tables.map { $0["table:name"] } == ["Table2", "Table1", "Table3"])
    #expect(tables.map(\.text) == ["mine", "known", "other"])
  }

  @Test func `takes bookmarks that start at one place in any order`() throws {
    func version(_ marks: [String]?, _ last: String) throws -> [UInt8] {
      let starts = marks?.map { "<text:bookmark-start text:name=\"\($0)\"/>" }.joined()
      let ends = starts?.replacingOccurrences(of: "-start", with: "-end") ?? ""
      let heading = starts.map {
        "<text:p>\($0)A heading\(ends)</text:p><text:p>Its text.</text:p>"
      }
      return try open(
        "<text:p>One.</text:p>\(heading ?? "")<text:p>Between.</text:p><text:p>\(last)</text:p>")
    }
    let deleted = try merged([
      version(["a", "b"], "Two."), version(nil, "Two."), version(["b", "a"], "TWO."),
    ])
    #expect(deleted.text.contains("One.Between.TWO."))
    let kept = try merged([
      version(["a", "b"], "Two."), version(["b", "a"], "Two."), version(["a", "b"], "TWO."),
    ])
    #expect(all("text:bookmark-start", in: kept).count == 2)
  }
}
