extension ProseScanner {
  /// Lines of one word each, such as paths or addresses, perhaps with a comment after `#`.
  ///
  /// Each is an item of its own, found by its word.
  func lineList(at place: Place) -> Piece? {
    var items: [Node] = []
    var line = place.line
    while line < place.limit, !lines[line].isBlank, lines[line].indent == lines[place.line].indent {
      guard let word = onlyWord(in: lines[line]) else { return nil }
      items.append(leaf(line..<line + 1, .scalar, key: key(of: word)))
      line += 1
      if line < place.limit, !lines[line].isBlank, place.depth == 0,
        changeLogHeaders[line] != nil
      {
        break
      }
    }
    guard items.count > 1 else { return nil }
    return Piece(node: container(.items, head: place.line..<place.line, items), next: line)
  }

  /// The word that is alone on a line, except for a comment.
  private func onlyWord(in line: ProseLine) -> Range<Int>? {
    var stop = line.first
    while stop < line.end, !text[stop].isWhite { stop += 1 }
    var next = stop
    while next < line.end, text[next].isWhite { next += 1 }
    let isOnly = next == line.end || text[next] == UInt8(ascii: "#") && stop > line.first
    return isOnly && has("..", at: line.first) == false ? line.first..<stop : nil
  }
}
