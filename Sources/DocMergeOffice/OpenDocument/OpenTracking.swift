import DocMergeArchive
import DocMergeLanguage

/// Tracked changes of a conflict as OpenDocument writes them: marks in the text, and the deleted text apart.
struct OpenTracking {
  /// A change that marks of the text lead to.
  struct Region: Sendable, Hashable {
    var change: TrackedChange
    var author: ChangeAuthor
    /// What was deleted; the first and the last line are parts of paragraphs.
    var lines: [Line] = []
  }

  let authors: ChangeAuthors
  /// The changes by the names that their marks have.
  private(set) var regions: [String: Region] = [:]

  init(authors: ChangeAuthors) {
    self.authors = authors
  }

  /// The lines with marks in the place of changes.
  ///
  /// - Throws: ``OfficeRefusal/notTracked(reason:)`` for what OpenDocument has no change for.
  mutating func written(_ lines: [Line]) throws(OfficeRefusal) -> [Line] {
    var written: [Line] = []
    var paragraphs: [Paragraph] = []
    for line in lines {
      if case .paragraph(let paragraph) = line {
        paragraphs.append(paragraph)
        continue
      }
      written += try self.written(paragraphs).map(Line.paragraph)
      paragraphs = []
      guard case .row(var row) = line else {
        written.append(line)
        continue
      }
      if row.properties.change != nil {
        throw .notTracked(reason: tr("a row of a table is in conflict"))
      }
      for index in row.cells.indices {
        row.cells[index].paragraphs = try self.written(row.cells[index].paragraphs)
      }
      written.append(.row(row))
    }
    return written + (try self.written(paragraphs).map(Line.paragraph))
  }

  private mutating func written(_ lines: [Paragraph]) throws(OfficeRefusal) -> [Paragraph] {
    var paragraphs = lines
    for index in paragraphs.indices {
      for object in paragraphs[index].objects.indices
      where paragraphs[index].objects[object].kind == .note {
        let note = paragraphs[index].objects[object].note
        paragraphs[index].objects[object].note = try written(note)
      }
    }
    if !paragraphs.contains(where: { Line.paragraph($0).isTracked }) { return paragraphs }
    var stream = OpenChangeStream(count: regions.count)
    for paragraph in paragraphs { try stream.add(paragraph) }
    for (name, change, deleted) in stream.changes {
      regions[name] = Region(
        change: change, author: authors[change.author], lines: deleted.map(Line.paragraph))
    }
    return stream.paragraphs
  }

  /// The element of a change.
  ///
  /// - Parameters:
  ///   - region: the change.
  ///   - blocks: what was deleted, as elements.
  /// - Returns: the element, without its id.
  static func element(_ region: Region, _ blocks: [XMLElement]) -> XMLElement {
    let info = XMLElement(
      "office:change-info",
      children: [
        .element(XMLElement("dc:creator", children: [.text(region.author.name)])),
        .element(
          XMLElement("dc:date", children: [.text(region.author.date ?? "1970-01-01T00:00:00Z")])),
      ])
    let kind = region.change.kind == .insertion ? "text:insertion" : "text:deletion"
    return XMLElement(
      "text:changed-region",
      children: [
        .element(XMLElement(kind, children: ([info] + blocks).map { .element($0) }))
      ])
  }
}

/// Paragraphs whose changes become marks, one character after the other.
private struct OpenChangeStream {
  /// The paragraphs that are left.
  private(set) var paragraphs: [Paragraph] = []
  /// The changes by name, with what was deleted.
  private(set) var changes: [(name: String, change: TrackedChange, deleted: [Paragraph])] = []

  private var current = Paragraph()
  /// The paragraph that the current one begins with, whose end is deleted; and whether some of it is left.
  private var beginning: (paragraph: Paragraph, isKept: Bool)?
  /// Whether the current paragraph has text that no change is about.
  private var hasUnchanged = false
  private var open: TrackedChange?
  private var deleted: [Paragraph] = []
  private let first: Int

  /// Starts behind some changes that have names.
  init(count: Int) {
    first = count
  }

  mutating func add(_ paragraph: Paragraph) throws(OfficeRefusal) {
    var plain = paragraph
    (plain.glyphs, plain.formats, plain.objects, plain.marks) = ([], [], [], [])
    plain.properties.change = nil
    if open?.kind == .deletion { deleted.append(plain) }
    try addText(of: paragraph, plain)
    let change = paragraph.properties.change
    turn(to: change, plain)
    if change?.kind == .deletion {
      if beginning == nil { beginning = (plain, hasUnchanged) }
      return
    }
    // Readers give the beginning of what they bring back the style of the paragraph that it is in.
    if let (first, isKept) = beginning, !first.isStyled(like: plain) {
      guard isKept else {
        throw .notTracked(reason: tr("a paragraph is deleted before one of another style"))
      }
      plain = first
    }
    (beginning, hasUnchanged) = (nil, false)
    (plain.glyphs, plain.formats, plain.objects, plain.marks) = (
      current.glyphs, current.formats, current.objects, current.marks
    )
    paragraphs.append(plain)
    current = Paragraph()
  }

  /// Adds the characters and marks of a paragraph; `plain` is the paragraph without them.
  private mutating func addText(
    of paragraph: Paragraph, _ plain: Paragraph
  ) throws(OfficeRefusal) {
    var marks = paragraph.marks[...]
    for (index, glyph) in paragraph.glyphs.enumerated() {
      while let mark = marks.first, mark.position <= index {
        try add(mark)
        marks = marks.dropFirst()
      }
      var format = paragraph.formats[glyph.format]
      let change = format.change
      format.change = nil
      turn(to: change, plain)
      if change?.kind == .deletion {
        try deleted[deleted.count - 1].append(glyph, of: paragraph, format, change)
      } else {
        try current.append(glyph, of: paragraph, format, change)
        if change == nil { hasUnchanged = true }
      }
    }
    for mark in marks { try add(mark) }
  }

  /// Marks behind a deletion stand in the text that is left.
  private mutating func add(_ mark: Paragraph.Mark) throws(OfficeRefusal) {
    if open != nil, mark.element.name.hasPrefix("text:change") {
      throw .notTracked(reason: tr("a change that was tracked before is in conflict"))
    }
    current.append(mark: mark.key, mark.element, mark.format)
  }

  /// Ends the change that is open, and begins another one.
  private mutating func turn(to change: TrackedChange?, _ plain: Paragraph) {
    if change == open { return }
    if let open {
      let name = "conflict \(first + changes.count)"
      mark(open.kind == .deletion ? "text:change" : "text:change-end", name)
      changes.append((name, open, deleted))
      deleted = []
    }
    open = change
    if change?.kind == .insertion {
      mark("text:change-start", "conflict \(first + changes.count)")
    }
    if change?.kind == .deletion { deleted = [plain] }
  }

  private mutating func mark(_ element: String, _ name: String) {
    // A mark stands in no link, and in no formatting of its own.
    let end = element == "text:change-end" ? ":end" : ""
    current.append(
      mark: "\(element)|\(name)\(end)", XMLElement(element, [.init("text:change-id", name)]),
      Properties())
  }
}

extension Paragraph {
  /// Whether two paragraphs are set alike, and stand alike in lists.
  fileprivate func isStyled(like other: Paragraph) -> Bool {
    prefix == other.prefix && properties == other.properties
  }

  fileprivate mutating func append(
    _ glyph: Glyph, of other: Paragraph, _ format: Properties, _ change: TrackedChange?
  ) throws(OfficeRefusal) {
    if var object = other.object(of: glyph) {
      if let change, object.kind == .image {
        guard object.element["text:anchor-type"] == "as-char" else {
          throw .notTracked(reason: tr("a picture that text flows around is in conflict"))
        }
        // Of pictures of one name readers drop all but one.
        if change.kind == .insertion, let name = object.element["draw:name"] {
          object.element["draw:name"] = "\(name) (\(change.author.rawValue))"
        }
      }
      append(object, format)
    } else {
      append(glyph.scalar, format)
    }
  }
}
