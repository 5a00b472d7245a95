extension ProseScanner {
  /// The list that starts at a place, with its marks in one column; `nil` where there is none.
  ///
  /// For Markdown, reStructuredText and plain text. The numbers of a list are all the same or count up by
  /// one; lines with other numbers are text, like `1998. Founded.`
  mutating func list(at place: Place) -> Piece? {
    guard let first = marker(at: place.line), isItem(first, at: place) else { return nil }
    guard let items = itemRanges(at: place, first) else { return nil }
    let nodes = items.map { item($0, at: place) }
    let head = place.line..<place.line
    return Piece(node: container(.items, head: head, nodes), next: items.last?.upperBound ?? 0)
  }

  /// Whether a marker is at a possible start of an item: in Markdown, it is not a rule, nor code.
  private func isItem(_ marker: ListMarker, at place: Place) -> Bool {
    guard dialect == .markdown else { return true }
    return lines[place.line].indent - place.indent < 4 && !isRule(place.line)
  }

  /// The lines of each item, without the blank lines after it.
  private mutating func itemRanges(at place: Place, _ first: ListMarker) -> [Range<Int>]? {
    var items: [Range<Int>] = []
    var numbers: [Int] = []
    var start = place.line
    while start < place.limit, let marker = marker(at: start) {
      guard marker.isSibling(of: first), isItem(marker, at: place.at(start)) else { break }
      guard dialect == .markdown || lines[start].indent == lines[place.line].indent else { break }
      if let number = marker.number { numbers.append(number) }
      let end = itemEnd(marker, at: place.at(start))
      items.append(start..<end)
      guard areNumbersOfList(numbers) else { break }
      start = firstText(from: end, place.limit)
    }
    guard let number = first.number else { return items }
    let isOneLine = items.count == 1 && items[0].count == 1
    guard areNumbersOfList(numbers), !isOneLine || number < 2,
      !holdsDate(place.line..<start, place)
    else {
      // Recorded once, so that the lines are not tried again from each of them.
      notItems.formUnion(items.map(\.lowerBound))
      return nil
    }
    return items
  }

  /// Whether a date is among numbered items as if it were one of them.
  private func holdsDate(_ range: Range<Int>, _ place: Place) -> Bool {
    let column = lines[place.line].indent
    return range.contains { lines[$0].indent == column && isDate(at: $0) }
      || range.upperBound < place.limit && lines[range.upperBound].indent == column
        && isDate(at: range.upperBound)
  }

  private func areNumbersOfList(_ numbers: [Int]) -> Bool {
    guard numbers.count > 1 else { return true }
    let step = numbers[1] - numbers[0]
    return (step == 0 || step == 1)
      && numbers[numbers.count - 1] - numbers[numbers.count - 2] == step
  }

  /// The first line from here on that is not blank, or the limit.
  func firstText(from line: Int, _ limit: Int) -> Int {
    var line = line
    while line < limit, lines[line].isBlank { line += 1 }
    return line
  }

  /// The line after the last one of an item.
  private func itemEnd(_ marker: ListMarker, at place: Place) -> Int {
    let column = dialect == .markdown ? marker.content : lines[place.line].indent + 1
    var last = place.line
    var fence = fence(at: marker.offset, lines[place.line].end)
    var canContinue = marker.offset < lines[place.line].end && fence == nil
    var line = place.line + 1
    if marker.offset == lines[place.line].end, line < place.limit, lines[line].isBlank {
      return line
    }
    while line < place.limit {
      let at = lines[line]
      defer { line += 1 }
      if at.isBlank {
        canContinue = false
        continue
      }
      if at.indent >= column {
        let opened = self.fence(at: at.first, at.end)
        if let open = fence {
          if let opened, opened.closes(open) { fence = nil }
        } else {
          fence = opened
        }
        canContinue = fence == nil && opened == nil && headingLevel(at: line) == nil
      } else if !canContinue || dialect != .markdown || interruptsParagraph(place.at(line))
        || self.marker(at: line) != nil
      {
        break
      }
      last = line
    }
    return last + 1
  }

  /// The node of an item: text, or a container where it holds a list.
  private mutating func item(_ range: Range<Int>, at place: Place) -> Node {
    guard range.count > 1, place.depth < Self.depthLimit, let marker = marker(at: range.lowerBound)
    else { return leaf(range) }
    let end = ownTextEnd(of: range, marker)
    let inside = Place(
      line: end, limit: range.upperBound, indent: marker.content, depth: place.depth + 1)
    guard end < range.upperBound else { return leaf(range) }
    let pieces = blocks(in: inside)
    guard pieces.contains(where: \.node.isContainer) else { return leaf(range) }
    return container(
      .blocks, head: range.lowerBound..<end, Self.joined(pieces.map(\.node)))
  }

  /// The line after the first paragraph of an item.
  private func ownTextEnd(of range: Range<Int>, _ marker: ListMarker) -> Int {
    if let fence = fence(at: marker.offset, lines[range.lowerBound].end) {
      return fenceEnd(fence, from: range.lowerBound + 1, range.upperBound)
    }
    let place = Place(
      line: range.lowerBound, limit: range.upperBound, indent: marker.content)
    var line = range.lowerBound + 1
    while line < range.upperBound, !lines[line].isBlank, !interruptsParagraph(place.at(line)) {
      line += 1
    }
    return line
  }

  /// Whether a line opens another block even though no blank line separates it from a paragraph.
  func interruptsParagraph(_ place: Place) -> Bool {
    switch dialect {
    case .markdown: interruptsMarkdownParagraph(place)
    case .reStructuredText: false
    case .plainText: interruptsPlainParagraph(place)
    case .asciiDoc: interruptsAsciiDocParagraph(place)
    case .latex: interruptsLatexParagraph(place)
    case .org: interruptsOrgParagraph(place)
    }
  }
}
