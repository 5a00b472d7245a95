import DocMergeLanguage

/// Reads an asset of Unity line by line.
struct UnityScanner {
  private var cursor: ByteCursor

  private var text: [UInt8] { cursor.text }

  init(_ text: [UInt8]) { cursor = ByteCursor(text) }

  /// The node of the whole text.
  mutating func document() throws(FormatRefusal) -> Node {
    if cursor.isAt("\u{FEFF}") { cursor.offset = 3 }
    guard cursor.isAt("%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:") else {
      throw refusal(tr("the first lines of an asset of Unity"))
    }
    cursor.skipLine()
    cursor.skipLine()
    let start = cursor.offset
    var root = Node(.members, range: text.indices, body: text.indices)
    while !cursor.isAtEnd { root.children.append(try object()) }
    root.inner = start..<cursor.offset
    return root
  }

  /// Reads an object: `--- !u!114 &1234 stripped` and the lines below it.
  private mutating func object() throws(FormatRefusal) -> Node {
    let start = cursor.offset
    guard cursor.isAt("--- !u!") else { throw refusal(tr("the first line of an object")) }
    cursor.offset += 7
    cursor.skip(while: \.isDecimalDigit)
    guard cursor.isAt(" &") else { throw refusal(tr("the id of an object")) }
    cursor.offset += 2
    let id = cursor.offset
    _ = cursor.take(0x2D)
    cursor.skip(while: \.isDecimalDigit)
    guard cursor.offset > id else { throw refusal(tr("the id of an object")) }
    let key = Node.Key(id..<cursor.offset, in: text)
    if cursor.isAt(" stripped") { cursor.offset += 9 }
    try scanLineEnd()
    let first = cursor.offset
    let children = try members(column: 0, first: cursor.offset)
    let body = start..<cursor.offset
    var node = Node(.members, key: key, range: body, body: body, inner: first..<cursor.offset)
    node.children = children
    node.isAddedWhole = true
    return node
  }

  // MARK: - Blocks

  /// The indentation of the line at the cursor, and whether it is an item; `nil` at the end of an object.
  private func nextLine() throws(FormatRefusal) -> (column: Int, isItem: Bool)? {
    var line = cursor
    line.skip { $0 == 0x20 }
    guard !line.isAtEnd else { return nil }
    let column = line.offset - cursor.offset
    if column == 0, line.isAt("---") { return nil }
    guard line.next != 0x0A, line.next != 0x09, !cursor.isAtConflictMarker else {
      throw refusal(tr("a member, an item or an object"))
    }
    return (column, line.next == 0x2D && (line.byte(ahead: 1)?.isWhite ?? true))
  }

  /// Reads the members of a column; the first one starts at the cursor, which may be after a dash.
  private mutating func members(column: Int, first: Int) throws(FormatRefusal) -> [Node] {
    var members: [Node] = []
    var start = first
    while true {
      if !(members.isEmpty && text.indices.contains(start - 1) && text[start - 1] != 0x0A) {
        guard let line = try nextLine(), line.column >= column,
          !(line.isItem && line.column == column)
        else { break }
        guard line.column == column else { throw refusal(tr("a line that is indented less")) }
        cursor.offset += column
      }
      members.append(try member(from: start, column: column))
      start = cursor.offset
    }
    return members
  }

  /// Reads a member, from its key on.
  private mutating func member(from start: Int, column: Int) throws(FormatRefusal) -> Node {
    let key = try scanKey()
    cursor.skipBlanks()
    guard cursor.isAtEnd || cursor.next == 0x0A else {
      return try value(from: start, key: key, column: column)
    }
    cursor.skipLine()
    let first = cursor.offset
    guard let line = try nextLine(), line.column > column || line.column == column && line.isItem
    else { return leaf(from: start, key: key) }
    let kind: Node.Kind = line.isItem ? .items : .members
    let children =
      line.isItem
      ? try items(column: line.column, first: first)
      : try members(column: line.column, first: first)
    let body = start..<cursor.offset
    var node = Node(kind, key: key, range: body, body: body, inner: first..<cursor.offset)
    node.children = children
    UnityLists(text).mark(&node)
    return node
  }

  /// Reads the items of a column; the first one starts at the cursor, which may be after another dash.
  private mutating func items(column: Int, first: Int) throws(FormatRefusal) -> [Node] {
    var items: [Node] = []
    var start = first
    while true {
      if !(items.isEmpty && text[start - 1] != 0x0A) {
        guard let line = try nextLine(), line.isItem, line.column == column else { break }
        cursor.offset += column
      }
      items.append(try item(from: start, column: column))
      start = cursor.offset
    }
    return items
  }

  /// Reads an item, from its dash on.
  private mutating func item(from start: Int, column: Int) throws(FormatRefusal) -> Node {
    cursor.offset += 1
    guard cursor.take(0x20), let next = cursor.next, next != 0x0A else {
      cursor.skipLine()
      return leaf(from: start, key: nil)
    }
    let first = cursor.offset
    let isItem = next == 0x2D && (cursor.byte(ahead: 1)?.isWhite ?? true)
    guard isItem || isAtKey else {
      return try value(from: start, key: nil, column: column)
    }
    let children =
      isItem
      ? try items(column: column + 2, first: first) : try members(column: column + 2, first: first)
    let body = start..<cursor.offset
    var node = Node(
      isItem ? .items : .members, range: body, body: body, inner: first..<cursor.offset)
    node.children = children
    return node
  }

  private func leaf(from start: Int, key: Node.Key?) -> Node {
    let body = start..<cursor.offset
    return Node(.scalar, key: key, range: body, body: body)
  }

  // MARK: - Keys and values

  /// Whether a key and a colon follow.
  private var isAtKey: Bool {
    var ahead = self
    return cursor.next != 0x7B && cursor.next != 0x5B && (try? ahead.scanKey()) != nil
  }

  /// Scans a key and the colon after it.
  private mutating func scanKey() throws(FormatRefusal) -> Node.Key {
    let start = cursor.offset
    if cursor.next == 0x22 || cursor.next == 0x27 {
      try scanQuoted()
      let key = Node.Key(start..<cursor.offset, in: text)
      guard cursor.take(0x3A), cursor.next?.isWhite ?? true else { throw refusal(tr("a colon")) }
      return key
    }
    while let byte = cursor.next, byte != 0x0A {
      if byte == 0x3A, cursor.byte(ahead: 1)?.isWhite ?? true {
        guard cursor.offset > start else { break }
        let key = Node.Key(start..<cursor.offset, in: text)
        cursor.offset += 1
        return key
      }
      cursor.offset += 1
    }
    throw FormatRefusal(at: start, tr("a key and a colon were expected"))
  }

  /// Reads a value with all its lines, which must be indented more than a column.
  private mutating func value(
    from start: Int, key: Node.Key?, column: Int
  ) throws(FormatRefusal) -> Node {
    let isFlow = cursor.next == 0x7B || cursor.next == 0x5B
    switch cursor.next {
    case 0x22, 0x27:
      try scanQuoted()
      try scanLineEnd()
    case 0x7B, 0x5B:
      try scanFlow()
      try scanLineEnd()
    default:
      cursor.skipLine()
      scanContinuation(column: column)
    }
    var node = leaf(from: start, key: key)
    // A vector, a colour or a reference is one value.
    node.isWhole = isFlow
    return node
  }

  /// Scans the continuation lines of a value, and blank lines between them.
  private mutating func scanContinuation(column: Int) {
    var line = cursor
    while !line.isAtEnd {
      let start = line.offset
      line.skip { $0 == 0x20 }
      let isBlank = line.isAtEnd || line.next == 0x0A
      guard isBlank || line.offset - start > column else { return }
      line.skipLine()
      if !isBlank { cursor = line }
    }
  }

  private mutating func scanQuoted() throws(FormatRefusal) {
    let (start, quote) = (cursor.offset, cursor.next)
    cursor.offset += 1
    while let byte = cursor.next {
      cursor.offset += byte == 0x5C && quote == 0x22 ? 2 : 1
      if byte == quote, !(quote == 0x27 && cursor.take(0x27)) { return }
    }
    throw FormatRefusal(at: start, tr("the quoted text is not closed"))
  }

  /// Scans the text between braces or brackets.
  private mutating func scanFlow() throws(FormatRefusal) {
    let start = cursor.offset
    var depth = 0
    while let byte = cursor.next {
      if byte == 0x22 || byte == 0x27, cursor.byte(ahead: -1).map({ !$0.isPartOfName }) ?? true {
        try scanQuoted()
        continue
      }
      if byte == 0x0A, cursor.byte(ahead: 1) == 0x2D { break }
      cursor.offset += 1
      if byte == 0x7B || byte == 0x5B { depth += 1 }
      if byte == 0x7D || byte == 0x5D { depth -= 1 }
      if depth == 0 { return }
    }
    throw FormatRefusal(at: start, tr("the bracket or brace is not closed"))
  }

  private mutating func scanLineEnd() throws(FormatRefusal) {
    cursor.skipBlanks()
    guard cursor.isAtEnd || cursor.take(0x0A) else { throw refusal(tr("the end of the line")) }
  }

  private func refusal(_ expected: String) -> FormatRefusal {
    FormatRefusal(at: cursor.offset, tr("\(expected) was expected"))
  }
}
