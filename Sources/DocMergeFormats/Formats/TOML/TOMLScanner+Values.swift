import DocMergeLanguage

/// Values: arrays, inline tables and values without parts.
extension TOMLScanner {
  /// Reads a value, whose node begins at its key.
  mutating func value(
    key: Node.Key?, from start: Int, depth: Int
  ) throws(FormatRefusal) -> Node {
    guard depth < nestingLimit else { throw refusal(tr("the nesting is too deep")) }
    switch cursor.next {
    case 0x5B: return try array(key: key, from: start, depth: depth + 1)
    case 0x7B: return try inlineTable(key: key, from: start, depth: depth + 1)
    default:
      let kind = try scanScalar()
      let body = start..<cursor.offset
      return Node(kind, key: key, range: body, body: body)
    }
  }

  /// Reads an array, which may have comments, and lines of its own.
  private mutating func array(
    key: Node.Key?, from start: Int, depth: Int
  ) throws(FormatRefusal) -> Node {
    cursor.offset += 1
    let opening = ChildEnds(&cursor) { $0.skipHashComment() }
    var gap = cursor.scanHashLines()
    let headEnd = cursor.next == 0x5D ? opening.last : gap.headEnd
    var children = ChildList(from: headEnd)
    while cursor.next != 0x5D {
      var item = try value(key: nil, from: cursor.offset, depth: depth)
      gap = cursor.scanHashLines()
      let comma = cursor.offset
      if cursor.take(0x2C) {
        item.separator = comma..<cursor.offset
      } else {
        guard cursor.next == 0x5D else {
          throw refusal(tr("a comma or a closing bracket was expected"))
        }
        cursor.offset = item.body.upperBound
      }
      children.append(item, ChildEnds(&cursor) { $0.skipHashComment() })
      gap = cursor.scanHashLines()
    }
    cursor.offset += 1
    return container(.items, key: key, children, body: start..<cursor.offset)
  }

  /// Reads an inline table, which is on one line.
  private mutating func inlineTable(
    key: Node.Key?, from start: Int, depth: Int
  ) throws(FormatRefusal) -> Node {
    cursor.offset += 1
    let inside = cursor.offset
    cursor.skipBlanks()
    if cursor.take(0x7D) {
      return container(.members, key: key, ChildList(from: inside), body: start..<cursor.offset)
    }
    var children = ChildList(from: cursor.offset)
    var isLast = false
    while !isLast {
      let start = cursor.offset
      let name = try pairName()
      var pair = try value(key: name.key, from: start, depth: depth)
      cursor.skipBlanks()
      let comma = cursor.offset
      isLast = !cursor.take(0x2C)
      if isLast {
        guard cursor.next == 0x7D else {
          throw refusal(tr("a comma or a closing brace was expected"))
        }
        cursor.offset = pair.body.upperBound
      } else {
        pair.separator = comma..<cursor.offset
      }
      let ends = ChildEnds(&cursor) { _ in }
      guard ends.line == nil else { throw refusal(tr("an inline table was expected on one line")) }
      children.append(pair, ends)
      cursor.skipBlanks()
    }
    cursor.offset += 1
    return container(.members, key: key, children, body: start..<cursor.offset)
  }

  /// The node of a container that was read.
  private func container(
    _ kind: Node.Kind, key: Node.Key?, _ children: ChildList, body: Range<Int>
  ) -> Node {
    let first = children.nodes.first?.range.lowerBound ?? children.start
    var node = Node(kind, key: key, range: body, body: body, inner: first..<children.end)
    node.children = children.nodes
    node.mark = 0x2C
    node.allowsFinalMark = kind == .items
    return node
  }
}
