import DocMergeLanguage

/// Reads files with a line for each dependency of a program.
struct KeyedLineScanner {
  private var cursor: ByteCursor
  private let dialect: KeyedLineFormat.Dialect
  /// How many blocks of a verb have been opened.
  private var blockCounts: [[UInt8]: Int] = [:]

  private var text: [UInt8] { cursor.text }

  init(_ text: [UInt8], _ dialect: KeyedLineFormat.Dialect) {
    cursor = ByteCursor(text)
    self.dialect = dialect
  }

  /// The node of the whole text.
  mutating func document() throws(FormatRefusal) -> Node {
    var root = Node(.members, range: text.indices, body: text.indices)
    let (nodes, inner) = try nodes(verb: nil)
    (root.children, root.inner) = (nodes, inner)
    return root
  }

  /// The lines up to the end of a block, or of the text.
  private mutating func nodes(verb: [UInt8]?) throws(FormatRefusal) -> ([Node], Range<Int>) {
    var nodes: [Node] = []
    var begin = cursor.offset
    var (blankEnd, isBehindComment) = (begin, false)
    while let line = try nextLine(
      &blankEnd, &isBehindComment, isFirst: nodes.isEmpty && verb == nil)
    {
      if verb != nil, text[line.first] == 0x29 { break }
      if let last = nodes.indices.last {
        nodes[last].range = nodes[last].range.lowerBound..<blankEnd
        begin = blankEnd
      } else if verb == nil {
        begin = line.start
      }
      var node = try node(line.first, from: line.start, verb: verb)
      node.range = begin..<node.body.upperBound
      begin = node.range.upperBound
      nodes.append(node)
      (blankEnd, isBehindComment) = (begin, false)
    }
    let start = nodes.first?.range.lowerBound ?? begin
    return (nodes, start..<(nodes.last?.range.upperBound ?? start))
  }

  /// Skips blank lines and comments up to the next line; leaves the cursor at its start.
  private mutating func nextLine(
    _ blankEnd: inout Int, _ isBehindComment: inout Bool, isFirst: Bool
  ) throws(FormatRefusal) -> (start: Int, first: Int)? {
    while !cursor.isAtEnd {
      let start = cursor.offset
      if cursor.isAtConflictMarker { throw refusal(tr("a line, not a conflict marker,")) }
      cursor.skipBlanks()
      let first = cursor.offset
      guard let next = cursor.next, next != 0x0A, !isAtComment else {
        isBehindComment = isBehindComment || isAtComment
        cursor.skipLine()
        if !isBehindComment { blankEnd = cursor.offset }
        continue
      }
      cursor.offset = start
      return (start, first)
    }
    return nil
  }

  private var isAtComment: Bool {
    dialect == .requirements ? cursor.next == 0x23 : cursor.isAt("//")
  }

  /// Reads a line, or a block with its lines.
  private mutating func node(
    _ first: Int, from start: Int, verb: [UInt8]?
  ) throws(FormatRefusal) -> Node {
    if verb == nil, dialect == .goModule, let block = try block(first, from: start) {
      return block
    }
    cursor.skipLine()
    if dialect == .requirements { scanContinuation(from: first) }
    let body = start..<cursor.offset
    let line = first..<max(first, cursor.trimmed(downTo: first))
    let key = try KeyedLineName(text, dialect).key(of: line, verb: verb)
    var node = Node(.scalar, key: key, range: body, body: body)
    node.isWhole = true
    return node
  }

  /// Scans the continuation lines of a requirement: after a backslash, and indented comments below.
  private mutating func scanContinuation(from first: Int) {
    while !cursor.isAtEnd {
      let isContinued = text[first..<cursor.offset].dropLast().last == 0x5C
      var ahead = cursor
      ahead.skipBlanks()
      let isNote = ahead.offset > cursor.offset && ahead.next == 0x23
      guard isContinued || isNote else { return }
      cursor.skipLine()
    }
  }

  /// Reads `require ( … )`; `nil` for another line.
  private mutating func block(_ first: Int, from start: Int) throws(FormatRefusal) -> Node? {
    var ahead = cursor
    ahead.offset = first
    ahead.skip { $0.isASCIILetter }
    let verb = Array(text[first..<ahead.offset])
    let name = first..<ahead.offset
    ahead.skipBlanks()
    guard ahead.take(0x28) else { return nil }
    ahead.skipBlanks()
    guard ahead.next == 0x0A || ahead.isAt("//") else { return nil }
    ahead.skipLine()
    cursor = ahead
    blockCounts[verb, default: 0] += 1
    let count = blockCounts[verb, default: 0]
    let key = Node.Key(meaning: verb + Array(" (\(count)".utf8), at: name)
    let (nodes, inner) = try nodes(verb: verb)
    cursor.skipBlanks()
    guard cursor.take(0x29) else { throw refusal(tr("a closing parenthesis")) }
    cursor.skipLine()
    let body = start..<cursor.offset
    var node = Node(.members, key: key, range: body, body: body, inner: inner)
    node.children = nodes
    return node
  }

  private func refusal(_ expected: String) -> FormatRefusal {
    FormatRefusal(at: cursor.offset, tr("\(expected) was expected"))
  }
}
