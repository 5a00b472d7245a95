import DocMergeArchive
import DocMergeCore
import DocMergeTestSupport
import Foundation
import Testing

@testable import DocMergeOffice

@Suite struct RichMergeTests {
  private static let forms = [OfficeForm.word, .openDocumentText]

  @Test(arguments: forms)
  func `keeps everything unedited`(form: OfficeForm) throws {
    let rich = RichDocument.of(form)
    let changes = [
      "alpha": "ALPHA", "beta": "BETA", "gamma": "GAMMA", "delta": "DELTA", "epsilon": "EPSILON",
      "zeta": "ZETA", "eta<": "ETA<", "theta": "THETA", "Inner": "INNER", "First note": "The note",
      "last": "LAST",
    ]
    for (one, other) in [
      ("alpha", "theta"), ("beta", "zeta"), ("gamma", "delta"), ("epsilon", "eta<"),
      ("First note", "last"), ("Inner", "theta"),
    ] {
      let merged = try OfficeMerge(
        base: rich.file(), ours: rich.file(replacing: [one: changes[one] ?? ""]),
        theirs: rich.file(replacing: [other: changes[other] ?? ""])
      ).document(.balanced)
      let expected = try rich.file(replacing: [
        one: changes[one] ?? "", other: changes[other] ?? "",
      ])
      let (found, wanted) = (
        try DocumentLines(file: try #require(merged)), try DocumentLines(file: expected)
      )
      #expect(found.shown.map(\.text) == wanted.shown.map(\.text))
      #expect(found.isSame(as: wanted))
    }
  }

  @Test func `merges a header that both sides changed`() throws {
    let rich = RichDocument.of(.word)
    let merged = try OfficeMerge(
      base: rich.file(text: rich.xml, header: "The header has some words"),
      ours: rich.file(text: rich.xml, header: "The long header has some words"),
      theirs: rich.file(text: rich.xml, header: "The header has some words here")
    ).document(.balanced)
    let text = String(decoding: try OfficeView.text(of: try #require(merged)), as: UTF8.self)
    #expect(
      text.contains(":::: header1.xml\n\nThe long header has some words here\n\n::::"), "\(text)")
  }

  @Test func `keeps a link in a note, which has references of its own`() throws {
    let rich = RichDocument.of(.word)
    let merged = try #require(
      try OfficeMerge(
        base: rich.file(), ours: rich.file(replacing: ["alpha": "ALPHA"]),
        theirs: rich.file(replacing: ["theta": "THETA"])
      ).document(.balanced))
    let package = try OfficePackage.read(merged)
    let notes = try #require(try package.xml("word/footnotes.xml")).root
    var ids: [String] = []
    notes.forEach { if $0.name == "w:hyperlink" { ids.append($0["r:id"] ?? "") } }
    let references = try Relationships(of: "word/footnotes.xml", in: package)
    #expect(ids.map { references[$0]?.target } == ["https://example.org/note"])
  }

  @Test(arguments: forms)
  func `shows everything as text`(form: OfficeForm) throws {
    let text = String(
      decoding: try OfficeView.text(of: RichDocument.of(form).file()), as: UTF8.self)
    let start = """
      # Title alpha

      Plain beta with a link, a tab\tand \(form == .word ? "" : "  ")a break↵here※

      Marked gamma commented

      - Item delta
      """
    #expect(text.hasPrefix(start), "\(text)")
    #expect(text.contains("| Cell \\| zeta | one ¶ two |\n| --- |\n|  | last |\n"), "\(text)")
    #expect(text.contains("Contents eta\n\n::::\n\n\\\n\nThe end theta\n"), "\(text)")
    let header = form == .word ? ":::: header1.xml\n\nHeader iota\n\n::::\n" : "theta\n"
    let notes = "※ \(form == .word ? " " : "")First note\n\n※… goes on\n"
    #expect(text.hasSuffix("\(header)\n※\n\n\(notes)"), "\(text)")
  }

  @Test(arguments: forms)
  func `keeps notes at their places, wherever these move`(form: OfficeForm) throws {
    let rich = RichDocument.of(form)
    func note(_ number: Int) -> String {
      form == .word
        ? "<w:r><w:footnoteReference w:id=\"\(number)\"/></w:r>"
        : "<text:note text:note-class=\"footnote\"><text:note-citation>9</text:note-citation>"
          + "<text:note-body><text:p>Note \(number)</text:p></text:note-body></text:note>"
    }
    func version(_ paragraphs: [(String, Int?)]) throws -> [UInt8] {
      let written = paragraphs.map { words, number in
        form == .word
          ? "<w:p><w:r><w:t>\(words)</w:t></w:r>\(number.map(note) ?? "")</w:p>"
          : "<text:p>\(words)\(number.map(note) ?? "")</text:p>"
      }.joined()
      let notes = paragraphs.compactMap(\.1).map {
        "<w:footnote w:id=\"\($0)\"><w:p><w:r><w:t>Note \($0)</w:t></w:r></w:p></w:footnote>"
      }.joined()
      let xml = rich.xml
      let tags =
        form == .word ? ("<w:body>", "<w:sectPr>") : ("</text:sequence-decls>", "</office:text>")
      let start = try #require(xml.range(of: tags.0)).upperBound
      let end = try #require(xml.range(of: tags.1)).lowerBound
      return try rich.file(
        text: xml[..<start] + written + xml[end...], notes: form == .word ? notes : nil)
    }
    let one = ("The first paragraph has many words.", 11 as Int?)
    let lines = [
      ("Second words stand here alone.", nil as Int?), ("Third come other words again.", nil),
      ("Fourth is the last of them.", nil),
    ]
    var noted = lines
    noted[1].1 = 12
    noted[0].1 = 13
    let merged = try OfficeMerge(
      base: version([one] + lines), ours: version(lines + [one]), theirs: version([one] + noted)
    ).document(.balanced)
    let text = String(decoding: try OfficeView.text(of: try #require(merged)), as: UTF8.self)
    #expect(text.hasSuffix("※ Note 13\n\n※ Note 12\n\n※ Note 11\n"), "\(text)")
    // Both add the first notes.
    var other = lines
    other[2].1 = 14
    let both = try OfficeMerge(
      base: version(lines), ours: version(other), theirs: version(noted)
    ).document(.balanced)
    let shown = String(decoding: try OfficeView.text(of: try #require(both)), as: UTF8.self)
    #expect(shown.hasSuffix("※ Note 13\n\n※ Note 12\n\n※ Note 14\n"), "\(shown)")
  }

  @Test(arguments: forms)
  func `never crashes on elements that were changed, and never makes up a document`(
    form: OfficeForm
  ) throws {
    let rich = RichDocument.of(form)
    let root = try XMLDocument(Array(rich.xml.utf8), named: "text").root
    let base = try rich.file()
    for seed in 0..<300 {
      var generator = SeededGenerator(seed: seed)
      let versions = try (0..<2).map { _ in
        try rich.file(text: mutated(root, &generator).xml)
      }
      guard let office = try? OfficeMerge(base: base, ours: versions[0], theirs: versions[1]),
        let merged = try? office.document(.eager)
      else { continue }
      // The written document can be read, and merged with itself it stays the same.
      let again = try OfficeMerge(base: merged, ours: merged, theirs: merged)
      #expect(try again.document(.strict) != nil, "seed \(seed)")
    }
  }

  /// The element with some in it taken away, doubled, renamed or without an attribute.
  private func mutated(_ root: XMLElement, _ generator: inout SeededGenerator) -> XMLElement {
    var random = generator
    let changed = root.mapping { element in
      guard element.name != root.name, random.once(in: 60) else { return element }
      var element = element
      switch random.number(0...5) {
      case 0: return nil
      case 1: element.children += element.children
      case 2: element.children = []
      case 3: element.attributes = []
      case 4:
        element.name =
          ["w:p", "w:r", "text:p", "text:list", "table:table", "w:tbl"][random.number(0...5)]
      default: element.children.append(.text("new \(random.number(0...9))"))
      }
      return element
    }
    generator = random
    return changed ?? root
  }
}
