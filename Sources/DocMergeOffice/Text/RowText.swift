/// What a row of a table says: the paragraphs of each cell.
///
///     RowText("| Apples | 3 ¶ or 4 |").cells  // [["Apples"], ["3", "or 4"]]
struct RowText: Hashable {
  var cells: [[String]]

  /// Takes the paragraphs of each cell.
  init(cells: [[String]]) { self.cells = cells }

  /// Takes a row.
  init(_ row: Row) {
    cells = row.cells.map { $0.paragraphs.map { Self.text(of: $0) } }
  }

  /// A paragraph in a cell, without what only structure needs.
  static func text(of paragraph: Paragraph) -> String {
    String(String.UnicodeScalarView(paragraph.prefix.unicodeScalars + paragraph.scalars))
  }

  /// Reads a line; `nil` where it is no row.
  init?(_ line: some StringProtocol) {
    let scalars = Array(line.unicodeScalars)
    guard scalars.count > 1, scalars.first == "|", scalars.last == "|" else { return nil }
    cells = []
    var cell: [Unicode.Scalar] = []
    var paragraphs: [String] = []
    var isEscaped = false
    func closeParagraph() {
      var text = cell[...]
      if text.first == " " { text = text.dropFirst() }
      if text.last == " " { text = text.dropLast() }
      paragraphs.append(String(String.UnicodeScalarView(text)))
      cell = []
    }
    for scalar in scalars.dropFirst() {
      switch scalar {
      case "\\" where !isEscaped:
        isEscaped = true
        continue
      case "|" where !isEscaped:
        closeParagraph()
        cells.append(paragraphs)
        paragraphs = []
      case "¶" where !isEscaped: closeParagraph()
      default: cell.append(scalar)
      }
      isEscaped = false
    }
    guard cell.isEmpty, !isEscaped else { return nil }
  }

  var line: String {
    "| " + cells.map { $0.map(Self.escaped).joined(separator: " ¶ ") }.joined(separator: " | ")
      + " |"
  }

  private static func escaped(_ text: String) -> String {
    var view = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "|" || scalar == "\\" || scalar == "¶" { view.append("\\") }
      view.append(scalar)
    }
    return String(view)
  }
}
