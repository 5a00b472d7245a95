import DocMergeCore

extension OutlineBuilder {
  /// Reads the attributes of a tag that has one per line.
  func openTag(_ reader: inout StatementReader, upTo upper: Int) -> Bool {
    let index = longTags.partitioningIndex { $0.line >= reader.line }
    guard index < longTags.count, longTags[index].line == reader.line else { return false }
    let tag = longTags[index].range
    var last = reader.line
    while last + 1 < lines.count, lines[last + 1].start < tag.upperBound { last += 1 }
    guard last < upper, last > reader.line, let part = attributes(of: tag) else { return false }
    reader.parts.append(part)
    for line in reader.line...last { reader.end = max(reader.end, lines[line].end) }
    (reader.line, reader.head) = (last, last)
    return true
  }

  /// The attributes of a tag; `nil` when there are none, or several on a line.
  private func attributes(of tag: Range<Int>) -> OutlineBlock? {
    var cursor = ByteCursor(text, at: tag.lowerBound + 1)
    cursor.skip { !$0.isWhite && $0 != 0x3E }
    var nodes: [Node] = []
    while cursor.offset < tag.upperBound {
      let gap = cursor.offset
      cursor.skip { $0.isWhite }
      guard let next = cursor.next, next != 0x3E, !cursor.isAt("/>"), !cursor.isAt("?>") else {
        break
      }
      let newline = text[gap..<cursor.offset].lastIndex(of: 0x0A)
      guard newline != nil || nodes.isEmpty, cursor.offset > gap else { return nil }
      let start = newline.map { $0 + 1 } ?? cursor.offset
      guard let name = scanAttribute(&cursor) else { return nil }
      if let last = nodes.indices.last {
        nodes[last].range = nodes[last].range.lowerBound..<start
      }
      nodes.append(
        Node(
          .scalar, key: Node.Key(name, in: text), range: start..<cursor.offset,
          body: name.lowerBound..<cursor.offset))
    }
    guard let first = nodes.first else { return nil }
    var block = OutlineBlock(inner: first.range.lowerBound..<cursor.offset)
    let end = nodes.last?.range.upperBound ?? cursor.offset
    block = OutlineBlock(kind: .members, inner: first.range.lowerBound..<end, children: nodes)
    return block
  }

  /// Scans a name and its value; returns the place of the name.
  private func scanAttribute(_ cursor: inout ByteCursor) -> Range<Int>? {
    let start = cursor.offset
    cursor.skip { !$0.isWhite && $0 != 0x3D && $0 != 0x3E }
    let name = start..<cursor.offset
    guard !name.isEmpty else { return nil }
    guard cursor.take(0x3D) else { return name }
    if let quote = cursor.next, quote == 0x22 || quote == 0x27 {
      cursor.offset += 1
      cursor.skip { $0 != quote }
      return cursor.take(quote) ? name : nil
    }
    cursor.skip { !$0.isWhite && $0 != 0x3E }
    return name
  }

  // MARK: - Attributes of declarations

  /// The end of an attribute on lines of its own above a declaration; `nil` when none starts here.
  func endOfAttribute(_ index: Int) -> Int? {
    let features = family(index).features
    let line = lines[index]
    guard line.first + 1 < line.end || line.first + 1 < text.count else { return nil }
    let second = text[line.first + 1]
    switch text[line.first] {
    case 0x40 where features.contains(.decorators): break
    case 0x23 where features.contains(.hashAttributes) && second == 0x5B: break
    case 0x5B where features.contains(.bracketAttributes) && second.isPartOfWord: break
    case 0x5B where features.contains(.templates) && second == 0x5B: break
    case 0x74 where features.contains(.templates) && isTemplate(line): return index + 1
    default: return nil
    }
    let isClosed = text[line.first] == 0x40 ? isDecorator(line) : text[line.end - 1] == 0x5D
    if isClosed, line.reach == index { return index + 1 }
    guard let end = line.blockEnd, lines[end].closersEnd == lines[end].end,
      line.reach == end, text[line.first] != 0x40 || isDecorator(line)
    else { return nil }
    return end + 1
  }

  /// Whether a line holds the parameters of a template of C++, and nothing else.
  private func isTemplate(_ line: OutlineLine) -> Bool {
    let words = text[line.first..<line.end]
    let word = words.prefix(while: \.isPartOfName)
    return word.elementsEqual("template".utf8) && words.last == UInt8(ascii: ">")
      && words[word.endIndex...].drop(while: \.isBlankOrTab).first == UInt8(ascii: "<")
  }

  /// Whether a line holds `@name`, with parentheses or without, and nothing else.
  private func isDecorator(_ line: OutlineLine) -> Bool {
    var cursor = ByteCursor(text, at: line.first + 1)
    guard cursor.next?.isPartOfWord ?? false else { return false }
    cursor.skip { $0.isPartOfWord || $0 == 0x2E }
    if cursor.offset >= line.end { return true }
    guard cursor.take(0x28) else { return false }
    var depth = 1
    while cursor.offset < line.end, depth > 0 {
      if cursor.next == 0x28 { depth += 1 } else if cursor.next == 0x29 { depth -= 1 }
      cursor.offset += 1
    }
    return cursor.offset == line.end
  }
}
