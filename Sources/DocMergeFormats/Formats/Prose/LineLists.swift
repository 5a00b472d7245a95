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

  /// The fewest lines with labels that are no sentences with colons by chance.
  private static let fewestLabels = 3

  /// A paragraph of lines that each begin with another label: `Room: 12`, `**Date:** today`.
  ///
  /// Each is an entry of its own, found by its label.
  func labelList(at place: Place) -> Piece? {
    var entries: [Node] = []
    var known: Set<UInt64> = []
    var line = place.line
    while line < place.limit, !lines[line].isBlank, lines[line].indent == lines[place.line].indent {
      guard let label = LineLabel(text[lines[line].first..<lines[line].end]), !label.isListed,
        let key = key(of: label.range), known.insert(key.hash).inserted
      else { return nil }
      entries.append(leaf(line..<line + 1, key: key))
      line += 1
    }
    let isWhole = line == place.limit || lines[line].isBlank
    guard isWhole, entries.count >= Self.fewestLabels else { return nil }
    return Piece(
      node: container(.members, head: place.line..<place.line, entries), next: line)
  }
}
