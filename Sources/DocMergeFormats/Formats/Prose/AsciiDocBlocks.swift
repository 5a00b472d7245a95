extension ProseScanner {
  /// The block of an AsciiDoc text that starts at a place, with the lines of attributes above it.
  mutating func asciiDocBlock(at place: Place) -> Piece {
    var line = place.line
    while line < place.limit, isBlockAttribute(line) { line += 1 }
    guard line < place.limit, !lines[line].isBlank else { return leafPiece(place.line..<line) }
    var piece = unadornedBlock(at: place.at(line))
    guard line > place.line else { return piece }
    let start = lines[place.line]
    piece.node.range = start.start..<piece.node.range.upperBound
    piece.node.body = start.first..<piece.node.body.upperBound
    return piece
  }

  private mutating func unadornedBlock(at place: Place) -> Piece {
    if let heading = asciiDocHeading(at: place.line) { return heading }
    if let attributes = documentAttributes(at: place) { return attributes }
    if let table = asciiDocTable(at: place) { return table }
    if let mark = delimiter(at: place.line) {
      return leafPiece(place.line..<delimitedEnd(mark, at: place))
    }
    if isMacro(place.line) { return leafPiece(place.line..<place.line + 1) }
    if let mark = asciiDocMarker(at: place.line) {
      let (list, next) = asciiDocList(at: place, [mark])
      return Piece(node: list, next: next)
    }
    var end = place.line + 1
    while end < place.limit, !lines[end].isBlank, !interruptsParagraph(place.at(end)) { end += 1 }
    return leafPiece(place.line..<end)
  }

  /// Whether a line of AsciiDoc opens a block although it directly follows a paragraph.
  func interruptsAsciiDocParagraph(_ place: Place) -> Bool {
    delimiter(at: place.line) != nil || isBlockAttribute(place.line) && !isTitle(place.line)
  }

  private func isTitle(_ index: Int) -> Bool { text[lines[index].first] == UInt8(ascii: ".") }

  /// Whether a line is an attribute of the block below it, like `[[name]]` or `.Title`.
  func isBlockAttribute(_ index: Int) -> Bool {
    let line = lines[index]
    guard line.first == line.start, line.end - line.start >= 2 else { return false }
    if text[line.start] == UInt8(ascii: "[") { return text[line.end - 1] == UInt8(ascii: "]") }
    guard text[line.start] == UInt8(ascii: ".") else { return false }
    let next = text[line.start + 1]
    return next != UInt8(ascii: ".") && !next.isBlankOrTab
  }

  private func asciiDocHeading(at index: Int) -> Piece? {
    let line = lines[index]
    guard line.first == line.start, line.first < line.end else { return nil }
    let mark = text[line.start]
    guard mark == UInt8(ascii: "=") || mark == UInt8(ascii: "#") else { return nil }
    var offset = line.start
    while offset < line.end, text[offset] == mark { offset += 1 }
    let level = offset - line.start
    guard level <= 6, offset < line.end, text[offset].isBlankOrTab else { return nil }
    return heading(index..<index + 1, title: offset..<line.end, level: level)
  }

  /// Attributes of the document, `:name: value`, on adjacent lines.
  private func documentAttributes(at place: Place) -> Piece? {
    var members: [Node] = []
    var line = place.line
    while line < place.limit, lines[line].first == lines[line].start,
      let name = fieldName(in: lines[line])
    {
      let start = line
      while line + 1 < place.limit, goesOn(lines[line]), !lines[line + 1].isBlank { line += 1 }
      line += 1
      members.append(leaf(start..<line, .scalar, key: key(of: name)))
    }
    guard !members.isEmpty else { return nil }
    return Piece(node: container(.members, head: place.line..<place.line, members), next: line)
  }

  /// Whether the value of an attribute continues on the next line.
  private func goesOn(_ line: ProseLine) -> Bool {
    guard line.end - line.first > 2, text[line.end - 2].isBlankOrTab else { return false }
    return text[line.end - 1] == UInt8(ascii: "\\") || text[line.end - 1] == UInt8(ascii: "+")
  }

  /// Whether a line is a block of its own, like `include::x[]` or `'''`.
  private func isMacro(_ index: Int) -> Bool {
    let line = lines[index]
    guard line.first == line.start else { return false }
    if line.end - line.start == 3, has("'''", at: line.start) || has("<<<", at: line.start) {
      return true
    }
    guard text[line.end - 1] == UInt8(ascii: "]") else { return false }
    var offset = line.start
    while offset < line.end, text[offset].isLetter { offset += 1 }
    guard offset > line.start, has("::", at: offset), offset + 2 < line.end else { return false }
    return !text[offset + 2].isBlankOrTab
  }
}

extension ProseScanner {
  /// The line after comments that start at a place: lines with `//`, or a block within `////`.
  func asciiDocCommentEnd(at place: Place) -> Int? {
    let line = lines[place.line]
    guard line.first == line.start, has("//", at: line.start) else { return nil }
    if let mark = delimiter(at: place.line) {
      return mark == UInt8(ascii: "/") ? delimitedEnd(mark, at: place) : nil
    }
    return has("///", at: line.start) ? nil : place.line + 1
  }

  /// The mark of a line that opens or closes a block, such as `----`.
  func delimiter(at index: Int) -> UInt8? {
    let line = lines[index]
    let count = line.end - line.first
    guard line.first == line.start, count >= 2 else { return nil }
    let mark = text[line.start]
    if has("```", at: line.start) { return mark }
    if count == 4, has("===", at: line.start + 1), isTableMark(mark) { return mark }
    guard count >= 4 || count == 2 && mark == UInt8(ascii: "-") else { return nil }
    guard "-.=*_+/~".utf8.contains(mark) else { return nil }
    return text[line.start..<line.end].allSatisfy { $0 == mark } ? mark : nil
  }

  func isTableMark(_ mark: UInt8) -> Bool { "|,:!".utf8.contains(mark) }

  /// The line after the block that a mark opens: after the same mark again, or the limit.
  func delimitedEnd(_ mark: UInt8, at place: Place) -> Int {
    let open = lines[place.line]
    let count = mark == UInt8(ascii: "`") ? 3 : open.end - open.start
    var last = place.line
    var line = place.line + 1
    while line < place.limit {
      let at = lines[line]
      if !at.isBlank { last = line }
      if at.first == at.start, at.end - at.start == count,
        text[at.start..<at.end].elementsEqual(text[open.start..<open.start + count])
      {
        return line + 1
      }
      line += 1
    }
    return last + 1
  }
}
