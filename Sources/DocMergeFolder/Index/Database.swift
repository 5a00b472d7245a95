import DocMergeLanguage
import DocMergeSQLite3
import DocMergeSystem

/// A failure of SQLite, with its message.
package struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
  /// SQLite's result code.
  package var code: Int32
  /// SQLite's message.
  package var message: String

  package var description: String { "\(message) (SQLite \(code))" }

  /// Whether the file is not a database, or damaged.
  package var isDamage: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }

  /// Whether rows violate a constraint.
  var isContradiction: Bool { code == SQLITE_CONSTRAINT }
}

/// An open SQLite database, used by one thread at a time.
///
/// Uses a write-ahead log that is not synchronised at every commit: after a crash of the program nothing is missing,
/// after a crash of the computer the last commits may be, which the index allows.
package struct Database: ~Copyable {
  /// A value to bind.
  package enum Value {
    case number(Int64)
    case text(String)
    case bytes([UInt8])
    case null
  }

  private let handle: OpaquePointer
  /// Compiled statements by their text: to compile a statement costs more than to run most of them.
  private var statements: [String: OpaquePointer] = [:]

  package init(path: String) throws(DatabaseError) {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    var status = sqlite3_open_v2(path, &handle, flags, nil)
    if status == SQLITE_OK {
      sqlite3_busy_timeout(handle, Int32(docmerge_sqlite3_patience))
      docmerge_sqlite3_shorten_log(handle, 1)
      status = docmerge_sqlite3_keep_log(handle)
    }
    if status == SQLITE_OK {
      status = sqlite3_exec(handle, "PRAGMA synchronous = NORMAL", nil, nil, nil)
    }
    guard status == SQLITE_OK, let handle else {
      let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? tr("out of memory")
      sqlite3_close_v2(handle)
      throw DatabaseError(code: status, message: "\(message): \(PrintableText.escape(path))")
    }
    self.handle = handle
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Sets whether each commit empties a long write-ahead log; that is on in a new database.
  func shortensLog(_ isOn: Bool) { docmerge_sqlite3_shorten_log(handle, isOn ? 1 : 0) }

  /// Runs statements without values or rows.
  package func execute(_ statements: String) throws(DatabaseError) {
    try check(sqlite3_exec(handle, statements, nil, nil, nil))
  }

  /// Runs one statement that gives no rows.
  package mutating func run(_ statement: String, _ values: [Value]) throws(DatabaseError) {
    _ = try rows(statement, values) { _ in }
  }

  /// Runs one query and reads each row.
  package mutating func rows<Result>(
    _ query: String, _ values: [Value] = [],
    _ read: (borrowing Row) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> [Result] {
    let statement = try compiled(query)
    defer { sqlite3_reset(statement) }
    for (index, value) in values.enumerated() {
      try bind(value, at: Int32(index + 1), of: statement)
    }
    var result: [Result] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: result.append(try read(Row(statement: statement)))
      case SQLITE_DONE: return result
      case let status: try check(status)
      }
    }
  }

  private mutating func compiled(_ query: String) throws(DatabaseError) -> OpaquePointer {
    if let statement = statements[query] { return statement }
    var statement: OpaquePointer?
    try check(
      sqlite3_prepare_v3(handle, query, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
    guard let statement else {
      throw DatabaseError(code: SQLITE_MISUSE, message: tr("empty statement"))
    }
    statements[query] = statement
    return statement
  }

  private func bind(
    _ value: Value, at index: Int32, of statement: OpaquePointer?
  ) throws(DatabaseError) {
    switch value {
    case .null: try check(sqlite3_bind_null(statement, index))
    case .number(let number): try check(sqlite3_bind_int64(statement, index, number))
    case .text(let text):
      let bytes = Array(text.utf8)
      try check(
        docmerge_sqlite3_bind_text(statement, index, bytes, sqlite3_uint64(bytes.count)))
    case .bytes(let bytes):
      try check(
        docmerge_sqlite3_bind_blob(statement, index, bytes, sqlite3_uint64(bytes.count)))
    }
  }

  private func check(_ status: Int32) throws(DatabaseError) {
    guard status != SQLITE_OK else { return }
    throw DatabaseError(code: status, message: String(cString: sqlite3_errmsg(handle)))
  }

  /// The current row of a query, valid in the closure that gets it.
  package struct Row: ~Copyable {
    package let statement: OpaquePointer?

    package func number(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    package func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    /// Reads a value from the row's own bytes, without a copy.
    package func read<Value>(_ column: Int32, _ make: (UnsafeRawBufferPointer) -> Value?) -> Value?
    {
      guard let start = sqlite3_column_blob(statement, column) else { return nil }
      return make(
        UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }

    package func bytes(_ column: Int32) -> [UInt8] {
      guard let start = sqlite3_column_blob(statement, column) else { return [] }
      let count = Int(sqlite3_column_bytes(statement, column))
      return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
  }
}
