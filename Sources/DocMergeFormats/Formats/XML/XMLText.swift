/// The meaning of text and of the values of attributes.
enum XMLText {
  private static let predefined: [(name: [UInt8], meaning: UInt8)] = [
    (Array("amp;".utf8), 0x26), (Array("lt;".utf8), 0x3C), (Array("gt;".utf8), 0x3E),
    (Array("apos;".utf8), 0x27), (Array("quot;".utf8), 0x22),
  ]

  /// The bytes of the meaning, with references to characters replaced; others stay as they are.
  static func meaning(of range: Range<Int>, in text: [UInt8]) -> [UInt8] {
    var meaning: [UInt8] = []
    meaning.reserveCapacity(range.count)
    var rest = text[range]
    while let byte = rest.first {
      if byte == UInt8(ascii: "<"), rest.starts(with: "<![CDATA[".utf8) {
        rest = section(from: rest.dropFirst(9), &meaning)
      } else if byte == UInt8(ascii: "&"), let character = character(from: &rest) {
        meaning += Array(String(Character(character)).utf8)
      } else {
        meaning.append(byte)
        rest = rest.dropFirst()
      }
    }
    return meaning
  }

  /// Adds the characters of a section; returns the text after it.
  private static func section(
    from start: ArraySlice<UInt8>, _ meaning: inout [UInt8]
  ) -> ArraySlice<UInt8> {
    var rest = start
    while let byte = rest.first, !rest.starts(with: "]]>".utf8) {
      meaning.append(byte)
      rest = rest.dropFirst()
    }
    return rest.dropFirst(3)
  }

  /// Takes a reference to a character; leaves other text.
  private static func character(from rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    let behind = rest.dropFirst()
    for (name, meaning) in predefined where behind.starts(with: name) {
      rest = behind.dropFirst(name.count)
      return Unicode.Scalar(meaning)
    }
    guard behind.first == UInt8(ascii: "#"), let end = behind.firstIndex(of: UInt8(ascii: ";"))
    else { return nil }
    let isHexadecimal = behind.dropFirst().first == UInt8(ascii: "x")
    let digits = behind[..<end].dropFirst(isHexadecimal ? 2 : 1)
    let number = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
    guard let scalar = number.flatMap(Unicode.Scalar.init) else { return nil }
    rest = behind[(end + 1)...]
    return scalar
  }
}
