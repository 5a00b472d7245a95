extension ProseScanner {
  /// Terms, each with a definition below it: `: text` in Markdown, deeper text in reStructuredText.
  mutating func definitionList(at place: Place) -> Piece? {
    guard isTerm(place) else { return nil }
    var items: [Node] = []
    var (line, end) = (place.line, place.line)
    while line < place.limit, lines[line].indent == lines[place.line].indent, isTerm(place.at(line))
    {
      end = definitionEnd(at: place.at(line))
      items.append(definition(line..<end, at: place))
      line = firstText(from: end, place.limit)
    }
    return Piece(node: container(.items, head: place.line..<place.line, items), next: end)
  }

  /// Whether a line is a term: the next one defines it.
  private func isTerm(_ place: Place) -> Bool {
    guard place.line + 1 < place.limit, !lines[place.line + 1].isBlank else { return false }
    let (term, next) = (lines[place.line], lines[place.line + 1])
    guard marker(at: place.line) == nil else { return false }
    if dialect == .markdown {
      return next.first + 1 < next.end && text[next.first] == UInt8(ascii: ":")
        && text[next.first + 1].isBlankOrTab && text[term.first] != UInt8(ascii: ":")
    }
    return next.indent > term.indent && !has("..", at: term.first) && !has("::", at: term.end - 2)
  }

  /// The line after the definition of the term at a place.
  private func definitionEnd(at place: Place) -> Int {
    var last = place.line + 1
    var line = place.line + 2
    while line < place.limit {
      if !lines[line].isBlank {
        let isDeeper = lines[line].indent > lines[place.line].indent
        let isMarked = dialect == .markdown && text[lines[line].first] == UInt8(ascii: ":")
        let goesOn = dialect == .markdown && last == line - 1
        guard isDeeper || isMarked || goesOn else { break }
        last = line
      }
      line += 1
    }
    return last + 1
  }

  private mutating func definition(_ range: Range<Int>, at place: Place) -> Node {
    let line = lines[range.lowerBound]
    let key = key(of: line.first..<line.end)
    guard dialect != .markdown, place.depth < Self.depthLimit else { return leaf(range, key: key) }
    let inside = Place(
      line: range.lowerBound + 1, limit: range.upperBound,
      indent: lines[range.lowerBound + 1].indent, depth: place.depth + 1)
    let pieces = blocks(in: inside)
    guard pieces.contains(where: \.node.isContainer) else { return leaf(range, key: key) }
    let head = range.lowerBound..<range.lowerBound + 1
    return container(.blocks, key: key, head: head, pieces.map(\.node))
  }
}
