import DocMergeCore
import DocMergeLanguage

/// The lines of a conflict, with what each side did as tracked changes.
struct TrackedRegion {
  typealias Shown = DocumentLines.Shown

  private let base: [Shown]
  private let ours: [Shown]
  private let theirs: [Shown]
  /// For each line of the base the one of ours, in order.
  private var oursOfBase: [Int?]
  /// For each line of the base the one of theirs, in order.
  private var theirsOfBase: [Int?]

  /// Takes the lines that each version has at the place of the conflict.
  init(
    base: [Shown], ours: [Shown], theirs: [Shown]
  ) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    oursOfBase = Self.partners(base, ours)
    theirsOfBase = Self.partners(base, theirs)
  }

  /// A line, and the one of the base that it is, where it is one line in all versions.
  struct Merged {
    var line: Line
    var base: Int?
  }

  /// The lines.
  ///
  /// - Throws: ``OfficeRefusal/notTracked(reason:)`` for what no tracked change can say.
  func lines() throws(OfficeRefusal) -> [Merged] {
    var lines: [Merged] = []
    var (mine, other) = (0, 0)
    for (index, old) in base.enumerated() {
      let (one, two) = (oursOfBase[index], theirsOfBase[index])
      try insert(ours[mine..<(one ?? mine)], by: .ours, into: &lines)
      try insert(theirs[other..<(two ?? other)], by: .theirs, into: &lines)
      mine = one.map { $0 + 1 } ?? mine
      other = two.map { $0 + 1 } ?? other
      let made = try merged(old.line, one.map { ours[$0].line }, two.map { theirs[$0].line })
      lines += made.map { Merged(line: $0, base: made.count == 1 ? index : nil) }
    }
    try insert(ours[mine...], by: .ours, into: &lines)
    try insert(theirs[other...], by: .theirs, into: &lines)
    return lines
  }

  private func insert(
    _ added: ArraySlice<Shown>, by author: TrackedChange.Author,
    into lines: inout [Merged]
  ) throws(OfficeRefusal) {
    for shown in added {
      lines.append(Merged(line: try shown.line.changed(TrackedChange(.insertion, by: author))))
    }
  }

  // MARK: - Pairs

  /// For each line of the base the one of a side that it became, without those that moved.
  private static func partners(_ base: [Shown], _ side: [Shown]) -> [Int?] {
    let found = LineMatch(base.map(\.text), side.map(\.text)).partners
    var partners: [Int?] = []
    var last = -1
    for partner in found {
      let isInOrder = partner.map { $0 > last } ?? false
      partners.append(isInOrder ? partner : nil)
      if isInOrder, let partner { last = partner }
    }
    pairRest(of: &partners, base, side)
    return partners
  }

  /// Pairs as many lines as both have between two that are paired, one by one.
  private static func pairRest(of partners: inout [Int?], _ base: [Shown], _ side: [Shown]) {
    var start = 0
    while start < partners.count {
      guard partners[start] == nil else {
        start += 1
        continue
      }
      let end = partners[start...].firstIndex { $0 != nil } ?? partners.count
      let first = start == 0 ? 0 : (partners[start - 1] ?? -1) + 1
      let last = end == partners.count ? side.count : partners[end] ?? side.count
      if end - start == last - first {
        for offset in 0..<(end - start)
        where base[start + offset].line.isOfKind(side[first + offset].line) {
          partners[start + offset] = first + offset
        }
      }
      start = end
    }
  }

  // MARK: - One line

  private func merged(_ base: Line, _ ours: Line?, _ theirs: Line?) throws(OfficeRefusal) -> [Line]
  {
    if ours.map(base.isSame) == true, theirs.map(base.isSame) == true { return [base] }
    switch base {
    case .paragraph(let old):
      let (mine, other) = (ours?.paragraph, theirs?.paragraph)
      let tracked = TrackedParagraph(base: old, ours: mine, theirs: other)
      if !tracked.isFormatInConflict, !tracked.cutsObjects {
        return [try Line.paragraph(tracked.paragraph).withoutUntracked()]
      }
    case .row(let old):
      if let row = try merged(old, ours?.row, theirs?.row) { return [.row(row)] }
    default: break
    }
    return try replaced(base, ours, theirs)
  }

  /// The line of each version below each other.
  private func replaced(
    _ base: Line, _ ours: Line?, _ theirs: Line?
  ) throws(OfficeRefusal) -> [Line] {
    let kept = (
      ours: ours.map(base.isSame) ?? false, theirs: theirs.map(base.isSame) ?? false
    )
    var lines = [base]
    if let change = TrackedChange(deletedByOurs: !kept.ours, byTheirs: !kept.theirs) {
      lines = [try base.changed(change)]
    }
    if let ours, !kept.ours { lines.append(try ours.changed(.init(.insertion, by: .ours))) }
    if let theirs, !kept.theirs {
      lines.append(try theirs.changed(.init(.insertion, by: .theirs)))
    }
    // A mark stays in the last line that has it.
    var known: Set<String> = []
    for index in lines.indices.reversed() {
      let own = Set(lines[index].paragraphs.flatMap(\.marks).map(\.key))
      lines[index] = lines[index].withoutMarks(known)
      known.formUnion(own)
    }
    return lines
  }

  /// A row whose cells are the same ones in all versions; `nil` where they are not.
  private func merged(_ base: Row, _ ours: Row?, _ theirs: Row?) throws(OfficeRefusal) -> Row? {
    guard let ours, let theirs, base.cells.count == ours.cells.count,
      base.cells.count == theirs.cells.count
    else { return nil }
    let (properties, names) = Properties.merged(
      base: base.properties, ours: ours.properties, theirs: theirs.properties)
    guard names.isEmpty else { return nil }
    var row = Row(properties: properties)
    for (index, old) in base.cells.enumerated() {
      let (mine, other) = (ours.cells[index], theirs.cells[index])
      let (properties, names) = Properties.merged(
        base: old.properties, ours: mine.properties, theirs: other.properties)
      guard names.isEmpty else { return nil }
      let region = TrackedRegion(
        base: old.shown, ours: mine.shown, theirs: other.shown)
      let lines = try region.lines().map(\.line)
      guard let ended = TrackedEnds.settled(lines) else { return nil }
      row.cells.append(Row.Cell(properties: properties, paragraphs: ended.compactMap(\.paragraph)))
    }
    return row
  }
}

extension Row.Cell {
  /// The paragraphs as lines; a cell without one is shown as one with an empty one.
  fileprivate var shown: [TrackedRegion.Shown] {
    (paragraphs.isEmpty ? [Paragraph()] : paragraphs).map {
      TrackedRegion.Shown(line: .paragraph($0), text: RowText.text(of: $0))
    }
  }
}

extension Line {
  /// Whether one can be a version of the other.
  fileprivate func isOfKind(_ other: Line) -> Bool {
    switch (self, other) {
    case (.paragraph, .paragraph), (.row, .row): true
    default: false
    }
  }

  /// The line as one that a side inserted or deleted.
  fileprivate func changed(_ change: TrackedChange) throws(OfficeRefusal) -> Line {
    switch self {
    case .paragraph(let paragraph):
      return try Line.paragraph(paragraph.changed(change)).withoutUntracked()
    case .row(var row):
      row.properties.change = change
      for index in row.cells.indices {
        row.cells[index].paragraphs = row.cells[index].paragraphs.map {
          $0.withChanges { _ in change }
        }
      }
      return try Line.row(row).withoutUntracked()
    case .table: throw .notTracked(reason: tr("the layout of a table is in conflict"))
    case .open(let part), .opaque(let part):
      throw .notTracked(reason: tr("\(part.name) is in conflict"))
    case .close: throw .notTracked(reason: tr("the end of a part is in conflict"))
    case .notes: throw .notTracked(reason: tr("a note is in conflict"))
    }
  }

  /// The line, which changes nothing whose text stands elsewhere, or that only counts as a whole.
  fileprivate func withoutUntracked() throws(OfficeRefusal) -> Line {
    for paragraph in paragraphs {
      // The words of a note can change; a paragraph of it goes with its place in the text.
      if [ParagraphText.noteStart, ParagraphText.noteContinued].contains(paragraph.prefix),
        paragraph.properties.change != nil
      {
        throw .notTracked(reason: tr("a note is in conflict"))
      }
      for glyph in paragraph.glyphs where paragraph.formats[glyph.format].change != nil {
        switch paragraph.object(of: glyph)?.kind {
        case .note: throw .notTracked(reason: tr("a note is in conflict"))
        case .block: throw .notTracked(reason: tr("a table in a cell is in conflict"))
        default: break
        }
      }
    }
    return self
  }

  /// The line without marks that others have too, such as a bookmark, which stands once in a document.
  fileprivate func withoutMarks(_ keys: Set<String>) -> Line {
    mapParagraphs { paragraph in paragraph.marks.removeAll { keys.contains($0.key) } }
  }
}
