/// What a paragraph says, and what stands before it where the document is shown as text.
///
///     ParagraphText("## Details")  // prefix "## ", "Details"
///     ParagraphText("\\# 1")  // no prefix, "# 1"
struct ParagraphText: Hashable {
  var prefix: String
  var scalars: [Unicode.Scalar]

  /// Takes a paragraph.
  init(_ paragraph: Paragraph) {
    (prefix, scalars) = (paragraph.prefix, paragraph.scalars)
  }

  /// Reads a line.
  init(_ line: some StringProtocol) {
    let scalars = Array(line.unicodeScalars)
    if let length = Self.prefixLength(scalars) {
      prefix = String(String.UnicodeScalarView(scalars[..<length]))
      self.scalars = Array(scalars[length...])
    } else {
      prefix = ""
      self.scalars = scalars.first == "\\" ? Array(scalars.dropFirst()) : scalars
    }
  }

  /// The line, without what only structure needs.
  var line: String {
    var view = String.UnicodeScalarView(prefix.unicodeScalars)
    if prefix.isEmpty, scalars.isEmpty || Self.looksLikeStructure(scalars) { view.append("\\") }
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// The marks of notes, which stand before their paragraphs.
  static let noteStart = "※ "
  static let noteContinued = "※… "

  private static func prefixLength(_ scalars: [Unicode.Scalar]) -> Int? {
    for note in [noteStart, noteContinued] where scalars.starts(with: note.unicodeScalars) {
      return note.unicodeScalars.count
    }
    let spaces = scalars.prefix { $0 == " " }.count
    let rest = scalars[spaces...]
    if rest.starts(with: "- ".unicodeScalars) { return spaces + 2 }
    let signs = scalars.prefix { $0 == "#" }.count
    return (1...6).contains(signs) && scalars.count > signs && scalars[signs] == " "
      ? signs + 1 : nil
  }

  /// Whether a paragraph would be taken for something else.
  private static func looksLikeStructure(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let first = scalars.first(where: { $0 != " " && $0 != "\t" }) else { return true }
    if "\\#-*+|>※:[`~=_<".unicodeScalars.contains(first) { return true }
    let rest = scalars.drop { $0 == " " || ("0"..."9").contains($0) }
    return ("0"..."9").contains(first) && (rest.first == "." || rest.first == ")")
  }
}
