import DocMergeLanguage

/// Reads a lock file by the indentation of its lines.
struct IndentedLockScanner {
  /// A line that is neither blank nor a comment.
  private struct Line {
    let start: Int
    /// Its text, without indentation.
    let content: Range<Int>
    let end: Int
    /// The end of the blank lines after the previous line.
    let blankEnd: Int

    var indentation: Int { content.lowerBound - start }
  }

  private let text: [UInt8]
  private let names: IndentedLockNames
  private var lines: [Line] = []
  private var index = 0

  init(_ text: [UInt8], _ dialect: IndentedLockFormat.Dialect) throws(FormatRefusal) {
    self.text = text
    names = IndentedLockNames(text, dialect)
    var cursor = ByteCursor(text)
    var (blankEnd, isBehindComment) = (0, false)
    while !cursor.isAtEnd {
      let start = cursor.offset
      if cursor.isAtConflictMarker {
        throw FormatRefusal(at: start, tr("an entry, not a conflict marker, was expected"))
      }
      cursor.skip { $0 == 0x20 }
      let first = cursor.offset
      cursor.skip { $0 != 0x0A }
      let content = first..<cursor.trimmed(downTo: first)
      cursor.skipLine()
      if content.isEmpty || text[first] == 0x23 {
        isBehindComment = isBehindComment || !content.isEmpty
        if !isBehindComment { blankEnd = cursor.offset }
        continue
      }
      guard text[first] != 0x09 else {
        throw FormatRefusal(at: first, tr("a tab was not expected"))
      }
      lines.append(
        Line(start: start, content: content, end: cursor.offset, blankEnd: blankEnd))
      (blankEnd, isBehindComment) = (cursor.offset, false)
    }
  }

  /// The node of the whole text.
  mutating func document() throws(FormatRefusal) -> Node {
    var root = Node(.members, range: text.indices, body: text.indices)
    guard let first = lines.first else { return root }
    guard first.indentation == 0 else {
      throw FormatRefusal(at: first.start, tr("a line without indentation was expected"))
    }
    root.children = try nodes(below: nil, path: [], from: first.start)
    root.inner = first.start..<(root.children.last?.range.upperBound ?? first.start)
    return root
  }

  /// The nodes of lines with the same indentation, up to one that is indented less.
  private mutating func nodes(
    below parent: Int?, path: [Range<Int>], from start: Int
  ) throws(FormatRefusal) -> [Node] {
    guard path.count < nestingLimit else {
      throw FormatRefusal(at: start, tr("the nesting is too deep"))
    }
    let indentation = lines[index].indentation
    var nodes: [Node] = []
    var begin = start
    while index < lines.count, lines[index].indentation == indentation {
      var node = try node(path: path)
      let isFollowed = index < lines.count && lines[index].indentation == indentation
      node.range = begin..<(isFollowed ? lines[index].blankEnd : node.body.upperBound)
      begin = node.range.upperBound
      nodes.append(node)
    }
    guard index == lines.count || lines[index].indentation <= parent ?? -1 else {
      throw FormatRefusal(at: lines[index].start, tr("another indentation was expected"))
    }
    return nodes
  }

  /// The node of a line, with the lines below it.
  private mutating func node(path: [Range<Int>]) throws(FormatRefusal) -> Node {
    let line = lines[index]
    index += 1
    let below = index < lines.count && lines[index].indentation > line.indentation
    let next = below ? lines[index].content : nil
    let key = names.key(of: line.content, before: next, path: path)
    let body = line.start..<line.end
    guard below, names.isContainer(line.content, path: path) else {
      var node = Node(.scalar, key: key, range: body, body: body)
      while index < lines.count, lines[index].indentation > line.indentation {
        node.body = line.start..<lines[index].end
        index += 1
      }
      node.inner = node.body.upperBound..<node.body.upperBound
      node.separator = node.inner
      node.isWhole = true
      node.dependence = names.dependence(of: node, path: path)
      return node
    }
    var node = Node(.members, key: key, range: body, body: body)
    node.children = try nodes(below: line.indentation, path: path + [line.content], from: line.end)
    let end = node.children.last?.range.upperBound ?? line.end
    node.body = line.start..<end
    node.inner = line.end..<end
    node.separator = end..<end
    node.dependence = names.dependence(of: node, path: path)
    return node
  }
}
