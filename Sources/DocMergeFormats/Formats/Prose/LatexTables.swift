/// The environments with rows that end with `\\`.
let latexTables: Set<String> = [
  "tabular", "tabular*", "tabularx", "tabulary", "longtable", "supertabular", "xltabular", "tblr",
  "longtblr",
]

extension ProseScanner {
  /// The rows of a table whose lines are given; `nil` where no line ends a row.
  func latexTable(_ range: Range<Int>) -> Piece? {
    let limit = range.upperBound - 1
    var rows: [Node] = []
    var start = firstText(from: range.lowerBound + 1, limit)
    var line = start
    while line < limit {
      if let end = environments[line], end < limit { line = end }
      if endsRow(lines[line]) {
        rows.append(row(start..<line + 1))
        start = firstText(from: line + 1, limit)
        line = start
      } else {
        line += 1
      }
    }
    guard !rows.isEmpty else { return nil }
    let head = range.lowerBound..<range.lowerBound + 1
    let node = container(.items, head: head, rows, end: range.upperBound)
    return Piece(node: node, next: range.upperBound)
  }

  /// A row: one line is a value that is found by its first cell, several are text.
  ///
  /// Comments above it do not belong to its body.
  private func row(_ range: Range<Int>) -> Node {
    var first = range.lowerBound
    while first < range.upperBound - 1,
      lines[first].isBlank || text[lines[first].first] == UInt8(ascii: "%")
    {
      first += 1
    }
    let start = lines[first].first
    let cell = text[start..<lines[range.upperBound - 1].end].prefix(200).firstIndex(
      of: UInt8(ascii: "&"))
    let isLine = range.upperBound - first == 1
    let key = isLine ? cell.flatMap { self.key(of: start..<$0) } : nil
    var node = leaf(first..<range.upperBound, isLine ? .scalar : .text, key: key)
    node.range = lines[range.lowerBound].start..<node.range.upperBound
    return node
  }

  /// Whether a line has `\\` followed by nothing except a comment, a distance or a rule.
  private func endsRow(_ line: ProseLine) -> Bool {
    var offset = line.first
    var end: Int?
    while offset + 1 < line.end, text[offset] != UInt8(ascii: "%") {
      guard text[offset] == UInt8(ascii: "\\") else {
        if text[offset] == UInt8(ascii: "&") { end = nil }
        offset += 1
        continue
      }
      if text[offset + 1] == UInt8(ascii: "\\") { end = offset + 2 }
      offset += 2
    }
    guard let end else { return false }
    let rest = text[end..<line.end].first { !$0.isWhite }
    return rest.map { "%[*\\".utf8.contains($0) } ?? true
  }
}
