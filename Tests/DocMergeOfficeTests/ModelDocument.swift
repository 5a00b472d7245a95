import DocMergeArchive
import DocMergeTestSupport

@testable import DocMergeOffice

/// A document as plain values: what a merge must keep of it, and nothing else.
struct ModelDocument: Hashable {
  /// A word that stands nowhere else, and its formatting.
  struct Word: Hashable {
    var text: String
    var isBold = false
    var isItalic = false
  }

  struct Paragraph: Hashable {
    var level: Int?
    var words: [Word]
  }

  var paragraphs: [Paragraph]

  /// What a person does with it; each edit names the word or the paragraph by a word of it.
  enum Edit: Hashable {
    case replace(String, with: String)
    case insert(String, after: String)
    case delete(String)
    case bold(String)
    case italic(String)
    case heading(String, Int)
    case addParagraph(String, after: String)
    case deleteParagraph(String)
  }

  /// A document of words that all differ.
  init(_ generator: inout SeededGenerator) {
    var number = 0
    paragraphs = (0..<generator.number(2...9)).map { _ in
      Paragraph(
        level: generator.once(in: 5) ? generator.number(1...3) : nil,
        words: (0..<generator.number(1...24)).map { _ in
          number += 1
          return Word(text: "word\(number)", isBold: generator.once(in: 6))
        })
    }
  }

  private func place(of word: String) -> (Int, Int)? {
    for (index, paragraph) in paragraphs.enumerated() {
      if let found = paragraph.words.firstIndex(where: { $0.text == word }) {
        return (index, found)
      }
    }
    return nil
  }

  mutating func apply(_ edit: Edit) {
    switch edit {
    case .replace(let word, let other):
      guard let (paragraph, index) = place(of: word) else { return }
      paragraphs[paragraph].words[index].text = other
    case .insert(let other, let word):
      guard let (paragraph, index) = place(of: word) else { return }
      // A program gives it the formatting of the word before it.
      var inserted = paragraphs[paragraph].words[index]
      inserted.text = other
      paragraphs[paragraph].words.insert(inserted, at: index + 1)
    case .delete(let word):
      guard let (paragraph, index) = place(of: word) else { return }
      paragraphs[paragraph].words.remove(at: index)
    case .bold(let word):
      guard let (paragraph, index) = place(of: word) else { return }
      paragraphs[paragraph].words[index].isBold.toggle()
    case .italic(let word):
      guard let (paragraph, index) = place(of: word) else { return }
      paragraphs[paragraph].words[index].isItalic.toggle()
    case .heading(let word, let level):
      guard let (paragraph, _) = place(of: word) else { return }
      paragraphs[paragraph].level = level
    case .addParagraph(let word, let other):
      guard let (paragraph, _) = place(of: other) else { return }
      paragraphs.insert(
        Paragraph(words: (0..<6).map { Word(text: "\(word)n\($0)") }), at: paragraph + 1)
    case .deleteParagraph(let word):
      guard let (paragraph, _) = place(of: word) else { return }
      paragraphs.remove(at: paragraph)
    }
  }

  func applying(_ edits: [Edit]) -> ModelDocument {
    edits.reduce(into: self) { $0.apply($1) }
  }

  /// Edits of both sides, none of which is about what the other side's is about.
  func edits(
    _ generator: inout SeededGenerator, tag: String = ""
  ) -> (ours: [Edit], theirs: [Edit]) {
    var sides: [[Edit]] = [[], []]
    var free = paragraphs.indices.flatMap { paragraph in
      paragraphs[paragraph].words.indices.map { (paragraph, $0) }
    }
    var owners: [Int: Set<Int>] = [:]
    for number in 0..<generator.number(1...6) {
      let side = number % 2
      guard let (paragraph, index) = free.randomElement(using: &generator) else { break }
      let word = paragraphs[paragraph].words[index].text
      let name = "new\(tag)\(side)x\(number)"
      switch generator.number(0...7) {
      case 0: sides[side].append(.replace(word, with: name))
      case 1: sides[side].append(.insert(name, after: word))
      case 2 where paragraphs[paragraph].words.count > 4: sides[side].append(.delete(word))
      case 3: sides[side].append(.bold(word))
      case 4: sides[side].append(.italic(word))
      case 5 where owners[paragraph] == nil:
        sides[side].append(.heading(word, generator.number(1...3)))
        free.removeAll { $0.0 == paragraph }
      case 6: sides[side].append(.addParagraph(name, after: word))
      case 7 where owners[paragraph] == nil && paragraphs.count > 2:
        sides[side].append(.deleteParagraph(word))
        free.removeAll { $0.0 == paragraph }
      default: sides[side].append(.bold(word))
      }
      owners[paragraph, default: []].insert(side)
      free.removeAll { $0.0 == paragraph && abs($0.1 - index) < 3 }
    }
    return (sides[0], sides[1])
  }
}

// MARK: - As files

extension ModelDocument {
  /// The document as Word would keep it, or OpenDocument.
  func file(_ form: OfficeForm) throws -> [UInt8] {
    switch form {
    case .word: try word()
    case .openDocumentText: try openDocument()
    case .excel, .openDocumentSheets, .openDocumentSlides, .powerPoint, .book:
      preconditionFailure("a text is no workbook")
    }
  }

  private static func archive(_ parts: [(String, String)]) throws -> [UInt8] {
    try ZipArchive(
      members: parts.map { name, text in
        ZipMember(name: name, contents: Array(text.utf8), like: nil, time: 0x5000_0000)
      }
    ).written()
  }

  private func word() throws -> [UInt8] {
    let body = paragraphs.map { paragraph in
      let style = paragraph.level.map { "<w:pPr><w:pStyle w:val=\"Heading\($0)\"/></w:pPr>" } ?? ""
      let runs = paragraph.words.enumerated().map { index, word in
        let format = (word.isBold ? "<w:b/>" : "") + (word.isItalic ? "<w:i/>" : "")
        return "<w:r><w:rPr>\(format)</w:rPr><w:t>\(word.text)</w:t></w:r>"
          + (index + 1 < paragraph.words.count
            ? "<w:r><w:t xml:space=\"preserve\"> </w:t></w:r>" : "")
      }
      return "<w:p>\(style)\(runs.joined())</w:p>"
    }
    let namespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let styles = (1...3).map {
      "<w:style w:type=\"paragraph\" w:styleId=\"Heading\($0)\"><w:name w:val=\"heading \($0)\"/>"
        + "<w:pPr><w:outlineLvl w:val=\"\($0 - 1)\"/></w:pPr></w:style>"
    }
    func relationships(_ kind: String, _ target: String) -> String {
      "<Relationships xmlns=\"\(Relationships.namespace)\"><Relationship Id=\"rId1\" "
        + "Type=\"\(office)/\(kind)\" Target=\"\(target)\"/></Relationships>"
    }
    return try Self.archive([
      (
        "[Content_Types].xml",
        "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
          + "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
          + ["document.main", "styles"].map {
            "<Override PartName=\"/word/\($0.split(separator: ".")[0]).xml\" "
              + "ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.\($0)+xml\"/>"
          }.joined() + "</Types>"
      ),
      ("_rels/.rels", relationships("officeDocument", "word/document.xml")),
      ("word/_rels/document.xml.rels", relationships("styles", "styles.xml")),
      ("word/styles.xml", "<w:styles xmlns:w=\"\(namespace)\">\(styles.joined())</w:styles>"),
      (
        "word/document.xml",
        "<w:document xmlns:w=\"\(namespace)\"><w:body>\(body.joined())</w:body></w:document>"
      ),
    ])
  }

  private func openDocument() throws -> [UInt8] {
    // Each version numbers its automatic styles anew.
    var styles: [String] = []
    func style(_ word: Word) -> String? {
      let set =
        (word.isBold ? " fo:font-weight=\"bold\"" : "")
        + (word.isItalic ? " fo:font-style=\"italic\"" : "")
      if set.isEmpty { return nil }
      let index = styles.firstIndex(of: set) ?? styles.count
      if index == styles.count { styles.append(set) }
      return "T\(index + 1)"
    }
    let body = paragraphs.map { paragraph in
      let words = paragraph.words.map { word in
        style(word).map { "<text:span text:style-name=\"\($0)\">\(word.text)</text:span>" }
          ?? word.text
      }.joined(separator: " ")
      return paragraph.level.map {
        "<text:h text:style-name=\"Heading_20_\($0)\" text:outline-level=\"\($0)\">\(words)</text:h>"
      } ?? "<text:p text:style-name=\"Standard\">\(words)</text:p>"
    }
    let automatic = styles.enumerated().map { index, set in
      "<style:style style:name=\"T\(index + 1)\" style:family=\"text\">"
        + "<style:text-properties\(set)/></style:style>"
    }
    let names = [
      ("office", "office"), ("text", "text"), ("style", "style"), ("fo", "xsl-fo-compatible"),
    ].map { "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($1):1.0\"" }
    return try Self.archive([
      ("mimetype", "application/vnd.oasis.opendocument.text"),
      (
        "content.xml",
        "<office:document-content \(names.joined(separator: " "))><office:automatic-styles>"
          + automatic.joined() + "</office:automatic-styles><office:body><office:text>"
          + body.joined() + "</office:text></office:body></office:document-content>"
      ),
      (
        "META-INF/manifest.xml",
        "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\">"
          + "<manifest:file-entry manifest:full-path=\"/\" "
          + "manifest:media-type=\"application/vnd.oasis.opendocument.text\"/>"
          + "<manifest:file-entry manifest:full-path=\"content.xml\" manifest:media-type=\"text/xml\"/>"
          + "</manifest:manifest>"
      ),
    ])
  }

  /// Reads a file back, as the values that it holds.
  init(reading file: [UInt8]) throws {
    let package = try OfficePackage.read(file)
    let text =
      try OfficeForm.of(package) == .word
      ? WordCodec.text(of: WordDocument(package)) : OpenCodec.text(of: OpenDocument(package))
    paragraphs = text.lines.compactMap(\.paragraph).map { paragraph in
      var words: [Word] = []
      var isBetween = true
      for glyph in paragraph.glyphs {
        guard glyph.scalar != " " else {
          isBetween = true
          continue
        }
        let format = paragraph.formats[glyph.format]
        func has(_ names: String...) -> Bool { names.contains { format[$0] != nil } }
        if isBetween {
          words.append(
            Word(
              text: "", isBold: has("w:b", "style:text-properties|fo:font-weight"),
              isItalic: has("w:i", "style:text-properties|fo:font-style")))
        }
        isBetween = false
        words[words.count - 1].text.unicodeScalars.append(glyph.scalar)
      }
      let level = paragraph.prefix.hasPrefix("#") ? paragraph.prefix.count - 1 : nil
      return Paragraph(level: level, words: words)
    }
  }
}
