import DocMergeLanguage

extension XMLScanner {
  /// Scans text up to the next tag: characters, references, sections, comments.
  mutating func scanCharacters() throws(FormatRefusal) {
    switch cursor.next {
    case UInt8(ascii: "&") where isPage, UInt8(ascii: "]") where isPage: cursor.offset += 1
    case UInt8(ascii: "<") where isPage && cursor.byte(ahead: 1)?.isWhite == true:
      cursor.offset += 1
    case UInt8(ascii: "&"): try scanReference()
    case UInt8(ascii: "<"):
      if cursor.isAt("<![CDATA[") {
        try scan("<![CDATA[", to: "]]>", tr("the section is not closed"))
      } else {
        try scanRemark()
      }
    case UInt8(ascii: "]"):
      guard !cursor.isAt("]]>") else { throw refusal(tr("]]> stands in text")) }
      cursor.offset += 1
    case nil: throw refusal(tr("an end tag was expected"))
    default:
      cursor.skip { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "]") }
    }
  }

  /// Scans white space, comments and instructions; returns where those end that belong to the preceding node.
  mutating func scanTrivia() throws(FormatRefusal) -> Trivia {
    let start = cursor.offset
    cursor.skipBlanks()
    var trivia = Trivia(from: start, blanksEnd: cursor.offset, isLineStart: false)
    // After a comment that ends on another line than it starts on, nothing belongs to the preceding node.
    var isOpen = true
    var isBlankLine = false
    while let next = cursor.next {
      if next == 0x0A {
        cursor.offset += 1
        if isOpen { trivia.addLineEnd(to: cursor.offset, isBlankLine: isBlankLine) }
        isBlankLine = true
      } else if next == 0x0D {
        cursor.offset += 1
      } else if next == UInt8(ascii: "<"), isAtRemark {
        let remark = cursor.offset
        try scanRemark()
        if trivia.lineEnd == nil, cursor.text[remark..<cursor.offset].contains(0x0A) {
          isOpen = false
        }
        if isOpen { trivia.addComment(to: cursor.offset) }
        isBlankLine = false
      } else {
        break
      }
      cursor.skipBlanks()
    }
    return trivia
  }

  /// Whether a comment or an instruction follows.
  var isAtRemark: Bool {
    guard let next = cursor.byte(ahead: 1) else { return false }
    return next == UInt8(ascii: "?") && !isPage || next == UInt8(ascii: "!") && cursor.isAt("<!--")
  }

  /// Scans a comment or an instruction.
  mutating func scanRemark() throws(FormatRefusal) {
    guard cursor.byte(ahead: 1) == UInt8(ascii: "?"), !isPage else { return try scanComment() }
    let start = cursor.offset
    cursor.offset += 2
    let name = try scanName()
    let isReserved = cursor.text[name].map(\.lowercased) == Array("xml".utf8)
    guard !isReserved, cursor.isAt("?>") || cursor.next?.isWhite == true else {
      throw FormatRefusal(at: start, tr("the name of an instruction was expected"))
    }
    try scan("", to: "?>", tr("the instruction is not closed"))
  }

  private mutating func scanComment() throws(FormatRefusal) {
    guard cursor.isAt("<!--") else { throw refusal(tr("a tag was expected")) }
    let start = cursor.offset
    try scan("<!--", to: isPage ? "-->" : "--", tr("the comment is not closed"))
    if isPage { return }
    guard cursor.take(UInt8(ascii: ">")) else {
      throw FormatRefusal(at: start, tr("two hyphens stand in the comment"))
    }
  }

  /// Consumes text from an opening mark to a closing mark, and these.
  mutating func scan(
    _ opening: StaticString, to closing: StaticString, _ reason: @autoclosure () -> String
  ) throws(FormatRefusal) {
    let start = cursor.offset
    let first = closing.utf8Start[0]
    cursor.offset += opening.utf8CodeUnitCount
    while true {
      cursor.skip { $0 != first }
      guard !cursor.isAtEnd else { throw FormatRefusal(at: start, reason()) }
      if cursor.isAt(closing) { break }
      cursor.offset += 1
    }
    cursor.offset += closing.utf8CodeUnitCount
  }

  /// Scans `&amp;`, `&#38;` or `&#x26;`.
  mutating func scanReference() throws(FormatRefusal) {
    let start = cursor.offset
    cursor.offset += 1
    if cursor.take(UInt8(ascii: "#")) {
      let isHexadecimal = cursor.take(UInt8(ascii: "x"))
      let digits = cursor.offset
      cursor.skip { isHexadecimal ? $0.hexadecimalValue != nil : $0.isDecimalDigit }
      let number = UInt32(
        String(decoding: cursor.text[digits..<cursor.offset], as: UTF8.self),
        radix: isHexadecimal ? 16 : 10)
      guard let number, Self.isCharacter(number) else {
        throw FormatRefusal(at: start, tr("the number is that of no character"))
      }
    } else {
      let name = try scanName()
      guard entities.contains(cursor.text[name]) else {
        throw FormatRefusal(at: start, tr("no entity of that name is declared"))
      }
    }
    guard cursor.take(UInt8(ascii: ";")) else {
      throw refusal(tr("a semicolon was expected behind the name"))
    }
  }

  /// Whether a number is that of a character that XML may hold.
  private static func isCharacter(_ number: UInt32) -> Bool {
    switch number {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }
}
