import DocMergeCore
import DocMergeLanguage

/// The shape of the versions of a table, and the changes of the sides to it.
struct TableShape {
  /// The three versions.
  let base: Table, ours: Table, theirs: Table
  /// Whether the first records are names of columns.
  let hasHeader: Bool

  /// Reads three versions, with a second thread from `pair`; `nil` when one has no record.
  init?(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], pair: PairRunner = .oneByOne
  ) throws(FormatRefusal) {
    let old = try Self.table(base)
    self.base = old
    let sides = pair.run(size: old.rowCount) {
      Result { () throws(FormatRefusal) in try Self.table(ours, like: old) }
    } _: {
      Result { () throws(FormatRefusal) in try Self.table(theirs, like: old) }
    }
    self.ours = try sides.0.get()
    self.theirs = try sides.1.get()
    let tables = [self.base, self.ours, self.theirs]
    guard tables.allSatisfy({ $0.rowCount > 0 }) else { return nil }
    hasHeader = tables.allSatisfy(\.hasHeader)
  }

  /// The delimiter that the merged table has.
  func delimiter() throws(FormatRefusal) -> UInt8 {
    let (base, ours, theirs) = (base.delimiter, ours.delimiter, theirs.delimiter)
    if ours == theirs || theirs == base { return ours }
    guard ours == base else { throw FormatRefusal(at: 0, tr("both sides changed the delimiter")) }
    return theirs
  }

  /// The sides that added, removed or reordered columns; empty when none did.
  ///
  /// A column with another name at the same place, over the same cells, is no change.
  func sidesThatChangedColumns() throws(FormatRefusal) -> [Table] {
    guard hasHeader else {
      let isSame = [ours, theirs].allSatisfy { $0.columnCount == base.columnCount }
      guard isSame else { throw FormatRefusal(at: 0, tr("a header was expected")) }
      return []
    }
    let sides = [ours, theirs].filter { !isSame(base, $0) }
    guard !sides.isEmpty else { return [] }
    if ours.names == theirs.names { return [ours, theirs] }
    let isAlone = sides.count == 1 && (ours.names == base.names || theirs.names == base.names)
    guard isAlone else { throw FormatRefusal(at: 0, tr("both sides changed the columns")) }
    return sides
  }

  private func isSame(_ base: Table, _ side: Table) -> Bool {
    guard base.columnCount == side.columnCount else { return false }
    let (old, new) = (base.names, side.names)
    let renamed = old.indices.filter { old[$0] != new[$0] }
    guard !renamed.isEmpty else { return true }
    let known = Set(old)
    guard renamed.allSatisfy({ !known.contains(new[$0]) }) else { return false }
    let columns = old.indices.map { ($0, $0) }
    guard let pairs = TableRowPairs(base, side, columns: columns) else { return false }
    return renamed.allSatisfy { pairs.mostlyAgree(in: $0, and: $0) }
  }

  /// Reads a text by its own delimiter, unless another one gives it the columns of the base.
  private static func table(
    _ text: [UInt8], like base: Table? = nil
  ) throws(FormatRefusal) -> Table {
    if let base, let table = try? Table(text, delimiter: base.delimiter),
      base.rowCount > 0, table.rowCount > 0, table.names == base.names
    {
      return table
    }
    return try Table(text, delimiter: TableFormat.likelyDelimiter(of: text))
  }
}

/// The rows that two tables share, found by a key.
struct TableRowPairs {
  private let one: Table
  private let other: Table
  /// The row of the other table for each row of the first one.
  private let otherRows: [Int?]
  private let pairCount: Int

  /// Pairs the rows of two tables; `nil` when the rows have no key in these columns.
  ///
  /// - Parameters:
  ///   - one: The table whose rows are matched.
  ///   - other: The table with the matching rows.
  ///   - columns: Which columns are the same in both; first those that identify a row.
  ///   - keyLength: How many of the columns identify a row; found when it is left out.
  ///   - firstRow: The first row that is not a header; headers are a pair.
  init?(
    _ one: Table, _ other: Table, columns: [(Int, Int)], keyLength: Int? = nil,
    from firstRow: Int = 1
  ) {
    self.one = one
    self.other = other
    let rows = TableRows(one, from: firstRow, columns: columns.map(\.0))
    let otherRows = TableRows(other, from: firstRow, columns: columns.map(\.1))
    guard let length = keyLength ?? TableRows.keyLength(of: [rows, otherRows]) else { return nil }
    let found = otherRows.byKey(length: length)
    var partners = [Int?](repeating: nil, count: one.rowCount)
    for (key, row) in rows.byKey(length: length) { partners[row] = found[key] }
    if firstRow > 0 { partners[0] = 0 }
    self.otherRows = partners
    pairCount = partners.dropFirst(firstRow).count { $0 != nil }
  }

  /// The row of the other table that has the same key; the header of both is the same row.
  subscript(row: Int) -> Int? { otherRows[row] }

  /// Whether a column is equal to one of the other table in at least half of the rows.
  func mostlyAgree(in column: Int, and otherColumn: Int) -> Bool {
    disagreements(in: column, and: otherColumn) * 2 <= pairCount
  }

  /// The number of rows in which a column differs from one of the other table.
  func disagreements(in column: Int, and otherColumn: Int) -> Int {
    (1..<max(1, one.rowCount)).count { row in
      guard let partner = otherRows[row] else { return false }
      return !one.says(row, column, theSameAs: other, partner, otherColumn)
    }
  }
}
