import DocMergeLanguage

extension JSONScanner {
  /// Scans a string, a number or a word such as `true`.
  mutating func scanScalar() throws(FormatRefusal) -> Node.Kind {
    switch cursor.next {
    case 0x22: return try scanString().isSeveralWords ? .text : .scalar
    case 0x27 where isTolerant: return try scanString().isSeveralWords ? .text : .scalar
    case let next? where next.isASCIILetter: try scanWord()
    default: try scanNumber()
    }
    return .scalar
  }

  /// Scans the key of a member: a string, or a name where that is accepted.
  mutating func scanKey() throws(FormatRefusal) -> Node.Key {
    let start = cursor.offset
    if cursor.next == 0x22 || isTolerant && cursor.next == 0x27 {
      let string = try scanString()
      let inside = start + 1..<cursor.offset - 1
      guard string.hasEscapes else { return Node.Key(inside, in: cursor.text) }
      return Node.Key(meaning: Escapes.json.decoded(cursor.text[inside]), at: inside)
    }
    guard isTolerant, let next = cursor.next, next.isNameByte, !next.isDecimalDigit else {
      throw refusal(tr("a key was expected"))
    }
    cursor.skip { $0.isNameByte }
    return Node.Key(start..<cursor.offset, in: cursor.text)
  }

  /// Scans `true`, `false` or `null`, and the words that JSON5 adds.
  private mutating func scanWord() throws(FormatRefusal) {
    let start = cursor.offset
    cursor.skip { $0.isNameByte }
    let word = cursor.text[start..<cursor.offset]
    let known = ["true", "false", "null"] + (isTolerant ? ["Infinity", "NaN"] : [])
    guard known.contains(where: { $0.utf8.elementsEqual(word) }) else {
      throw FormatRefusal(at: start, tr("a value was expected"))
    }
  }
}

// MARK: Strings

extension JSONScanner {
  /// The contents of a string.
  struct StringContent {
    /// Whether it contains a backslash.
    var hasEscapes = false
    /// Whether blanks split it into words.
    var isSeveralWords = false
  }

  /// Scans a string with its quotation marks.
  private mutating func scanString() throws(FormatRefusal) -> StringContent {
    let start = cursor.offset
    let quote = cursor.text[start]
    var content = StringContent()
    var words = WordCount()
    cursor.offset += 1
    while let next = cursor.next {
      cursor.offset += 1
      switch next {
      case quote:
        content.isSeveralWords = words.count > 1
        return content
      case 0x5C:
        content.hasEscapes = true
        words.add(try scanEscape())
      case 0x0A:
        throw FormatRefusal(at: start, tr("the string is not closed on its line"))
      case 0..<0x20 where !isTolerant:
        throw FormatRefusal(at: cursor.offset - 1, tr("an escape was expected for the character"))
      default:
        words.add(next)
      }
    }
    throw FormatRefusal(at: start, tr("the string is not closed"))
  }

  /// Scans the rest of an escape after its backslash.
  ///
  /// - Returns: A blank if the escape is one, else another byte.
  private mutating func scanEscape() throws(FormatRefusal) -> UInt8 {
    guard let next = cursor.next else { throw refusal(tr("the string is not closed")) }
    cursor.offset += 1
    switch next {
    case 0x6E, 0x72, 0x74, 0x66, 0x62: return 0x20
    case 0x22, 0x5C, 0x2F: return next
    case 0x75:
      for _ in 0..<4 {
        guard cursor.next?.hexadecimalValue != nil else {
          throw refusal(tr("four hexadecimal digits were expected"))
        }
        cursor.offset += 1
      }
      return next
    default:
      guard isTolerant else {
        throw FormatRefusal(at: cursor.offset - 2, tr("the escape is unknown"))
      }
      return next
    }
  }
}

// MARK: Numbers

extension JSONScanner {
  /// Scans a number.
  private mutating func scanNumber() throws(FormatRefusal) {
    let start = cursor.offset
    let hasSign = cursor.take(0x2D) || isTolerant && cursor.take(0x2B)
    if isTolerant, hasSign, cursor.next?.isASCIILetter == true { return try scanWord() }
    if isTolerant, cursor.isAt("0x") || cursor.isAt("0X") {
      cursor.offset += 2
      return try scanDigits(from: start) { $0.hexadecimalValue != nil }
    }
    let isFractionOnly = isTolerant && cursor.next == 0x2E
    if !isFractionOnly {
      let startsWithZero = cursor.next == 0x30
      let first = cursor.offset
      try scanDigits(from: start) { $0.isDecimalDigit }
      if startsWithZero, cursor.offset > first + 1 {
        throw FormatRefusal(at: start, tr("a number without zeros before it was expected"))
      }
    }
    if cursor.take(0x2E), !isTolerant || isFractionOnly || cursor.next?.isDecimalDigit == true {
      try scanDigits(from: start) { $0.isDecimalDigit }
    }
    guard cursor.take(0x65) || cursor.take(0x45) else { return }
    if !cursor.take(0x2B) { _ = cursor.take(0x2D) }
    try scanDigits(from: start) { $0.isDecimalDigit }
  }

  /// Scans one or more digits.
  private mutating func scanDigits(
    from start: Int, while isDigit: (UInt8) -> Bool
  ) throws(FormatRefusal) {
    guard let next = cursor.next, isDigit(next) else {
      let isNothing = cursor.offset == start
      throw refusal(isNothing ? tr("a value was expected") : tr("a digit was expected"))
    }
    cursor.skip(while: isDigit)
  }
}
