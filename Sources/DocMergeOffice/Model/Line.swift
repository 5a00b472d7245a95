import DocMergeArchive

/// A line of a document; the lines are written below each other.
enum Line: Sendable, Hashable {
  case paragraph(Paragraph)
  case row(Row)
  /// The settings of a table; they stand behind the first row, as in Markdown.
  case table(Properties)
  /// The start of a part with lines of its own, such as a section.
  case open(Container)
  /// The end of the innermost part.
  case close
  /// Something that is only kept whole.
  case opaque(Container)
  /// What stands between the text and its notes.
  case notes
}

/// Something that holds lines, or stands in the place of them.
struct Container: Sendable, Hashable {
  /// What it is called where the document is shown as text.
  var name: String
  /// The element, without the lines in it.
  var element: XMLElement
}

/// A row of a table.
struct Row: Sendable, Hashable {
  /// A cell.
  struct Cell: Sendable, Hashable {
    var properties = Properties()
    var paragraphs: [Paragraph] = []
  }

  var properties = Properties()
  var cells: [Cell] = []
}

/// A document in the form in which it is merged.
struct OfficeText: Sendable, Hashable {
  /// The lines of the text; those of notes are in the objects that lead to them.
  var lines: [Line] = []
  /// The settings of the document as a whole, which are no text.
  var properties = Properties()
}

extension OfficeText {
  /// How many characters a document, and one paragraph of it, may have; six hundred pages have as many.
  private static let limits = (document: 2_000_000, paragraph: 100_000)

  /// Refuses a text that takes more time and memory than people have.
  ///
  /// - Throws: ``OfficeRefusal/tooLarge(part:)``.
  func checkSize(of part: String) throws(OfficeRefusal) {
    var count = 0
    for paragraph in lines.flatMap(\.paragraphs) {
      count += paragraph.glyphs.count
      guard count <= Self.limits.document, paragraph.glyphs.count <= Self.limits.paragraph else {
        throw .tooLarge(part: part)
      }
    }
  }
}
