import DocMergeLanguage

/// Reads JSON, from the outermost value inwards.
struct JSONScanner {
  /// Where the next token is.
  var cursor: ByteCursor
  /// Whether the extensions of JSON5 are accepted.
  let isTolerant: Bool

  init(_ text: [UInt8], isTolerant: Bool) {
    cursor = ByteCursor(text)
    self.isTolerant = isTolerant
  }

  /// The node of a text that holds one value, or members without braces.
  mutating func document() throws(FormatRefusal) -> Node {
    let opening = try scanTrivia(isLineStart: true)
    let all = 0..<cursor.text.count
    if try startsMember() {
      var root = Node(.members, range: all, body: all)
      try addChildren(to: &root, from: opening.headEnd, closedBy: nil, depth: 0)
      return root
    }
    var root = try value(key: nil, from: cursor.offset, depth: 0)
    root.range = all
    _ = try scanTrivia()
    guard cursor.isAtEnd else { throw refusal(tr("the end of the text was expected")) }
    return root
  }

  /// The node of a text that holds one value per line.
  mutating func lines() throws(FormatRefusal) -> Node {
    let opening = try scanTrivia(isLineStart: true)
    let all = 0..<cursor.text.count
    var root = Node(.items, range: all, body: all, inner: all.upperBound..<all.upperBound)
    var begin = opening.headEnd
    while !cursor.isAtEnd {
      var child = try value(key: nil, from: cursor.offset, depth: 0)
      if let lineEnd = cursor.text[child.body].firstIndex(of: 0x0A) {
        throw FormatRefusal(at: lineEnd, tr("the value was expected to end on its line"))
      }
      let behind = try scanTrivia()
      guard behind.lineEnd != nil || cursor.isAtEnd else {
        throw refusal(tr("the end of the line was expected"))
      }
      child.range = begin..<(cursor.isAtEnd ? behind.endBeforeCloser : behind.endBeforeSibling)
      begin = child.range.upperBound
      root.children.append(child)
    }
    if let first = root.children.first { root.inner = first.range.lowerBound..<begin }
    return root
  }

  /// Scans blanks, line ends and, where they are accepted, comments.
  private mutating func scanTrivia(isLineStart: Bool = false) throws(FormatRefusal) -> Trivia {
    try cursor.scanTrivia(withComments: isTolerant, isLineStart: isLineStart)
  }

  /// The refusal to read the text further than here.
  func refusal(_ reason: String) -> FormatRefusal { FormatRefusal(at: cursor.offset, reason) }
}

// MARK: Containers

extension JSONScanner {
  /// Reads a value, whose node begins where its key does.
  mutating func value(
    key: Node.Key?, from start: Int, depth: Int
  ) throws(FormatRefusal) -> Node {
    switch cursor.next {
    case 0x7B: return try container(.members, closedBy: 0x7D, key: key, from: start, depth: depth)
    case 0x5B: return try container(.items, closedBy: 0x5D, key: key, from: start, depth: depth)
    default:
      let kind = try scanScalar()
      let body = start..<cursor.offset
      return Node(kind, key: key, range: body, body: body)
    }
  }

  /// Reads an object or an array, from its opening bracket on.
  private mutating func container(
    _ kind: Node.Kind, closedBy closer: UInt8, key: Node.Key?, from start: Int, depth: Int
  ) throws(FormatRefusal) -> Node {
    guard depth < nestingLimit else { throw refusal(tr("the nesting is too deep")) }
    cursor.offset += 1
    let inside = cursor.offset
    let opening = try scanTrivia()
    var node = Node(kind, key: key, range: start..<inside, body: start..<inside)
    if cursor.next == closer {
      let place = opening.lineEnd ?? inside
      node.inner = place..<place
      node.mark = 0x2C
      node.allowsFinalMark = isTolerant
    } else {
      try addChildren(to: &node, from: opening.headEnd, closedBy: closer, depth: depth + 1)
    }
    cursor.offset += 1
    node.body = start..<cursor.offset
    node.range = node.body
    node.separator = cursor.offset..<cursor.offset
    return node
  }

  /// Reads members or items up to the closing bracket, or to the end of the text.
  private mutating func addChildren(
    to node: inout Node, from first: Int, closedBy closer: UInt8?, depth: Int
  ) throws(FormatRefusal) {
    // Few mappings have fewer, and each growth of a list of children moves them. Lists may be pairs.
    node.children.reserveCapacity(node.kind == .members ? 4 : 2)
    var begin = first
    var isLast = false
    while !isLast {
      var child =
        node.kind == .members
        ? try member(depth: depth) : try value(key: nil, from: cursor.offset, depth: depth)
      let end = try scanSeparator(of: &child, closedBy: closer)
      child.range = begin..<end
      begin = end
      isLast = cursor.next == closer
      node.children.append(consume child)
    }
    node.inner = first..<begin
    node.mark = 0x2C
    node.allowsFinalMark = isTolerant
  }

  /// Scans the text after a child, up to the next one or the closing bracket.
  ///
  /// - Returns: Where the text that belongs to the child ends.
  private mutating func scanSeparator(
    of child: inout Node, closedBy closer: UInt8?
  ) throws(FormatRefusal) -> Int {
    let before = try scanTrivia()
    let comma = cursor.offset
    guard cursor.take(0x2C) else {
      guard cursor.next == closer else {
        throw refusal(tr("a comma or the end of the container was expected"))
      }
      return before.endBeforeCloser
    }
    child.separator = comma..<cursor.offset
    let behind = try scanTrivia()
    guard cursor.next == closer else { return behind.endBeforeSibling }
    guard isTolerant else {
      throw FormatRefusal(at: comma, tr("a value was expected behind the comma"))
    }
    return behind.endBeforeCloser
  }

  /// Reads a key, a colon and a value.
  private mutating func member(depth: Int) throws(FormatRefusal) -> Node {
    let start = cursor.offset
    let key = try scanKey()
    _ = try scanTrivia()
    guard cursor.take(0x3A) else { throw refusal(tr("a colon was expected behind the key")) }
    _ = try scanTrivia()
    return try value(key: key, from: start, depth: depth)
  }

  /// Whether a key and a colon follow, where a value would also be possible.
  private mutating func startsMember() throws(FormatRefusal) -> Bool {
    guard isTolerant else { return false }
    let start = cursor.offset
    defer { cursor.offset = start }
    guard (try? scanKey()) != nil else { return false }
    _ = try scanTrivia()
    return cursor.next == 0x3A
  }
}
