import DocMergeCore
package import DocMergeHistory
package import DocMergeObjects
import Synchronization

/// Documents by the names that the state gives them, in the folder and outside of its focus.
extension FolderIndex {
  /// A document, and its name.
  package struct Named: Sendable, Hashable {
    package var id: DocumentID
    package var wanted: DocumentPath
  }

  /// The documents in the folder that want a name with this key, by id.
  package func entries(wanting key: NameKey) throws(DatabaseError) -> [Entry] {
    try entries("WHERE wanted_key = ?", [.bytes(key.bytes)]).sorted { $0.id < $1.id }
  }

  /// The documents in the folder whose wanted names are inside a folder with this key, by id.
  package func entries(wantingInside key: NameKey) throws(DatabaseError) -> [Entry] {
    let start = key.bytes + [UInt8(ascii: "/")]
    let end = key.bytes + [UInt8(ascii: "/") + 1]
    return try entries("WHERE wanted_key >= ? AND wanted_key < ?", [.bytes(start), .bytes(end)])
  }

  /// The documents that want a name with this key, by id.
  package func documents(wanting key: NameKey) throws(DatabaseError) -> [Named] {
    let outside = try named("WHERE wanted_key = ?", [.bytes(key.bytes)])
    return (try entries(wanting: key).map(Named.init) + outside).sorted { $0.id < $1.id }
  }

  /// The documents whose wanted names are inside a folder with this key, in no order.
  package func documents(wantingInside key: NameKey) throws(DatabaseError) -> [Named] {
    let start = key.bytes + [UInt8(ascii: "/")]
    let end = key.bytes + [UInt8(ascii: "/") + 1]
    let outside = try named(
      "WHERE wanted_key >= ? AND wanted_key < ?", [.bytes(start), .bytes(end)])
    return try entries(wantingInside: key).map(Named.init) + outside
  }

  /// A document that is outside of the focus, and so not in the folder.
  package struct OutOfFocusDocument: Sendable, Hashable {
    package var id: DocumentID
    /// The name that the state gives the document.
    package var wanted: DocumentPath
    /// The version that was in the folder when it left; `nil` if it never was there.
    package var version: ObjectID?
  }

  /// The documents outside of the focus, in no order.
  package func outside() throws(DatabaseError) -> [OutOfFocusDocument] { try outside("", []) }

  /// The document outside of the focus to which the state gives exactly this name; `nil` for none.
  ///
  /// Of several, the one with the smallest id.
  package func outside(named path: DocumentPath) throws(DatabaseError) -> OutOfFocusDocument? {
    try outside("WHERE wanted_key = ?", [.bytes(NameKey(path).bytes)])
      .filter { $0.wanted == path }.min { $0.id < $1.id }
  }

  /// Whether a document is outside of the focus.
  package func isOutside(_ id: DocumentID) throws(DatabaseError) -> Bool {
    try !outside("WHERE id = ?", [.bytes(id.bytes)]).isEmpty
  }

  /// How many documents are outside of the focus.
  package func countOutside() throws(DatabaseError) -> Int {
    try database.withLock { database throws(DatabaseError) in
      try database.rows("SELECT COUNT(*) FROM outside") { Int($0.number(0)) }.first ?? 0
    }
  }

  /// How many documents there are, in the folder and outside of its focus.
  package func countAll() throws(DatabaseError) -> Int { try count() + countOutside() }

  private func outside(
    _ condition: String, _ values: [Database.Value]
  ) throws(DatabaseError) -> [OutOfFocusDocument] {
    try database.withLock { database throws(DatabaseError) in
      try database.rows("SELECT id, wanted, version FROM outside \(condition)", values) { row in
        row.read(0, DocumentID.init(raw:)).map { id in
          OutOfFocusDocument(
            id: id, wanted: DocumentPath(unchecked: row.bytes(1)),
            version: row.isNull(2) ? nil : row.read(2, ObjectID.init(raw:)))
        }
      }.compactMap(\.self)
    }
  }

  private func named(
    _ condition: String, _ values: [Database.Value]
  ) throws(DatabaseError) -> [Named] {
    try outside(condition, values).map { Named(id: $0.id, wanted: $0.wanted) }
  }
}

extension FolderIndex.OutOfFocusDocument {
  /// The values of a row.
  package var row: [Database.Value] {
    [
      .bytes(id.bytes), .bytes(wanted.bytes), .bytes(NameKey(wanted).bytes),
      version.map { .bytes($0.bytes) } ?? .null,
    ]
  }
}

extension FolderIndex.Named {
  fileprivate init(_ entry: FolderIndex.Entry) {
    self.init(id: entry.id, wanted: entry.wanted)
  }
}
