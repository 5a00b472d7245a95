import DocMergeCore
import Synchronization

/// What docmerge last put, or found, in the folder: a row a document, in an SQLite file.
///
/// The index says which version lies at which path, and what the file looked like then, so that a
/// later look tells edits from what docmerge wrote itself. It may lag behind the state (a crash
/// between the two), never run ahead; ``FolderUpdater`` brings it up to date.
///
/// SQLite, because a row must be replaced durably, in constant time, by one of several processes.
final class FolderIndex: Sendable {
  /// A document that lies in the folder.
  struct Entry: Sendable, Hashable {
    var id: DocumentID
    /// The name that the state gives the document.
    var wanted: DocumentPath
    /// Where it lies: the wanted name, or another one where two documents want the same.
    var path: DocumentPath
    /// The version that lies there.
    var version: ObjectID
    var content: ContentID
    /// What the file, or the whole package, looked like (see ``FolderItem/fingerprint``).
    var fingerprint: Fingerprint
    /// When ``fingerprint`` was taken.
    var seen: Timestamp
  }

  private let database: Mutex<Database>

  /// Opens the index at `path`, and makes it if there is none.
  init(path: String) throws(DatabaseError) {
    let database = try Database(path: path)
    try database.execute(FolderIndex.schema)
    self.database = Mutex(database)
  }

  private static let schema = """
    CREATE TABLE IF NOT EXISTS facts(name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS documents(
      id TEXT PRIMARY KEY, wanted BLOB NOT NULL, wanted_key BLOB NOT NULL, path BLOB NOT NULL,
      version BLOB NOT NULL, kind TEXT NOT NULL, object BLOB NOT NULL, size INTEGER NOT NULL,
      modified INTEGER NOT NULL, changed INTEGER NOT NULL, inode INTEGER NOT NULL,
      born INTEGER NOT NULL, permissions INTEGER NOT NULL, digest INTEGER NOT NULL,
      seen INTEGER NOT NULL) WITHOUT ROWID;
    CREATE UNIQUE INDEX IF NOT EXISTS documents_path ON documents(path);
    CREATE INDEX IF NOT EXISTS documents_wanted ON documents(wanted_key);
    """

  private static let columns =
    "id, wanted, path, version, kind, object, size, modified, changed, inode, born, permissions, "
    + "digest, seen"

  // MARK: Reading

  /// The state that the folder was last brought in line with.
  func state() throws(DatabaseError) -> ObjectID? {
    try database.withLock { database throws(DatabaseError) in
      try database.rows("SELECT value FROM facts WHERE name = 'state'") {
        ObjectID(bytes: $0.bytes(0))
      }
      .first ?? nil
    }
  }

  /// All entries, in no order.
  func entries() throws(DatabaseError) -> [Entry] {
    try entries("", [])
  }

  func entry(at path: DocumentPath) throws(DatabaseError) -> Entry? {
    try entries("WHERE path = ?", [.bytes(path.bytes)]).first
  }

  func entry(of id: DocumentID) throws(DatabaseError) -> Entry? {
    try entries("WHERE id = ?", [.text(id.description)]).first
  }

  /// The entries that lie in `folder`, at any depth.
  func entries(under folder: DocumentPath) throws(DatabaseError) -> [Entry] {
    let start = folder.bytes + [UInt8(ascii: "/")]
    let end = folder.bytes + [UInt8(ascii: "/") + 1]
    return try entries("WHERE path >= ? AND path < ?", [.bytes(start), .bytes(end)])
  }

  /// The documents that want a name with this key, by id.
  func entries(wanting key: NameKey) throws(DatabaseError) -> [Entry] {
    try entries("WHERE wanted_key = ?", [.bytes(key.bytes)]).sorted { $0.id < $1.id }
  }

  /// The documents that want a name inside the folder that this key would be.
  func entries(wantingInside key: NameKey) throws(DatabaseError) -> [Entry] {
    let start = key.bytes + [UInt8(ascii: "/")]
    let end = key.bytes + [UInt8(ascii: "/") + 1]
    return try entries("WHERE wanted_key >= ? AND wanted_key < ?", [.bytes(start), .bytes(end)])
  }

  private func entries(
    _ condition: String, _ values: [Database.Value]
  ) throws(DatabaseError) -> [Entry] {
    let query = "SELECT \(FolderIndex.columns) FROM documents \(condition)"
    return try database.withLock { database throws(DatabaseError) in
      try database.rows(query, values) { row throws(DatabaseError) in try Entry(row) }
    }
  }

  // MARK: Writing

  /// Makes all changes of `body` at once, or none.
  func change(_ changes: [Change]) throws(DatabaseError) {
    try database.withLock { database throws(DatabaseError) in
      try database.execute("BEGIN IMMEDIATE")
      do throws(DatabaseError) {
        for change in changes { try FolderIndex.apply(change, to: database) }
        try database.execute("COMMIT")
      } catch {
        try database.execute("ROLLBACK")
        throw error
      }
    }
  }

  /// One change of the index.
  enum Change: Sendable {
    case put(Entry)
    case remove(DocumentID)
    case state(ObjectID)
  }

  private static func apply(
    _ change: Change, to database: borrowing Database
  ) throws(DatabaseError) {
    switch change {
    case .put(let entry):
      try database.run(
        "INSERT OR REPLACE INTO documents(wanted_key, \(columns)) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        [.bytes(NameKey(entry.wanted).bytes)] + entry.values)
    case .remove(let id):
      try database.run("DELETE FROM documents WHERE id = ?", [.text(id.description)])
    case .state(let id):
      try database.run("INSERT OR REPLACE INTO facts VALUES ('state', ?)", [.bytes(id.bytes)])
    }
  }
}

extension FolderIndex.Entry {
  fileprivate var values: [Database.Value] {
    [
      .text(id.description), .bytes(wanted.bytes), .bytes(path.bytes), .bytes(version.bytes),
      .text(content.kind.rawValue), .bytes(content.object.bytes), .number(fingerprint.size),
      .number(fingerprint.modified.nanoseconds), .number(fingerprint.changed.nanoseconds),
      .number(Int64(bitPattern: fingerprint.inode)), .number(fingerprint.born.nanoseconds),
      .number(Int64(fingerprint.permissions)), .number(Int64(bitPattern: fingerprint.digest)),
      .number(seen.nanoseconds),
    ]
  }

  fileprivate init(_ row: borrowing Database.Row) throws(DatabaseError) {
    guard let id = DocumentID(row.text(0)), let version = ObjectID(bytes: row.bytes(3)),
      let kind = DocumentKind(rawValue: row.text(4)), let object = ObjectID(bytes: row.bytes(5))
    else { throw DatabaseError(code: 11, message: "malformed row in the folder index") }
    self.init(
      id: id, wanted: DocumentPath(unchecked: row.bytes(1)),
      path: DocumentPath(unchecked: row.bytes(2)), version: version,
      content: ContentID(kind: kind, object: object),
      fingerprint: Fingerprint(
        size: row.number(6), modified: Timestamp(nanoseconds: row.number(7)),
        changed: Timestamp(nanoseconds: row.number(8)), inode: UInt64(bitPattern: row.number(9)),
        born: Timestamp(nanoseconds: row.number(10)), permissions: UInt32(row.number(11)),
        digest: UInt64(bitPattern: row.number(12))),
      seen: Timestamp(nanoseconds: row.number(13)))
  }
}
