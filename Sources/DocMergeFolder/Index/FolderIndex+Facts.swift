import Synchronization

extension FolderIndex {
  /// What was noted under a name; it is lost with the index.
  ///
  /// - Returns: `nil` for nothing.
  /// - Throws: `DatabaseError`.
  package func fact(_ name: String) throws(DatabaseError) -> [UInt8]? {
    try database.withLock { database throws(DatabaseError) in
      try database.rows("SELECT value FROM facts WHERE name = ?", [.text(name)]) { $0.bytes(0) }
    }.first
  }

  /// Notes something under a name, in the place of what was noted before.
  ///
  /// - Throws: `DatabaseError`.
  package func note(_ value: [UInt8], as name: String) throws(DatabaseError) {
    try database.withLock { database throws(DatabaseError) in
      try database.run(
        "INSERT OR REPLACE INTO facts VALUES (?, ?)", [.text(name), .bytes(value)])
    }
  }
}
