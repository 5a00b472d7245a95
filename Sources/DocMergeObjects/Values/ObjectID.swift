import DocMergeLibgit2
package import DocMergeSystem

/// The name of a git object: the SHA-1 of its kind, size and bytes.
public struct ObjectID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The 20 bytes of the hash, big endian, in three words.
  private let words: Words

  private struct Words: Hashable {
    var high: UInt64
    var middle: UInt64
    var low: UInt32

    init(high: UInt64, middle: UInt64, low: UInt32) {
      self.high = high
      self.middle = middle
      self.low = low
    }

    init(_ bytes: UnsafeRawBufferPointer) {
      high = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
      middle = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      low = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
    }
  }

  /// Makes an id from 20 bytes; `nil` for any other count.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 20 else { return nil }
    var words = Words(high: 0, middle: 0, low: 0)
    for (index, byte) in bytes.enumerated() {
      switch index {
      case 0..<8: words.high = words.high << 8 | UInt64(byte)
      case 8..<16: words.middle = words.middle << 8 | UInt64(byte)
      default: words.low = words.low << 8 | UInt32(byte)
      }
    }
    self.words = words
  }

  /// Parses 40 hexadecimal digits; `nil` for anything else.
  public init?(hex: some StringProtocol) {
    self.init(digits: hex.utf8)
  }

  package init?(digits: some Collection<UInt8>) {
    guard digits.count == 40, let high = Hex.number(digits.prefix(16)),
      let middle = Hex.number(digits.dropFirst(16).prefix(16)),
      let low = Hex.number(digits.dropFirst(32))
    else { return nil }
    words = Words(high: high, middle: middle, low: UInt32(truncatingIfNeeded: low))
  }

  /// Reads 40 lower-case digits.
  package init?(_ scanner: inout ByteScanner) {
    guard let high = scanner.hexadecimal(16), let middle = scanner.hexadecimal(16),
      let low = scanner.hexadecimal(8)
    else { return nil }
    words = Words(high: high, middle: middle, low: UInt32(truncatingIfNeeded: low))
  }

  /// The 20 bytes of the hash.
  public var bytes: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(20)
    for shift in stride(from: 56, through: 0, by: -8) {
      result.append(UInt8(truncatingIfNeeded: words.high >> UInt64(shift)))
    }
    for shift in stride(from: 56, through: 0, by: -8) {
      result.append(UInt8(truncatingIfNeeded: words.middle >> UInt64(shift)))
    }
    for shift in stride(from: 24, through: 0, by: -8) {
      result.append(UInt8(truncatingIfNeeded: words.low >> UInt32(shift)))
    }
    return result
  }

  /// Appends the 20 bytes.
  package func append(to bytes: inout [UInt8]) {
    withUnsafeBytes(of: words.high.bigEndian) { bytes += $0 }
    withUnsafeBytes(of: words.middle.bigEndian) { bytes += $0 }
    withUnsafeBytes(of: words.low.bigEndian) { bytes += $0 }
  }

  /// 40 hexadecimal digits, lower case.
  public var description: String { Hex.text(bytes) }

  /// The first eight digits, as shown to people.
  public var short: String { String(description.prefix(8)) }

  /// The order of the bytes, which is also the order of the digits.
  public static func < (one: ObjectID, two: ObjectID) -> Bool {
    (one.words.high, one.words.middle, one.words.low)
      < (two.words.high, two.words.middle, two.words.low)
  }
}

extension ObjectID {
  init(_ raw: git_oid) {
    words = withUnsafeBytes(of: raw) { Words($0) }
  }

  /// Reads 20 bytes; `nil` for any other count.
  package init?(raw: UnsafeRawBufferPointer) {
    guard raw.count == 20 else { return nil }
    words = Words(raw)
  }

  /// Takes over the result of a hash: 20 bytes.
  package init(hash: [UInt8]) {
    precondition(hash.count == 20, "SHA-1 gives 20 bytes.")
    words = hash.withUnsafeBytes { Words($0) }
  }

  /// The first byte of the hash.
  package var firstByte: Int { Int(words.high >> 56) }

  /// The four bytes behind the first one, as a number.
  package var key: UInt64 { words.high >> 24 & 0xFFFF_FFFF }

  /// The id in libgit2's form.
  var raw: git_oid {
    var raw = git_oid()
    withUnsafeMutableBytes(of: &raw) { target in
      target.storeBytes(of: words.high.bigEndian, as: UInt64.self)
      target.storeBytes(of: words.middle.bigEndian, toByteOffset: 8, as: UInt64.self)
      target.storeBytes(of: words.low.bigEndian, toByteOffset: 16, as: UInt32.self)
    }
    return raw
  }
}
