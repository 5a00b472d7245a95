extension ProseScanner {
  /// The table of pipes that starts at a place: its head, and a leaf for each row.
  func pipeTable(at place: Place) -> Piece? {
    guard isTableStart(place) else { return nil }
    var line = place.line + 2
    var rows: [Node] = []
    while line < place.limit, !lines[line].isBlank, !interruptsParagraph(place.at(line)) {
      rows.append(leaf(line..<line + 1, .scalar, key: firstCellKey(of: lines[line])))
      line += 1
    }
    return Piece(node: container(.items, head: place.line..<place.line + 2, rows), next: line)
  }

  /// Whether a line and the next one are the head of a table.
  func isTableStart(_ place: Place) -> Bool {
    guard place.line + 1 < place.limit, lines[place.line + 1].indent - place.indent < 4,
      let columns = delimiterColumns(of: lines[place.line + 1])
    else { return false }
    let line = lines[place.line]
    return text[line.first..<line.end].contains(UInt8(ascii: "|"))
      && cells(of: line).count == columns
  }

  /// The number of columns in the line between the head of a table and its rows.
  private func delimiterColumns(of line: ProseLine) -> Int? {
    guard line.first < line.end else { return nil }
    let isDelimiter = text[line.first..<line.end].allSatisfy {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "|") || $0 == UInt8(ascii: ":")
        || $0.isBlankOrTab
    }
    guard isDelimiter, text[line.first..<line.end].contains(UInt8(ascii: "-")) else { return nil }
    let cells = cells(of: line)
    let hasDashes = cells.allSatisfy { text[$0].contains(UInt8(ascii: "-")) }
    let hasPipe = text[line.first..<line.end].contains(UInt8(ascii: "|"))
    return hasDashes && hasPipe ? cells.count : nil
  }

  /// The cells of a row; `\|` is not a border.
  private func cells(of line: ProseLine) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    var start = line.first
    if text[start] == UInt8(ascii: "|") { start += 1 }
    var offset = start
    while offset < line.end {
      if text[offset] == UInt8(ascii: "\\") {
        offset += 1
      } else if text[offset] == UInt8(ascii: "|") {
        cells.append(start..<offset)
        start = offset + 1
      }
      offset += 1
    }
    if start < line.end { cells.append(start..<line.end) }
    return cells
  }

  /// The key of a row: the text of its first cell.
  func firstCellKey(of line: ProseLine) -> Node.Key? {
    guard line.first < line.end, let cell = cells(of: line).first else { return nil }
    return key(of: cell)
  }

  /// The key for the text of a range, or `nil` for blanks.
  func key(of range: Range<Int>) -> Node.Key? {
    let range = trimmed(range)
    return range.isEmpty ? nil : Node.Key(meaning: folded(range), at: range)
  }
}
