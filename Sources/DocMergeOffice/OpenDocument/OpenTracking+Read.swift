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
    var open: TrackedChange?
    var lines: [Line] = []
    for line in text.lines {
      if case .paragraph(let paragraph) = line {
        lines += expanded(paragraph, known, &open).map(Line.paragraph)
      } else if case .row(var row) = line {
        for index in row.cells.indices {
          row.cells[index].paragraphs = row.cells[index].paragraphs.flatMap {
            expanded($0, known, &open)
          }
        }
        lines.append(.row(row))
      } else {
        lines.append(line)
      }
    }
    return lines
  }

  /// A paragraph with the deleted ones in it, each with the changes of its characters.
  private static func expanded(
    _ paragraph: Paragraph, _ known: [String: (TrackedChange, [Paragraph])],
    _ open: inout TrackedChange?
  ) -> [Paragraph] {
    var paragraphs: [Paragraph] = []
    var current = Paragraph()
    var marks = paragraph.marks[...]
    func add(_ glyph: Paragraph.Glyph, _ change: TrackedChange?) {
      var format = Properties()
      format.change = change
      guard var object = paragraph.object(of: glyph), object.kind == .note else {
        current.append(glyph.scalar, format)
        return
      }
      var inner: TrackedChange?
      object.note = object.note.compactMap(\.paragraph).flatMap { paragraph in
        expanded(paragraph, known, &inner).map(Line.paragraph)
      }
      current.append(object, format)
    }
    func passMarks(before position: Int) {
      while let mark = marks.first, mark.position <= position {
        marks = marks.dropFirst()
        guard let (change, deleted) = mark.element["text:change-id"].flatMap({ known[$0] })
        else { continue }
        switch mark.element.name {
        case "text:change-start": open = change
        case "text:change-end": open = nil
        default:
          for (index, part) in deleted.enumerated() {
            if index > 0 {
              current.properties.change = change
              paragraphs.append(current)
              current = Paragraph()
            }
            for glyph in part.glyphs { add(glyph, change) }
          }
        }
      }
    }
    for (index, glyph) in paragraph.glyphs.enumerated() {
      passMarks(before: index)
      add(glyph, open)
    }
    passMarks(before: paragraph.glyphs.count)
    current.properties.change = open
    return paragraphs + [current]
  }
}
