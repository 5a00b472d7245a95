import DocMergeArchive
import DocMergeCore
import DocMergeTestSupport
import Foundation
import Testing

@testable import DocMergeOffice

/// What tracked changes once lost or mixed up in silence, and its kind.
@Suite struct TrackedLossTests {
  private func word(_ body: String) throws -> [UInt8] {
    let xml = RichDocument.of(.word).xml
    let start = try #require(xml.range(of: "<w:body>")).upperBound
    return try RichDocument.of(.word).file(text: "\(xml[..<start])\(body)</w:body></w:document>")
  }

  private func open(_ body: String) throws -> [UInt8] {
    let xml = RichDocument.of(.openDocumentText).xml
    let start = try #require(xml.range(of: "</text:sequence-decls>")).upperBound
    return try RichDocument.of(.openDocumentText).file(
      text: "\(xml[..<start])\(body)</office:text></office:body></office:document-content>")
  }

  private func paragraph(_ words: String) -> String { "<w:p><w:r><w:t>\(words)</w:t></w:r></w:p>" }

  private func tracked(_ versions: [[UInt8]]) throws -> [UInt8] {
    let office = try OfficeMerge(base: versions[0], ours: versions[1], theirs: versions[2])
    let merge = try office.merge(TextMergeOptions(policy: .strict, style: .diff3))
    return try office.tracked(merge, by: TrackedTests.authors)
  }

  private func isRefused(_ versions: [[UInt8]]) -> Bool {
    do {
      _ = try tracked(versions)
      return false
    } catch let error {
      if case OfficeRefusal.notTracked = error { return true }
      return false
    }
  }

  /// A table with a table in its cell.
  private func nested(_ words: String?) -> String {
    func table(_ content: String) -> String {
      "<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:tc>\(content)</w:tc></w:tr></w:tbl>"
    }
    let inner = words.map { table(paragraph($0)) } ?? ""
    return paragraph("Before it.") + table(paragraph("Around.") + inner + paragraph("Below."))
      + paragraph("Behind it.")
  }

  @Test func `leaves a table in a cell in conflict that one side deleted and the other changed`()
    throws
  {
    let versions = try [nested("inner"), nested(nil), nested("mine")].map(word)
    for (ours, theirs) in [(1, 2), (2, 1)] {
      let office = try OfficeMerge(
        base: versions[0], ours: versions[ours], theirs: versions[theirs])
      #expect(try office.document(.balanced) == nil)
    }
  }

  @Test func `refuses a table in a cell that both sides changed`() throws {
    let refused = isRefused(try [nested("inner"), nested("mine"), nested("yours")].map(word))
    #expect(refused)
  }

  @Test func `refuses a picture that text flows around`() throws {
    func drawing(_ name: String) -> String {
      "<w:p><w:r><w:t>See it. </w:t></w:r><w:r><w:drawing><wp:anchor><wp:docPr id=\"1\" name=\"\(name)\"/>"
        + "</wp:anchor></w:drawing></w:r></w:p>"
    }
    let refused = isRefused(try ["one", "two", "three"].map { try word(drawing($0)) })
    #expect(refused)
  }

  /// A text with a footnote.
  private func noted(_ words: String, isOpen: Bool) throws -> [UInt8] {
    guard !isOpen else {
      return try open(
        "<text:p>See it.<text:note text:id=\"ftn1\" text:note-class=\"footnote\"><text:note-citation>"
          + "1</text:note-citation><text:note-body><text:p>\(words)</text:p></text:note-body></text:note>"
          + "</text:p><text:p>End.</text:p>")
    }
    let xml = RichDocument.of(.word).xml
    let start = try #require(xml.range(of: "<w:body>")).upperBound
    return try RichDocument.of(.word).file(
      text: "\(xml[..<start])<w:p><w:r><w:t>See it.</w:t></w:r><w:r>"
        + "<w:footnoteReference w:id=\"5\"/></w:r></w:p>\(paragraph("End."))</w:body></w:document>",
      notes: "<w:footnote w:id=\"5\">\(paragraph(words))</w:footnote>")
  }

  @Test(arguments: [false, true])
  func `shows words of a footnote that both sides changed`(isOpen: Bool) throws {
    let versions = try ["A word of it.", "My word of it.", "Your word of it."].map {
      try noted($0, isOpen: isOpen)
    }
    let package = try OfficePackage.read(tracked(versions))
    let lines =
      isOpen
      ? try OpenTracking.lines(of: OpenDocument(package), by: TrackedTests.authors)
      : WordTracking(authors: TrackedTests.authors).read(
        try WordCodec.text(of: WordDocument(package)).lines)
    let notes = lines.flatMap(\.notes).flatMap(\.self)
    #expect(TrackedReading.texts(notes, accepting: []) == ["A word of it."])
    #expect(TrackedReading.texts(notes, accepting: [.ours, .both]) == ["My word of it."])
    #expect(TrackedReading.texts(notes, accepting: [.theirs, .both]) == ["Your word of it."])
  }

  @Test func `keeps the line of the base where both sides have one alike beside it`() throws {
    let versions = try [
      paragraph("One line of text"),
      paragraph("Same new line") + paragraph("One line of ours"),
      paragraph("Same new line") + paragraph("One line of theirs"),
    ].map { try word(paragraph("First.") + $0 + paragraph("Last.")) }
    let document = try OfficePackage.read(tracked(versions))
    let lines = WordTracking(authors: TrackedTests.authors).read(
      try WordCodec.text(of: WordDocument(document)).lines)
    let base = TrackedReading.texts(lines, accepting: [])
    #expect(base.contains("One line of text"), "\(base)")
    #expect(TrackedReading.texts(lines, accepting: [.ours, .both]).contains("One line of ours"))
  }

  @Test func `keeps a heading before a paragraph that is in conflict`() throws {
    func text(_ last: String) -> String {
      "<text:h text:outline-level=\"1\">Alpha</text:h>" + last
    }
    let versions = try [
      text("<text:p>The end is near.</text:p>"), text(""),
      text("<text:p>The end is far.</text:p>"),
    ].map(open)
    let package = try OfficePackage.read(tracked(versions))
    let root = try #require(try package.xml("content.xml")).root
    var headings = 0
    root.forEach { if $0.name == "text:h", $0.text.hasPrefix("Alpha") { headings += 1 } }
    #expect(headings == 1)
  }

  @Test func `refuses a heading of OpenDocument that is deleted before other text`() throws {
    let versions = try [
      "<text:h text:outline-level=\"1\">Alpha beta</text:h>", "",
      "<text:h text:outline-level=\"1\">Alpha gamma</text:h>",
    ].map { try open("<text:p>Start.</text:p>" + $0 + "<text:p>Other text.</text:p>") }
    let refused = isRefused(versions)
    #expect(refused)
  }

  @Test func `shows a line break of OpenDocument that both sides deleted`() throws {
    let versions = try ["One line<text:line-break/>and two.", "Mine.", "Yours."].map {
      try open("<text:p>\($0)</text:p><text:p>End.</text:p>")
    }
    let document = try OpenDocument(OfficePackage.read(tracked(versions)))
    let lines = try OpenTracking.lines(of: document, by: TrackedTests.authors)
    #expect(TrackedReading.texts(lines, accepting: []).contains("One line↵and two."))
  }
}
