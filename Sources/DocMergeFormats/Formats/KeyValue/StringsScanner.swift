import DocMergeLanguage

/// Reads `"key" = "value";`, several of which can be on one line.
struct StringsScanner {
  private var cursor: ByteCursor
  private let dialect = KeyValueFormat.Dialect.strings

  init(_ text: [UInt8]) {
    cursor = ByteCursor(text)
  }

  /// The node of the whole text.
  mutating func document() throws(FormatRefusal) -> Node {
    let opening = try cursor.scanTrivia(withComments: true, isLineStart: true)
    let count = cursor.text.count
    var root = Node(.members, range: 0..<count, body: 0..<count, inner: count..<count)
    guard !cursor.isAtEnd else { return root }
    var begin = opening.headEnd
    while !cursor.isAtEnd {
      let entry = try scanEntry()
      var node = Node(entry.kind(in: cursor.text, dialect), range: entry.body, body: entry.body)
      node.key = entry.key(in: cursor.text, dialect)
      let behind = try cursor.scanTrivia(withComments: true)
      node.range = begin..<(cursor.isAtEnd ? behind.endBeforeCloser : behind.endBeforeSibling)
      begin = node.range.upperBound
      root.children.append(node)
    }
    root.inner = opening.headEnd..<begin
    return root
  }

  /// Scans an entry with its semicolon; without a value it means its key.
  private mutating func scanEntry() throws(FormatRefusal) -> KeyedEntry {
    let start = cursor.offset
    let key = try scanString()
    _ = try cursor.scanTrivia(withComments: true)
    var value = key
    if cursor.take(0x3D) {
      _ = try cursor.scanTrivia(withComments: true)
      value = try scanString()
      _ = try cursor.scanTrivia(withComments: true)
    }
    guard cursor.take(0x3B) else {
      throw FormatRefusal(at: cursor.offset, tr("a semicolon was expected behind the value"))
    }
    return KeyedEntry(
      body: start..<cursor.offset, key: key.range, value: value.range,
      hasEscapedKey: key.hasEscapes)
  }

  /// Scans a string in quotation marks, or a word without them.
  private mutating func scanString() throws(FormatRefusal)
    -> (range: Range<Int>, hasEscapes: Bool)
  {
    let start = cursor.offset
    guard let quote = cursor.next, quote == 0x22 || quote == 0x27 else {
      cursor.skip { $0.isWordByte }
      guard cursor.offset > start else {
        throw FormatRefusal(at: start, tr("a string was expected"))
      }
      return (start..<cursor.offset, false)
    }
    cursor.offset += 1
    var hasEscapes = false
    while let next = cursor.next {
      cursor.offset += 1
      if next == quote { return (start + 1..<cursor.offset - 1, hasEscapes) }
      if next == 0x5C, !cursor.isAtEnd {
        hasEscapes = true
        cursor.offset += 1
      }
    }
    throw FormatRefusal(at: start, tr("the string is not closed"))
  }
}

extension UInt8 {
  /// Whether the byte can be part of a string without quotation marks.
  fileprivate var isWordByte: Bool {
    isASCIILetter || isDecimalDigit || self == 0x5F || self == 0x24 || self >= 0x2D && self <= 0x2F
      || self == 0x3A
  }
}
