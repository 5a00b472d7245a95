/// A statement that is being read, from its first line.
struct StatementReader {
  /// Its first line.
  let first: Int
  /// The current line.
  var line: Int
  /// The line whose indentation determines the current container.
  var head: Int
  /// The last line on which something ends that the statement started.
  var reach: Int
  /// Its containers.
  var parts: [OutlineBlock] = []
  /// The end of the last byte that is not in a comment.
  var end: Int

  init(at first: Int) {
    (self.first, line, head, reach, end) = (first, first, first, first, 0)
  }
}

extension OutlineBuilder {
  /// Reads the statement that starts on a line, with the containers that it opens.
  ///
  /// - Returns: Its node, and the line after it.
  func statement(
    at first: Int, upTo upper: Int, _ context: BlockContext
  ) -> (node: Node, next: Int) {
    var reader = StatementReader(at: first)
    while true {
      arrive(&reader, upTo: upper)
      if openTag(&reader, upTo: upper) || openLines(&reader, upTo: upper, context) { continue }
      if let next = continuation(of: reader, upTo: upper, context) {
        if isMiddle(next), lines[next].indent == lines[reader.head].indent { reader.head = next }
        reader.line = next
        continue
      }
      guard openIndented(&reader, upTo: upper, context) else { break }
    }
    return (node(of: reader, context), reader.line + 1)
  }

  /// Processes the current line.
  private func arrive(_ reader: inout StatementReader, upTo upper: Int) {
    let line = lines[reader.line]
    if line.hasCode { reader.end = max(reader.end, line.end) }
    if line.reach < upper { reader.reach = max(reader.reach, line.reach) }
  }

  /// Reads the lines between a line and the one that closes what it opens.
  private func openLines(
    _ reader: inout StatementReader, upTo upper: Int, _ context: BlockContext
  ) -> Bool {
    guard let end = lines[reader.line].blockEnd, end < upper, end > reader.line else {
      return false
    }
    if context.depth < Self.depthLimit {
      let inside = innerContext(of: reader, lines[reader.line].opener, context)
      reader.parts.append(block(reader.line + 1..<end, inside))
    }
    reader.line = end
    reader.head = end
    return true
  }

  /// Reads the lines that are indented deeper than a line; a closing word after them may continue the statement.
  ///
  /// - Returns: Whether the statement continues.
  private func openIndented(
    _ reader: inout StatementReader, upTo upper: Int, _ context: BlockContext
  ) -> Bool {
    var isOpened = false
    if context.depth < Self.depthLimit, let range = indentedLines(behind: reader, upTo: upper) {
      let part = block(range, innerContext(of: reader, 0, context))
      reader.parts.append(part)
      reader.line = range.upperBound - 1
      reader.end = end(of: part, on: range)
      isOpened = true
    } else if isEnd(reader.line) {
      return false
    }
    guard let next = nextCode(behind: reader.line, upTo: upper),
      lines[next].indent == lines[reader.head].indent, isEnd(next) || isOpened && isMiddle(next)
    else { return false }
    if !isOpened {
      let place = start(of: reader.line + 1)
      reader.parts.append(OutlineBlock(inner: place..<place))
    }
    (reader.line, reader.head) = (next, next)
    return true
  }

  /// The end of the lines of a container, or of the `;` or `.` that a list has left to it.
  private func end(of part: OutlineBlock, on lines: Range<Int>) -> Int {
    let end = start(of: lines.upperBound)
    let rest = text[part.inner.upperBound..<end]
    guard part.kind == .items, let mark = rest.firstIndex(where: { !$0.isWhite }),
      text[mark] == 0x3B || text[mark] == 0x2E
    else { return end }
    return mark + 1
  }

  /// The next line with code, after blank lines and comments.
  func nextCode(behind line: Int, upTo upper: Int) -> Int? {
    var next = line + 1
    while next < upper, !lines[next].hasCode { next += 1 }
    return next < upper ? next : nil
  }

  // MARK: - Indentation

  /// The lines that are indented deeper than the current one, if that opens a container.
  private func indentedLines(behind reader: StatementReader, upTo upper: Int) -> Range<Int>? {
    let indent = lines[reader.head].indent
    guard opensIndentation(reader.line), let next = nextCode(behind: reader.line, upTo: upper)
    else {
      return nil
    }
    var end = next
    let isList = isSameDepthList(below: reader, next)
    while end < upper, lines[end].indent > indent || isList && isListItem(end, at: indent) {
      end = max(end + 1, dedents[end])
      if end < upper, lines[end].indent > indent { continue }
    }
    guard end > next else { return nil }
    let last = lastCode[min(end, upper) - 1]
    return reader.line
      + 1..<endOfComments(behind: last, before: min(end, upper), deeperThan: indent)
  }

  private func opensIndentation(_ line: Int) -> Bool {
    let family = family(line)
    switch family.indentation {
    case .container: return lastByte(line) != 0x2C || family.features.contains(.clauses)
    case .colon: return lastByte(line) == 0x3A
    case .continuation:
      return lastByte(line) == 0x3A && !family.features.contains(.styles) || opensElement(line)
    case .nothing: return false
    }
  }

  /// Whether a line of code is an open tag.
  private func opensElement(_ line: Int) -> Bool {
    guard firstByte(line) == 0x3C, lastByte(line) == 0x3E, lines[line].end > lines[line].first + 2
    else { return false }
    let next = text[lines[line].first + 1]
    return next >= 0x41 || next == 0x3E
  }

  /// Whether items of a list follow with the indentation of the key above them.
  private func isSameDepthList(below reader: StatementReader, _ next: Int) -> Bool {
    family(reader.line).indentation == .container && family(reader.line).isData
      && lastByte(reader.line) == 0x3A && reader.parts.isEmpty
      && !isListItem(reader.head, at: lines[reader.head].indent)
      && isListItem(next, at: lines[reader.head].indent)
  }

  private func isListItem(_ line: Int, at indent: UInt32) -> Bool {
    let first = lines[line].first
    return lines[line].indent == indent && firstByte(line) == 0x2D && first + 1 < text.count
      && text[first + 1].isWhite
  }

  /// The end of the comments that follow a line and are indented deeper than the container's opening line.
  private func endOfComments(behind last: Int, before end: Int, deeperThan indent: UInt32) -> Int {
    var result = last + 1
    for line in last + 1..<max(end, last + 1) {
      if lines[line].isBlank { continue }
      guard lines[line].isComment, lines[line].indent > indent else { break }
      result = line + 1
    }
    return result
  }
}
