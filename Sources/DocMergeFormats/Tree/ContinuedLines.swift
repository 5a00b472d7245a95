/// Lines that continue after a backslash, as one list with an entry per line.
///
///     SRCS = a.c \      an entry
///            b.c \      an entry, with the mark after it
///            c.c        the last one may have none
struct ContinuedLines {
  /// A line, without its end.
  struct Line {
    /// The start of the line, or of its first entry where other text precedes that.
    let start: Int
    /// Its text, without indentation and the backslash.
    let words: Range<Int>
    /// The backslash; empty where the line is the last one.
    let mark: Range<Int>
    /// Where the next line starts.
    let end: Int
    /// Whether it holds only a comment.
    let isComment: Bool
  }

  private let text: [UInt8]

  init(_ text: [UInt8]) { self.text = text }

  /// The lines from a place on, up to the first one without a backslash.
  ///
  /// - Parameters:
  ///   - start: The start of the first line, or the place in it.
  ///   - skipsComments: Whether comments and blank lines between the lines do not end them.
  /// - Returns: The lines, the last of which has text.
  func lines(from start: Int, skipsComments: Bool) -> [Line] {
    var lines: [Line] = []
    var place = start
    while place < text.count {
      let line = line(from: place)
      let isGap = line.words.isEmpty && line.mark.isEmpty || line.isComment
      if isGap, !skipsComments || lines.isEmpty { break }
      lines.append(line)
      place = line.end
      if line.mark.isEmpty, !isGap { break }
    }
    // Text after the last line does not belong to them.
    while let last = lines.last, last.words.isEmpty && last.mark.isEmpty || last.isComment {
      lines.removeLast()
    }
    return lines
  }

  private func line(from start: Int) -> Line {
    var cursor = ByteCursor(text, at: start)
    cursor.skipBlanks()
    let first = cursor.offset
    cursor.skip { $0 != 0x0A }
    let end = max(first, cursor.trimmed(downTo: first))
    let isComment = first < end && text[first] == 0x23
    let next = min(cursor.offset + 1, text.count)
    guard first < end, text[end - 1] == 0x5C, !isComment else {
      return Line(
        start: start, words: first..<end, mark: end..<end, end: next, isComment: isComment)
    }
    let wordsEnd = ByteCursor(text, at: end - 1).trimmed(downTo: first)
    return Line(
      start: start, words: first..<wordsEnd, mark: end - 1..<end, end: next, isComment: false)
  }

  /// The entries of some lines, comments with the line below them; `nil` where a line has no key.
  func entries(
    _ lines: ArraySlice<Line>, key: (Range<Int>) -> Node.Key?
  ) -> [Node]? {
    var nodes: [Node] = []
    var start: Int?
    for line in lines {
      if line.isComment || line.words.isEmpty && line.mark.isEmpty {
        start = start ?? line.start
        continue
      }
      guard !line.words.isEmpty, let key = key(line.words) else { return nil }
      var node = Node(
        .scalar, key: key, range: (start ?? line.start)..<line.end, body: line.words,
        separator: line.mark)
      node.isWhole = true
      nodes.append(node)
      start = nil
    }
    return start == nil && !nodes.isEmpty ? nodes : nil
  }
}

extension Node {
  /// A list of entries on lines with a backslash between them.
  static func continued(_ entries: [Node], key: Node.Key?, head start: Int? = nil) -> Node {
    let inner = (entries.first?.range.lowerBound ?? 0)..<(entries.last?.range.upperBound ?? 0)
    let body = (start ?? inner.lowerBound)..<inner.upperBound
    var node = Node(.members, key: key, range: body, body: body, inner: inner)
    node.children = entries
    node.mark = 0x5C
    node.allowsFinalMark = true
    return node
  }
}
