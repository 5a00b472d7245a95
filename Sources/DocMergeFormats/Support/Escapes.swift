/// The escapes in a string.
enum Escapes {
  /// `\n`, `\t`, `\r`, `\f`, `\b` and `\u0041`.
  case json
  /// `\n`, `\t`, `\r`, `\f` and `\u0041`; the blanks after an escaped line end have no meaning.
  case properties
  /// `\n`, `\t`, `\r`, `\f`, `\b` and `\U0041`.
  case strings

  /// The bytes of a string after decoding, without the quotation marks.
  func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == 0x5C, let escape = rest.popFirst() else {
        result.append(byte)
        continue
      }
      append(meaningOf: escape, followedBy: &rest, to: &result)
    }
    return result
  }

  /// Appends the meaning of an escape, given the byte after the backslash.
  private func append(
    meaningOf escape: UInt8, followedBy rest: inout ArraySlice<UInt8>, to result: inout [UInt8]
  ) {
    switch (escape, self) {
    case (0x6E, _): result.append(0x0A)
    case (0x74, _): result.append(0x09)
    case (0x72, _): result.append(0x0D)
    case (0x66, _): result.append(0x0C)
    case (0x62, .json), (0x62, .strings): result.append(0x08)
    case (0x75, _), (0x55, .strings): Self.append(Self.codePoint(from: &rest), to: &result)
    case (0x0A, .properties): rest = rest.drop { $0.isBlankOrTab || $0 == 0x0C }
    case (0x0A, _): break
    default: result.append(escape)
    }
  }

  /// The code point of four hexadecimal digits, or of a pair of such.
  private static func codePoint(from rest: inout ArraySlice<UInt8>) -> UInt32 {
    let first = fourDigits(from: &rest)
    guard (0xD800..<0xDC00).contains(first), rest.starts(with: [0x5C, 0x75]) else { return first }
    var behind = rest.dropFirst(2)
    let second = fourDigits(from: &behind)
    guard (0xDC00..<0xE000).contains(second) else { return first }
    rest = behind
    return 0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00)
  }

  /// The value of up to four hexadecimal digits.
  private static func fourDigits(from rest: inout ArraySlice<UInt8>) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = rest.first?.hexadecimalValue else { break }
      value = value << 4 | UInt32(digit)
      rest = rest.dropFirst()
    }
    return value
  }

  /// Appends a code point in UTF-8, also one that is half of a pair.
  private static func append(_ value: UInt32, to result: inout [UInt8]) {
    func low(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | value >> shift & 0x3F) }
    switch value {
    case ..<0x80: result.append(UInt8(truncatingIfNeeded: value))
    case ..<0x800: result += [UInt8(truncatingIfNeeded: 0xC0 | value >> 6), low(0)]
    case ..<0x1_0000: result += [UInt8(truncatingIfNeeded: 0xE0 | value >> 12), low(6), low(0)]
    default: result += [UInt8(truncatingIfNeeded: 0xF0 | value >> 18), low(12), low(6), low(0)]
    }
  }
}
