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
}
