extension ProseScanner {
  /// The block of a text without a notation that starts at a place.
  mutating func plainBlock(at place: Place) -> Piece {
    let line = lines[place.line]
    if place.depth == 0 {
      if let heading = underlinedHeading(at: place, marks: plainTitleMarks) { return heading }
      if let level = changeLogHeaders[place.line] {
        let end = changeLogHeaderEnd(place)
        return heading(place.line..<end, title: line.first..<line.end, level: level)
      }
      if let heading = plainHashHeading(at: place) { return heading }
    }
    if let list = list(at: place) { return list }
    if let lines = lineList(at: place) ?? labelList(at: place) { return lines }
    return plainParagraph(at: place)
  }

  /// A paragraph continues until a blank line, a list or deeper lines; its first line may be indented.
  private func plainParagraph(at place: Place) -> Piece {
    var end = place.line + 1
    while end < place.limit, !lines[end].isBlank, !interruptsParagraph(place.at(end)) {
      let isSetIn = end == place.line + 1 && lines[end].indent < lines[place.line].indent
      guard isSetIn || lines[end].indent == lines[end - 1].indent else { break }
      end += 1
    }
    return leafPiece(place.line..<end)
  }

  /// Whether a line opens a block although it directly follows a paragraph.
  func interruptsPlainParagraph(_ place: Place) -> Bool {
    if place.depth == 0, changeLogHeaders[place.line] != nil { return true }
    guard let marker = marker(at: place.line), marker.offset < lines[place.line].end else {
      return false
    }
    return marker.number.map { $0 == 1 } ?? true
  }

  /// A heading with `#` like those of Markdown, which has blank lines around it.
  private func plainHashHeading(at place: Place) -> Piece? {
    guard hasHashHeadings, isAlone(place.line) else { return nil }
    return markdownHeading(at: place.line)
  }

  /// Whether there are blank lines around a line.
  func isAlone(_ index: Int) -> Bool {
    (index == 0 || lines[index - 1].isBlank)
      && (index + 1 == lines.count || lines[index + 1].isBlank)
  }
}
