import DocMergeArchive
import DocMergeLanguage

/// Tracked changes of a conflict as Word writes them.
struct WordTracking {
  let authors: ChangeAuthors

  // MARK: - Written

  /// The lines with elements of Word in the place of changes.
  ///
  /// - Throws: ``OfficeRefusal/notTracked(reason:)`` for text that is a tracked change already.
  func written(_ lines: [Line]) throws(OfficeRefusal) -> [Line] {
    var written: [Line] = []
    for line in lines {
      switch line {
      case .paragraph(let paragraph): written.append(.paragraph(try self.written(paragraph)))
      case .row(var row):
        for cell in row.cells.indices {
          for index in row.cells[cell].paragraphs.indices {
            row.cells[cell].paragraphs[index] = try self.written(row.cells[cell].paragraphs[index])
          }
        }
        if let change = row.properties.change {
          row.properties.change = nil
          try checkUntracked(row.properties.list.map(\.value), change)
          let element = element(change)
          row.properties[element.name] = element
        }
        written.append(.row(row))
      default: written.append(line)
      }
    }
    return written
  }

  private func written(_ paragraph: Paragraph) throws(OfficeRefusal) -> Paragraph {
    var paragraph = paragraph
    for glyph in paragraph.glyphs where paragraph.formats[glyph.format].change != nil {
      guard let object = paragraph.object(of: glyph), object.kind == .image else { continue }
      if object.element.name != "w:drawing" || object.element.first("wp:inline") == nil {
        throw .notTracked(reason: tr("a picture that text flows around is in conflict"))
      }
    }
    for index in paragraph.objects.indices where paragraph.objects[index].kind == .note {
      paragraph.objects[index].note = try written(paragraph.objects[index].note)
    }
    for index in paragraph.formats.indices {
      guard let change = paragraph.formats[index].change else { continue }
      var format = paragraph.formats[index]
      format.change = nil
      let wrappers = format.list.filter { $0.name.hasPrefix("wrap ") }
      try checkUntracked(wrappers.map(\.value), change)
      let element = element(change)
      format["wrap \(wrappers.count) \(element.name)"] = element
      paragraph.formats[index] = format
    }
    if let change = paragraph.properties.change {
      paragraph.properties.change = nil
      var end = paragraph.properties["w:rPr"] ?? XMLElement("w:rPr")
      try checkUntracked(end.elements, change)
      // An insertion can be deleted, in this order.
      let place = end.elements.first?.name == "w:ins" ? 1 : 0
      end.children.insert(.element(element(change)), at: place)
      paragraph.properties["w:rPr"] = end
    }
    return paragraph
  }

  private func element(_ change: TrackedChange) -> XMLElement {
    let author = authors[change.author]
    var element = XMLElement(change.kind == .insertion ? "w:ins" : "w:del")
    element["w:author"] = author.name
    element["w:date"] = author.date
    return element
  }

  /// Only what was inserted before can be deleted once more.
  private func checkUntracked(
    _ elements: [XMLElement], _ change: TrackedChange
  ) throws(OfficeRefusal) {
    let known = elements.filter { Self.names.contains($0.name) }
    if known.isEmpty || change.kind == .deletion && known.map(\.name) == ["w:ins"] { return }
    throw .notTracked(reason: tr("a change that was tracked before is in conflict"))
  }

  private static let names: Set = ["w:ins", "w:del", "w:moveFrom", "w:moveTo"]

  // MARK: - Read

  /// Lines that were read from a document, with the changes of the authors.
  func read(_ lines: [Line]) -> [Line] {
    lines.map { line in
      var line = line
      if case .row(var row) = line {
        for name in ["w:ins", "w:del"] {
          guard let change = row.properties[name].flatMap(change) else { continue }
          row.properties[name] = nil
          row.properties.change = change
        }
        line = .row(row)
      }
      return line.mapParagraphs { paragraph in
        for index in paragraph.objects.indices {
          paragraph.objects[index].note = read(paragraph.objects[index].note)
        }
        for index in paragraph.formats.indices {
          for property in paragraph.formats[index].list where property.name.hasPrefix("wrap ") {
            guard let change = change(property.value) else { continue }
            paragraph.formats[index][property.name] = nil
            paragraph.formats[index].change = change
          }
        }
        if let change = paragraph.properties["w:rPr"]?.elements.lazy.compactMap(self.change).first {
          paragraph.properties.change = change
        }
      }
    }
  }

  private func change(_ element: XMLElement) -> TrackedChange? {
    guard element.name == "w:ins" || element.name == "w:del" else { return nil }
    let author = [TrackedChange.Author.ours, .theirs, .both].first {
      authors[$0].name == element["w:author"]
    }
    return author.map { TrackedChange(element.name == "w:ins" ? .insertion : .deletion, by: $0) }
  }
}
