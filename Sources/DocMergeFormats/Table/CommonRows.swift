import DocMergeCore

/// The rows that all versions of a table have, byte for byte the same.
struct CommonRows: Sendable {
  /// The hashes of the rows of each version.
  private let rows: [[UInt64]]
  /// The hashes of the rows of the first version in a table with open addressing; 0 is free.
  private var slots: [UInt64]
  /// How many of the versions have the row of a slot, from the first one on.
  private var counts: [UInt8]

  /// Looks for the rows that all of some tables have.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all tables.
  init(_ tables: [Table]) {
    rows = tables.map { table in
      (0..<table.rowCount).map { max(table.hash(ofRow: $0), 1) }
    }
    var size = 16
    while size < (rows.first?.count ?? 0) * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    counts = Array(repeating: 0, count: size)
    for (version, hashes) in rows.enumerated() {
      for hash in hashes {
        let slot = slot(of: hash)
        if version == 0 { slots[slot] = hash }
        if slots[slot] == hash, counts[slot] == version { counts[slot] += 1 }
      }
    }
  }

  /// Whether a row of one of the tables is among them.
  func contains(_ row: Int, ofVersion version: Int) -> Bool {
    let hash = rows[version][row]
    let slot = slot(of: hash)
    return slots[slot] == hash && counts[slot] == rows.count
  }

  /// The slot that holds a hash, or would hold it.
  private func slot(of hash: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0, slots[slot] != hash { slot = (slot + 1) & mask }
    return slot
  }
}

extension Table {
  /// A hash of the bytes of a record.
  fileprivate func hash(ofRow row: Int) -> UInt64 {
    let range = self.row(row)
    return text.withUnsafeBytes { ByteRuns.hash(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }
}
