package import DocMergeObjects
package import DocMergeSystem

/// Identifies a document through all renames and moves: 16 bytes, written as 32 digits.
public struct DocumentID: Sendable, Hashable, Comparable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// A new id that no other document has.
  package static func random(_ environment: Environment) -> DocumentID {
    DocumentID(high: environment.randomNumber(), low: environment.randomNumber())
  }

  /// Parses 32 hexadecimal digits; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    self.init(digits: text.utf8)
  }

  package init?(digits: some Collection<UInt8>) {
    guard digits.count == 32, let high = Hex.number(digits.prefix(16)),
      let low = Hex.number(digits.dropFirst(16))
    else { return nil }
    self.init(high: high, low: low)
  }

  /// Reads 32 lower-case digits.
  package init?(_ scanner: inout ByteScanner) {
    guard let high = scanner.hexadecimal(16), let low = scanner.hexadecimal(16) else { return nil }
    self.init(high: high, low: low)
  }

  /// The id of a document that is made from a version of another, the same on every replica.
  ///
  /// - Parameters:
  ///   - origin: the original document.
  ///   - version: the first version of the new document.
  /// - Returns: the first half of a hash of both.
  package static func derived(from origin: DocumentID, version: ObjectID) -> DocumentID {
    let seed = Array("docmerge copy \(origin) \(version)".utf8)
    return DocumentID(bytes: SHA1.hash(seed).prefix(16))
  }

  /// Reads 16 bytes; `nil` for any other count.
  package init?(raw: UnsafeRawBufferPointer) {
    guard raw.count == 16 else { return nil }
    high = UInt64(bigEndian: raw.loadUnaligned(as: UInt64.self))
    low = UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  /// The 16 bytes.
  package var bytes: [UInt8] { withUnsafeBytes(of: (high.bigEndian, low.bigEndian), Array.init) }

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  private init(bytes: some Sequence<UInt8>) {
    var words: (UInt64, UInt64) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if index < 8 {
        words.0 = words.0 << 8 | UInt64(byte)
      } else {
        words.1 = words.1 << 8 | UInt64(byte)
      }
    }
    self.init(high: words.0, low: words.1)
  }

  /// 32 hexadecimal digits, lower case.
  public var description: String {
    Hex.text(bytes)
  }

  /// Twelve bits that spread the documents over the shards of a state.
  package var shard: Shard { Shard(number: Int(high >> 52)) }

  /// The order of the digits.
  public static func < (one: DocumentID, two: DocumentID) -> Bool {
    (one.high, one.low) < (two.high, two.low)
  }
}

/// Identifies a copy of a container: 8 bytes, written as 16 digits.
public struct ReplicaID: Sendable, Hashable, Comparable, CustomStringConvertible {
  private let number: UInt64

  /// A new id that no other replica has.
  package static func random(_ environment: Environment) -> ReplicaID {
    ReplicaID(number: environment.randomNumber())
  }

  /// Parses 16 hexadecimal digits; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    self.init(digits: text.utf8)
  }

  package init?(digits: some Collection<UInt8>) {
    guard digits.count == 16, let number = Hex.number(digits) else { return nil }
    self.init(number: number)
  }

  /// Reads 16 lower-case digits.
  package init?(_ scanner: inout ByteScanner) {
    guard let number = scanner.hexadecimal(16) else { return nil }
    self.init(number: number)
  }

  private init(number: UInt64) {
    self.number = number
  }

  /// 16 hexadecimal digits, lower case.
  public var description: String {
    Hex.text(withUnsafeBytes(of: number.bigEndian, Array.init))
  }

  /// The order of the digits.
  public static func < (one: ReplicaID, two: ReplicaID) -> Bool { one.number < two.number }
}
