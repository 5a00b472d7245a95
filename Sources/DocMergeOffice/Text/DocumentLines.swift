/// The lines of a document in the order in which they are shown, those of notes behind the text.
struct DocumentLines: Sendable {
  /// A line, and what it says.
  struct Shown: Sendable {
    var line: Line
    var text: String
    /// For each column that a row is shown with, the cell of the row; `nil` where it is shown as it is.
    var columns: [Int?]?

    /// Shows a paragraph behind another prefix.
    mutating func show(_ prefix: String) {
      guard case .paragraph(let paragraph) = line else { return }
      var said = ParagraphText(paragraph)
      said.prefix = prefix
      text = said.line
    }

    /// What it belongs to with the lines around it; `nil` for one that stands alone.
    var group: LineGroup? {
      switch line {
      case .row, .table: .table
      case .paragraph: ParagraphText(text).prefix.hasSuffix("- ") ? .list : nil
      case .open, .close, .opaque, .notes: nil
      }
    }
  }

  var shown: [Shown] = []

  /// Takes the lines of a document.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - version: the version that it is of a merge.
  ///   - showsNotes: whether the place of notes is shown where there are none.
  init(_ document: OfficeText, of version: Side? = nil, showsNotes: Bool = false) {
    var notes: [[Line]] = []
    for line in document.lines {
      let numbered = version.map { line.numbered($0, from: notes.count) } ?? line
      shown.append(Shown(line: numbered, text: Self.text(of: line)))
      notes += line.notes
    }
    if !notes.isEmpty || showsNotes {
      shown.append(Shown(line: .notes, text: Self.notesLine))
    }
    for line in notes.flatMap(\.self) {
      shown.append(Shown(line: line, text: Self.text(of: line)))
    }
  }

  /// What a line says.
  static func text(of line: Line) -> String {
    switch line {
    case .paragraph(let paragraph): ParagraphText(paragraph).line
    case .row(let row): RowText(row).line
    case .table: tableLine
    case .open(let container): ":::: \(container.name)"
    case .close: "::::"
    case .opaque(let container): "[\(container.name)]"
    case .notes: notesLine
    }
  }

  static let tableLine = "| --- |"
  static let notesLine = "※"

  /// Whether the document says the lines of a text, its notes in any order.
  func says(_ texts: [String]) -> Bool {
    let own = shown.map(\.text)
    let (end, other) = (
      own.firstIndex(of: Self.notesLine) ?? own.endIndex,
      texts.firstIndex(of: Self.notesLine) ?? texts.endIndex
    )
    return own[..<end] == texts[..<other]
      && own[end...].dropFirst().sorted() == texts[other...].dropFirst().sorted()
  }

  /// Whether two documents are equal in text and formatting.
  func isSame(as other: DocumentLines) -> Bool {
    shown.count == other.shown.count
      && zip(shown, other.shown).allSatisfy { $0.line.isSame(as: $1.line) }
  }

  /// The document as text: a paragraph a line, with an empty line between two that are not of one list or
  /// table.
  var text: [UInt8] { Self.joined(shown.map { ($0.text, $0.group) }) }

  static func joined(_ lines: [(text: String, group: LineGroup?)]) -> [UInt8] {
    var output: [UInt8] = []
    for (index, line) in lines.enumerated() {
      if index > 0, line.group == nil || line.group != lines[index - 1].group {
        output.append(0x0A)
      }
      output += line.text.utf8
      output.append(0x0A)
    }
    return output
  }

  /// The lines of a text, without those between paragraphs.
  static func lines(of text: [UInt8]) -> [String] {
    text.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.isEmpty }
  }
}

/// What lines belong to that have no empty line between them.
enum LineGroup: Hashable {
  case list
  case table
}

extension Line {
  /// The paragraphs in it.
  var paragraphs: [Paragraph] {
    switch self {
    case .paragraph(let paragraph): [paragraph]
    case .row(let row): row.cells.flatMap(\.paragraphs)
    case .table, .open, .close, .opaque, .notes: []
    }
  }

  /// The line, whose notes know the version that they are of and how many stand before them.
  fileprivate func numbered(_ version: Side, from start: Int) -> Line {
    var next = start
    return mapParagraphs { paragraph in
      for glyph in paragraph.glyphs {
        guard let index = glyph.object, paragraph.objects[index].kind == .note else { continue }
        paragraph.objects[index].origin = .init(version: version, number: next)
        next += 1
      }
    }
  }

  /// The notes that it leads to, in order.
  var notes: [[Line]] {
    paragraphs.flatMap { paragraph in
      paragraph.glyphs.compactMap { glyph in
        paragraph.object(of: glyph).flatMap { $0.kind == .note ? $0.note : nil }
      }
    }
  }
}
