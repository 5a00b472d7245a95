import DocMergeLanguage

/// Reads TOML, line by line.
struct TOMLScanner {
  /// Where the next token is.
  var cursor: ByteCursor

  init(_ text: [UInt8]) { cursor = ByteCursor(text) }

  /// The node of the whole text.
  mutating func document() throws(FormatRefusal) -> Node {
    try checkBytes()
    var tables = TOMLTables(cursor.text)
    var definitions = TOMLDefinitions()
    if cursor.isAt("\u{FEFF}") { cursor.offset = 3 }
    var gap = try scanGap(from: 0)
    while !cursor.isAtEnd {
      cursor.skipBlanks()
      let start = cursor.offset
      if cursor.next == 0x5B {
        let header = try header()
        guard definitions.open(header.name, isElement: header.isElement) else {
          throw FormatRefusal(at: start, tr("the name stands for something else before"))
        }
        tables.open(header, behind: gap)
      } else {
        let name = try pairName()
        guard definitions.add(name) else {
          throw FormatRefusal(at: start, tr("the name stands for something else before"))
        }
        var pair = try value(key: name.key, from: start, depth: 0)
        try scanLineEnd()
        pair.range = start..<cursor.offset
        tables.add(pair, behind: gap)
      }
      gap = try scanGap(from: cursor.offset)
    }
    return tables.finish(behind: gap)
  }

  /// The refusal to read the text further than here.
  func refusal(_ reason: String) -> FormatRefusal { FormatRefusal(at: cursor.offset, reason) }

  /// Control characters are not allowed anywhere.
  private func checkBytes() throws(FormatRefusal) {
    let place = cursor.text.firstIndex { byte in
      byte < 0x20 && byte != 0x0A && byte != 0x09 || byte == 0x7F
    }
    guard let place else { return }
    throw FormatRefusal(at: place, tr("a control character is not accepted"))
  }

  /// Scans comment lines and blank lines.
  private mutating func scanGap(from start: Int) throws(FormatRefusal) -> LineGap {
    var gap = LineGap(from: start)
    while !cursor.isAtEnd {
      var line = cursor
      line.skipBlanks()
      guard line.isAtEnd || line.next == 0x0A || line.next == 0x23 else { break }
      let isBlank = line.next != 0x23
      line.skipLine()
      gap.addLine(cursor.offset..<line.offset, isBlank: isBlank)
      cursor = line
    }
    return gap
  }

  /// Scans the rest of a line: blanks and a comment.
  private mutating func scanLineEnd() throws(FormatRefusal) {
    cursor.skipBlanks()
    guard cursor.isAtEnd || cursor.next == 0x0A || cursor.next == 0x23 else {
      throw refusal(tr("the end of the line was expected"))
    }
    cursor.skipLine()
  }
}

// MARK: Tables and members

extension TOMLScanner {
  /// The line that opens a table or an element.
  struct Header {
    /// The dotted name.
    let name: TOMLName
    /// Whether the line opens an element: `[[name]]`.
    let isElement: Bool
    /// From the opening bracket to after the end of the line.
    let range: Range<Int>
  }

  /// Reads `[name]` or `[[name]]`, with the rest of the line.
  fileprivate mutating func header() throws(FormatRefusal) -> Header {
    let start = cursor.offset
    cursor.offset += 1
    let isElement = cursor.take(0x5B)
    cursor.skipBlanks()
    let name = try name()
    guard cursor.take(0x5D), !isElement || cursor.take(0x5D) else {
      throw refusal(tr("a closing bracket was expected behind the name of the table"))
    }
    try scanLineEnd()
    return Header(name: name, isElement: isElement, range: start..<cursor.offset)
  }

  /// Reads a key and an equals sign, up to the value.
  mutating func pairName() throws(FormatRefusal) -> TOMLName {
    let name = try name()
    guard cursor.take(0x3D) else { throw refusal(tr("an equals sign was expected behind the key")) }
    cursor.skipBlanks()
    return name
  }

  /// Reads a dotted name, and the blanks after it.
  private mutating func name() throws(FormatRefusal) -> TOMLName {
    var name = TOMLName(try namePart())
    cursor.skipBlanks()
    while cursor.take(0x2E) {
      guard name.count < nestingLimit else { throw refusal(tr("the name has too many parts")) }
      cursor.skipBlanks()
      name.append(try namePart())
      cursor.skipBlanks()
    }
    return name
  }

  /// Reads one part of a name: bare or in quotation marks.
  private mutating func namePart() throws(FormatRefusal) -> TOMLName.Part {
    let start = cursor.offset
    if cursor.next == 0x22 || cursor.next == 0x27 {
      guard !cursor.isAt("\"\"\""), !cursor.isAt("'''") else {
        throw refusal(tr("a key was expected on one line"))
      }
      let isBasic = cursor.next == 0x22
      _ = try scanString()
      let range = start + 1..<cursor.offset - 1
      let raw = cursor.text[range]
      return TOMLName.Part(
        meaning: isBasic ? Escapes.json.decoded(raw) : Array(raw), range: range,
        quoted: start..<cursor.offset)
    }
    cursor.skip { $0.isTOMLNameByte }
    guard cursor.offset > start else { throw refusal(tr("a key was expected")) }
    let range = start..<cursor.offset
    return TOMLName.Part(meaning: Array(cursor.text[range]), range: range, quoted: range)
  }
}

extension UInt8 {
  /// Whether a bare key can contain the byte.
  fileprivate var isTOMLNameByte: Bool {
    isASCIILetter || isDecimalDigit || self == 0x5F || self == 0x2D
  }
}
