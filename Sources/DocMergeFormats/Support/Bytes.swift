/// Counts the words of a text, byte by byte.
struct WordCount {
  /// How many words have begun.
  private(set) var count = 0
  private var isInWord = false

  /// Counts a byte.
  mutating func add(_ byte: UInt8) {
    let isWhite = byte.isWhite
    if !isWhite, !isInWord { count += 1 }
    isInWord = !isWhite
  }
}

extension WordCount {
  /// The number of words in some bytes.
  static func of(_ bytes: some Sequence<UInt8>) -> Int {
    var words = WordCount()
    for byte in bytes { words.add(byte) }
    return words.count
  }
}

extension UInt8 {
  /// Whether the byte is a letter of ASCII.
  var isASCIILetter: Bool { self | 0x20 >= 0x61 && self | 0x20 <= 0x7A }

  /// Whether the byte can be part of a name: letters, digits, `_`, `$` and all bytes beyond ASCII.
  var isNameByte: Bool {
    isASCIILetter || isDecimalDigit || self == 0x5F || self == 0x24 || self >= 0x80
  }

  /// The letter in lower case; other bytes as they are.
  var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self + 0x20 : self }

  /// The value of the byte as a hexadecimal digit.
  var hexadecimalValue: UInt8? {
    if isDecimalDigit { return self - 0x30 }
    let letter = self | 0x20
    return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : nil
  }
}
