extension OutlineBuilder {
  /// The line on which a statement continues after the current one; `nil` at its end.
  func continuation(
    of reader: StatementReader, upTo upper: Int, _ context: BlockContext
  ) -> Int? {
    let next = reader.line + 1
    guard next < upper else { return nil }
    if lines[next].isGlued || reader.reach > reader.line { return next }
    guard let code = codeBelow(reader.line, upTo: upper) else { return nil }
    let family = family(reader.line)
    let last = lastByte(reader.line)
    if last == 0x5C, family.features.contains(.backslash) { return code }
    if last == 0x5F, family.comments.contains(.apostrophe) { return code }
    if lines[reader.line].isCondition || lines[code].isCondition { return nil }
    if family.prose { return isSameParagraph(reader, code) ? code : nil }
    if family.features.contains(.markup) { return isText(reader.line, code) ? code : nil }
    let isDirective = family.features.contains(.conditions) && firstByte(reader.line) == 0x23
    if isDirective || family.features.contains(.conditions) && firstByte(code) == 0x23 {
      return nil
    }
    if isMiddle(code), lines[code].indent == lines[reader.head].indent { return code }
    if isBracketLine(code, below: reader) { return code }
    if family.features.contains(.styles), last == 0x2C, context.scope == .declarations {
      return code
    }
    if family.features.contains(.sql), context.isRoot { return last == 0x3B ? nil : code }
    if context.scope != .items || last != 0x2C, isOpenEnd(reader, code, context) { return code }
    if isTypeLine(reader, code, context) { return code }
    return isDeeper(reader, code, context) ? code : nil
  }

  /// The next line with code if there are only comments in between.
  private func codeBelow(_ line: Int, upTo upper: Int) -> Int? {
    var next = line + 1
    while next < upper, lines[next].isComment { next += 1 }
    return next < upper && lines[next].hasCode ? next : nil
  }

  /// Whether the indentation of a line makes it continue a statement.
  private func isDeeper(_ reader: StatementReader, _ code: Int, _ context: BlockContext) -> Bool {
    let last = lastByte(reader.line)
    guard lines[code].indent > lines[reader.first].indent else { return false }
    switch family(reader.line).indentation {
    case .continuation:
      return last != 0x3B && last != 0x7D && last != 0x3A && last != 0x7B
        && !(context.scope == .items && last == 0x2C) && !opensTag(reader.line)
    case .colon: return last != 0x3A && !(context.scope == .items && last == 0x2C)
    case .container: return last == 0x2C && context.scope != .items
    case .nothing: return false
    }
  }

  private func opensTag(_ line: Int) -> Bool { firstByte(line) == 0x3C && lastByte(line) == 0x3E }

  /// Whether a line ends, or the next one starts, within an expression.
  private func isOpenEnd(_ reader: StatementReader, _ code: Int, _ context: BlockContext) -> Bool {
    let family = family(reader.line)
    guard lines[code].indent >= lines[reader.first].indent,
      !family.features.contains(.styles), !family.features.contains(.makefile)
    else { return false }
    let line = lines[reader.line]
    let last = lastByte(reader.line)
    let before = line.end - 2 >= line.first ? text[line.end - 2] : 0x20
    if family.isData { return last == 0x3A && firstByte(code) == 0x7B }
    switch last {
    case 0x3D, 0x2B: if before == 0x20 || before == last { return family.indentation != .container }
    case 0x7C, 0x26: if before == 0x20 || before == last { return true }
    case 0x3F: if before == 0x20 { return true }
    default: break
    }
    guard context.scope != .items, last != 0x3B, last != 0x2C, last != 0x7B else { return false }
    let second = lines[code].first + 1 < text.count ? text[lines[code].first + 1] : 0x20
    switch firstByte(code) {
    case 0x2E: return second.isPartOfWord && !second.isDecimalDigit
    case 0x26: return second == 0x26
    case 0x7C: return second == 0x7C || second == 0x20 && isAlternative(reader, code)
    case 0x3F: return second == 0x20
    default: return false
    }
  }

  /// Whether a line is the first alternative of the statement above it.
  private func isAlternative(_ reader: StatementReader, _ code: Int) -> Bool {
    family(code).indentation != .continuation
      && lines[code].indent == lines[reader.first].indent && firstByte(reader.first) != 0x7C
  }

  /// Whether a line holds only the bracket that opens the body of the statement above.
  private func isBracketLine(_ code: Int, below reader: StatementReader) -> Bool {
    let last = lastByte(reader.line)
    return family(reader.line).features.contains(.bracketLines) && firstByte(code) == 0x7B
      && lines[code].end == lines[code].first + 1 && lines[code].blockEnd != nil
      && last != 0x3B && last != 0x7B && last != 0x7D && last != 0x2C
      && lines[code].indent >= lines[reader.head].indent
  }

  /// Whether a line holds the type of the function whose name starts the next line.
  private func isTypeLine(_ reader: StatementReader, _ code: Int, _ context: BlockContext) -> Bool {
    let family = family(reader.line)
    guard context.scope == .declarations, family.features.contains([.conditions, .semicolons]),
      reader.first == reader.line, lines[code].indent == lines[reader.line].indent
    else { return false }
    let line = text[lines[reader.line].first..<lines[reader.line].end]
    return line.allSatisfy { $0.isPartOfWord || $0 == 0x20 || $0 == 0x2A || $0 == 0x3A }
      && line.last != 0x3A && firstByte(code).isPartOfWord
      && text[lines[code].first..<lines[code].end].contains(0x28)
  }

  /// Whether both lines are text between tags.
  private func isText(_ line: Int, _ code: Int) -> Bool {
    firstByte(line) != 0x3C && lastByte(line) != 0x3E && firstByte(code) != 0x3C
      && firstByte(line) != 0x7B && firstByte(code) != 0x7B
  }

  // MARK: - Prose

  /// The width from which lines count as broken to fit.
  private static let paragraphWidth = 50

  /// Whether a line continues the paragraph above it.
  private func isSameParagraph(_ reader: StatementReader, _ code: Int) -> Bool {
    let line = lines[reader.line]
    return lines[code].indent == line.indent && line.end - line.start >= Self.paragraphWidth
      && text[line.first..<line.end].count(where: { $0 == 0x20 }) >= 4
      && firstByte(code).isPartOfWord && !isNumbered(code)
  }

  private func isNumbered(_ line: Int) -> Bool {
    let words = text[lines[line].first..<lines[line].end].drop { $0.isDecimalDigit }
    return words.startIndex > lines[line].first && (words.first == 0x2E || words.first == 0x29)
  }

  // MARK: - Words

  private static let middles: Set<String> = [
    "else", "elseif", "elsif", "elif", "except", "finally", "catch", "rescue", "ensure", "then",
    "do", "when", "begin", "else:", "case",
  ]

  /// The first word of a line, in lower case, if it is short.
  private func word(_ line: Int) -> String {
    let word = text[lines[line].first..<lines[line].end].prefix(12).prefix { $0.isPartOfWord }
    return String(decoding: word.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Whether a line continues the statement above it and ends its current part, such as `else`.
  func isMiddle(_ line: Int) -> Bool {
    let family = family(line)
    let first = firstByte(line) | 0x20
    guard "ecfrtdwb".utf8.contains(first), !family.isData else { return false }
    let word = word(line)
    guard Self.middles.contains(word) else { return false }
    switch word {
    case "then", "do", "begin": return family.indentation == .container
    case "when", "ensure", "rescue": return family.features.contains(.endWords)
    case "case": return false
    default: return true
    }
  }

  /// Whether a line closes the statement above it, such as `end`.
  func isEnd(_ line: Int) -> Bool {
    if lines[line].closersEnd > lines[line].first { return true }
    if firstByte(line) == 0x3C {
      return lines[line].first + 1 < text.count && text[lines[line].first + 1] == 0x2F
    }
    let family = family(line)
    guard family.features.contains(.endWords), "eunlw".utf8.contains(firstByte(line) | 0x20) else {
      return false
    }
    let word = word(line)
    return word.hasPrefix("end") || ["until", "next", "loop", "wend"].contains(word)
  }
}
