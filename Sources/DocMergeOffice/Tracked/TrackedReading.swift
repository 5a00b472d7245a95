import DocMergeArchive

/// What a document with tracked changes says, once some are accepted and all others are rejected.
enum TrackedReading {
  /// The texts of the paragraphs and rows that are left, without what only structure shows.
  ///
  /// - Parameters:
  ///   - lines: the lines, with changes.
  ///   - authors: whose changes are accepted.
  /// - Returns: a text for each of them.
  static func texts(_ lines: [Line], accepting authors: Set<TrackedChange.Author>) -> [String] {
    func isShown(_ properties: Properties) -> Bool {
      properties.change.map { $0.isShown(accepting: authors) } ?? true
    }
    var texts: [String] = []
    var open: String?
    func close() {
      if let text = open { texts.append(text) }
      open = nil
    }
    for line in lines {
      switch line {
      case .paragraph(let paragraph):
        open = (open ?? "") + shown(paragraph, authors)
        if isShown(paragraph.properties) { close() }
      case .row(let row):
        close()
        if isShown(row.properties) {
          texts.append(
            row.cells.map { cell in
              self.texts(cell.paragraphs.map(Line.paragraph), accepting: authors)
                .joined(separator: "\n")
            }.joined(separator: "\t"))
        }
      default:
        close()
        texts.append(DocumentLines.text(of: line))
      }
    }
    close()
    return texts
  }

  private static func shown(
    _ paragraph: Paragraph, _ authors: Set<TrackedChange.Author>
  ) -> String {
    var text = String.UnicodeScalarView()
    for glyph in paragraph.glyphs
    where paragraph.formats[glyph.format].change?.isShown(accepting: authors) ?? true {
      text.append(glyph.scalar)
    }
    return String(text)
  }
}
