import DocMergeCore

/// The rows that all versions of a table have, byte for byte the same.
struct CommonRows {
  private let hashes: HashedSet

  /// Looks for the rows that all of some tables have.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all tables.
  init(_ tables: [Table]) {
    let count = tables.map(\.rowCount).max() ?? 0
    var common = HashedSet(capacity: count)
    for (index, table) in tables.enumerated() {
      var found = HashedSet(capacity: count)
      for row in 0..<table.rowCount {
        let hash = table.hash(ofRow: row)
        if index == 0 || common.contains(hash) { found.insert(hash) }
      }
      common = found
    }
    hashes = common
  }

  /// Whether a row of one of the tables is among them.
  func contains(_ row: Int, of table: Table) -> Bool { hashes.contains(table.hash(ofRow: row)) }
}

extension Table {
  /// A hash of the bytes of a record.
  fileprivate func hash(ofRow row: Int) -> UInt64 {
    let range = self.row(row)
    return text.withUnsafeBytes { ByteRuns.hash(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }
}
