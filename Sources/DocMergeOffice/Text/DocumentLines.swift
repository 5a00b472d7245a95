/// The lines of a document in the order in which they are shown, those of notes behind the text.
struct DocumentLines: Sendable {
  /// A line, and what it says.
  struct Shown: Sendable {
    var line: Line
    var text: String

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
      case .open, .close, .opaque: nil
      }
    }
  }

  var shown: [Shown] = []

  /// Takes the lines of a document.
  init(_ document: OfficeText) {
    var notes: [[Line]] = []
    add(document.lines, &notes)
    // Notes in notes come behind those in the text.
    var next = 0
    while next < notes.count {
      let lines = notes[next]
      add(lines, &notes)
      next += 1
    }
  }

  private mutating func add(_ lines: [Line], _ notes: inout [[Line]]) {
    for line in lines {
      shown.append(Shown(line: line, text: Self.text(of: line)))
      notes += line.notes
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
    }
  }

  static let tableLine = "| --- |"

  /// Whether two documents are the same, with what is not shown of them.
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
    case .table, .open, .close, .opaque: []
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
