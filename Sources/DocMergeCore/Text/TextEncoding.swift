/// The encoding of a text in bytes.
public enum TextEncoding: String, Sendable, Hashable, CaseIterable {
  /// UTF-8; ASCII is a part of it.
  case utf8 = "UTF-8"
  /// UTF-16, the low byte of each unit first.
  case utf16LittleEndian = "UTF-16LE"
  /// UTF-16, the high byte of each unit first.
  case utf16BigEndian = "UTF-16BE"
  /// UTF-32, the lowest byte of each scalar first.
  case utf32LittleEndian = "UTF-32LE"
  /// UTF-32, the highest byte of each scalar first.
  case utf32BigEndian = "UTF-32BE"
  /// Windows' encoding for Western Europe; five of its bytes have no meaning.
  case windows1252 = "windows-1252"
  /// ISO 8859-1: each byte is the scalar of that number.
  case latin1 = "ISO-8859-1"

  /// The bytes that announce the encoding; empty if there are none.
  public var byteOrderMark: [UInt8] {
    switch self {
    case .utf8: [0xEF, 0xBB, 0xBF]
    case .utf16LittleEndian: [0xFF, 0xFE]
    case .utf16BigEndian: [0xFE, 0xFF]
    case .utf32LittleEndian: [0xFF, 0xFE, 0, 0]
    case .utf32BigEndian: [0, 0, 0xFE, 0xFF]
    case .windows1252, .latin1: []
    }
  }

  /// Whether each character is one byte.
  var isSingleByte: Bool { self == .windows1252 || self == .latin1 }

  /// Whether an ASCII text is the same bytes in it.
  var extendsASCII: Bool { self == .utf8 || isSingleByte }

  /// The text as UTF-8, or `nil` unless ``encode(_:)`` would return these very bytes.
  ///
  /// Bytes that are labelled as UTF-8 are passed on even if some of them are not.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  public func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    switch self {
    case .utf8: Array(bytes)
    case .windows1252, .latin1: decodeSingle(bytes)
    case .utf16LittleEndian, .utf16BigEndian: decodeUTF16(bytes)
    case .utf32LittleEndian, .utf32BigEndian: decodeUTF32(bytes)
    }
  }

  /// The UTF-8 text in this encoding, or `nil` if the encoding lacks one of the characters.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  public func encode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    if self == .utf8 { return Array(text) }
    guard text.firstInvalidUTF8() == nil else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * (isSingleByte ? 1 : 2))
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      guard append(scalar, to: &bytes) else { return nil }
    }
    return bytes
  }

  private func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) -> Bool {
    let value = scalar.value
    switch self {
    case .utf8: bytes.append(scalar: value)
    case .utf16LittleEndian, .utf16BigEndian:
      if value < 0x10000 {
        append(UInt16(value), to: &bytes)
      } else {
        append(UInt16(0xD800 + ((value - 0x10000) >> 10)), to: &bytes)
        append(UInt16(0xDC00 + ((value - 0x10000) & 0x3FF)), to: &bytes)
      }
    case .utf32LittleEndian:
      append(UInt16(truncatingIfNeeded: value), to: &bytes)
      append(UInt16(value >> 16), to: &bytes)
    case .utf32BigEndian:
      append(UInt16(value >> 16), to: &bytes)
      append(UInt16(truncatingIfNeeded: value), to: &bytes)
    case .windows1252, .latin1:
      guard let byte = byte(for: scalar) else { return false }
      bytes.append(byte)
    }
    return true
  }

  private func append(_ unit: UInt16, to bytes: inout [UInt8]) {
    let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
    let isBig = self == .utf16BigEndian || self == .utf32BigEndian
    bytes.append(isBig ? high : low)
    bytes.append(isBig ? low : high)
  }
}
