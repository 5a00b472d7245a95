import DocMergeLanguage

/// Scalars: plain, in quotation marks, and aliases.
extension YAMLScanner {
  /// Scans a scalar, on one line or several.
  mutating func scanScalar(_ context: YAMLContext) throws(FormatRefusal) -> YAMLScalar {
    let start = cursor.offset
    switch cursor.next {
    case 0x22, 0x27: return try scanQuoted()
    case 0x2A:
      cursor.offset = try checkAlias()
      return YAMLScalar(kind: .scalar, range: start..<cursor.offset, quote: nil)
    default: return try scanPlain(context)
    }
  }

  // MARK: Plain

  /// Checks that a plain scalar can start here.
  func checkPlainStart(isFlow: Bool) throws(FormatRefusal) {
    guard let byte = cursor.next, byte != 0x0A else { throw refusal(tr("a value was expected")) }
    switch byte {
    case 0x2D where !isBlank(ahead: 1): return
    case 0x3F where !isBlank(ahead: 1) && !isFlow, 0x3A where !isBlank(ahead: 1) && !isFlow: return
    case 0x2D, 0x3F, 0x3A, 0x23, 0x26, 0x2A, 0x21, 0x7C, 0x3E, 0x27, 0x22, 0x25, 0x40, 0x60:
      throw refusal(tr("a value cannot start like this"))
    default:
      if byte.isFlowIndicator { throw refusal(tr("a value was expected")) }
    }
  }

  private mutating func scanPlain(_ context: YAMLContext) throws(FormatRefusal) -> YAMLScalar {
    try checkPlainStart(isFlow: context.isFlow)
    let start = cursor.offset
    var words = WordCount()
    var end = start
    repeat {
      end = scanPlainLine(&words, isFlow: context.isFlow)
      words.add(0x20)
    } while try scanToNextPlainLine(context)
    cursor.offset = end
    return YAMLScalar(kind: words.count >= 3 ? .text : .scalar, range: start..<end, quote: nil)
  }

  /// Scans the part of a plain scalar on this line.
  ///
  /// - Returns: Where it ends; the cursor is after the blanks that follow.
  private mutating func scanPlainLine(_ words: inout WordCount, isFlow: Bool) -> Int {
    let text = cursor.text
    var (place, end) = (cursor.offset, cursor.offset)
    while place < text.count, text[place] != 0x0A {
      let byte = text[place]
      if byte == 0x23, place > 0, text[place - 1].isWhite { break }
      if byte == 0x3A {
        guard place + 1 < text.count, !text[place + 1].isWhite else { break }
        if isFlow, text[place + 1].isFlowIndicator { break }
      }
      if isFlow, byte.isFlowIndicator { break }
      words.add(byte)
      place += 1
      if !byte.isBlankOrTab { end = place }
    }
    cursor.offset = place
    return end
  }

  /// Moves to the next line of a plain scalar, if there is one.
  private mutating func scanToNextPlainLine(_ context: YAMLContext) throws(FormatRefusal) -> Bool {
    guard cursor.next == 0x0A else {
      if cursor.next == 0x3A, !context.isFlow {
        throw refusal(tr("a mapping was not expected on this line"))
      }
      return false
    }
    cursor.offset += 1
    cursor.skipBlankLines()
    let start = cursor.offset
    cursor.skip { $0 == 0x20 }
    let column = cursor.offset - start
    guard !isAtDocumentMarker else { return false }
    cursor.skipBlanks()
    guard !cursor.isAtEnd, cursor.next != 0x23, column > context.indent else { return false }
    return !context.isFlow || cursor.next?.isFlowIndicator == false && !isAtFlowColon
  }

  /// Whether there is a colon here that separates a key from a value between braces.
  private var isAtFlowColon: Bool {
    guard cursor.next == 0x3A else { return false }
    return cursor.byte(ahead: 1).map { $0.isWhite || $0.isFlowIndicator } ?? true
  }

  // MARK: In quotation marks

  private mutating func scanQuoted() throws(FormatRefusal) -> YAMLScalar {
    let start = cursor.offset
    let quote = cursor.text[start]
    cursor.offset += 1
    var words = WordCount()
    while let byte = cursor.next {
      cursor.offset += 1
      switch byte {
      case quote where quote == 0x22 || cursor.next != quote:
        return YAMLScalar(
          kind: words.count >= 3 ? .text : .scalar, range: start + 1..<cursor.offset - 1,
          quote: quote)
      case quote: cursor.offset += 1
      case 0x5C where quote == 0x22: try scanEscape()
      case 0x0A where isAtDocumentMarker:
        throw refusal(tr("a document cannot end in a quoted text"))
      default: break
      }
      words.add(byte)
    }
    throw FormatRefusal(at: start, tr("the quoted text is not closed"))
  }

  /// Scans the rest of an escape after its backslash.
  private mutating func scanEscape() throws(FormatRefusal) {
    guard let byte = cursor.next else { return }
    cursor.offset += 1
    let digits: Int
    switch byte {
    case 0x78: digits = 2
    case 0x75: digits = 4
    case 0x55: digits = 8
    default:
      guard "0abtnvfre \"/\\N_LP\t\n".utf8.contains(byte) else {
        throw FormatRefusal(
          at: cursor.offset - 2, tr("an escape was expected behind the backslash"))
      }
      return
    }
    for _ in 0..<digits {
      guard cursor.next?.hexadecimalValue != nil else {
        throw refusal(tr("a hexadecimal digit was expected"))
      }
      cursor.offset += 1
    }
  }
}
