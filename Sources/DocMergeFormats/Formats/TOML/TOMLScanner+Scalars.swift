import DocMergeLanguage

/// Values without parts: strings, numbers, dates and Booleans.
extension TOMLScanner {
  /// Scans a value without parts.
  mutating func scanScalar() throws(FormatRefusal) -> Node.Kind {
    if cursor.next == 0x22 || cursor.next == 0x27 { return try scanString() }
    let start = cursor.offset
    cursor.skip { $0.isPartOfTOMLWord }
    if cursor.offset - start == 10, cursor.next == 0x20,
      cursor.byte(ahead: 1)?.isDecimalDigit == true, cursor.text[start + 4] == 0x2D
    {
      cursor.offset += 1
      cursor.skip { $0.isPartOfTOMLWord }
    }
    guard cursor.offset > start else { throw refusal(tr("a value was expected")) }
    var word = TOMLWord(cursor.text[start..<cursor.offset])
    guard word.isTruth || word.isNumber || word.isDateOrTime else {
      throw FormatRefusal(at: start, tr("a string, a number, a date, true or false was expected"))
    }
    return .scalar
  }

  /// Scans a string, on one line or several.
  mutating func scanString() throws(FormatRefusal) -> Node.Kind {
    let start = cursor.offset
    let quote = cursor.text[start]
    cursor.offset += 1
    let isMultiline = cursor.next == quote && cursor.byte(ahead: 1) == quote
    if isMultiline { cursor.offset += 2 }
    var words = WordCount()
    while let byte = cursor.next {
      if byte == quote, try scanClosing(quote, isMultiline: isMultiline) {
        return words.count >= 3 ? .text : .scalar
      }
      if byte == 0x0A {
        guard isMultiline else { break }
        try refuseMarker()
      }
      words.add(byte)
      if byte == 0x5C, quote == 0x22 {
        try scanEscape(isMultiline: isMultiline)
      } else {
        cursor.offset += 1
      }
    }
    throw FormatRefusal(at: start, tr("the string is not closed"))
  }

  /// Scans the marks that end a string, if they do; otherwise one mark, which is part of it.
  private mutating func scanClosing(
    _ quote: UInt8, isMultiline: Bool
  ) throws(FormatRefusal) -> Bool {
    cursor.offset += 1
    guard isMultiline else { return true }
    guard cursor.next == quote, cursor.byte(ahead: 1) == quote else { return false }
    cursor.offset += 2
    // Up to two more marks belong to the string.
    if cursor.take(quote) { _ = cursor.take(quote) }
    return true
  }

  /// A conflict marker in a string is a leftover, not text.
  private func refuseMarker() throws(FormatRefusal) {
    var line = cursor
    line.offset += 1
    guard line.isAtConflictMarker else { return }
    throw FormatRefusal(at: line.offset, tr("a conflict marker was left in a string"))
  }

  private mutating func scanEscape(isMultiline: Bool) throws(FormatRefusal) {
    let start = cursor.offset
    cursor.offset += 1
    switch cursor.next {
    case 0x62, 0x74, 0x6E, 0x66, 0x72, 0x22, 0x5C: cursor.offset += 1
    case 0x75: try scanCodePoint(digits: 4)
    case 0x55: try scanCodePoint(digits: 8)
    case 0x20, 0x09, 0x0A:
      cursor.skipBlanks()
      if isMultiline, cursor.next == 0x0A { return }
      fallthrough
    default: throw FormatRefusal(at: start, tr("an escape was expected behind the backslash"))
    }
  }

  private mutating func scanCodePoint(digits: Int) throws(FormatRefusal) {
    let start = cursor.offset
    cursor.offset += 1
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = cursor.next?.hexadecimalValue else {
        throw refusal(tr("a hexadecimal digit was expected"))
      }
      value = value << 4 | UInt32(digit)
      cursor.offset += 1
    }
    guard Unicode.Scalar(value) != nil else {
      throw FormatRefusal(at: start, tr("no character has this number"))
    }
  }
}

extension UInt8 {
  /// Whether numbers, dates and Booleans can contain the byte.
  fileprivate var isPartOfTOMLWord: Bool {
    isASCIILetter || isDecimalDigit || self == 0x5F || self == 0x2B || self == 0x2D || self == 0x2E
      || self == 0x3A
  }
}
