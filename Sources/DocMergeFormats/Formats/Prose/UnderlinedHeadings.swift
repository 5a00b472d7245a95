/// The marks that may underline a title in reStructuredText.
let titleMarks: [UInt8] = Array("=-`:.'\"~^_*+#<>!$%&(),/;?@[\\]{|}".utf8)

/// The marks that always underline a title in plain text.
let plainTitleMarks: [UInt8] = Array("=-~*^#".utf8)

extension ProseScanner {
  /// A title with a line of one mark below it, perhaps above it too.
  ///
  /// The level of a section follows from the order in which the ways of marking were first used.
  mutating func underlinedHeading(at place: Place, marks: [UInt8]) -> Piece? {
    if let above = titleMark(at: place.line, marks), place.line + 2 < place.limit,
      titleMark(at: place.line + 2, marks) == above, titleMark(at: place.line + 1, marks) == nil,
      isTitle(place.line + 1, over: place.line + 2, isCentred: true)
    {
      let title = lines[place.line + 1]
      return heading(
        place.line..<place.line + 3, title: title.first..<title.end,
        level: level(UInt16(above) | 0x100))
    }
    guard place.line + 1 < place.limit, titleMark(at: place.line, marks) == nil,
      let mark = titleMark(at: place.line + 1, marks), isTitle(place.line, over: place.line + 1)
    else { return nil }
    let title = lines[place.line]
    return heading(
      place.line..<place.line + 2, title: title.first..<title.end, level: level(UInt16(mark)))
  }

  /// The mark that a line consists of, repeated three times or more.
  private func titleMark(at index: Int, _ marks: [UInt8]) -> UInt8? {
    let line = lines[index]
    guard line.first == line.start, line.end - line.start >= 3 else { return nil }
    let mark = text[line.start]
    guard marks.contains(mark) else { return nil }
    return text[line.start..<line.end].allSatisfy { $0 == mark } ? mark : nil
  }

  /// Whether a line is the title for a line of marks; a short line of marks does not fit a long title.
  private func isTitle(_ index: Int, over underline: Int, isCentred: Bool = false) -> Bool {
    let (title, marks) = (lines[index], lines[underline])
    guard !title.isBlank, isCentred || title.first == title.start else { return false }
    let characters = text[title.first..<title.end].count { $0 & 0xC0 != 0x80 }
    let count = marks.end - marks.start
    let isLongEnough = dialect == .reStructuredText || count * 2 >= characters
    return count >= characters || count >= 4 && isLongEnough
  }

  private mutating func level(_ style: UInt16) -> Int {
    if let level = titleStyles.firstIndex(of: style) { return level + 1 }
    titleStyles.append(style)
    return titleStyles.count
  }
}
