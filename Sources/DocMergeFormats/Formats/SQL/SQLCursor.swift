/// Skips strings, names and comments of SQL.
extension ByteCursor {
  /// Skips a string or a quoted name; backslashes count as in MySQL, or after an `E`.
  ///
  /// - Returns: Whether it is closed.
  mutating func skipSQLQuoted(escapes: Bool) -> Bool {
    let quote = next
    let isEscaped = quote != 0x60 && (escapes || isBehindE)
    offset += 1
    while let byte = next {
      offset += byte == 0x5C && isEscaped ? 2 : 1
      if byte == quote, !(next == quote) { return offset <= text.count }
      if byte == quote { offset += 1 }
    }
    return false
  }

  /// Whether there is an `E` before the string that is not part of a name.
  private var isBehindE: Bool {
    guard next == 0x27, let mark = byte(ahead: -1), mark | 0x20 == 0x65 else { return false }
    return !(byte(ahead: -2)?.isPartOfName ?? false)
  }

  /// Skips a text between dollar signs, `$$…$$` or `$tag$…$tag$`; `nil` where none starts here.
  ///
  /// - Returns: Whether it is closed.
  mutating func skipDollarQuoted() -> Bool? {
    guard next == 0x24, !(byte(ahead: -1)?.isPartOfName ?? false) else { return nil }
    var ahead = self
    ahead.offset += 1
    guard ahead.next.map({ !$0.isDecimalDigit }) ?? false else { return nil }
    ahead.skip(while: \.isPartOfName)
    guard ahead.take(0x24) else { return nil }
    let mark = Array(text[offset..<ahead.offset])
    while !ahead.isAtEnd {
      ahead.skip { $0 != 0x24 }
      let end = ahead.offset + mark.count
      if end <= text.count, text[ahead.offset..<end].elementsEqual(mark) {
        offset = end
        return true
      }
      ahead.offset += 1
    }
    return false
  }

  /// Skips one comment, without the end of its line; `/*!40101 … */`, which MySQL runs, is none.
  mutating func skipSQLComment() -> Bool {
    if isAt("--") || next == 0x23 && (byte(ahead: -1) ?? 0x0A) == 0x0A {
      skip { $0 != 0x0A }
      return true
    }
    guard isAt("/*"), !isAtSQLCondition else { return false }
    offset += 2
    while !isAtEnd, !isAt("*/") { offset += 1 }
    offset = min(offset + 2, text.count)
    return true
  }

  /// Whether the following text is run by some versions of a server.
  var isAtSQLCondition: Bool { isAt("/*!") || isAt("/*M!") && !isAt("/*M!999999\\-") }

  /// Skips white space and comments.
  mutating func skipSQLTrivia() {
    repeat { skip(while: \.isWhite) } while skipSQLComment()
  }

  /// Skips blanks and comments that end on the line.
  mutating func skipSQLLineComments() {
    while true {
      skipBlanks()
      var ahead = self
      guard ahead.skipSQLComment(), !text[offset..<ahead.offset].contains(0x0A) else { return }
      self = ahead
    }
  }
}
