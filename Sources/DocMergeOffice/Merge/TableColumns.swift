import DocMergeArchive

/// Shows a column that one side added to a table, or took out of it, in all versions.
///
/// Then the rows are merged as if nothing else had changed.
struct TableColumns {
  private typealias Table = Range<Int>

  private(set) var base: DocumentLines
  private(set) var ours: DocumentLines
  private(set) var theirs: DocumentLines

  /// Compares the tables of three versions.
  ///
  /// - Parameters:
  ///   - base: the lines of the base.
  ///   - ours: the lines of ours.
  ///   - theirs: the lines of theirs.
  ///   - oursToBase: for each line of ours the one of the base.
  ///   - theirsToBase: for each line of theirs the one of the base.
  init(
    base: DocumentLines, ours: DocumentLines, theirs: DocumentLines, oursToBase: [Int?],
    theirsToBase: [Int?]
  ) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    let tables = [base, ours, theirs].map { Self.tables($0) }
    for table in tables[0] {
      guard let width = Self.width(table, base),
        let mine = Self.partner(of: table, in: tables[1], oursToBase),
        let other = Self.partner(of: table, in: tables[2], theirsToBase),
        let myWidth = Self.width(mine, ours), let otherWidth = Self.width(other, theirs)
      else { continue }
      if otherWidth == width, myWidth != width {
        settle(
          table, mine, other, changed: \.ours, other: \.theirs, oursToBase, theirsToBase)
      } else if myWidth == width, otherWidth != width {
        settle(
          table, other, mine, changed: \.theirs, other: \.ours, theirsToBase, oursToBase)
      }
    }
  }

  // MARK: - Tables

  /// The lines of each table.
  private static func tables(_ lines: DocumentLines) -> [Table] {
    var tables: [Table] = []
    for (index, shown) in lines.shown.enumerated() {
      // The settings of a table stand behind its first row.
      let isFirst = index + 1 < lines.shown.count && lines.shown[index + 1].line.table != nil
      guard shown.line.row != nil || shown.line.table != nil else { continue }
      if let last = tables.last, last.upperBound == index, !isFirst {
        tables[tables.count - 1] = last.lowerBound..<(index + 1)
      } else {
        tables.append(index..<(index + 1))
      }
    }
    return tables
  }

  /// How many cells each row has; `nil` where they have several numbers of them, or cells are joined.
  private static func width(_ table: Table, _ lines: DocumentLines) -> Int? {
    let rows = table.compactMap { lines.shown[$0].line.row }
    guard let width = rows.first?.cells.count,
      rows.allSatisfy({ $0.cells.count == width && $0.cells.allSatisfy { !$0.isJoined } })
    else { return nil }
    return width
  }

  /// The table of a side that has all its rows from one of the base.
  private static func partner(of table: Table, in tables: [Table], _ toBase: [Int?]) -> Table? {
    let found = tables.filter { $0.contains { toBase[$0].map(table.contains) ?? false } }
    guard found.count == 1,
      found[0].allSatisfy({ toBase[$0].map(table.contains) ?? true })
    else { return nil }
    return found[0]
  }

  // MARK: - Columns

  private mutating func settle(
    _ table: Table, _ wide: Table, _ narrow: Table,
    changed: WritableKeyPath<TableColumns, DocumentLines>,
    other: WritableKeyPath<TableColumns, DocumentLines>, _ changedToBase: [Int?],
    _ otherToBase: [Int?]
  ) {
    let side = self[keyPath: changed]
    var rows: [Int: Int] = [:]
    for index in wide where side.shown[index].line.row != nil {
      if let old = changedToBase[index] { rows[old] = index }
    }
    let pairs = rows.sorted { $0.key < $1.key }.compactMap { old, new -> ([String], [String])? in
      guard let row = base.shown[old].cells, let partner = side.shown[new].cells else { return nil }
      return (row, partner)
    }
    guard let width = base.shown[table.lowerBound].cells?.count,
      let newWidth = side.shown[wide.lowerBound].cells?.count
    else { return }
    let isWider = newWidth > width
    let places = Self.places(
      isWider ? pairs : pairs.map { ($1, $0) }, narrow: min(width, newWidth),
      wide: max(width, newWidth))
    guard places.count == min(width, newWidth) else { return }
    if isWider {
      widen(table, narrow, to: newWidth, places, rows, side, other, otherToBase)
    } else {
      self.narrow(table, narrow, places, other, otherToBase)
    }
  }

  /// For each column of the narrow rows the one of the wide rows that says the same most often.
  private static func places(
    _ pairs: [(narrow: [String], wide: [String])], narrow: Int, wide: Int
  ) -> [Int] {
    guard wide <= 64, !pairs.isEmpty else { return [] }
    func alike(_ column: Int, _ place: Int) -> Int {
      pairs.reduce(0) { sum, pair in
        guard pair.narrow.indices.contains(column), pair.wide.indices.contains(place),
          pair.narrow[column] == pair.wide[place]
        else { return sum }
        return sum + (pair.narrow[column].isEmpty ? 1 : 4)
      }
    }
    // The best places of the columns from one on, among those from another on.
    var best = [[(degree: Int, place: Int)]](
      repeating: Array(repeating: (0, wide), count: wide + 1), count: narrow + 1)
    for column in (0..<narrow).reversed() {
      best[column][wide] = (Int.min / 2, wide)
      for place in (0..<wide).reversed() {
        let here = alike(column, place) + best[column + 1][place + 1].degree
        let later = best[column][place + 1]
        best[column][place] = here >= later.degree ? (here, place) : later
      }
    }
    guard best[0][0].degree > 0 else { return [] }
    var places: [Int] = []
    for column in 0..<narrow { places.append(best[column][(places.last ?? -1) + 1].place) }
    return places
  }

  /// Shows the columns that a side added in the rows of the base and of the other side.
  private mutating func widen(
    _ table: Table, _ narrow: Table, to width: Int, _ places: [Int], _ rows: [Int: Int],
    _ side: DocumentLines, _ other: WritableKeyPath<TableColumns, DocumentLines>,
    _ otherToBase: [Int?]
  ) {
    var columns = [Int?](repeating: nil, count: width)
    for (column, place) in places.enumerated() { columns[place] = column }
    func added(_ old: Int) -> RowText {
      rows[old].flatMap { side.shown[$0].line.row }.map { RowText($0) }
        ?? RowText(cells: columns.map { _ in [""] })
    }
    for old in table where base.shown[old].line.row != nil {
      base.shown[old].show(columns, of: added(old))
    }
    for index in narrow {
      // A row that only the other side has gets its cells where it is put into the table.
      guard let old = otherToBase[index], self[keyPath: other].shown[index].line.row != nil
      else { continue }
      self[keyPath: other].shown[index].show(columns, of: added(old))
    }
  }

  /// Shows the rows of the base and of the other side without the columns that a side took out.
  private mutating func narrow(
    _ table: Table, _ narrow: Table, _ places: [Int],
    _ other: WritableKeyPath<TableColumns, DocumentLines>, _ otherToBase: [Int?]
  ) {
    let side = self[keyPath: other]
    // What the other side wrote or formatted there is the person's to decide about.
    for index in narrow {
      guard let row = side.shown[index].line.row else { continue }
      let old = otherToBase[index].flatMap { base.shown[$0].line.row }
      for column in row.cells.indices where !places.contains(column) {
        let isKnown =
          old.map { row.cells[column].isSame(as: $0.cells[column]) }
          ?? RowText(row).cells[column].allSatisfy(\.isEmpty)
        guard isKnown else { return }
      }
    }
    let columns = places.map { Optional($0) }
    for old in table where base.shown[old].line.row != nil {
      base.shown[old].show(columns, of: nil)
    }
    for index in narrow where side.shown[index].line.row != nil {
      self[keyPath: other].shown[index].show(columns, of: nil)
    }
  }
}

extension DocumentLines.Shown {
  /// What each cell of a row says.
  fileprivate var cells: [String]? {
    line.row.map { RowText($0).cells.map { $0.joined(separator: " ¶ ") } }
  }

  /// Shows a row with other columns.
  ///
  /// - Parameters:
  ///   - columns: for each column the cell of the row that is in it.
  ///   - other: a row with the cells of all other columns.
  fileprivate mutating func show(_ columns: [Int?], of other: RowText?) {
    guard let row = line.row else { return }
    let said = RowText(row)
    var shown = RowText(cells: [])
    for (place, column) in columns.enumerated() {
      shown.cells.append(column.map { said.cells[$0] } ?? other?.cells[place] ?? [""])
    }
    text = shown.line
    self.columns = columns
  }
}

extension DocumentLines.Shown {
  /// Whether it is as in the base, but for columns that were taken out of its table.
  func isUnchanged(from base: DocumentLines.Shown) -> Bool {
    if line.isSame(as: base.line) { return true }
    guard let row = line.row, let old = base.line.row, let columns = base.columns,
      columns.count == row.cells.count, row.properties == old.properties
    else { return false }
    return zip(row.cells, columns).allSatisfy { cell, column in
      column.map { cell.isSame(as: old.cells[$0]) } ?? false
    }
  }
}

extension Row.Cell {
  /// Whether two cells are equal in text and formatting.
  func isSame(as other: Row.Cell) -> Bool {
    properties.withoutWidth == other.properties.withoutWidth
      && paragraphs.count == other.paragraphs.count
      && zip(paragraphs, other.paragraphs).allSatisfy { $0.isSame(as: $1) }
  }
}

extension Properties {
  /// The properties of a cell but its width, which follows from the table.
  fileprivate var withoutWidth: Properties {
    var properties = self
    for property in list where property.value.name == "w:tcW" { properties[property.name] = nil }
    return properties
  }
}
