import DocMergeArchive
import DocMergeLanguage

/// Makes a line of a merged text: what it says is settled, and what it does not show is merged.
struct LineMerge {
  /// The line, as text.
  let text: String
  let base: Line?
  let ours: Line?
  let theirs: Line?
  /// Another line, of the kind that a person made of this one; `nil` where it is of the kind of a version.
  let example: Line?
  let preferred: Side?
  /// For each column of the row the cell of the base, of ours and of theirs; `nil` where a version has them so.
  let columns: [[Int?]?]

  private(set) var merged: Line?
  /// What both sides changed differently.
  fileprivate(set) var conflicts: Set<String> = []

  init(
    _ text: String, base: Line?, ours: Line?, theirs: Line?, example: Line? = nil,
    preferring preferred: Side?, columns: [[Int?]?] = [nil, nil, nil]
  ) {
    self.columns = columns
    (self.text, self.base, self.ours, self.theirs) = (text, base, ours, theirs)
    self.example = example
    self.preferred = preferred
    switch ours ?? theirs ?? base {
    case .row: mergeRow()
    case .table: mergeTable()
    case .open(let known): mergeContainer(known) { Line.open($0) }
    case .opaque(let known): mergeContainer(known) { Line.opaque($0) }
    case .close: merged = .close
    case .notes: merged = .notes
    case .paragraph, nil: mergeParagraph()
    }
  }

  private mutating func mergeParagraph() {
    let merge = ParagraphMerge(
      ParagraphText(text), base: base?.paragraph, ours: ours?.paragraph,
      theirs: theirs?.paragraph, example: example?.paragraph, preferring: preferred)
    merged = .paragraph(merge.merged)
    conflicts = merge.conflicts
  }

  private mutating func mergeTable() {
    let known = [base, ours, theirs].map { $0?.table }
    guard let mine = known[1], let other = known[2] else {
      merged = (known[1] ?? known[2] ?? known[0]).map(Line.table)
      return
    }
    let (properties, names) = Properties.merged(
      base: known[0], ours: mine, theirs: other, preferring: preferred)
    merged = .table(properties)
    conflicts.formUnion(names)
  }

  private mutating func mergeContainer(_ known: Container, _ line: (Container) -> Line) {
    let elements = [base, ours, theirs].map { $0?.container?.element }
    var container = known
    // The line says what it is called.
    container.name = String(
      text.hasPrefix(":::: ") ? text.dropFirst(5) : text.dropFirst().dropLast())
    if let mine = elements[1], let other = elements[2], mine != other {
      if mine == elements[0] {
        container.element = other
      } else if other != elements[0] {
        // A shape is placed and drawn by properties of their own.
        let both =
          known.name.hasPrefix("slide ")
          ? elements[0].flatMap { ShapeMerge(base: $0, ours: mine, theirs: other).merged } : nil
        if let both {
          container.element = both
        } else {
          if preferred == .theirs { container.element = other }
          if preferred == nil { conflicts.insert(known.name) }
        }
      }
    }
    merged = line(container)
  }

  // MARK: - Rows

  private mutating func mergeRow() {
    guard let cells = RowText(text)?.cells else { return }
    let rows = [base?.row, ours?.row, theirs?.row]
    var row = Row()
    let known = rows.map { $0?.properties }
    if let mine = known[1], let other = known[2] {
      let (properties, names) = Properties.merged(
        base: known[0], ours: mine, theirs: other, preferring: preferred)
      row.properties = properties
      conflicts.formUnion(names)
    } else {
      row.properties = known[1] ?? known[2] ?? known[0] ?? Properties()
    }
    let partners = zip(rows, columns).map { CellMatch(cells, $0, columns: $1) }
    for (index, texts) in cells.enumerated() {
      let sources = zip(partners, rows).map { match, row in
        match[index].flatMap { row?.cells[$0] }
      }
      row.cells.append(
        mergedCell(texts, base: sources[0], ours: sources[1], theirs: sources[2]))
    }
    merged = .row(row)
    findLostCells(rows, partners)
  }

  private mutating func mergedCell(
    _ texts: [String], base: Row.Cell?, ours: Row.Cell?, theirs: Row.Cell?
  ) -> Row.Cell {
    var cell = Row.Cell()
    cell.properties = mergedProperties(base, ours, theirs)
    // A cell without a paragraph is shown as one with an empty one.
    if texts == [""], hasNoParagraph(cell, base, ours, theirs) { return cell }
    let sources = [base, ours, theirs].map { $0?.paragraphs ?? [] }
    let matches = sources.map { LineMatch(texts, $0.map(RowText.text)).partners }
    findLost(sources, matches)
    for (index, text) in texts.enumerated() {
      // A cell of one paragraph is that paragraph, whatever it says.
      let paragraphs = zip(matches, sources).map { match, paragraphs -> Paragraph? in
        if texts.count == 1, paragraphs.count == 1 { return paragraphs[0] }
        return match[index].map { paragraphs[$0] }
      }
      cell.paragraphs.append(mergedParagraph(text, paragraphs))
    }
    return cell
  }

  /// Whether a cell whose text is empty has no paragraph, and not one without a text.
  private func hasNoParagraph(
    _ cell: Row.Cell, _ base: Row.Cell?, _ ours: Row.Cell?, _ theirs: Row.Cell?
  ) -> Bool {
    let isEmptied =
      cell.properties["empty"] != nil
      && [ours, theirs].allSatisfy { $0?.hasNothing(beside: base) ?? true }
    let versions = [base, ours, theirs]
    return isEmptied
      || versions.contains { $0 != nil } && versions.allSatisfy { $0?.paragraphs.isEmpty ?? true }
  }

  private mutating func mergedProperties(
    _ base: Row.Cell?, _ ours: Row.Cell?, _ theirs: Row.Cell?
  ) -> Properties {
    guard let ours, let theirs else {
      return (ours ?? theirs ?? base)?.properties ?? Properties()
    }
    let (properties, names) = Properties.merged(
      base: base?.properties, ours: ours.properties, theirs: theirs.properties,
      preferring: preferred)
    conflicts.formUnion(names)
    return properties
  }

  /// A paragraph of a cell with a text, from those of the base, of ours and of theirs.
  private mutating func mergedParagraph(_ text: String, _ paragraphs: [Paragraph?]) -> Paragraph {
    let prefix =
      paragraphs.compactMap { $0?.prefix }
      .first { !$0.isEmpty && text.hasPrefix($0) } ?? ""
    var said = ParagraphText(Paragraph())
    said.prefix = prefix
    said.scalars = Array(text.unicodeScalars.dropFirst(prefix.unicodeScalars.count))
    let merge = ParagraphMerge(
      said, base: paragraphs[0], ours: paragraphs[1], theirs: paragraphs[2],
      preferring: preferred)
    conflicts.formUnion(merge.conflicts)
    return merge.merged
  }
}

extension LineMerge {
  /// Finds cells that one side took out with their column, and of which the other changed more than the text.
  ///
  /// - Parameters:
  ///   - rows: the row of the base, of ours and of theirs.
  ///   - matches: for each cell of the result the one of each of them.
  fileprivate mutating func findLostCells(_ rows: [Row?], _ matches: [CellMatch]) {
    guard preferred == nil, let base = rows[0] else { return }
    for (row, match) in zip(rows, matches).dropFirst() {
      guard let row, row.cells.count == base.cells.count, match.count < row.cells.count else {
        continue
      }
      for (cell, old) in zip(row.cells.indices, base.cells) where !match.has(cell) {
        if !row.cells[cell].isSame(as: old) { conflicts.insert(tr("a cell")) }
      }
    }
  }

  /// Finds paragraphs of a cell that one side took away, and of which the other changed more than the text.
  ///
  /// - Parameters:
  ///   - sources: the paragraphs of the base, of ours and of theirs.
  ///   - matches: for each paragraph of the result the one of each of them.
  fileprivate mutating func findLost(_ sources: [[Paragraph]], _ matches: [[Int?]]) {
    guard preferred == nil, base != nil, ours != nil, theirs != nil else { return }
    let old = sources[0].map { RowText.text(of: $0) }
    for side in [1, 2] {
      let used = Set(matches[side].compactMap { $0 })
      let partners = LineMatch(sources[side].map { RowText.text(of: $0) }, old).partners
      for (index, paragraph) in sources[side].enumerated() where !used.contains(index) {
        guard let before = partners[index].map({ sources[0][$0] }), !paragraph.isSame(as: before)
        else { continue }
        conflicts.insert(tr("a paragraph of a cell"))
      }
    }
  }
}

extension Row.Cell {
  /// Whether it is empty, or formatted as the base is; its words are merged elsewhere.
  fileprivate func hasNothing(beside base: Row.Cell?) -> Bool {
    let old = base?.paragraphs ?? []
    let isSaid = paragraphs.map(RowText.text(of:)) == old.map(RowText.text(of:))
    return paragraphs.isEmpty || !isSaid || zip(paragraphs, old).allSatisfy { $0.isSame(as: $1) }
  }
}

/// Which cells of a row are those of another version of it.
private struct CellMatch {
  private let partners: [Int?]

  init(_ cells: [[String]], _ row: Row?, columns: [Int?]?) {
    guard let row else {
      partners = cells.map { _ in nil }
      return
    }
    if let columns, columns.count == cells.count {
      partners = columns
      return
    }
    if row.cells.count == cells.count {
      partners = cells.indices.map { $0 }
      return
    }
    partners =
      LineMatch(
        cells.map { $0.joined(separator: " ¶ ") },
        RowText(row).cells.map { $0.joined(separator: " ¶ ") }
      ).partners
  }

  var count: Int { partners.count }

  subscript(index: Int) -> Int? { partners[index] }

  /// Whether a cell of the version is in the result.
  func has(_ cell: Int) -> Bool { partners.contains(cell) }
}

extension Line {
  var paragraph: Paragraph? {
    if case .paragraph(let paragraph) = self { return paragraph }
    return nil
  }

  var row: Row? {
    if case .row(let row) = self { return row }
    return nil
  }

  var table: Properties? {
    if case .table(let properties) = self { return properties }
    return nil
  }

  var container: Container? {
    switch self {
    case .open(let container), .opaque(let container): container
    case .paragraph, .row, .table, .close, .notes: nil
    }
  }

  /// Whether two lines are equal in text and formatting.
  func isSame(as other: Line) -> Bool {
    switch (self, other) {
    case (.paragraph(let one), .paragraph(let two)): return one.isSame(as: two)
    case (.row(let one), .row(let two)):
      return one.properties == two.properties && one.cells.count == two.cells.count
        && zip(one.cells, two.cells).allSatisfy { cell, other in
          cell.properties == other.properties
            && cell.paragraphs.count == other.paragraphs.count
            && zip(cell.paragraphs, other.paragraphs).allSatisfy { $0.isSame(as: $1) }
        }
    default: return self == other
    }
  }
}
