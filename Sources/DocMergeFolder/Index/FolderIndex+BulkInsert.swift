import Dispatch
import DocMergeHistory
import DocMergeSystem
import Synchronization

/// The first fill of an index, with many documents.
extension FolderIndex {
  /// Makes changes in an index without documents; none of them is a removal.
  package static func fill(
    _ database: inout Database, with changes: [Change]
  ) throws(DatabaseError) {
    try prepare(&database)
    let outcome = Result { () throws(DatabaseError) in
      try insert(changes, into: &database)
      for change in changes {
        if case .put = change { continue }
        try apply(change, to: &database)
      }
      try database.execute(indexes)
    }
    try database.execute(usualMemory)
    try outcome.get()
  }

  private static func prepare(_ database: inout Database) throws(DatabaseError) {
    // Kept in memory until it is complete: pages that do not fit are written twice, and read again.
    try database.execute("PRAGMA cache_size = -65536")
    try database.execute(
      "DROP INDEX IF EXISTS documents_path; DROP INDEX IF EXISTS documents_wanted")
  }

  private static let usualMemory = "PRAGMA cache_size = -2000"

  /// Inserts the entries of changes; their rows are made on up to four cores.
  ///
  /// In the order of their ids, in which SQLite stores them fastest; a later entry of a document stays behind an
  /// earlier one.
  private static func insert(
    _ changes: [Change], into database: inout Database
  ) throws(DatabaseError) {
    let places = changes.indices.compactMap { place -> (id: DocumentID, place: Int)? in
      guard case .put(let entry) = changes[place] else { return nil }
      return (entry.id, place)
    }
    let sorted = places.sorted { ($0.id, $0.place) < ($1.id, $1.place) }
    for start in stride(from: 0, to: sorted.count, by: stretch) {
      let part = Array(sorted[start..<min(start + stretch, sorted.count)])
      let rows = ParallelMap.map(part, grain: 256) { _, place -> [Database.Value] in
        guard case .put(let entry) = changes[place] else { return [] }
        return entry.row
      }
      for row in rows { try database.run(put, row) }
    }
  }

  /// How many rows are in memory at a time.
  private static let stretch = 8192

  /// Puts documents into an empty index while others are still being put in place.
  ///
  /// In the end all of them are in it, or none. Until ``FolderIndex/finish()`` a search for documents by anything but
  /// their ids is slower.
  package final class BulkInsert: Sendable {
    private let index: FolderIndex
    private let queue = DispatchQueue(label: "docmerge.fill")
    private let failure = Mutex<DatabaseError?>(nil)

    /// Begins; other code can only read the index from now on.
    package init(_ index: FolderIndex) throws(DatabaseError) {
      self.index = index
      try index.database.withLock { database throws(DatabaseError) in
        // A later change moves the write-ahead log into the database.
        database.shortensLog(false)
        try database.execute("BEGIN IMMEDIATE")
        try FolderIndex.prepare(&database)
      }
    }

    /// Puts entries into the index, on another thread.
    ///
    /// - Parameter changes: nothing but entries.
    package func add(_ changes: [Change]) {
      queue.async { [self] in
        guard failure.withLock({ $0 == nil }) else { return }
        do throws(DatabaseError) {
          try index.database.withLock { database throws(DatabaseError) in
            try FolderIndex.insert(changes, into: &database)
          }
        } catch {
          failure.withLock { $0 = error }
        }
      }
    }

    /// Makes these changes as well, and ends.
    ///
    /// - Throws: why the index is unchanged.
    package func end(_ changes: [Change]) throws(DatabaseError) {
      queue.sync {}
      let failure = failure.withLock { $0 }
      try index.database.withLock { database throws(DatabaseError) in
        do throws(DatabaseError) {
          if let failure { throw failure }
          for change in changes { try FolderIndex.apply(change, to: &database) }
          try database.execute("COMMIT")
          index.disk.noteChange()
          try database.execute(FolderIndex.usualMemory)
        } catch {
          // On a full disk SQLite has rolled back already, and the original failure is what counts.
          try? database.execute("ROLLBACK; \(FolderIndex.usualMemory)")
          throw error
        }
      }
    }
  }

  /// Does the work that ``BulkInsert`` has left.
  ///
  /// Where two documents have one place, the index is wrong, and forgets everything.
  ///
  /// - Throws: `DatabaseError`.
  package func finish() throws(DatabaseError) {
    try database.withLock { database throws(DatabaseError) in
      database.shortensLog(true)
      try FolderIndex.makeIndexes(&database)
    }
  }
}
