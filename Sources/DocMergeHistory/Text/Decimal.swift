/// Decimal numbers, as in states and trailers.
enum Decimal {
  /// The number that the bytes spell; `nil` for no digits, other characters, or too large a number.
  package static func number(_ digits: some Collection<UInt8>) -> UInt64? {
    guard !digits.isEmpty, digits.count <= 19 else { return nil }
    var result: UInt64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      // Nineteen digits fit.
      result = result * 10 + UInt64(digit - UInt8(ascii: "0"))
    }
    return result
  }
}
