import DocMergeLanguage

/// Mappings and sequences between braces and brackets.
extension YAMLScanner {
  /// Reads `[items]` or `{members}`, on one line or several.
  mutating func flow(
    from start: Int, key: Node.Key?, depth: Int
  ) throws(FormatRefusal) -> Node {
    guard depth < nestingLimit else { throw refusal(tr("the nesting is too deep")) }
    let opener = cursor.offset
    let isMapping = cursor.take(0x7B)
    if !isMapping { cursor.offset += 1 }
    let closer: UInt8 = isMapping ? 0x7D : 0x5D
    let opening = ChildEnds(&cursor) { $0.skipHashComment() }
    var gap = cursor.scanHashLines()
    var children = ChildList(from: cursor.next == closer ? opening.last : gap.headEnd)
    while cursor.next != closer {
      guard !cursor.isAtEnd else {
        throw FormatRefusal(at: opener, tr("the bracket or brace is not closed"))
      }
      var child = try flowChild(isMember: isMapping, depth: depth + 1)
      gap = cursor.scanHashLines()
      let comma = cursor.offset
      if cursor.take(0x2C) {
        child.separator = comma..<cursor.offset
      } else {
        guard cursor.next == closer else {
          throw refusal(tr("a comma or the end of the container was expected"))
        }
        cursor.offset = child.body.upperBound
      }
      children.append(child, ChildEnds(&cursor) { $0.skipHashComment() })
      gap = cursor.scanHashLines()
    }
    cursor.offset += 1
    let body = start..<cursor.offset
    let first = children.nodes.first?.range.lowerBound ?? children.start
    var node = Node(
      isMapping ? .members : .items, key: key, range: body, body: body, inner: first..<children.end)
    node.children = children.nodes
    node.mark = 0x2C
    node.allowsFinalMark = true
    return node
  }

  /// Reads a member or an item.
  private mutating func flowChild(isMember: Bool, depth: Int) throws(FormatRefusal) -> Node {
    let start = cursor.offset
    let propertiesEnd = try scanFlowProperties()
    if cursor.next == 0x5B || cursor.next == 0x7B {
      guard !isMember else { throw refusal(tr("a key that is a list or mapping is not supported")) }
      return try flow(from: start, key: nil, depth: depth)
    }
    if let end = propertiesEnd, cursor.next == 0x2C || cursor.next == 0x5D || cursor.next == 0x7D {
      return Node(.scalar, range: start..<end, body: start..<end)
    }
    guard !isAtDocumentMarker else { throw refusal(tr("a document cannot end in a container")) }
    let scalar = try scanScalar(.flow)
    let end = cursor.offset
    _ = cursor.scanHashLines()
    let key = scalar.key(in: cursor.text)
    let isOnOneLine = !cursor.text[start..<cursor.offset].contains(0x0A)
    guard isMember || isOnOneLine, cursor.take(0x3A) else {
      cursor.offset = end
      return Node(
        scalar.kind, key: isMember ? key : nil, range: start..<end, body: start..<end)
    }
    let node = try flowValue(of: key, from: start, depth: depth)
    // One pair in brackets is one item.
    return isMember ? node : Node(.scalar, range: node.range, body: node.body)
  }

  /// Reads the text after the colon of a member.
  private mutating func flowValue(
    of key: Node.Key, from start: Int, depth: Int
  ) throws(FormatRefusal) -> Node {
    var end = cursor.offset
    _ = cursor.scanHashLines()
    end = try scanFlowProperties() ?? end
    var kind = Node.Kind.scalar
    switch cursor.next {
    case 0x5B, 0x7B: return try flow(from: start, key: key, depth: depth)
    case 0x2C, 0x5D, 0x7D: cursor.offset = end
    default:
      guard !isAtDocumentMarker else { throw refusal(tr("a document cannot end in a container")) }
      kind = try scanScalar(.flow).kind
      end = cursor.offset
    }
    return Node(kind, key: key, range: start..<end, body: start..<end)
  }

  /// Scans anchors and tags, and the lines after them.
  ///
  /// - Returns: Where they end; `nil` if there are none.
  private mutating func scanFlowProperties() throws(FormatRefusal) -> Int? {
    guard let end = try scanProperties() else { return nil }
    _ = cursor.scanHashLines()
    return end
  }
}
