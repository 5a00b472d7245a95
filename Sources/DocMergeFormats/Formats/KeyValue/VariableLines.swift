import DocMergeLanguage

extension LineScanner {
  /// Scans a variable of the environment, whose value can have quotation marks and several lines.
  mutating func scanVariable() throws(FormatRefusal) -> KeyedEntry {
    let start = cursor.offset
    if cursor.isAt("export"), cursor.byte(ahead: 6)?.isBlankOrTab == true {
      cursor.offset += 6
      cursor.skipBlanks()
    }
    let keyStart = cursor.offset
    cursor.skip { $0.isVariableByte }
    let key = keyStart..<cursor.offset
    guard !key.isEmpty else { throw FormatRefusal(at: keyStart, tr("a name was expected")) }
    cursor.skipBlanks()
    guard cursor.take(0x3D) else {
      guard cursor.next == nil || cursor.next == 0x0A || cursor.next == 0x23 else {
        throw FormatRefusal(at: cursor.offset, tr("an equals sign was expected behind the name"))
      }
      return KeyedEntry(
        body: start..<key.upperBound, key: key, value: key.upperBound..<key.upperBound)
    }
    cursor.skipBlanks()
    let value = cursor.offset..<(try scanVariableValue())
    return KeyedEntry(body: start..<value.upperBound, key: key, value: value)
  }

  /// Scans a value.
  ///
  /// - Returns: Where it ends; a comment can follow.
  private mutating func scanVariableValue() throws(FormatRefusal) -> Int {
    let start = cursor.offset
    if let quote = cursor.next, quote == 0x22 || quote == 0x27 || quote == 0x60 {
      try scanQuoted(quote)
      let end = cursor.offset
      cursor.skipIndentation()
      guard let next = cursor.next, next != 0x0A, next != 0x23 else { return end }
    }
    var isBehindBlank = true
    while let next = cursor.next, next != 0x0A, next != 0x23 || !isBehindBlank {
      isBehindBlank = next.isBlankOrTab
      if next == 0x5C, cursor.byte(ahead: 1) == 0x0A { cursor.offset += 1 }
      cursor.offset += 1
    }
    return cursor.trimmed(downTo: start)
  }

  /// Scans quotation marks and the text between them.
  private mutating func scanQuoted(_ quote: UInt8) throws(FormatRefusal) {
    let start = cursor.offset
    cursor.offset += 1
    while let next = cursor.next {
      cursor.offset += 1
      if next == quote { return }
      if next == 0x5C, quote == 0x22, !cursor.isAtEnd { cursor.offset += 1 }
    }
    throw FormatRefusal(at: start, tr("the quotation mark is not closed"))
  }
}

extension UInt8 {
  /// Whether the byte can be part of the name of a variable.
  fileprivate var isVariableByte: Bool {
    isNameByte && self != 0x24 || self == 0x2E || self == 0x2D
  }
}
