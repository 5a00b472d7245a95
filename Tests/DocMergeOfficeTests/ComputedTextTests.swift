import DocMergeArchive
import DocMergeCore
import Foundation
import Testing

@testable import DocMergeOffice

/// What programs compute anew at each save is no edit, and no conflict.
@Suite struct ComputedTextTests {
  private func file(_ form: OfficeForm, _ body: String) throws -> [UInt8] {
    let xml = RichDocument.of(form).xml
    let (start, end) =
      form == .word
      ? ("<w:body>", "</w:body></w:document>")
      : ("</text:sequence-decls>", "</office:text></office:body></office:document-content>")
    let place = try #require(xml.range(of: start)).upperBound
    return try RichDocument.of(form).file(text: "\(xml[..<place])\(body)\(end)")
  }

  private func paragraph(_ form: OfficeForm, _ content: String) -> String {
    form == .word ? "<w:p>\(content)</w:p>" : "<text:p>\(content)</text:p>"
  }

  private func words(_ form: OfficeForm, _ words: String) -> String {
    form == .word ? "<w:r><w:t xml:space=\"preserve\">\(words)</w:t></w:r>" : words
  }

  /// A field, and what it shows.
  private func field(_ form: OfficeForm, _ name: String, _ shown: String) -> String {
    guard form == .word else { return "<text:\(name)>\(shown)</text:\(name)>" }
    func run(_ content: String) -> String { "<w:r>\(content)</w:r>" }
    func mark(_ kind: String) -> String { run("<w:fldChar w:fldCharType=\"\(kind)\"/>") }
    return mark("begin") + run("<w:instrText xml:space=\"preserve\"> \(name) </w:instrText>")
      + mark("separate") + words(form, shown) + mark("end")
  }

  private func merged(_ form: OfficeForm, _ bodies: [String]) throws -> [String] {
    let versions = try bodies.map { try file(form, $0) }
    let texts = try [[0, 1, 2], [0, 2, 1]].map { order in
      let found = try OfficeMerge(
        base: versions[order[0]], ours: versions[order[1]], theirs: versions[order[2]]
      ).document(.balanced)
      return String(decoding: try OfficeView.text(of: try #require(found)), as: UTF8.self)
    }
    #expect(texts[0] == texts[1])
    return texts
  }

  @Test(arguments: [
    (OfficeForm.word, "PAGE"), (.word, "NUMPAGES"), (.word, "DATE \\@ \"d.M.yyyy\""),
    (.word, "FILENAME"), (.word, "SEQ Table \\* ARABIC"), (.openDocumentText, "page-number"),
    (.openDocumentText, "page-count"), (.openDocumentText, "file-name"),
  ])
  func `a field that shows something else on each side is no conflict`(
    form: OfficeForm, name: String
  ) throws {
    func body(_ first: String, _ shown: String, _ last: String) -> String {
      paragraph(
        form, words(form, "The \(first) is ") + field(form, name, shown) + words(form, " \(last)."))
    }
    let text = try merged(
      form, [body("one", "1", "end"), body("ONE", "2", "end"), body("one", "13", "END")])
    #expect(text[0].contains("The ONE is"))
    #expect(text[0].contains("END."))
  }

  @Test func `a field that is gone beside one that shows something else is gone`() throws {
    func body(_ field: String?, _ last: String) -> String {
      paragraph(.word, words(.word, "Before it."))
        + (field.map { paragraph(.word, words(.word, "On page ") + $0) } ?? "")
        + paragraph(.word, words(.word, "Behind it.")) + paragraph(.word, words(.word, last))
    }
    let text = try merged(
      .word,
      [
        body(field(.word, "PAGE", "1"), "End."), body(nil, "End."),
        body(field(.word, "PAGE", "22"), "END."),
      ])
    #expect(!text[0].contains("On page"))
    #expect(text[0].contains("END."))
  }

  @Test func `the text of a field that a person fills in stays an edit`() throws {
    func body(_ shown: String) -> String {
      paragraph(.word, words(.word, "Name: ") + field(.word, "FORMTEXT", shown))
    }
    let versions = try [body("one"), body("two"), body("three")].map { try file(.word, $0) }
    let document = try OfficeMerge(base: versions[0], ours: versions[1], theirs: versions[2])
      .document(.balanced)
    #expect(document == nil)
  }

  @Test func `a fixed date stays an edit`() throws {
    func body(_ date: String) -> String {
      "<text:p>On <text:date text:fixed=\"true\" text:date-value=\"\(date)\">\(date)</text:date></text:p>"
    }
    let versions = try ["2020-01-01", "2020-01-02", "2020-01-03"].map {
      try file(.openDocumentText, body($0))
    }
    let document = try OfficeMerge(base: versions[0], ours: versions[1], theirs: versions[2])
      .document(.balanced)
    #expect(document == nil)
  }

  @Test(arguments: [OfficeForm.word, .openDocumentText])
  func `a table of contents that both sides made anew is that of one side`(form: OfficeForm) throws
  {
    func body(_ entries: [String], _ first: String, _ last: String) -> String {
      let lines = entries.map { paragraph(form, words(form, $0)) }.joined()
      let index =
        form == .word
        ? "<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val=\"Table of Contents\"/></w:docPartObj>"
          + "</w:sdtPr><w:sdtContent>\(lines)</w:sdtContent></w:sdt>"
        : "<text:table-of-content text:name=\"Contents\"><text:table-of-content-source/><text:index-body>"
          + "\(lines)</text:index-body></text:table-of-content>"
      return index + paragraph(form, words(form, first))
        + paragraph(form, words(form, "Between stands this.")) + paragraph(form, words(form, last))
    }
    let text = try merged(
      form,
      [
        body(["Alpha 1", "Beta 2"], "First.", "Last."),
        body(["Alpha 1", "Mine 2", "Beta 4"], "FIRST.", "Last."),
        body(["Alpha 1", "Beta 2", "Other 5"], "First.", "LAST."),
      ])
    #expect(text[0].contains("FIRST.") && text[0].contains("LAST."))
    #expect(text[0].contains("Mine 2") != text[0].contains("Other 5"))
  }

  @Test func `an index that one side added before another is not taken for it`() throws {
    func index(_ kind: String, _ entries: [String]) -> String {
      let first = paragraph(.word, field(.word, kind, entries[0]))
      let rest = entries.dropFirst().map { paragraph(.word, words(.word, $0)) }.joined()
      return "<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val=\"Table of Contents\"/>"
        + "</w:docPartObj></w:sdtPr><w:sdtContent>\(first)\(rest)</w:sdtContent></w:sdt>"
    }
    func end(_ first: String, _ last: String) -> String {
      [first, "Between.", last].map { paragraph(.word, words(.word, $0)) }.joined()
    }
    let text = try merged(
      .word,
      [
        index("TOC \\o", ["Alpha 1", "Beta 2"]) + end("First.", "Last."),
        index("TOC \\c", ["Able 3"]) + index("TOC \\o", ["Alpha 1", "Mine 2"])
          + end("FIRST.", "Last."),
        index("TOC \\o", ["Alpha 1", "Other 5"]) + end("First.", "LAST."),
      ])
    #expect(text[0].contains("Able 3"))
  }

  @Test func `indexes in another order keep the lines between them`() {
    func line(_ words: String) -> Line {
      var paragraph = Paragraph()
      paragraph.append(words, Properties())
      return .paragraph(paragraph)
    }
    func text(_ indexes: [(String, [String])]) -> OfficeText {
      var text = OfficeText()
      text.lines = indexes.flatMap { name, entries in
        [.open(Container(name: name, element: XMLElement("text:alphabetical-index")))]
          + entries.map(line) + [.close, line("Behind \(name)")]
      }
      return text
    }
    let settled = ComputedText.settled([
      text([("A", ["a"]), ("B", ["b"])]), text([("B", ["b", "c", "d"]), ("A", ["e"])]),
      text([("A", ["f"]), ("B", ["g"])]),
    ])
    #expect(
      settled[1].lines.map { DocumentLines.text(of: $0) } == [
        ":::: B", "g", "::::", "Behind B", ":::: A", "f", "::::", "Behind A",
      ])
  }
}
