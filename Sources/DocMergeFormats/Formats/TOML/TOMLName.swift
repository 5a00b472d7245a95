/// The name of a key or table: parts with dots between them.
struct TOMLName {
  /// The meaning of the name: its parts, without quotation marks, separated by a byte that UTF-8 lacks.
  private(set) var meaning: [UInt8]
  /// Its place; for a single part without its quotation marks.
  private(set) var range: Range<Int>
  /// The parts, hashed.
  private(set) var parts: [UInt64]

  /// One part of a name.
  struct Part {
    /// Its meaning.
    let meaning: [UInt8]
    /// Its place, without quotation marks.
    let range: Range<Int>
    /// Its place, with quotation marks.
    let quoted: Range<Int>

    fileprivate var hash: UInt64 { Node.Key(meaning: meaning, at: range).hash }
  }

  /// The byte between the parts, when names are compared.
  private static let dot: UInt8 = 0xFF

  private let start: Int

  init(_ part: Part) {
    meaning = part.meaning
    parts = [part.hash]
    range = part.range
    start = part.quoted.lowerBound
  }

  mutating func append(_ part: Part) {
    meaning.append(Self.dot)
    meaning += part.meaning
    parts.append(part.hash)
    range = start..<part.quoted.upperBound
  }

  /// How many parts it has.
  var count: Int { parts.count }

  /// The key of a member.
  var key: Node.Key { Node.Key(meaning: meaning, at: range) }

  /// The key of a table; no member has it.
  var tableKey: Node.Key { Node.Key(meaning: [0xFE] + meaning, at: range) }

  /// The key of an element with this name and an identity.
  func elementKey(identity: [UInt8], at range: Range<Int>) -> Node.Key {
    Node.Key(meaning: [0xFD] + meaning + [Self.dot] + identity, at: range)
  }

  /// Whether the name begins with all parts of another one, and has more.
  func isBelow(_ other: TOMLName) -> Bool {
    let length = other.meaning.count
    return meaning.count > length && meaning[length] == Self.dot
      && meaning.starts(with: other.meaning)
  }
}
