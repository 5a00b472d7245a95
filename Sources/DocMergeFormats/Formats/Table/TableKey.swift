import DocMergeCore

/// The columns by whose cells the rows of several versions of a table are matched.
package struct TableKey: Sendable, Hashable {
  /// The columns, from the first one on.
  package var columns: Range<Int>
  /// Whether each table numbers its rows there: 1, 2, 3 and so on, or from 0.
  ///
  /// Two sides that add rows then give them the same number, although they are different rows.
  package var isNumbering: Bool
  /// Whether the columns are all that exist, so that a changed row is another row.
  package var isWholeRow: Bool

  /// Finds the shortest run of columns whose cells differ in all rows of each table.
  ///
  /// - Parameters:
  ///   - tables: Versions of one table, of the same shape. Those without a record are ignored.
  ///   - first: The first column of the run; 1 finds what identifies a row besides its number.
  /// - Returns: `nil` when even whole rows occur twice, or the tables differ in shape.
  /// - Complexity: O(*n*), *n* being the number of bytes of all tables.
  package static func shared(by tables: [Table], from first: Int = 0) -> TableKey? {
    let tables = tables.filter { $0.rowCount > 0 }
    guard let width = tables.first?.columnCount, first < width else { return nil }
    guard tables.allSatisfy({ $0.columnCount == width }) else { return nil }
    let firstRow = tables.allSatisfy(\.hasHeader) ? 1 : 0
    let rows = tables.map { TableRows($0, from: firstRow, columns: Array(first..<width)) }
    guard let count = TableRows.keyLength(of: rows) else { return nil }
    return TableKey(
      columns: first..<first + count,
      isNumbering: count == 1 && tables.allSatisfy { isNumbering($0, first, from: firstRow) },
      isWholeRow: first == 0 && count == width)
  }

  /// Whether the cells of a column count up by one, from 0 or 1.
  private static func isNumbering(_ table: Table, _ column: Int, from firstRow: Int) -> Bool {
    guard firstRow < table.rowCount else { return true }
    var expected: Int?
    for row in firstRow..<table.rowCount {
      guard let number = table.number(row, column),
        expected ?? min(max(number, 0), 1) == number
      else {
        return false
      }
      expected = number + 1
    }
    return true
  }
}

/// The rows of a table, by the cells of some of its columns.
struct TableRows {
  private let table: Table
  private let firstRow: Int
  /// The columns, the most important first.
  private let columns: [Int]

  init(_ table: Table, from firstRow: Int, columns: [Int]) {
    self.table = table
    self.firstRow = firstRow
    self.columns = columns
  }

  /// How many of the columns it takes until no two rows of a table are equal in them.
  static func keyLength(of tables: [TableRows]) -> Int? {
    guard let width = tables.first?.columns.count, width > 0 else { return nil }
    var hashes = tables.map { [UInt64](repeating: 0, count: $0.rowCount) }
    for length in 1...width {
      var isUnique = true
      for (index, rows) in tables.enumerated() {
        rows.combine(column: length - 1, into: &hashes[index])
        isUnique = isUnique && Self.areDistinct(hashes[index])
      }
      if isUnique { return length }
    }
    return nil
  }

  /// The rows by the hashes of their first columns; of equal rows the first one.
  func byKey(length: Int) -> [UInt64: Int] {
    var hashes = [UInt64](repeating: 0, count: rowCount)
    for column in 0..<length { combine(column: column, into: &hashes) }
    let rows = hashes.enumerated().map { ($1, firstRow + $0) }
    return Dictionary(rows) { first, _ in first }
  }

  private var rowCount: Int { max(0, table.rowCount - firstRow) }

  /// Extends the hashes of all rows by one more cell.
  private func combine(column: Int, into hashes: inout [UInt64]) {
    for index in hashes.indices {
      var hash = hashes[index] ^ table.hash(firstRow + index, columns[column])
      hash &*= 0x9E37_79B9_7F4A_7C15
      hashes[index] = hash ^ hash >> 29
    }
  }

  /// Whether no two rows are equal in all of the columns.
  var areDistinct: Bool {
    var hashes = [UInt64](repeating: 0, count: rowCount)
    for column in columns.indices { combine(column: column, into: &hashes) }
    return Self.areDistinct(hashes)
  }

  private static func areDistinct(_ hashes: [UInt64]) -> Bool {
    var seen = HashedSet(capacity: hashes.count)
    return hashes.allSatisfy { seen.insert($0) }
  }
}

extension Table {
  /// The number in a cell; `nil` for other cells.
  fileprivate func number(_ row: Int, _ column: Int) -> Int? {
    let cell = text[cell(row, column)]
    guard (1...18).contains(cell.count), cell.allSatisfy(\.isDecimalDigit) else {
      return Int(String(decoding: value(row, column), as: UTF8.self))
    }
    return cell.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }

  /// A hash of the text of a cell.
  func hash(_ row: Int, _ column: Int) -> UInt64 {
    let cell = cell(row, column)
    if !cell.isEmpty, text[cell.lowerBound] == .quotationMark {
      return value(row, column).withUnsafeBytes(ByteRuns.hash)
    }
    return text.withUnsafeBytes { ByteRuns.hash(UnsafeRawBufferPointer(rebasing: $0[cell])) }
  }
}
