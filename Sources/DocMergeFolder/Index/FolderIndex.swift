package import DocMergeCore
package import DocMergeHistory
import DocMergeLanguage
package import DocMergeObjects
package import DocMergeSystem
package import Synchronization

/// What docmerge last put, or found, in the folder: a row for each document, in an SQLite file.
///
/// The index stores which version is at which path, and the appearance of the file, so that a later scan can tell edits
/// from files that docmerge wrote itself. It may lag behind the state (a crash between the two), but never be ahead of
/// it; ``FolderUpdater`` updates it.
///
/// SQLite, because a row must be replaced durably, in constant time, by one of several processes.
package final class FolderIndex: Sendable {
  package let database: Mutex<Database>
  let disk: Disk

  /// Opens the index at `path`; makes it if there is none or the existing one is damaged.
  package init(path: String, disk: Disk = .system) throws {
    self.disk = disk
    do throws(DatabaseError) {
      database = Mutex(try FolderIndex.open(path))
    } catch {
      guard error.isDamage else { throw error }
      // All of it can be rebuilt: from the state, and by reading the documents.
      for name in [path, "\(path)-wal", "\(path)-shm"] { try disk.remove(SystemPath(name)) }
      database = Mutex(try FolderIndex.open(path))
    }
  }

  private static func open(_ path: String) throws(DatabaseError) -> sending Database {
    var database = try Database(path: path)
    let number = try database.rows("PRAGMA user_version") { $0.number(0) }.first
    if number != FolderIndex.schemaNumber {
      try database.execute("PRAGMA journal_mode = WAL")
      try database.execute(FolderIndex.schema)
      try makeIndexes(&database)
      // Versions before 2 did not note which documents are beside an obstacle, or are older than necessary.
      if number == 1 {
        try database.execute("INSERT OR IGNORE INTO unsettled SELECT id FROM documents")
      }
      try database.execute("PRAGMA user_version = \(FolderIndex.schemaNumber)")
    }
    return database
  }

  /// Makes the indexes by which SQLite finds documents.
  ///
  /// Where two documents have one place, the index is wrong, and forgets everything.
  static func makeIndexes(_ database: inout Database) throws(DatabaseError) {
    do throws(DatabaseError) {
      try database.execute(indexes)
    } catch {
      guard error.isContradiction else { throw error }
      try database.execute(emptied)
      try database.execute(indexes)
    }
  }

  private static let emptied = """
    BEGIN IMMEDIATE; DELETE FROM documents; DELETE FROM outside; DELETE FROM facts;
    DELETE FROM unsettled; COMMIT
    """

  /// The number of ``schema``, kept in the file.
  private static let schemaNumber: Int64 = 3

  private static let schema = """
    CREATE TABLE IF NOT EXISTS facts(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS documents(
      id BLOB PRIMARY KEY, wanted BLOB, wanted_key BLOB NOT NULL, path BLOB NOT NULL,
      version BLOB NOT NULL, kind INTEGER NOT NULL, object BLOB NOT NULL,
      fingerprint BLOB NOT NULL, seen INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS unsettled(id BLOB PRIMARY KEY) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS outside(
      id BLOB PRIMARY KEY, wanted BLOB NOT NULL, wanted_key BLOB NOT NULL, version BLOB) WITHOUT ROWID;
    """

  /// The indexes by which SQLite finds documents, besides their ids.
  static let indexes = """
    CREATE UNIQUE INDEX IF NOT EXISTS documents_path ON documents(path);
    CREATE INDEX IF NOT EXISTS documents_wanted ON documents(wanted_key);
    CREATE INDEX IF NOT EXISTS documents_displaced ON documents(id) WHERE wanted IS NOT NULL;
    CREATE INDEX IF NOT EXISTS outside_wanted ON outside(wanted_key);
    """

  /// From this number of first documents on, the indexes are made at the end, which takes half of the time.
  private static let many = 1000

  package static let put =
    "INSERT OR REPLACE INTO documents(wanted_key, \(columns)) VALUES (?,?,?,?,?,?,?,?,?)"

  private static let putOutside =
    """
    INSERT INTO outside(id, wanted, wanted_key, version) VALUES (?,?,?,?)
    ON CONFLICT(id) DO UPDATE SET wanted = excluded.wanted, wanted_key = excluded.wanted_key,
      version = COALESCE(excluded.version, version)
    """
  private static let removeInside = "DELETE FROM documents WHERE id = ?"
  private static let removeOutside = "DELETE FROM outside WHERE id = ?"

  private static let columns = "id, wanted, path, version, kind, object, fingerprint, seen"

  // MARK: Reading

  /// The state that the folder was last updated to, as far as status needs it.
  package struct LastUpdate: Sendable, Hashable {
    package var state: ObjectID
    package var replica: ReplicaID
    /// The documents that were in conflict in it.
    package var conflicts: [DocumentID]

    package init(state: ObjectID, replica: ReplicaID, conflicts: [DocumentID]) {
      self.state = state
      self.replica = replica
      self.conflicts = conflicts
    }
  }

  /// The state that the folder was last updated to.
  package func reached() throws(DatabaseError) -> LastUpdate? {
    let facts = try database.withLock { database throws(DatabaseError) in
      try database.rows("SELECT name, value FROM facts") { ($0.text(0), $0.bytes(1)) }
    }
    let values = Dictionary(facts, uniquingKeysWith: { first, _ in first })
    guard let state = values["state"].flatMap({ ObjectID(bytes: $0) }),
      let replica = values["replica"].flatMap({ ReplicaID(String(decoding: $0, as: UTF8.self)) }),
      let bytes = values["conflicts"], let conflicts = try? StateText.ids(bytes)
    else { return nil }
    return LastUpdate(state: state, replica: replica, conflicts: conflicts)
  }

  /// The documents that may differ from the state that was reached: they are checked again in each operation.
  ///
  /// They could not be put in place, or are beside a file that is no document, or another one was found in their place.
  package func unsettled() throws(DatabaseError) -> Set<DocumentID> {
    try database.withLock { database throws(DatabaseError) in
      Set(
        try database.rows("SELECT id FROM unsettled") { $0.read(0, DocumentID.init(raw:)) }
          .compactMap(\.self))
    }
  }

  /// The mark in a monitor's journal up to which the index knows the folder, and the date of the last full scan.
  package struct MonitorPosition: Sendable, Hashable {
    package var mark: JournalMark
    package var wholeLook: Timestamp

    package init(mark: JournalMark, wholeLook: Timestamp) {
      self.mark = mark
      self.wholeLook = wholeLook
    }
  }

  /// The mark in a monitor's journal up to which the index knows the folder; `nil` when it was not monitored.
  package func watched() throws(DatabaseError) -> MonitorPosition? {
    let words = (try fact(named: "watched") ?? []).split(separator: UInt8(ascii: " "))
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 3, let offset = Int(words[1]), let look = Int64(words[2]) else {
      return nil
    }
    return MonitorPosition(
      mark: .init(generation: Array(words[0].utf8), offset: offset),
      wholeLook: Timestamp(nanoseconds: look))
  }

  /// Whether the index knows no documents, neither in the folder nor outside of its focus.
  package func isEmpty() throws(DatabaseError) -> Bool {
    try database.withLock { database throws(DatabaseError) in
      try FolderIndex.isEmpty(&database)
    }
  }

  private static func isEmpty(_ database: inout Database) throws(DatabaseError) -> Bool {
    try database.rows("SELECT 1 FROM documents UNION ALL SELECT 1 FROM outside LIMIT 1") { _ in
      true
    }.isEmpty
  }

  /// How many documents are in the folder.
  package func count() throws(DatabaseError) -> Int {
    try database.withLock { database throws(DatabaseError) in
      try database.rows("SELECT COUNT(*) FROM documents") { Int($0.number(0)) }.first ?? 0
    }
  }

  /// The paths and fingerprints of all documents, in no order: all that a scan needs.
  package func marks() throws(DatabaseError) -> [KnownDocuments.Mark] {
    try database.withLock { database throws(DatabaseError) in
      try database.rows("SELECT path, fingerprint, seen, kind FROM documents") { row in
        KnownDocuments.Mark(
          path: DocumentPath(unchecked: row.bytes(0)),
          kind: DocumentKind(number: row.number(3)) ?? .file,
          fingerprint: row.read(1, Fingerprint.init(raw:)),
          seen: Timestamp(nanoseconds: row.number(2)))
      }
    }
  }

  /// All entries, in no order.
  package func entries() throws(DatabaseError) -> [Entry] {
    try entries("", [])
  }

  package func entry(at path: DocumentPath) throws(DatabaseError) -> Entry? {
    try entries("WHERE path = ?", [.bytes(path.bytes)]).first
  }

  package func entry(of id: DocumentID) throws(DatabaseError) -> Entry? {
    try entries("WHERE id = ?", [.bytes(id.bytes)]).first
  }

  /// The entries in `folder`, at any depth.
  package func entries(under folder: DocumentPath) throws(DatabaseError) -> [Entry] {
    try entries(under: folder, "")
  }

  private func entries(
    under folder: DocumentPath, _ limit: String
  ) throws(DatabaseError) -> [Entry] {
    let start = folder.bytes + [UInt8(ascii: "/")]
    let end = folder.bytes + [UInt8(ascii: "/") + 1]
    return try entries("WHERE path >= ? AND path < ? \(limit)", [.bytes(start), .bytes(end)])
  }

  /// Whether a document is in `folder`, at any depth.
  package func hasEntries(under folder: DocumentPath) throws(DatabaseError) -> Bool {
    try !entries(under: folder, "LIMIT 1").isEmpty
  }

  /// The documents whose ids begin with these digits, in no order.
  ///
  /// Costs their number.
  package func entries(startingWith digits: String) throws(DatabaseError) -> [Entry] {
    let rest = 32 - digits.utf8.count
    guard let first = DocumentID(digits + String(repeating: "0", count: rest)),
      let last = DocumentID(digits + String(repeating: "f", count: rest))
    else { return [] }
    return try entries("WHERE id >= ? AND id <= ?", [.bytes(first.bytes), .bytes(last.bytes)])
  }

  /// The documents that have other names than the wanted ones, in no order.
  ///
  /// Costs their number; in an index of an earlier program, a look at all documents.
  package func displaced() throws(DatabaseError) -> [Entry] {
    try entries("WHERE wanted IS NOT NULL", [])
  }

  /// The entries of placeholders, in no order.
  package func placeholders() throws(DatabaseError) -> [Entry] {
    try entries("WHERE kind = ?", [.number(DocumentKind.symlink.number)]).filter(\.isPlaceholder)
  }

  /// The entries that match an SQL condition, in no order.
  package func entries(
    _ condition: String, _ values: [Database.Value]
  ) throws(DatabaseError) -> [Entry] {
    let query = "SELECT \(FolderIndex.columns) FROM documents \(condition)"
    return try database.withLock { database throws(DatabaseError) in
      try database.rows(query, values) { row throws(DatabaseError) in try Entry(row) }
    }
  }

  // MARK: Writing

  /// Makes all changes at once, or none.
  package func change(_ changes: [Change]) throws(DatabaseError) {
    try database.withLock { database throws(DatabaseError) in
      try database.execute("BEGIN IMMEDIATE")
      do throws(DatabaseError) {
        try FolderIndex.apply(changes, to: &database)
        try database.execute("COMMIT")
        disk.noteChange()
      } catch {
        // On a full disk SQLite has rolled back already, and the original failure is what counts.
        try? database.execute("ROLLBACK")
        throw error
      }
    }
  }

  /// Forgets everything, so that the next operation rebuilds the index from the state and the folder.
  package func clear() throws(DatabaseError) {
    try database.withLock { database throws(DatabaseError) in
      try database.execute(FolderIndex.emptied)
    }
  }

  /// One change of the index.
  package enum Change: Sendable {
    case put(Entry)
    /// The document is outside of the focus, and so not in the folder. Without a version, the noted one stays.
    case putOutside(OutOfFocusDocument)
    case remove(DocumentID)
    case reached(LastUpdate)
    case watched(MonitorPosition)
    /// The document is as in the state.
    case settle(DocumentID)
    /// The document may differ from the state.
    case unsettle(DocumentID)
  }

  private static func apply(
    _ changes: [Change], to database: inout Database
  ) throws(DatabaseError) {
    let removesAny = changes.contains { if case .remove = $0 { true } else { false } }
    if changes.count >= many, !removesAny, try isEmpty(&database) {
      return try fill(&database, with: changes)
    }
    var displaced: Set<DocumentID> = []
    for change in changes {
      switch change {
      case .put(let entry):
        displaced.formUnion(try others(at: entry, in: &database))
        displaced.remove(entry.id)
      case .remove(let id): displaced.remove(id)
      case .putOutside(let outside): displaced.remove(outside.id)
      default: break
      }
      try apply(change, to: &database)
    }
    for id in displaced { try apply(.unsettle(id), to: &database) }
  }

  /// The documents, one or none, that the index has in the place of another one: it forgets them.
  private static func others(
    at entry: Entry, in database: inout Database
  ) throws(DatabaseError) -> [DocumentID] {
    try database.rows(
      "SELECT id FROM documents WHERE path = ? AND id <> ?",
      [.bytes(entry.path.bytes), .bytes(entry.id.bytes)]
    ) { $0.read(0, DocumentID.init(raw:)) }.compactMap(\.self)
  }

  package static func apply(
    _ change: Change, to database: inout Database
  ) throws(DatabaseError) {
    switch change {
    case .put(let entry):
      try database.run(put, entry.row)
      try database.run(removeOutside, [.bytes(entry.id.bytes)])
    case .putOutside(let outside):
      try database.run(removeInside, [.bytes(outside.id.bytes)])
      try database.run(putOutside, outside.row)
    case .remove(let id):
      try database.run(removeInside, [.bytes(id.bytes)])
      try database.run(removeOutside, [.bytes(id.bytes)])
    case .reached(let reached):
      let facts = [
        ("state", reached.state.bytes), ("replica", Array(reached.replica.description.utf8)),
        ("conflicts", StateText.text(reached.conflicts)),
      ]
      for (name, value) in facts { try setFact(value, named: name, in: &database) }
    case .settle(let id):
      try database.run("DELETE FROM unsettled WHERE id = ?", [.bytes(id.bytes)])
    case .unsettle(let id):
      try database.run("INSERT OR IGNORE INTO unsettled VALUES (?)", [.bytes(id.bytes)])
    case .watched(let watched):
      let mark = watched.mark
      let words = mark.generation + " \(mark.offset) \(watched.wholeLook.nanoseconds)".utf8
      try setFact(Array(words), named: "watched", in: &database)
    }
  }
}

extension FolderIndex.Entry {
  /// The values of ``FolderIndex/put``.
  package var row: [Database.Value] {
    [
      .bytes(NameKey(wanted).bytes),
      .bytes(id.bytes), wanted == path ? .null : .bytes(wanted.bytes), .bytes(path.bytes),
      .bytes(version.bytes),
      .number(content.kind.number), .bytes(content.object.bytes), .bytes(fingerprint.bytes),
      .number(seen.nanoseconds),
    ]
  }

  fileprivate init(_ row: borrowing Database.Row) throws(DatabaseError) {
    guard let id = row.read(0, DocumentID.init(raw:)),
      let version = row.read(3, ObjectID.init(raw:)),
      let kind = DocumentKind(number: row.number(4)),
      let object = row.read(5, ObjectID.init(raw:)),
      let fingerprint = row.read(6, Fingerprint.init(raw:))
    else { throw DatabaseError(code: 11, message: tr("malformed row in the folder index")) }
    let path = DocumentPath(unchecked: row.bytes(2))
    self.init(
      id: id, wanted: row.isNull(1) ? path : DocumentPath(unchecked: row.bytes(1)), path: path,
      version: version,
      content: ContentID(kind: kind, object: object), fingerprint: fingerprint,
      seen: Timestamp(nanoseconds: row.number(7)))
  }
}
