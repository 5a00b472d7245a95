extension ProseScanner {
  /// The adjacent definitions of links, `[id]: url`, that start at a place.
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
