import DocMergeLanguage

/// Reads files of CMake.
struct CMakeScanner {
  private var cursor: ByteCursor
  private var depth = 0

  private var text: [UInt8] { cursor.text }

  init(_ text: [UInt8]) { cursor = ByteCursor(text) }

  /// The node of the whole text.
  mutating func document() throws(FormatRefusal) -> Node {
    cursor.skipBlankLines()
    let start = cursor.offset
    let row = try commands()
    guard cursor.isAtEnd else { throw refusal(tr("a block before its end")) }
    var root = Node(
      .blocks, range: text.indices, body: text.indices, inner: row.inner(at: start))
    root.children = row.nodes
    return root
  }

  /// The commands up to the end of a branch, or of the text; leaves the cursor at the start of the line that ends it.
  private mutating func commands() throws(FormatRefusal) -> StatementRow {
    var row = StatementRow(from: cursor.offset)
    while !cursor.isAtEnd {
      let lineStart = cursor.offset
      if cursor.isAtConflictMarker { throw refusal(tr("a command, not a conflict marker,")) }
      if text[lineStart] == 0 { throw refusal(tr("a command without a NUL byte")) }
      cursor.skipBlanks()
      guard let next = cursor.next, next != 0x0A else {
        cursor.skipLine()
        continue
      }
      if next == 0x23 {
        _ = try cursor.scanCMakeComment()
        continue
      }
      let command = try CMakeCommand(&cursor)
      if CMakeNames.closers.contains(command.name) {
        guard depth > 0 else { throw refusal(tr("a block before its end")) }
        cursor.offset = lineStart
        return row
      }
      let node = try node(command)
      try scanLineEnd()
      let end = cursor.offset
      cursor.skipBlankLines()
      row.append(node, to: end, blankLinesTo: cursor.offset)
    }
    return row
  }

  /// Scans the text that may follow a command: a comment, and the end of the line.
  private mutating func scanLineEnd() throws(FormatRefusal) {
    cursor.skipBlanks()
    while cursor.next == 0x23 {
      _ = try cursor.scanCMakeComment()
      cursor.skipBlanks()
    }
    guard cursor.isAtEnd || cursor.take(0x0A) else { throw refusal(tr("the end of the line")) }
  }

  private mutating func node(_ command: CMakeCommand) throws(FormatRefusal) -> Node {
    guard let closer = CMakeNames.ends[command.name] else {
      return CMakeArguments(command, in: text).node
    }
    depth += 1
    defer { depth -= 1 }
    guard depth < nestingLimit else { throw refusal(tr("less nesting")) }
    var branches: [Node] = []
    var (start, line) = (command.range.lowerBound, command.range)
    while true {
      try scanLineEnd()
      let headEnd = cursor.offset
      cursor.skipBlankLines()
      let row = try commands()
      guard !cursor.isAtEnd else { throw refusal(closer) }
      let next = cursor.offset
      var branch = Node(
        .blocks, key: key(of: line), range: start..<next, body: line.lowerBound..<next,
        inner: row.nodes.isEmpty ? next..<next : row.inner(at: headEnd))
      branch.children = row.nodes
      branches.append(branch)
      cursor.skipBlanks()
      let end = try CMakeCommand(&cursor)
      (start, line) = (next, end.range)
      if end.name == closer { return block(command, branches, to: end.range.upperBound) }
      guard command.name == "if", end.name.hasPrefix("else") else { throw refusal(closer) }
    }
  }

  /// The node of a block: that of its branches, or of the only one.
  private func block(_ command: CMakeCommand, _ branches: [Node], to end: Int) -> Node {
    let body = command.range.lowerBound..<end
    let first = branches[0]
    var key = first.key
    // The same condition can occur in several places.
    if command.name != "function", command.name != "macro", let inner = first.children.first?.key {
      key?.hash ^= inner.hash &* 31
    } else if command.name == "function" || command.name == "macro" {
      key = CMakeArguments(command, in: text).node.key
    }
    var node = Node(.blocks, key: key, range: body, body: body)
    if command.name == "if" {
      node.inner = first.range.lowerBound..<(branches.last?.range.upperBound ?? end)
      node.children = branches
    } else {
      node.inner = first.children.isEmpty ? end..<end : first.inner
      node.children = first.children
    }
    return node
  }

  private func key(of line: Range<Int>) -> Node.Key {
    Node.Key(
      meaning: Array(text[line].split(whereSeparator: \.isWhite).joined(separator: [0x20])),
      at: line)
  }

  private func refusal(_ expected: String) -> FormatRefusal {
    FormatRefusal(at: cursor.offset, tr("\(expected) was expected"))
  }
}
