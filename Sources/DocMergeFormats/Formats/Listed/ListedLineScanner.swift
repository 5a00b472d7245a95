import DocMergeLanguage

/// Reads files that list patterns or people.
struct ListedLineScanner {
  private var cursor: ByteCursor
  private let dialect: ListedLineFormat.Dialect
  /// How many sections of a name have been opened.
  private var sectionCounts: [[UInt8]: Int] = [:]
  /// The start of the comment directly above the next section.
  private var sectionStart: Int?

  private var text: [UInt8] { cursor.text }

  init(_ text: [UInt8], _ dialect: ListedLineFormat.Dialect) {
    cursor = ByteCursor(text)
    self.dialect = dialect
  }

  /// The node of the whole text.
  mutating func document() throws(FormatRefusal) -> Node {
    var root = Node(.members, range: text.indices, body: text.indices)
    var row = LineRow(from: 0)
    try scanLines(into: &row)
    while !cursor.isAtEnd {
      let start = sectionStart ?? cursor.offset
      var node = try section()
      node.range = start..<node.range.upperBound
      row.append(node, to: node.range.upperBound)
    }
    (root.children, root.inner) = (row.nodes, row.inner)
    return root
  }

  /// Scans lines and comments up to a section, or to the end.
  private mutating func scanLines(into row: inout LineRow) throws(FormatRefusal) {
    while !cursor.isAtEnd {
      let start = cursor.offset
      if cursor.isAtConflictMarker { throw refusal(tr("a line, not a conflict marker,")) }
      if dialect != .ignored { cursor.skipBlanks() }
      let first = cursor.offset
      if isAtSection {
        cursor.offset = start
        sectionStart = row.takeComment(above: start)
        return
      }
      let isComment = cursor.next == 0x23
      cursor.skip { $0 != 0x0A && $0 != 0 }
      if cursor.next == 0 { throw refusal(tr("a line without a NUL byte")) }
      let end = cursor.trimmed(downTo: first)
      cursor.skipLine()
      guard first < end else { continue }
      if isComment {
        row.appendComment(first..<end, to: cursor.offset, from: start)
      } else {
        let key = try ListedLine(first..<end, in: text, dialect).key
        var node = Node(.scalar, key: key, range: start..<cursor.offset, body: first..<end)
        node.isWhole = true
        // `./a` and `a` are one pattern.
        if dialect == .dockerIgnored { node.content = key.hash }
        row.append(node, to: cursor.offset)
      }
    }
  }

  private var isAtSection: Bool {
    dialect == .owners && (cursor.next == 0x5B || cursor.isAt("^["))
  }

  /// Reads `[name]`, `^[name][2] @owner` and the lines below.
  private mutating func section() throws(FormatRefusal) -> Node {
    let start = cursor.offset
    cursor.skipBlanks()
    _ = cursor.take(0x5E)
    _ = cursor.take(0x5B)
    let nameStart = cursor.offset
    cursor.skip { $0 != 0x5D && $0 != 0x0A }
    let name = nameStart..<cursor.offset
    guard !name.isEmpty, cursor.next == 0x5D else { throw refusal(tr("the name of a section")) }
    cursor.skipLine()
    var meaning = text[name].map(\.lowercased)
    let count = sectionCounts[meaning, default: 0] + 1
    sectionCounts[meaning] = count
    if count > 1 { meaning += Array("]\(count)".utf8) }
    let lineEnd = cursor.offset
    var row = LineRow(from: lineEnd)
    try scanLines(into: &row)
    let end = max(lineEnd, row.end)
    var node = Node(
      .members, key: Node.Key(meaning: [0x5B] + meaning, at: name), range: start..<end,
      body: start..<end, inner: row.nodes.isEmpty ? end..<end : row.inner)
    node.children = row.nodes
    return node
  }

  private func refusal(_ expected: String) -> FormatRefusal {
    FormatRefusal(at: cursor.offset, tr("\(expected) was expected"))
  }
}
