import DocMergeLanguage

/// The columns that a side gave to a table, and their places in its other versions.
struct TableColumns {
  /// The names of the columns.
  let names: [[UInt8]]
  /// The versions that have the columns; the second one when both sides have them.
  private let changers: [Table]
  /// The names of the columns that identify a row, in all versions.
  private let keyNames: [[UInt8]]

  /// Finds the columns, and checks that no change of the other side is lost with one of them.
  ///
  /// - Parameters:
  ///   - shape: The three versions.
  ///   - changer: The side that has the columns.
  ///   - isShared: Whether both sides have them.
  /// - Throws: ``FormatRefusal`` when rows cannot be matched, or a change would be lost.
  init(_ shape: TableShape, changer: Table, isShared: Bool) throws(FormatRefusal) {
    names = changer.names
    changers = isShared ? [shape.ours, shape.theirs] : [changer]
    let (before, after) = (Set(shape.base.names), Set(names))
    let kept = shape.base.names.filter { after.contains($0) }
    let removed = shape.base.names.filter { !after.contains($0) }
    let added = names.filter { !before.contains($0) }
    keyNames = try Self.keyNames(
      among: kept, shape, isNeeded: kept.count < max(names.count, before.count))
    guard !removed.isEmpty else { return }
    try refuseRenames(shape, removed, added)
    guard !isShared else { return }
    let other = shape.ours.names == names ? shape.theirs : shape.ours
    let pairs = pairs(of: shape.base, with: other)
    for name in removed {
      guard let column = shape.base.names.firstIndex(of: name) else { continue }
      guard pairs?.disagreements(in: column, and: column) == 0 else {
        throw FormatRefusal(at: 0, tr("one side changed a column that the other one removed"))
      }
    }
  }

  /// The columns that identify a row in all versions; none when the rows need not be matched.
  private static func keyNames(
    among names: [[UInt8]], _ shape: TableShape, isNeeded: Bool
  ) throws(FormatRefusal) -> [[UInt8]] {
    let tables = [shape.base, shape.ours, shape.theirs]
    let rows = tables.map { table in
      TableRows(table, from: 1, columns: table.columns(named: names))
    }
    if let length = TableRows.keyLength(of: rows) { return Array(names.prefix(length)) }
    guard !isNeeded else {
      throw FormatRefusal(at: 0, tr("rows that differ from each other were expected"))
    }
    return []
  }

  /// Refuses a removed column with the same cells as another one: it may only have a new name.
  private func refuseRenames(
    _ shape: TableShape, _ removed: [[UInt8]], _ added: [[UInt8]]
  ) throws(FormatRefusal) {
    guard !added.isEmpty else { return }
    let isRename =
      removed.count * added.count > 64
      || changers.contains { changer in
        guard let pairs = pairs(of: shape.base, with: changer) else { return true }
        let new = changer.columns(named: added)
        return shape.base.columns(named: removed).contains { column in
          new.contains { pairs.mostlyAgree(in: column, and: $0) }
        }
      }
    guard !isRename else {
      throw FormatRefusal(at: 0, tr("a column may have been renamed and moved"))
    }
  }

  /// The rows that a version has together with another one.
  private func pairs(of table: Table, with other: Table) -> TableRowPairs? {
    guard !keyNames.isEmpty else { return nil }
    let columns = zip(table.columns(named: keyNames), other.columns(named: keyNames))
    return TableRowPairs(table, other, columns: Array(columns), keyLength: keyNames.count)
  }

  /// The rows that a version has together with each of the sides that have the columns.
  func sources(for table: Table) -> [Source] {
    changers.compactMap { changer in
      pairs(of: table, with: changer).map { Source(table: changer, pairs: $0) }
    }
  }

  /// A side that has the columns, and the rows of another version that it has too.
  struct Source {
    /// The side that has the columns.
    let table: Table
    /// The rows of the other version, with those of the side.
    let pairs: TableRowPairs
  }
}

extension Table {
  /// The places of the columns of these names; names that the table does not have are left out.
  func columns(named wanted: [[UInt8]]) -> [Int] {
    let places = Dictionary(zip(names, 0...)) { first, _ in first }
    return wanted.compactMap { places[$0] }
  }
}
