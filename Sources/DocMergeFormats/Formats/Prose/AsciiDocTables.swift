extension ProseScanner {
  /// A table within `|===`: its first lines are the head, the last one its tail, with one node per row.
  func asciiDocTable(at place: Place) -> Piece? {
    guard delimiter(at: place.line) == UInt8(ascii: "|") else { return nil }
    let end = delimitedEnd(UInt8(ascii: "|"), at: place)
    let inside = place.line + 1..<max(end - 1, place.line + 1)
    guard end > place.line + 1, delimiter(at: end - 1) == UInt8(ascii: "|"),
      !inside.contains(where: isNestedTable), let rows = rowRanges(in: inside), !rows.isEmpty
    else { return leafPiece(place.line..<end) }
    let hasHeader = rows.count > 1 && rows[0].upperBound < rows[1].lowerBound && rows[0].count == 1
    let body = hasHeader && !isSpaced(rows) ? Array(rows.dropFirst()) : rows
    let nodes = body.map { leaf($0, .scalar, key: firstCellKey(of: lines[$0.lowerBound])) }
    let head = place.line..<(body.count < rows.count ? rows[0].upperBound : place.line + 1)
    return Piece(node: container(.items, head: head, nodes, end: end), next: end)
  }

  private func isNestedTable(_ index: Int) -> Bool { delimiter(at: index) == UInt8(ascii: "!") }

  /// Whether blank lines separate all rows, so that none of them is marked as a header.
  private func isSpaced(_ rows: [Range<Int>]) -> Bool {
    rows.count > 2 && rows[1].upperBound < rows[2].lowerBound
  }

  /// The lines of each row: one with several cells, or the cells between two blank lines.
  private func rowRanges(in inside: Range<Int>) -> [Range<Int>]? {
    let starts = inside.filter { !lines[$0].isBlank }
    guard let first = starts.first, startsCell(first) else { return starts.isEmpty ? [] : nil }
    let areRowsLines = starts.allSatisfy { !startsCell($0) || pipes(in: lines[$0]) > 1 }
    var rows: [Range<Int>] = []
    for line in starts {
      let isAfterBlank = rows.last.map { $0.upperBound < line } ?? true
      if areRowsLines ? startsCell(line) : isAfterBlank && startsCell(line) {
        rows.append(line..<line + 1)
      } else if let last = rows.popLast() {
        rows.append(last.lowerBound..<line + 1)
      }
    }
    return rows
  }

  private func startsCell(_ index: Int) -> Bool {
    let line = lines[index]
    return text[line.first..<line.end].prefix(12).contains(UInt8(ascii: "|"))
  }

  private func pipes(in line: ProseLine) -> Int {
    text[line.first..<line.end].count { $0 == UInt8(ascii: "|") }
  }
}
