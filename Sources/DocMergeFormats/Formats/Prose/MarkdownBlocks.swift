extension ProseScanner {
  /// The block of a Markdown text that starts at a place.
  mutating func markdownBlock(at place: Place) -> Piece {
    let line = lines[place.line]
    if line.indent - place.indent >= 4 { return indentedCode(at: place) }
    if let fence = fence(at: line.first, line.end) {
      var block = leafPiece(place.line..<fenceEnd(fence, from: place.line + 1, place.limit))
      // On indented lines, each line starts with blanks that are not code.
      if line.indent == 0, !fence.isBare { block.node.settlement = .codeBlock }
      return block
    }
    if let heading = markdownHeading(at: place.line) { return heading }
    if isRule(place.line) { return leafPiece(place.line..<place.line + 1) }
    if text[line.first] == UInt8(ascii: ">") { return leafPiece(place.line..<quoteEnd(at: place)) }
    if let end = htmlEnd(at: place, inParagraph: false) { return leafPiece(place.line..<end) }
    if let list = list(at: place) { return list }
    if let table = pipeTable(at: place) { return table }
    if let references = linkReferences(at: place) { return references }
    if let terms = definitionList(at: place) { return terms }
    return labelList(at: place) ?? markdownParagraph(at: place)
  }

  private func indentedCode(at place: Place) -> Piece {
    var last = place.line
    var line = place.line + 1
    while line < place.limit, lines[line].isBlank || lines[line].indent - place.indent >= 4 {
      if !lines[line].isBlank { last = line }
      line += 1
    }
    return leafPiece(place.line..<last + 1)
  }

  private func quoteEnd(at place: Place) -> Int {
    var line = place.line + 1
    while line < place.limit, !lines[line].isBlank {
      guard text[lines[line].first] == UInt8(ascii: ">") || !interruptsParagraph(place.at(line))
      else { break }
      line += 1
    }
    return line
  }

  private func markdownParagraph(at place: Place) -> Piece {
    var line = place.line + 1
    while line < place.limit, !lines[line].isBlank {
      if let level = underlineLevel(at: line), lines[line].indent - place.indent < 4 {
        let title = lines[place.line].first..<lines[line - 1].end
        return heading(place.line..<line + 1, title: title, level: level)
      }
      if interruptsParagraph(place.at(line)) || isTableStart(place.at(line)) { break }
      line += 1
    }
    return leafPiece(place.line..<line)
  }

  /// Whether a line of Markdown opens a block although it directly follows a paragraph.
  func interruptsMarkdownParagraph(_ place: Place) -> Bool {
    let line = lines[place.line]
    guard line.indent - place.indent < 4 else { return false }
    if fence(at: line.first, line.end) != nil || headingLevel(at: place.line) != nil { return true }
    if isRule(place.line) || text[line.first] == UInt8(ascii: ">") { return true }
    if htmlEnd(at: place, inParagraph: true) != nil { return true }
    guard let marker = marker(at: place.line) else { return false }
    // Within a list, the next item may have any number.
    let isFirst = marker.number.map { $0 == 1 } ?? true
    return (isFirst || line.indent < place.indent) && marker.offset < line.end
  }
}

extension ProseScanner {
  /// How many `#` a heading of Markdown has; `nil` for another line.
  func headingLevel(at index: Int) -> Int? {
    let line = lines[index]
    var offset = line.first
    while offset < line.end, text[offset] == UInt8(ascii: "#") { offset += 1 }
    let level = offset - line.first
    guard level > 0, level <= 6, dialect == .markdown || dialect == .plainText else { return nil }
    return offset == line.end || text[offset].isBlankOrTab ? level : nil
  }

  /// The heading `## Title` in a line.
  func markdownHeading(at index: Int) -> Piece? {
    guard let level = headingLevel(at: index) else { return nil }
    let line = lines[index]
    var end = line.end
    while end > line.first + level, text[end - 1] == UInt8(ascii: "#") { end -= 1 }
    if end > line.first + level, !text[end - 1].isBlankOrTab { end = line.end }
    return heading(index..<index + 1, title: line.first + level..<end, level: level)
  }

  /// The level of a heading with such a line below it: 1 for `===`, 2 for `---`.
  private func underlineLevel(at index: Int) -> Int? {
    let line = lines[index]
    let mark = text[line.first]
    guard mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else { return nil }
    guard text[line.first..<line.end].allSatisfy({ $0 == mark }) else { return nil }
    return mark == UInt8(ascii: "=") ? 1 : 2
  }

  /// Whether a line is a rule, such as `---` or `* * *`.
  func isRule(_ index: Int) -> Bool {
    let line = lines[index]
    let mark = text[line.first]
    guard mark == UInt8(ascii: "-") || mark == UInt8(ascii: "*") || mark == UInt8(ascii: "_")
    else { return false }
    var count = 0
    for offset in line.first..<line.end {
      if text[offset] == mark { count += 1 } else if !text[offset].isBlankOrTab { return false }
    }
    return count >= 3
  }
}

/// The fence that opens or closes code.
struct CodeFence {
  /// The mark, a backtick or a tilde.
  var mark: UInt8
  /// How often it is repeated.
  var count: Int
  /// Whether nothing follows them.
  var isBare: Bool

  /// Whether the fence ends the code that another one opened.
  func closes(_ other: CodeFence) -> Bool { mark == other.mark && count >= other.count && isBare }
}

extension ProseScanner {
  /// The fence at an offset, up to the end of the line.
  func fence(at offset: Int, _ end: Int) -> CodeFence? {
    guard dialect == .markdown, offset < end else { return nil }
    let mark = text[offset]
    guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else { return nil }
    var stop = offset
    while stop < end, text[stop] == mark { stop += 1 }
    guard stop - offset >= 3 else { return nil }
    if mark == UInt8(ascii: "`"), text[stop..<end].contains(mark) { return nil }
    return CodeFence(mark: mark, count: stop - offset, isBare: stop == end)
  }

  /// The line after fenced code, at most a limit.
  func fenceEnd(_ open: CodeFence, from line: Int, _ limit: Int) -> Int {
    var line = line
    var last = line - 1
    while line < limit {
      if !lines[line].isBlank { last = line }
      if let close = fence(at: lines[line].first, lines[line].end), close.closes(open) {
        return line + 1
      }
      line += 1
    }
    return last + 1
  }
}
