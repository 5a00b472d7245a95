import DocMergeCore
import DocMergeLanguage

/// Finds rows of a table with the same id, in a column that is not the key of the rows: `name,id`.
///
/// A column names its rows if its header says so, and its cells differ in all inputs.
struct TableIds: Sendable {
  private let columns: [Int]
  private let header: [[UInt8]]

  private static let names: WordList = "id uuid guid uid sku isbn ean iban slug"

  /// With fewer rows below the header, the cells of a column may differ by chance.
  private static let leastRows = 2

  /// Finds the columns of ids in versions of a table that have the same columns.
  ///
  /// - Parameters:
  ///   - tables: The versions; those without a record are ignored.
  ///   - key: The columns by which the rows are found.
  /// - Complexity: O(*n*), *n* being the number of rows; O(1) where no column is called an id.
  init(_ tables: [Table], besides key: Range<Int>) {
    let tables = tables.filter { $0.rowCount > 0 }
    guard let header = tables.first?.names, tables.allSatisfy({ $0.names == header }) else {
      (columns, self.header) = ([], [])
      return
    }
    self.header = header
    columns = header.indices.filter { column in
      let name = String(decoding: header[column], as: UTF8.self).lowercased()
      return Self.names.contains(name) && key != column..<column + 1
        && tables.allSatisfy {
          $0.rowCount > Self.leastRows && Self.doubled($0, column).isEmpty
        }
    }
  }

  /// The rows that have an id of another one.
  ///
  /// - Complexity: O(*n*), *n* being the number of rows.
  func faults(in table: Table) -> [StructureFault] {
    guard !columns.isEmpty, table.rowCount > 0, table.names == header else { return [] }
    return columns.flatMap { column in
      Self.doubled(table, column).map { rows in
        let id = table.value(rows[0], column).excerpt
        let name = header[column].excerpt
        return StructureFault(
          places: rows.map(table.row), reason: tr("two rows would have the \(name) `\(id)`"))
      }
    }
  }

  /// The groups of rows that have the same text in a column, in the order of the table.
  private static func doubled(_ table: Table, _ column: Int) -> [[Int]] {
    guard table.rowCount > 2 else { return [] }
    var known = HashedSet(capacity: table.rowCount)
    let isDoubled = (1..<table.rowCount).contains { row in
      table.hasId(row, column) && !known.insert(table.hash(row, column))
    }
    guard isDoubled else { return [] }
    let rows = (1..<table.rowCount).filter { table.hasId($0, column) }
    return Dictionary(grouping: rows, by: { table.value($0, column) }).values
      .filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
  }
}

extension Table {
  /// Whether a cell has an id, and no filler such as `-` or `n/a`.
  fileprivate func hasId(_ row: Int, _ column: Int) -> Bool {
    let cell = text[cell(row, column)]
    return cell.contains { $0.isDecimalDigit || $0.isLetter } && !cell.elementsEqual("n/a".utf8)
  }
}
