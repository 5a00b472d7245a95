import Synchronization

extension FolderIndex {
  /// The fact with a name; it is lost with the index.
  ///
  /// - Returns: `nil` if there is none.
  /// - Throws: `DatabaseError`.
  package func fact(named name: String) throws(DatabaseError) -> [UInt8]? {
    try database.withLock { database throws(DatabaseError) in
      try database.rows("SELECT value FROM facts WHERE name = ?", [.text(name)]) { $0.bytes(0) }
    }.first
  }

  /// Stores a fact under a name, instead of the previous one.
  ///
  /// - Throws: `DatabaseError`.
  package func setFact(_ value: [UInt8], named name: String) throws(DatabaseError) {
    try database.withLock { database throws(DatabaseError) in
      try FolderIndex.setFact(value, named: name, in: &database)
    }
  }

  static func setFact(
    _ value: [UInt8], named name: String, in database: inout Database
  ) throws(DatabaseError) {
    try database.run("INSERT OR REPLACE INTO facts VALUES (?, ?)", [.text(name), .bytes(value)])
  }
}
