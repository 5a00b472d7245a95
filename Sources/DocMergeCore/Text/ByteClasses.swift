extension UInt8 {
  /// Whether the byte is a blank, a tab or part of a line ending.
  var isWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  /// Whether the byte is one of the digits 0 to 9.
  var isDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether the byte is one of the letters A to Z.
  package var isCapital: Bool { (0x41...0x5A).contains(self) }

  /// The lower-case letter for one of the letters A to Z, otherwise the byte itself.
  var lowercased: UInt8 { isCapital ? self + 0x20 : self }

  /// Whether it is a letter of ASCII, or a part of a character beyond ASCII.
  static func isLetter(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): true
    default: byte >= 0x80
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether there is anything except blanks and line endings.
  var holdsText: Bool { !allSatisfy(\.isWhitespace) }

  /// How many blanks and tabs the line starts with.
  package var indentation: Int { prefix { $0 == 0x20 || $0 == 0x09 }.count }

  /// The bytes without white space at either end.
  package var trimmed: ArraySlice<UInt8> {
    let text = drop(while: \.isWhitespace)
    guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return text }
    return text[...last]
  }
}

extension Collection<UInt8> {
  /// Whether there are letters; every byte beyond ASCII counts as part of one.
  var holdsLetters: Bool { contains(where: UInt8.isLetter) }
}
