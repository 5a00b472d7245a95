import DocMergeLanguage

/// Mappings and sequences by indentation, and the contents of their members and items.
extension YAMLScanner {
  /// Reads the value after a colon, a dash or `---`, and the gap after it.
  ///
  /// - Parameters:
  ///   - start: Where the node starts that has the value.
  ///   - key: The key of the node.
  ///   - indent: The column of the node, which the lines of the value must exceed.
  ///   - isItem: Whether it is an item, which can have a member or an item on its own line.
  ///   - depth: How many containers are around the node.
  /// - Returns: The node; its range ends as if no sibling followed, before the end of a line.
  /// - Throws: ``FormatRefusal`` for text that is no value, or is indented too little or too much.
  mutating func value(
    from start: Int, key: Node.Key?, indent: Int, isItem: Bool, depth: Int
  ) throws(FormatRefusal) -> Node {
    var bodyEnd = cursor.offset
    cursor.skipBlanks()
    if isItem, let kind = containerKind, cursor.byte(ahead: -1) == 0x20 {
      return try container(
        kind, key: key, from: start, first: cursor.offset, column: cursor.offset - lineStart,
        depth: depth)
    }
    while true {
      bodyEnd = try scanProperties() ?? bodyEnd
      guard isAtLineEnd else {
        return try leaf(from: start, key: key, indent: indent, depth: depth)
      }
      try scanLineEnd()
      let canHoldDash = !isItem && indent >= 0
      if canHoldDash, nextColumn == indent, isAtDash {
        return try container(
          .items, key: key, from: start, first: gap.headEnd, column: indent, isIndentless: true,
          depth: depth)
      }
      guard nextColumn > indent else {
        return Node(.scalar, key: key, range: start..<gap.lineEnd, body: start..<bodyEnd)
      }
      guard isAtPropertyLine else {
        return try content(from: start, key: key, indent: indent, depth: depth)
      }
    }
  }

  /// Reads a value that starts on a line of its own, after the gap.
  mutating func content(
    from start: Int, key: Node.Key?, indent: Int, depth: Int
  ) throws(FormatRefusal) -> Node {
    if let kind = containerKind {
      return try container(
        kind, key: key, from: start, first: gap.headEnd, column: nextColumn, depth: depth)
    }
    _ = try scanProperties()
    guard !isAtLineEnd else {
      // Only a document can start with properties on a line of their own.
      return try value(from: start, key: key, indent: indent, isItem: false, depth: depth)
    }
    return try leaf(from: start, key: key, indent: indent, depth: depth)
  }

  /// The kind of container that begins here: a sequence, a mapping, or `nil` for something else.
  private var containerKind: Node.Kind? { isAtDash ? .items : isAtKey ? .members : nil }

  /// Reads a mapping or a sequence, whose first child begins at the cursor.
  private mutating func container(
    _ kind: Node.Kind, key: Node.Key?, from start: Int, first: Int, column: Int,
    isIndentless: Bool = false, depth: Int
  ) throws(FormatRefusal) -> Node {
    guard depth < nestingLimit else { throw refusal(tr("the nesting is too deep")) }
    var node = Node(kind, key: key, range: start..<first, body: start..<first)
    // Few mappings have fewer, and each growth of a list of children moves them. Lists may be pairs.
    node.children.reserveCapacity(node.kind == .members ? 4 : 2)
    var begin = first
    var goesOn = true
    while goesOn {
      var child = try child(of: kind, column: column, depth: depth + 1)
      guard nextColumn <= column else {
        throw refusal(tr("the line is indented differently from those before it"))
      }
      goesOn = nextColumn == column && (kind == .members || isAtDash)
      let end = child.range.upperBound
      child.range = begin..<(goesOn ? blankLinesEnd(from: end) : end)
      begin = child.range.upperBound
      node.children.append(consume child)
    }
    node.inner = first..<begin
    node.body = start..<max(begin, gap.tailEnd(column: isIndentless ? column + 1 : column))
    node.range = node.body
    node.separator = node.body.upperBound..<node.body.upperBound
    return node
  }

  /// Reads a member or an item.
  private mutating func child(
    of kind: Node.Kind, column: Int, depth: Int
  ) throws(FormatRefusal) -> Node {
    let start = cursor.offset
    if kind == .items {
      cursor.offset += 1
      return try value(from: start, key: nil, indent: column, isItem: true, depth: depth)
    }
    let key = try scanKey()
    return try value(from: start, key: key, indent: column, isItem: false, depth: depth)
  }

  /// Reads a value that has no lines of its own for its parts, and the gap after it.
  private mutating func leaf(
    from start: Int, key: Node.Key?, indent: Int, depth: Int
  ) throws(FormatRefusal) -> Node {
    var node: Node
    switch cursor.next {
    case 0x5B, 0x7B:
      node = try flow(from: start, key: key, depth: depth)
      try scanLineEnd()
    case 0x7C, 0x3E:
      let end = try scanBlockScalar(indent: indent)
      node = Node(.text, key: key, range: start..<end, body: start..<end)
      try scanGap()
    default:
      let scalar = try scanScalar(.block(indent: indent))
      node = Node(scalar.kind, key: key, range: start..<start, body: start..<cursor.offset)
      try scanLineEnd()
    }
    node.range = start..<gap.lineEnd
    return node
  }
}
