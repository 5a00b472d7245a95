import DocMergeCore

/// The rows that all versions of a table have, byte for byte the same.
struct CommonRows: Sendable {
  /// The hashes of the rows of each version.
  private let rows: [[UInt64]]
  /// The hashes of the rows of the first version.
  private var first: HashedSet
  /// How many of the versions have the row of a slot, counted from the first one.
  private var counts: [UInt8]

  /// Finds the rows that all of some tables have.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all tables.
  init(_ tables: [Table]) {
    rows = tables.map { table in (0..<table.rowCount).map(table.hash(ofRow:)) }
    first = HashedSet(capacity: rows.first?.count ?? 0)
    for hash in rows.first ?? [] { first.insert(hash) }
    counts = Array(repeating: 0, count: first.slotCount)
    for (version, hashes) in rows.enumerated() {
      for hash in hashes {
        guard let slot = first.slot(of: hash), counts[slot] == version else { continue }
        counts[slot] += 1
      }
    }
  }

  /// Whether a row of one of the tables is among them.
  func contains(_ row: Int, ofVersion version: Int) -> Bool {
    first.slot(of: rows[version][row]).map { counts[$0] == rows.count } ?? false
  }
}

extension Table {
  /// A hash of the bytes of a record.
  fileprivate func hash(ofRow row: Int) -> UInt64 {
    let range = self.row(row)
    return text.withUnsafeBytes { ByteRuns.hash(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }
}
