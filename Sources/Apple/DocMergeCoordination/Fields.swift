/// A sequence of values, each after its length: the form of messages between processes.
package struct Fields: Sendable, Hashable {
  /// The encoded values so far.
  package private(set) var bytes: [UInt8] = []
  private var position = 0

  package init() {}

  package init(bytes: [UInt8]) { self.bytes = bytes }

  // MARK: Writing

  package mutating func put(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  package mutating func put(_ value: some Collection<UInt8>) {
    put(UInt64(value.count))
    bytes += value
  }

  package mutating func put(_ text: String) { put(Array(text.utf8)) }

  package mutating func put(_ path: ItemPath) { put(path.bytes) }

  package mutating func put(_ flag: Bool) { put(flag ? 1 : 0) }

  /// Appends a list: its length, and each value with `body`.
  package mutating func put<Values: Collection>(
    _ values: Values, _ body: (inout Fields, Values.Element) -> Void
  ) {
    put(UInt64(values.count))
    for value in values { body(&self, value) }
  }

  // MARK: Reading

  /// Fields that end too early, or have impossible values.
  package struct Malformed: Error {}

  /// Whether everything was read.
  package var isAtEnd: Bool { position == bytes.count }

  package mutating func number() throws -> UInt64 {
    guard bytes.count - position >= 8 else { throw Malformed() }
    defer { position += 8 }
    return bytes[position..<position + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  package mutating func data() throws -> [UInt8] {
    let count = try number()
    guard count <= UInt64(bytes.count - position) else { throw Malformed() }
    defer { position += Int(count) }
    return Array(bytes[position..<position + Int(count)])
  }

  package mutating func text() throws -> String { String(decoding: try data(), as: UTF8.self) }

  package mutating func path() throws -> ItemPath { ItemPath(bytes: try data()) }

  package mutating func flag() throws -> Bool { try number() != 0 }

  package mutating func list<Value>(_ body: (inout Fields) throws -> Value) throws -> [Value] {
    let count = try number()
    // Every value takes at least a byte: a wrong count does not allocate room for billions.
    guard count <= UInt64(bytes.count - position) else { throw Malformed() }
    return try (0..<count).map { _ in try body(&self) }
  }
}
