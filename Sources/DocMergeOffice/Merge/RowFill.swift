import DocMergeArchive

/// Gives rows that one side added cells in the columns that the other side added.
struct RowFill {
  /// A row of the base in the result, and how wide it is on a side that added no column.
  private struct Reference {
    var index: Int
    var row: Row
    var narrow: Row
    /// Which cells of the row the side does not have.
    var added: [Int]
  }

  private let composition: Composition
  private(set) var lines: [Composition.ComposedLine]

  init(_ lines: [Composition.ComposedLine], _ composition: Composition) {
    (self.lines, self.composition) = (lines, composition)
    for table in Self.tables(lines) {
      for index in table { fill(index, in: table) }
    }
  }

  /// The lines of each table.
  private static func tables(_ lines: [Composition.ComposedLine]) -> [Range<Int>] {
    var tables: [Range<Int>] = []
    for (index, line) in lines.enumerated() {
      switch line.line {
      case .row where tables.last?.upperBound == index:
        // The settings of a table stand behind its first row.
        let isFirst = index + 1 < lines.count && lines[index + 1].line.table != nil
        if isFirst {
          tables.append(index..<index + 1)
        } else {
          tables[tables.count - 1] = tables[tables.count - 1].lowerBound..<index + 1
        }
      case .row: tables.append(index..<index + 1)
      case .table where tables.last?.upperBound == index:
        tables[tables.count - 1] = tables[tables.count - 1].lowerBound..<index + 1
      default: break
      }
    }
    return tables
  }

  private mutating func fill(_ index: Int, in table: Range<Int>) {
    let line = lines[index]
    guard case .row(var row) = line.line, line.base == nil,
      (line.ours == nil) != (line.theirs == nil)
    else { return }
    let side = line.ours == nil ? Side.theirs : .ours
    var references = table.compactMap { reference($0, side) }
      .filter { $0.narrow.cells.count == row.cells.count }
    // Where cells of a row say the same, only other rows tell which of them is new.
    let counts = Dictionary(grouping: references, by: \.added).mapValues(\.count)
    let added = counts.max { ($0.value, $1.key.description) < ($1.value, $0.key.description) }?.key
    references.removeAll { $0.added != added }
    // The row before is the one that a person would have made it of.
    guard let reference = references.last(where: { $0.index < index }) ?? references.first
    else { return }
    for (place, cell) in zip(Self.kept(reference), row.cells.indices) {
      row.cells[cell].properties =
        Properties.merged(
          base: reference.narrow.cells[cell].properties,
          ours: reference.row.cells[place].properties, theirs: row.cells[cell].properties,
          preferring: .theirs
        ).properties
    }
    for place in reference.added {
      row.cells.insert(reference.row.cells[place].emptied, at: place)
    }
    lines[index].line = .row(row)
  }

  /// The cells of a row that were there before.
  private static func kept(_ reference: Reference) -> [Int] {
    reference.row.cells.indices.filter { !reference.added.contains($0) }
  }

  /// A row of the base to which only the other side added cells; `nil` where it is none.
  private func reference(_ index: Int, _ side: Side) -> Reference? {
    let line = lines[index]
    guard let row = line.line.row,
      let base = line.base.flatMap({ composition.base.shown[$0].line.row }),
      let ours = line.ours.flatMap({ composition.ours.shown[$0].line.row }),
      let theirs = line.theirs.flatMap({ composition.theirs.shown[$0].line.row })
    else { return nil }
    let (narrow, wide) = side == .ours ? (ours, theirs) : (theirs, ours)
    guard narrow.cells.count == base.cells.count, wide.cells.count == row.cells.count,
      narrow.cells.count < row.cells.count,
      (row.cells + narrow.cells).allSatisfy({ !$0.isJoined })
    else { return nil }
    let partners = LineMatch(RowText(row).joined, RowText(narrow).joined).partners
    let added = partners.indices.filter { partners[$0] == nil }
    guard added.count == row.cells.count - narrow.cells.count else { return nil }
    return Reference(index: index, row: row, narrow: narrow, added: added)
  }
}

extension RowText {
  /// What each cell says.
  fileprivate var joined: [String] { cells.map { $0.joined(separator: " ¶ ") } }
}

extension Row.Cell {
  /// Whether it is joined with others, or says where others are.
  var isJoined: Bool {
    properties.list.contains { property in
      ["w:gridSpan", "w:vMerge", "element"].contains(property.name)
        || property.name.hasSuffix("-spanned")
    }
  }

  /// An empty cell that looks alike.
  fileprivate var emptied: Row.Cell {
    var cell = Row.Cell()
    for property in properties.list
    where property.name != "empty" && !property.name.hasPrefix("a|office:")
      && property.name != "a|table:formula"
    {
      cell.properties[property.name] = property.value
    }
    var paragraph = Paragraph()
    if let first = paragraphs.first, first.prefix.isEmpty {
      paragraph.properties = first.properties
    }
    cell.paragraphs = [paragraph]
    return cell
  }
}
