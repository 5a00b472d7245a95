/// Hexadecimal text, the form of all ids.
package enum Hex {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Two lower-case digits for each byte.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    var result: [UInt8] = []
    append(bytes, to: &result)
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends two lower-case digits for each byte.
  package static func append(_ bytes: some Sequence<UInt8>, to text: inout [UInt8]) {
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
  }

  /// The bytes of hexadecimal `text`, or `nil` when it is not an even number of digits.
  package static func bytes(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var pending: UInt8?
    for character in text {
      guard let value = value(of: character) else { return nil }
      if let high = pending {
        result.append(high << 4 | value)
        pending = nil
      } else {
        pending = value
      }
    }
    return pending == nil ? result : nil
  }

  /// The number of up to sixteen hexadecimal digits, or `nil` for other characters.
  package static func number(_ digits: some Sequence<UInt8>) -> UInt64? {
    var result: UInt64 = 0
    var isRight = true
    for digit in digits {
      let value = values[Int(digit)]
      isRight = isRight && value < 16
      result = result << 4 | UInt64(value & 15)
    }
    return isRight ? result : nil
  }

  /// The value of each byte as a digit; 16 if it is none.
  private static let values = (0...UInt8.max).map { value(of: $0) ?? 16 }

  /// The value of one digit; `nil` for those that docmerge does not write.
  static func lowerCase(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// The value of one digit of either case.
  package static func value(of character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
