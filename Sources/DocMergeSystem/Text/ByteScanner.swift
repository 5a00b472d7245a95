/// Parses bytes from the front that have exactly one valid form.
///
/// Comparisons allocate nothing.
package struct ByteScanner {
  private let bytes: [UInt8]
  /// The index of the next byte.
  package private(set) var place: Int

  /// Starts at the first byte.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    place = 0
  }

  /// Whether nothing is left.
  package var isAtEnd: Bool { place == bytes.count }

  /// Skips these bytes, if they are the next ones.
  package mutating func skip(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { skip($0) }
  }

  /// Skips these bytes, if they are the next ones.
  package mutating func skip(_ text: some Collection<UInt8>) -> Bool {
    var next = place
    for byte in text {
      guard next < bytes.count, bytes[next] == byte else { return false }
      next += 1
    }
    place = next
    return true
  }

  /// The number in the next digits: lower-case hexadecimal, as many as `count`, at most 16.
  package mutating func hexadecimal(_ count: Int) -> UInt64? {
    digits(count, base: 16)
  }

  /// The number in the next digits: at most 19, without leading zeros.
  package mutating func decimal() -> UInt64? {
    let start = place
    var (next, result) = (place, UInt64(0))
    while next < bytes.count, case let digit = bytes[next] &- UInt8(ascii: "0"), digit < 10 {
      guard next - start < 19 else { return nil }
      // Nineteen digits fit.
      result = result * 10 + UInt64(digit)
      next += 1
    }
    guard next > start, bytes[start] != UInt8(ascii: "0") || next == start + 1 else { return nil }
    place = next
    return result
  }

  /// The number in the next `count` digits, with leading zeros.
  package mutating func digits(_ count: Int) -> UInt64? {
    digits(count, base: 10)
  }

  private mutating func digits(_ count: Int, base: UInt8) -> UInt64? {
    guard bytes.count - place >= count else { return nil }
    var result: UInt64 = 0
    for next in place..<(place + count) {
      guard let digit = Hex.lowerCase(bytes[next]), digit < base else { return nil }
      result = result &* UInt64(base) &+ UInt64(digit)
    }
    place += count
    return result
  }

  /// The next byte; `nil` at the end.
  package var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// The next bytes that are accepted, up to the first that is not.
  package mutating func bytes(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = place
    while place < bytes.count, isWanted(bytes[place]) { place += 1 }
    return bytes[start..<place]
  }

  /// The bytes between this place and that of another scanner, which is behind it in the same bytes.
  package func bytes(to other: ByteScanner) -> ArraySlice<UInt8> { bytes[place..<other.place] }

  /// Skips everything up to the last empty line, and that line.
  package mutating func skipToLastParagraph() -> Bool {
    let feed = UInt8(ascii: "\n")
    var next = bytes.count - 2
    while next >= place, bytes[next] != feed || bytes[next + 1] != feed { next -= 1 }
    guard next >= place else { return false }
    place = next + 2
    return true
  }
}
