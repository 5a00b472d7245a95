import DocMergeArchive

/// Names the properties of a paragraph or a stretch of its text, as a person would.
///
///     FormatWords.changes(from: base, to: ours)  // bold “quick”; aligned center
enum FormatWords {
  /// What differs from the base without showing in the text; empty where nothing does.
  static func changes(from base: Line?, to line: Line) -> String {
    var words: [String] = []
    if case .paragraph(let paragraph) = line {
      words += changes(from: base?.paragraph, to: paragraph)
    } else if case .row(let row) = line {
      words += properties(from: base?.row?.properties, to: row.properties)
      for (index, cell) in row.cells.enumerated() {
        let cells = base?.row?.cells ?? []
        let old = cells.count == row.cells.count ? cells[index] : nil
        words += properties(from: old?.properties, to: cell.properties)
        for (number, paragraph) in cell.paragraphs.enumerated() {
          let before = old.flatMap { number < $0.paragraphs.count ? $0.paragraphs[number] : nil }
          words += changes(from: before, to: paragraph)
        }
      }
    } else if let table = line.table {
      words += properties(from: base?.table, to: table)
    }
    var known: Set<String> = []
    let said = words.filter { known.insert($0).inserted }.joined(separator: "; ")
    // The signs around the words are none of the words.
    return String(
      String.UnicodeScalarView(
        said.unicodeScalars.filter { !["⟪", "⟫", "\n", "\r"].contains($0) }))
  }

  /// What each side changed of a line, in words that tell the sides apart.
  static func changes(
    from base: Line?, ours: Line?, theirs: Line?
  ) -> (ours: String, theirs: String) {
    let words = [ours, theirs].map { line in
      let words = line.map { changes(from: base, to: $0) } ?? ""
      return words.isEmpty ? "unchanged" : words
    }
    return words[0] == words[1] && words[0] != "unchanged"
      ? ("\(words[0]), ours", "\(words[1]), theirs") : (words[0], words[1])
  }

  private static func changes(from base: Paragraph?, to paragraph: Paragraph) -> [String] {
    properties(from: base?.properties, to: paragraph.properties)
      + stretches(from: base, to: paragraph)
  }

  static func properties(from base: Properties?, to properties: Properties) -> [String] {
    properties.names(differingFrom: base ?? Properties()).map { words(for: $0, properties[$0]) }
  }

  /// The formatting that changed, each with the text that has it.
  private static func stretches(from base: Paragraph?, to paragraph: Paragraph) -> [String] {
    let partners = GlyphMatch(paragraph.scalars, base?.scalars ?? []).partners
    var stretches: [(words: String, text: String)] = []
    for (index, glyph) in paragraph.glyphs.enumerated() {
      let old = partners[index].flatMap { place in base?.format(of: place) } ?? Properties()
      let format = paragraph.formats[glyph.format]
      if let object = paragraph.object(of: glyph), let base, let place = partners[index],
        base.object(of: base.glyphs[place])?.element != object.element
      {
        stretches.append(("another \(object.kind)", ""))
      }
      let names = format.names(differingFrom: old)
      guard !names.isEmpty else {
        if stretches.last?.words != "" { stretches.append(("", "")) }
        continue
      }
      let said = names.map { words(for: $0, format[$0]) }.joined(separator: ", ")
      if stretches.last?.words != said { stretches.append((said, "")) }
      stretches[stretches.count - 1].text.unicodeScalars.append(glyph.scalar)
    }
    return stretches.filter { !$0.words.isEmpty }.map { words, text in
      text.isEmpty ? words : "\(words) “\(text.count > 40 ? text.prefix(39) + "…" : text[...])”"
    }
  }

  /// The words of properties that people have a name for.
  private static let names = [
    "b": "bold", "i": "italic", "u": "underlined", "strike": "struck through", "caps": "capitals",
    "color": "colour", "sz": "size", "highlight": "highlighted", "rFonts": "font", "jc": "aligned",
    "pStyle": "style", "rStyle": "style", "ind": "indented", "spacing": "spacing", "numPr": "list",
    "pageBreakBefore": "page break before", "hyperlink": "link", "ins": "inserted",
    "del": "deleted", "tcW": "width", "shd": "shaded", "vertAlign": "raised", "lang": "language",
    "font-weight": "bold", "font-style": "italic", "font-size": "size", "text-align": "aligned",
    "text-underline-style": "underlined", "background-color": "shaded", "style-name": "style",
    "break-before": "break before", "a": "link", "margin-left": "indented",
  ]

  private static func words(for name: String, _ value: XMLElement?) -> String {
    let local = name.split(whereSeparator: { $0 == ":" || $0 == " " }).last.map(String.init) ?? name
    let word = names[local] ?? local
    guard let value else { return "no \(word)" }
    let values = (value.attributes + value.elements.flatMap(\.attributes)).map(\.value)
      .filter { !$0.isEmpty }
    let isSwitch = values.allSatisfy { ["true", "1", "on", word].contains($0) }
    return isSwitch ? word : "\(word) \(values.prefix(3).joined(separator: " "))"
  }
}

/// What a line says together with what it does not show, named behind it.
///
///     The quick fox ⟪bold “quick”⟫
struct AnnotatedLine: Hashable {
  var text: String
  /// The words; `nil` where the line has none.
  var words: String?

  init(_ text: String, words: String?) {
    (self.text, self.words) = (text, words)
  }

  /// Reads a line.
  init(_ line: String) {
    guard line.hasSuffix("⟫"), let start = line.lastIndex(of: "⟪"), start > line.startIndex,
      line[line.index(before: start)] == " "
    else {
      self.init(line, words: nil)
      return
    }
    self.init(
      String(line[..<line.index(before: start)]),
      words: String(line[line.index(after: start)...].dropLast()))
  }

  var line: String { words.map { "\(text) ⟪\($0)⟫" } ?? text }
}
