/// A place in a text, and the steps that scanners take from there.
struct ByteCursor {
  /// The text.
  let text: [UInt8]
  /// The place of the next byte.
  var offset = 0

  init(_ text: [UInt8], at offset: Int = 0) {
    self.text = text
    self.offset = offset
  }

  /// Whether the text ends here.
  var isAtEnd: Bool { offset >= text.count }

  /// The next byte, or `nil` at the end.
  var next: UInt8? { offset < text.count ? text[offset] : nil }

  /// The byte at a distance after the next one, or before it, or `nil`.
  func byte(ahead distance: Int) -> UInt8? {
    let place = offset + distance
    return text.indices.contains(place) ? text[place] : nil
  }

  /// Whether the text continues with these bytes.
  func isAt(_ bytes: StaticString) -> Bool {
    let count = bytes.utf8CodeUnitCount
    guard offset + count <= text.count else { return false }
    for index in 0..<count where text[offset + index] != bytes.utf8Start[index] { return false }
    return true
  }

  /// Consumes the next byte if it is this one.
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    offset += 1
    return true
  }

  /// Skips bytes that fulfil a condition.
  mutating func skip(while isSuch: (UInt8) -> Bool) {
    // In a local variable, the place can stay in a register.
    var place = offset
    while place < text.count, isSuch(text[place]) { place += 1 }
    offset = place
  }

  /// Skips blanks and tabs.
  mutating func skipBlanks() { skip { $0 == 0x20 || $0 == 0x09 } }

  /// Skips the rest of the line, including its `\n`.
  mutating func skipLine() {
    skip { $0 != 0x0A }
    if offset < text.count { offset += 1 }
  }
}

extension UInt8 {
  /// Whether the byte is a blank or a tab.
  var isBlankOrTab: Bool { self == 0x20 || self == 0x09 }

  /// Whether the byte is a blank, a tab or part of a line ending.
  var isWhite: Bool { self == 0x20 || self >= 0x09 && self <= 0x0D }

  /// Whether the byte is one of the digits 0 to 9.
  var isDecimalDigit: Bool { self >= 0x30 && self <= 0x39 }
}
