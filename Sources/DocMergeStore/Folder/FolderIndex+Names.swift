import DocMergeCore
import Synchronization

/// Documents by the names that the state gives them, in the folder and outside of its focus.
extension FolderIndex {
  /// A document, and its name.
  struct Named: Sendable, Hashable {
    var id: DocumentID
    var wanted: DocumentPath
  }

  /// The documents in the folder that want a name with this key, by id.
  func entries(wanting key: NameKey) throws(DatabaseError) -> [Entry] {
    try entries("WHERE wanted_key = ?", [.bytes(key.bytes)]).sorted { $0.id < $1.id }
  }

  /// The documents in the folder that want a name inside the folder that this key would be.
  func entries(wantingInside key: NameKey) throws(DatabaseError) -> [Entry] {
    let start = key.bytes + [UInt8(ascii: "/")]
    let end = key.bytes + [UInt8(ascii: "/") + 1]
    return try entries("WHERE wanted_key >= ? AND wanted_key < ?", [.bytes(start), .bytes(end)])
  }

  /// The documents that want a name with this key, by id.
  func documents(wanting key: NameKey) throws(DatabaseError) -> [Named] {
    let outside = try named("WHERE wanted_key = ?", [.bytes(key.bytes)])
    return (try entries(wanting: key).map(Named.init) + outside).sorted { $0.id < $1.id }
  }

  /// The documents that want a name inside the folder that this key would be, in no order.
  func documents(wantingInside key: NameKey) throws(DatabaseError) -> [Named] {
    let start = key.bytes + [UInt8(ascii: "/")]
    let end = key.bytes + [UInt8(ascii: "/") + 1]
    let outside = try named(
      "WHERE wanted_key >= ? AND wanted_key < ?", [.bytes(start), .bytes(end)])
    return try entries(wantingInside: key).map(Named.init) + outside
  }

  /// The documents whose names have keys that begin so, in no order.
  func documents(wantingStart start: [UInt8]) throws(DatabaseError) -> [Named] {
    let bounds: [Database.Value] = [.bytes(start), .bytes(start + [0xFF])]
    let condition = "WHERE wanted_key >= ? AND wanted_key < ?"
    return try entries(condition, bounds).map(Named.init) + named(condition, bounds)
  }

  /// The documents outside of the focus, in no order.
  func outside() throws(DatabaseError) -> [Named] { try named("", []) }

  /// Whether a document is outside of the focus.
  func isOutside(_ id: DocumentID) throws(DatabaseError) -> Bool {
    try !named("WHERE id = ?", [.bytes(id.bytes)]).isEmpty
  }

  /// How many documents there are, in the folder and outside of its focus.
  func countAll() throws(DatabaseError) -> Int {
    let outside = try database.withLock { database throws(DatabaseError) in
      try database.rows("SELECT COUNT(*) FROM outside") { Int($0.number(0)) }.first ?? 0
    }
    return try count() + outside
  }

  private func named(
    _ condition: String, _ values: [Database.Value]
  ) throws(DatabaseError) -> [Named] {
    try database.withLock { database throws(DatabaseError) in
      try database.rows("SELECT id, wanted FROM outside \(condition)", values) { row in
        row.read(0, DocumentID.init(raw:)).map {
          Named(id: $0, wanted: DocumentPath(unchecked: row.bytes(1)))
        }
      }.compactMap(\.self)
    }
  }
}

extension FolderIndex.Named {
  fileprivate init(_ entry: FolderIndex.Entry) {
    self.init(id: entry.id, wanted: entry.wanted)
  }
}
