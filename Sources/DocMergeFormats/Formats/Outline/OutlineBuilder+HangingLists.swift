extension OutlineBuilder {
  /// The items between brackets, one or both of which are on the line of an item.
  ///
  ///     print(one,
  ///           two)
  func hangingList(_ reader: StatementReader, _ context: BlockContext) -> OutlineBlock? {
    let line = lines[reader.first]
    guard reader.first < reader.line, !textFamily.prose, line.spanCount == 1, let span = line.span,
      line.reach <= reader.line, lines[line.reach].first <= span.upperBound,
      context.depth < Self.depthLimit
    else { return nil }
    let mark = mark(between: span, from: reader.first, to: line.reach)
    let rows = rows(in: span, from: reader.first, to: line.reach, mark)
    guard rows.count > 1 else { return nil }
    let inside = BlockContext(
      opener: text[span.lowerBound], scope: .items, depth: context.depth + 1)
    var list = OutlineBlock(kind: .items, inner: span.lowerBound + 1..<span.upperBound)
    list.mark = mark
    for (index, row) in rows.enumerated() {
      let isLast = index == rows.count - 1
      var node = item(row, in: span, isFirst: row.lowerBound == reader.first, isLast, inside, mark)
      let start = list.children.last?.range.upperBound ?? startOfList(row.lowerBound, reader, span)
      let end = isLast ? node.body.upperBound : self.start(of: row.upperBound)
      node.range = start..<max(end, node.separator.upperBound)
      list.children.append(node)
    }
    guard let first = list.children.first, let last = list.children.last else { return nil }
    list.inner = first.range.lowerBound..<last.range.upperBound
    list.allowsFinalMark = allowsFinalMark(in: inside.opener) && !last.separator.isEmpty
    return list
  }

  /// The mark between the items: a semicolon between parameters of Pascal, else a comma.
  private func mark(between span: Range<Int>, from first: Int, to last: Int) -> UInt8 {
    let word = text[..<span.lowerBound].reversed().drop(while: \.isBlankOrTab)
      .prefix(while: \.isPartOfName)
    let isLoop = word.reversed().elementsEqual("for".utf8)
    guard text[span.lowerBound] == 0x28, !isLoop else { return 0x2C }
    let ends = (first..<last).map(lastByte)
    return ends.contains(0x3B) && !ends.contains(0x2C) ? 0x3B : 0x2C
  }

  private func startOfList(_ row: Int, _ reader: StatementReader, _ span: Range<Int>) -> Int {
    guard row == reader.first else { return start(of: reader.first + 1) }
    return startOfFirst(span)
  }

  /// The lines of each item; none when the items do not start on lines of their own.
  private func rows(in span: Range<Int>, from first: Int, to last: Int, _ mark: UInt8) -> [Range<
    Int
  >] {
    var rows: [Range<Int>] = []
    var start = lines[first].end > span.lowerBound + 1 ? first : first + 1
    var reach = first
    for line in start...last {
      if line > first { reach = max(reach, lines[line].reach) }
      guard line < last, lines[line].hasCode, reach <= line, lastByte(line) == mark else {
        continue
      }
      rows.append(start..<line + 1)
      start = line + 1
    }
    if !rows.isEmpty { rows.append(start..<last + 1) }
    return rows
  }

  /// The node of one item; the caller, which knows its neighbours, sets the range.
  private func item(
    _ row: Range<Int>, in span: Range<Int>, isFirst: Bool, _ isLast: Bool, _ context: BlockContext,
    _ mark: UInt8
  ) -> Node {
    var line = row.lowerBound
    while line < row.upperBound - 1, !lines[line].hasCode { line += 1 }
    if !isFirst, !isLast {
      var (node, next) = statement(at: line, upTo: row.upperBound, context)
      if next == row.upperBound {
        cutMark(&node, mark)
        return node
      }
    }
    let start = isFirst ? startOfFirst(span) : lines[line].first
    var end = isLast ? span.upperBound : lines[row.upperBound - 1].end - 1
    while end > start, text[end - 1].isWhite { end -= 1 }
    let isMarked = isLast && end > start && text[end - 1] == mark
    if isMarked { end -= 1 }
    let kind = row.count == 1 ? Node.Kind.scalar : .text
    var node = Node(kind, range: start..<end, body: start..<end)
    node.key = DeclaredName(text, textFamily).key(ofItem: start..<end)
    if !isLast || isMarked {
      let place = text[end...].firstIndex(of: mark) ?? end
      node.separator = place..<place + 1
    }
    return node
  }

  private func startOfFirst(_ span: Range<Int>) -> Int {
    text[(span.lowerBound + 1)...].firstIndex { !$0.isBlankOrTab } ?? span.lowerBound + 1
  }
}
