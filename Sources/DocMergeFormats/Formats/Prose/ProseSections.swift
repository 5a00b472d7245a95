extension ProseScanner {
  /// Puts the blocks that follow a heading into its section, and sections into those of a higher level.
  func sections(of pieces: [Piece]) -> [Node] {
    var open: [(node: Node, level: Int, children: [Node])] = []
    var top: [Node] = []
    func close() {
      guard let closed = open.popLast() else { return }
      var node = closed.node
      if let first = closed.children.first, let last = closed.children.last {
        node.inner = first.range.lowerBound..<last.range.upperBound
        node.body = node.body.lowerBound..<last.range.upperBound
        node.range = node.range.lowerBound..<last.range.upperBound
        node.separator = node.body.upperBound..<node.body.upperBound
        node.children = Self.joined(closed.children)
      }
      add(node)
    }
    func add(_ node: Node) {
      if open.isEmpty { top.append(node) } else { open[open.count - 1].children.append(node) }
    }
    for piece in pieces {
      guard let level = piece.level else {
        add(piece.node)
        continue
      }
      while let last = open.last, last.level >= level { close() }
      open.append((piece.node, level, []))
    }
    while !open.isEmpty { close() }
    return Self.joined(top)
  }

  /// Makes the heading of a section from its lines.
  ///
  /// A section of a lower level number holds those of higher ones.
  func heading(_ range: Range<Int>, title: Range<Int>, level: Int) -> Piece {
    let title = trimmed(title)
    let key = Node.Key(meaning: [UInt8(truncatingIfNeeded: level)] + folded(title), at: title)
    let node = container(.blocks, key: key, head: range, [])
    return Piece(node: node, next: range.upperBound, level: level)
  }

  /// A range without the white space at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    guard let start = text[range].firstIndex(where: { !$0.isWhite }),
      let last = text[range].lastIndex(where: { !$0.isWhite })
    else { return range.upperBound..<range.upperBound }
    return start..<last + 1
  }

  /// The words of a range in lower case, with one blank between them.
  func folded(_ range: Range<Int>) -> [UInt8] {
    var words: [UInt8] = []
    var isPlain = true
    for byte in text[range] {
      if byte.isWhite {
        if let last = words.last, last != 0x20 { words.append(0x20) }
      } else {
        words.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
        if byte >= 0x80 { isPlain = false }
      }
    }
    if words.last == 0x20 { words.removeLast() }
    return isPlain ? words : Array(String(decoding: words, as: UTF8.self).lowercased().utf8)
  }
}
