extension ProseScanner {
  /// For each line that starts with `\begin`, the line of the matching `\end`.
  ///
  /// Only those with more than one line; verbatim text and comments have none.
  func matchingEnvironments() -> [Int: Int] {
    var matches: [Int: Int] = [:]
    var open: [(name: Range<Int>, line: Int, isFirst: Bool)] = []
    for index in lines.indices {
      var offset = lines[index].first
      let end = lines[index].end
      while offset < end, text[offset] != UInt8(ascii: "%") {
        guard text[offset] == UInt8(ascii: "\\") else {
          offset += 1
          continue
        }
        let isVerbatim = open.last.map { verbatim.contains(string($0.name)) } ?? false
        if !isVerbatim, let name = argument(of: "\\begin{", at: offset, end) {
          open.append((name, index, offset == lines[index].first))
        } else if let name = argument(of: "\\end{", at: offset, end) {
          if let last = open.last, text[last.name].elementsEqual(text[name]) {
            open.removeLast()
            if last.isFirst, last.line < index { matches[last.line] = index }
          } else if !isVerbatim, open.count > 1,
            text[open[open.count - 2].name].elementsEqual(text[name])
          {
            // One environment was not closed.
            open.removeLast()
            continue
          }
        }
        offset += 2
      }
    }
    return matches
  }

  private func string(_ range: Range<Int>) -> String {
    String(decoding: text[range], as: UTF8.self)
  }

  private func argument(of command: StaticString, at offset: Int, _ end: Int) -> Range<Int>? {
    guard has(command, at: offset) else { return nil }
    let start = offset + command.utf8CodeUnitCount
    var stop = start
    while stop < end, stop - start < 40, text[stop] != UInt8(ascii: "}") { stop += 1 }
    return stop < end && text[stop] == UInt8(ascii: "}") ? start..<stop : nil
  }

  /// The node of an environment: a list, a container where sections are in it, or kept whole.
  mutating func environment(_ range: Range<Int>, _ place: Place) -> Piece {
    let inside = range.lowerBound + 1..<range.upperBound - 1
    guard place.depth < Self.depthLimit else { return leafPiece(range) }
    let line = lines[range.lowerBound]
    let name = argument(of: "\\begin{", at: line.first, line.end).map(string) ?? ""
    guard !verbatim.contains(name) else { return leafPiece(range) }
    let starts = itemStarts(in: inside)
    if let first = starts.first { return itemList(range, starts, first, place) }
    if latexTables.contains(name), let table = latexTable(range) { return table }
    guard name == "document" || inside.contains(where: isHeading) else { return leafPiece(range) }
    var within = Place(line: inside.lowerBound, limit: inside.upperBound)
    within.depth = place.depth + 1
    let children = sections(of: blocks(in: within))
    guard !children.isEmpty else { return leafPiece(range) }
    let key = Node.Key(line.first..<line.end, in: text)
    let head = range.lowerBound..<range.lowerBound + 1
    return Piece(
      node: container(.blocks, key: key, head: head, children, end: range.upperBound),
      next: range.upperBound)
  }

  private func isHeading(_ index: Int) -> Bool {
    let line = lines[index]
    return sectionLevel(of: commandName(at: line.first, line.end)) != nil
  }

  /// The lines with an `\item` of this environment, without those of inner ones.
  private func itemStarts(in inside: Range<Int>) -> [Int] {
    var starts: [Int] = []
    var line = inside.lowerBound
    while line < inside.upperBound {
      if let end = environments[line], end < inside.upperBound {
        line = end + 1
        continue
      }
      let name = commandName(at: lines[line].first, lines[line].end)
      if name == "item" || name == "bibitem" { starts.append(line) }
      line += 1
    }
    return starts
  }

  private mutating func itemList(
    _ range: Range<Int>, _ starts: [Int], _ first: Int, _ place: Place
  ) -> Piece {
    var nodes: [Node] = []
    for (index, start) in starts.enumerated() {
      let next = index + 1 < starts.count ? starts[index + 1] : range.upperBound - 1
      var end = commentsStart(above: next, start)
      while end > start + 1, lines[end - 1].isBlank { end -= 1 }
      var node = latexItem(start..<end, place)
      let leading = lines[commentsStart(above: start, index == 0 ? range.lowerBound : start - 1000)]
      node.range = leading.start..<node.range.upperBound
      nodes.append(node)
    }
    let opened = commentsStart(above: first, range.lowerBound)
    let head = range.lowerBound..<lastText(before: opened, range.lowerBound)
    var node = container(.items, head: head, nodes, end: range.upperBound)
    // A bibliography entry is found by its key, in any place.
    if nodes.allSatisfy({ $0.key != nil }) { (node.kind, node.keepsOrder) = (.set, true) }
    return Piece(node: node, next: range.upperBound)
  }

  /// The line after the last one with text before a line.
  private func lastText(before line: Int, _ limit: Int) -> Int {
    var line = line
    while line > limit + 1, lines[line - 1].isBlank { line -= 1 }
    return line
  }

  /// The first of the comment lines directly above a line, at the earliest after a limit.
  func commentsStart(above line: Int, _ limit: Int) -> Int {
    var start = line
    while start - 1 > max(limit, 0), text[lines[start - 1].first] == UInt8(ascii: "%"),
      !lines[start - 1].isBlank
    {
      start -= 1
    }
    return start
  }

  private mutating func latexItem(_ range: Range<Int>, _ place: Place) -> Node {
    var own = range.lowerBound + 1
    let inside = Place(
      line: own, limit: range.upperBound, indent: place.indent, depth: place.depth + 1)
    while own < range.upperBound, !lines[own].isBlank, !interruptsParagraph(inside.at(own)) {
      own += 1
    }
    let line = lines[range.lowerBound]
    let key = argument(of: "\\bibitem{", at: line.first, line.end).flatMap { self.key(of: $0) }
    guard own < range.upperBound else { return leaf(range, key: key) }
    let pieces = blocks(in: inside.at(own))
    guard pieces.contains(where: \.node.isContainer) else { return leaf(range, key: key) }
    return container(
      .blocks, key: key, head: range.lowerBound..<own, pieces.map(\.node))
  }
}

/// The environments whose text is not LaTeX.
private let verbatim: Set<String> = [
  "verbatim", "verbatim*", "lstlisting", "minted", "Verbatim", "comment",
]
