/// What the escapes in a string mean.
enum JSONEscapes {
  /// The bytes that a string means, of which the bytes between the quotation marks are given.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var cursor = EscapeCursor(rest: bytes)
    while let unit = cursor.next() {
      switch unit {
      case .byte(let byte): result.append(byte)
      case .scalar(let value): append(value, to: &result)
      }
    }
    return result
  }

  /// Appends a code point in UTF-8, also one that is half of a pair.
  static func append(_ value: UInt32, to result: inout [UInt8]) {
    func low(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | value >> shift & 0x3F) }
    switch value {
    case ..<0x80: result.append(UInt8(truncatingIfNeeded: value))
    case ..<0x800: result += [UInt8(truncatingIfNeeded: 0xC0 | value >> 6), low(0)]
    case ..<0x1_0000: result += [UInt8(truncatingIfNeeded: 0xE0 | value >> 12), low(6), low(0)]
    default: result += [UInt8(truncatingIfNeeded: 0xF0 | value >> 18), low(12), low(6), low(0)]
    }
  }
}

/// Goes through a string, escape by escape.
private struct EscapeCursor {
  /// What a byte or an escape means.
  enum Unit {
    case byte(UInt8)
    case scalar(UInt32)
  }

  /// What has not been read yet.
  var rest: ArraySlice<UInt8>

  /// The next byte or escape; an escaped end of a line means nothing.
  mutating func next() -> Unit? {
    guard let byte = rest.popFirst() else { return nil }
    guard byte == 0x5C, let escape = rest.popFirst() else { return .byte(byte) }
    switch escape {
    case 0x6E: return .byte(0x0A)
    case 0x74: return .byte(0x09)
    case 0x72: return .byte(0x0D)
    case 0x66: return .byte(0x0C)
    case 0x62: return .byte(0x08)
    case 0x75: return .scalar(codePoint())
    case 0x0A: return next()
    default: return .byte(escape)
    }
  }

  /// The code point of `\u0041`, or of a pair of such.
  private mutating func codePoint() -> UInt32 {
    let first = fourDigits()
    guard (0xD800..<0xDC00).contains(first), rest.starts(with: [0x5C, 0x75]) else { return first }
    let back = rest
    rest = rest.dropFirst(2)
    let second = fourDigits()
    if (0xDC00..<0xE000).contains(second) {
      return 0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00)
    }
    rest = back
    return first
  }

  /// The value of up to four hexadecimal digits.
  private mutating func fourDigits() -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = rest.first?.hexadecimalValue else { break }
      value = value << 4 | UInt32(digit)
      rest = rest.dropFirst()
    }
    return value
  }
}
