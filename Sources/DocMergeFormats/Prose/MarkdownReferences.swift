extension ProseScanner {
  /// The line behind the front matter of a text, or `nil` where it has none.
  var frontMatterEnd: Int? {
    guard dialect == .markdown || dialect == .asciiDoc else { return nil }
    guard lines.count > 2, lines[0].first == lines[0].start, !lines[0].isBlank else { return nil }
    let mark = text[lines[0].first]
    guard mark == UInt8(ascii: "-") || mark == UInt8(ascii: "+"), isFrontMatterMark(0, mark),
      startsLikeFrontMatter(mark)
    else { return nil }
    return lines.indices.dropFirst().first { isFrontMatterMark($0, mark) }.map { $0 + 1 }
  }

  private func isFrontMatterMark(_ index: Int, _ mark: UInt8) -> Bool {
    let line = lines[index]
    guard line.first == line.start, line.end - line.start == 3 else { return false }
    let isDots = mark == UInt8(ascii: "-") && index > 0 && text[line.start] == UInt8(ascii: ".")
    let expected = isDots ? UInt8(ascii: ".") : mark
    return text[line.start..<line.end].allSatisfy { $0 == expected }
  }

  /// Whether the line behind the first mark is a key with a value, so that the mark is no rule.
  private func startsLikeFrontMatter(_ mark: UInt8) -> Bool {
    let line = lines[firstText(from: 1, lines.count - 1)]
    guard line.first < line.end, line.first == line.start else { return false }
    if text[line.first] == UInt8(ascii: "#") || text[line.first] == UInt8(ascii: "[") {
      return true
    }
    let assigns = mark == UInt8(ascii: "-") ? UInt8(ascii: ":") : UInt8(ascii: "=")
    return text[line.first..<line.end].contains(assigns) || isFrontMatterMark(1, mark)
  }

  /// The node of the front matter that ends before a line.
  func frontMatterNode(to end: Int) -> Node {
    let range = lines[0].start..<lines[end - 1].end
    return leaf(0..<end, key: Node.Key(meaning: "front matter".utf8, at: range))
  }

  /// The definitions of links, `[id]: url`, that start at a place and follow each other.
  func linkReferences(at place: Place) -> Piece? {
    var members: [Node] = []
    var (line, end) = (place.line, place.line)
    while line < place.limit, let key = linkReferenceKey(at: line) {
      guard lines[line].indent - place.indent < 4 else { break }
      end = line + 1
      while end < place.limit, !lines[end].isBlank, lines[end].indent > lines[line].indent + 1,
        linkReferenceKey(at: end) == nil
      {
        end += 1
      }
      members.append(leaf(line..<end, .scalar, key: key))
      line = firstText(from: end, place.limit)
    }
    guard !members.isEmpty else { return nil }
    return Piece(node: container(.members, head: place.line..<place.line, members), next: end)
  }

  private func linkReferenceKey(at index: Int) -> Node.Key? {
    let line = lines[index]
    guard line.first < line.end, text[line.first] == UInt8(ascii: "[") else { return nil }
    var offset = line.first + 1
    while offset < line.end, text[offset] != UInt8(ascii: "]") {
      if text[offset] == UInt8(ascii: "[") { return nil }
      offset += text[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard offset + 1 < line.end, text[offset + 1] == UInt8(ascii: ":") else { return nil }
    return key(of: line.first + 1..<offset)
  }
}
