extension LineScanner {
  /// Scans a property of Java, with its continuation lines.
  ///
  /// White space at the end of the value is part of it.
  mutating func scanProperty() -> KeyedEntry {
    let start = cursor.offset
    var hasEscapes = false
    while let next = cursor.next, !next.isWhite, !dialect.endsKey(next) {
      if next == 0x5C { hasEscapes = true }
      scanByteOrEscape()
    }
    let key = start..<cursor.offset
    skipContinuedBlanks()
    var hasMark = false
    if let next = cursor.next, dialect.endsKey(next) {
      hasMark = true
      cursor.offset += 1
      skipContinuedBlanks()
    }
    let valueStart = cursor.offset
    while let next = cursor.next, next != 0x0A { scanByteOrEscape() }
    return KeyedEntry(
      body: start..<cursor.offset, key: key, value: valueStart..<cursor.offset,
      hasEscapedKey: hasEscapes, hasMark: hasMark)
  }

  /// Scans a byte, or a backslash and the byte after it.
  private mutating func scanByteOrEscape() {
    if cursor.take(0x5C) {
      guard !cursor.isAtEnd else { return }
      let isContinued = cursor.next == 0x0A
      cursor.offset += 1
      if isContinued { cursor.skipIndentation() }
    } else {
      cursor.offset += 1
    }
  }

  /// Skips white space, also on continuation lines.
  private mutating func skipContinuedBlanks() {
    cursor.skipIndentation()
    while cursor.isAt("\\\n") {
      cursor.offset += 2
      cursor.skipIndentation()
    }
  }
}
