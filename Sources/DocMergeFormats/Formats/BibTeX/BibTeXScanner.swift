import DocMergeLanguage

/// Reads the entries of a bibliography in order.
struct BibTeXScanner {
  private var cursor: ByteCursor

  init(_ text: [UInt8]) { cursor = ByteCursor(text) }

  /// Skips text between entries; returns whether an entry follows.
  mutating func skipToEntry() throws(FormatRefusal) -> Bool {
    var startsLine = cursor.byte(ahead: -1) == 0x0A || cursor.offset == 0
    while let byte = cursor.next {
      if startsLine, cursor.isAtConflictMarker {
        throw refusal(tr("an entry, not a conflict marker,"))
      }
      if byte == 0x40, try isAtEntry(startsLine: startsLine) { return true }
      if byte == 0x25 {
        cursor.skipLine()
        startsLine = true
      } else {
        cursor.offset += 1
        startsLine = byte == 0x0A || startsLine && byte.isWhite
      }
    }
    return false
  }

  /// Whether this at-sign opens an entry; one that is not at the start of a line need not.
  private func isAtEntry(startsLine: Bool) throws(FormatRefusal) -> Bool {
    var ahead = cursor
    ahead.offset += 1
    let name = ahead.takeName()
    ahead.skip(while: \.isWhite)
    if !name.isEmpty, ahead.next == 0x7B || ahead.next == 0x28 { return true }
    guard startsLine, !ahead.says("comment", name) else { return false }
    throw FormatRefusal(at: ahead.offset, tr("an opening brace was expected"))
  }

  /// Reads an entry, from its at-sign to its closing brace.
  mutating func readEntry() throws(FormatRefusal) -> Node {
    let start = cursor.offset
    cursor.offset += 1
    let type = cursor.takeName()
    cursor.skip(while: \.isWhite)
    if cursor.says("comment", type) {
      try skipBalanced()
      return Node(.text, range: start..<start, body: start..<cursor.offset)
    }
    let open = cursor.offset
    let close: UInt8 = cursor.take(0x28) ? 0x29 : 0x7D
    if open == cursor.offset { cursor.offset += 1 }
    skipSpace()
    if cursor.says("preamble", type) {
      try skipValue()
      try take(close)
      return Node(.text, range: start..<start, body: start..<cursor.offset)
    }
    if cursor.says("string", type) { return try readString(from: start, close) }
    return try readFields(from: start, close)
  }

  /// Reads `name = value`, the only member of a definition.
  private mutating func readString(
    from start: Int, _ close: UInt8
  ) throws(FormatRefusal) -> Node {
    var node = try readField(prefix: [0x40])
    skipSpace()
    _ = cursor.take(0x2C)
    try take(close)
    node.body = start..<cursor.offset
    node.inner = cursor.offset..<cursor.offset
    node.separator = node.inner
    return node
  }

  /// Reads the key of an entry and its fields.
  private mutating func readFields(
    from start: Int, _ close: UInt8
  ) throws(FormatRefusal) -> Node {
    let name = cursor.offset
    cursor.skip { !$0.isWhite && $0 != 0x2C && $0 != close && $0 != 0x7B && $0 != 0x7D }
    let place = name..<cursor.offset
    let key = place.isEmpty ? nil : Node.Key(meaning: cursor.lowercase(place), at: place)
    skipSpace()
    guard cursor.take(0x2C) else {
      try take(close, orComma: true)
      return Node(.scalar, key: key, range: start..<start, body: start..<cursor.offset)
    }
    let inner = ChildEnds(&cursor, skipComments: Self.skipComment).sibling
    var list = ChildList(from: inner)
    skipSpace()
    while cursor.next != close {
      var field = try readField()
      let hasMark = takeMark(of: &field)
      list.append(field, ChildEnds(&cursor, skipComments: Self.skipComment))
      skipSpace()
      guard hasMark else { break }
    }
    try take(close, orComma: true)
    var node = Node(
      .members, key: key, range: start..<start, body: start..<cursor.offset,
      inner: inner..<list.end)
    node.children = list.nodes
    node.mark = 0x2C
    node.allowsFinalMark = true
    return node
  }

  /// Consumes a comma after a field, on its line or a later one.
  private mutating func takeMark(of field: inout Node) -> Bool {
    skipSpace()
    let mark = cursor.offset
    guard cursor.take(0x2C) else {
      cursor.offset = field.body.upperBound
      return false
    }
    field.separator = mark..<cursor.offset
    return true
  }

  /// Reads `name = value`.
  private mutating func readField(prefix: [UInt8] = []) throws(FormatRefusal) -> Node {
    let start = cursor.offset
    let name = cursor.takeName()
    guard !name.isEmpty else { throw refusal(tr("the name of a field")) }
    skipSpace()
    guard cursor.take(0x3D) else { throw refusal(tr("an equals sign")) }
    skipSpace()
    let value = cursor.offset
    try skipValue()
    let body = start..<cursor.offset
    let key = Node.Key(meaning: prefix + cursor.lowercase(name), at: name)
    let hasWords = cursor.text[value..<cursor.offset].contains(where: \.isWhite)
    return Node(hasWords ? .text : .scalar, key: key, range: start..<start, body: body)
  }

  /// Where an entry ends, the rest of its line included.
  mutating func endOfEntry() -> ChildEnds {
    ChildEnds(&cursor) { cursor in
      var isComment = false
      cursor.skip { byte in
        isComment = isComment || byte == 0x25
        return byte != 0x0A && (byte != 0x40 || isComment)
      }
    }
  }
}

extension BibTeXScanner {
  /// Skips pieces of a value that are joined by `#`.
  private mutating func skipValue() throws(FormatRefusal) {
    var end = cursor.offset
    repeat {
      skipSpace()
      switch cursor.next {
      case 0x7B: try skipBalanced()
      case 0x22: try skipQuoted()
      default:
        guard !cursor.takeName().isEmpty else { throw refusal(tr("a value")) }
      }
      end = cursor.offset
      skipSpace()
    } while cursor.take(0x23)
    cursor.offset = end
  }

  /// Skips the contents of an opening brace or parenthesis.
  private mutating func skipBalanced() throws(FormatRefusal) {
    let start = cursor.offset
    let open = cursor.next
    let close: UInt8 = open == 0x28 ? 0x29 : 0x7D
    var depth = 0
    repeat {
      guard let byte = cursor.next else {
        throw FormatRefusal(at: start, tr("a closing brace was expected"))
      }
      if byte == open { depth += 1 } else if byte == close { depth -= 1 }
      try scanByte()
    } while depth > 0
  }

  /// Skips text in quotation marks; those within braces do not count.
  private mutating func skipQuoted() throws(FormatRefusal) {
    let start = cursor.offset
    var depth = 0
    cursor.offset += 1
    while let byte = cursor.next, depth > 0 || byte != 0x22 {
      if byte == 0x7B { depth += 1 } else if byte == 0x7D { depth -= 1 }
      guard depth >= 0 else { throw refusal(tr("a closing quotation mark")) }
      try scanByte()
    }
    guard cursor.take(0x22) else {
      throw FormatRefusal(at: start, tr("a closing quotation mark was expected"))
    }
  }

  private mutating func scanByte() throws(FormatRefusal) {
    if cursor.take(0x0A) {
      if cursor.isAtConflictMarker { throw refusal(tr("a value, not a conflict marker,")) }
    } else {
      cursor.offset += 1
    }
  }

  private mutating func take(_ close: UInt8, orComma: Bool = false) throws(FormatRefusal) {
    skipSpace()
    guard cursor.take(close) else {
      throw refusal(orComma ? tr("a comma or a closing brace") : tr("a closing brace"))
    }
  }

  /// Skips blanks, line ends and comments, as biber does.
  private mutating func skipSpace() {
    repeat { cursor.skip(while: \.isWhite) } while Self.skipsComment(&cursor)
  }

  private static func skipsComment(_ cursor: inout ByteCursor) -> Bool {
    guard cursor.next == 0x25 else { return false }
    cursor.skip { $0 != 0x0A }
    return true
  }

  private static func skipComment(_ cursor: inout ByteCursor) { _ = skipsComment(&cursor) }

  private func refusal(_ expected: String) -> FormatRefusal {
    FormatRefusal(at: cursor.offset, tr("\(expected) was expected"))
  }
}

extension ByteCursor {
  /// Consumes the name of a type, a field or a definition, or a number.
  fileprivate mutating func takeName() -> Range<Int> {
    let start = offset
    skip { byte in
      switch byte {
      case 0...0x20, 0x22, 0x23, 0x25, 0x27, 0x28, 0x29, 0x2C, 0x3D, 0x40, 0x7B, 0x7D, 0x7F: false
      default: true
      }
    }
    return start..<offset
  }

  /// The bytes in lower case.
  fileprivate func lowercase(_ range: Range<Int>) -> [UInt8] {
    text[range].map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
  }

  /// Whether the bytes are this word, in lower or upper case.
  fileprivate func says(_ word: StaticString, _ range: Range<Int>) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    return zip(range, 0...).allSatisfy { text[$0] | 0x20 == word.utf8Start[$1] }
  }
}
