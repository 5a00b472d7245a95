import DocMergeArchive

/// Reads the changes of a conflict back from a document of OpenDocument.
extension OpenTracking {
  /// The lines of a document, with the changes of the authors as properties and deleted text in its place.
  static func lines(
    of document: OpenDocument, by authors: ChangeAuthors
  ) throws(OfficeRefusal) -> [Line] {
    var reader = OpenReader(document)
    let text = try reader.text()
    var known: [String: (TrackedChange, [Paragraph])] = [:]
    for region in document.body.first("text:tracked-changes")?.elements ?? [] {
      guard let name = (region["text:id"] ?? region["xml:id"]).flatMap({ document.names[$0] }),
        let element = region.elements.first,
        let author = element.first("office:change-info")?.first("dc:creator")?.text,
        let side = [TrackedChange.Author.ours, .theirs, .both].first(where: {
          authors[$0].name == author
        })
      else { continue }
      let kind: TrackedChange.Kind = element.name == "text:insertion" ? .insertion : .deletion
      let deleted = element.elements.filter { $0.name != "office:change-info" }
      known[name] = (
        TrackedChange(kind, by: side), reader.lines(of: deleted).compactMap(\.paragraph)
      )
    }
    var expansion = OpenExpansion(known: known)
    var lines: [Line] = []
    for line in text.lines {
      if case .paragraph(let paragraph) = line {
        lines += expansion.expanded(paragraph).map(Line.paragraph)
      } else if case .row(var row) = line {
        for index in row.cells.indices {
          row.cells[index].paragraphs = row.cells[index].paragraphs.flatMap {
            expansion.expanded($0)
          }
        }
        lines.append(.row(row))
      } else {
        lines.append(line)
      }
    }
    return lines
  }
}

/// Puts deleted paragraphs back in their places, one character after the other.
private struct OpenExpansion {
  let known: [String: (TrackedChange, [Paragraph])]
  private var open: TrackedChange?
  private var paragraphs: [Paragraph] = []
  private var current = Paragraph()

  init(known: [String: (TrackedChange, [Paragraph])]) {
    self.known = known
  }

  /// A paragraph with the deleted ones in it, each with the changes of its characters.
  mutating func expanded(_ paragraph: Paragraph) -> [Paragraph] {
    (paragraphs, current) = ([], Paragraph())
    var marks = paragraph.marks[...]
    for (index, glyph) in paragraph.glyphs.enumerated() {
      while let mark = marks.first, mark.position <= index {
        pass(mark.element)
        marks = marks.dropFirst()
      }
      add(glyph, of: paragraph, open)
    }
    for mark in marks { pass(mark.element) }
    current.properties.change = open
    return paragraphs + [current]
  }

  /// Goes over a mark, which starts or ends a change, or stands for deleted text.
  private mutating func pass(_ mark: XMLElement) {
    guard let (change, deleted) = mark["text:change-id"].flatMap({ known[$0] }) else { return }
    switch mark.name {
    case "text:change-start": open = change
    case "text:change-end": open = nil
    default:
      for (index, part) in deleted.enumerated() {
        if index > 0 {
          current.properties.change = change
          paragraphs.append(current)
          current = Paragraph()
        }
        for glyph in part.glyphs { add(glyph, of: part, change) }
      }
    }
  }

  private mutating func add(
    _ glyph: Paragraph.Glyph, of paragraph: Paragraph, _ change: TrackedChange?
  ) {
    var format = Properties()
    format.change = change
    guard var object = paragraph.object(of: glyph), object.kind == .note else {
      current.append(glyph.scalar, format)
      return
    }
    var inner = OpenExpansion(known: known)
    object.note = object.note.compactMap(\.paragraph).flatMap { inner.expanded($0) }
      .map(Line.paragraph)
    current.append(object, format)
  }
}
