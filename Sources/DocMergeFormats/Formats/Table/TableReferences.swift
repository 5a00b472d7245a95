import DocMergeCore
import DocMergeLanguage

/// Finds rows of a table that name another row as their parent, where no row has that key any more.
///
///     id,parent     ours   row 3 deleted     theirs   4,3 added     fault   4,3
///     3,1
///
/// A column refers to rows if its header says so, and each of its cells in all inputs is the key of a row.
struct TableReferences: Sendable {
  private let columns: [Int]
  private let header: [[UInt8]]
  private let key: Int

  private static let names: WordList =
    """
    parent parent_id parentid parent-id manager manager_id reports_to supervisor boss mother father spouse depends_on \
    predecessor reply_to in_reply_to replaces
    """

  /// Finds the columns that refer to rows, in versions of a table that have the same columns.
  ///
  /// - Parameters:
  ///   - tables: The versions; those without a record are ignored.
  ///   - key: The columns by which the rows are found.
  /// - Complexity: O(*n*), *n* being the number of rows; O(1) where no header says so.
  init(_ tables: [Table], to key: Range<Int>) {
    let tables = tables.filter { $0.rowCount > 0 }
    self.key = key.lowerBound
    guard key.count == 1, let header = tables.first?.names,
      tables.allSatisfy({ $0.names == header })
    else {
      (columns, self.header) = ([], [])
      return
    }
    self.header = header
    columns = header.indices.filter { column in
      let name = String(decoding: header[column], as: UTF8.self).lowercased()
      return Self.names.contains(name) && column != key.lowerBound
        && tables.allSatisfy { Self.open($0, column, to: key.lowerBound).isEmpty }
    }
  }

  /// The rows that refer to none.
  ///
  /// - Complexity: O(*n*), *n* being the number of rows.
  func faults(in table: Table) -> [StructureFault] {
    guard !columns.isEmpty, table.rowCount > 0, table.names == header else { return [] }
    return columns.flatMap { column in
      Self.open(table, column, to: key).map { row in
        let name = table.value(row, column).excerpt
        return StructureFault(
          places: [table.row(row)], reason: tr("the reference `\(name)` would lead nowhere"))
      }
    }
  }

  /// The rows whose cell in a column has a text that is no key.
  private static func open(_ table: Table, _ column: Int, to key: Int) -> [Int] {
    guard table.rowCount > 1 else { return [] }
    let keys = Set((1..<table.rowCount).map { table.value($0, key) })
    return (1..<table.rowCount).filter { row in
      let cell = table.value(row, column)
      return cell.contains { $0.isDecimalDigit || $0.isLetter } && !keys.contains(cell)
    }
  }
}
