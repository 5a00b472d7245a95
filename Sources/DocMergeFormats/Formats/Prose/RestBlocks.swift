extension ProseScanner {
  /// The block of a reStructuredText that starts at a place.
  mutating func restBlock(at place: Place) -> Piece {
    if place.depth == 0, let heading = underlinedHeading(at: place, marks: titleMarks) {
      return heading
    }
    if isLiteral(place) {
      return leafPiece(place.line..<indentedEnd(at: place, over: literalIndent(place)))
    }
    if let markup = explicitMarkup(at: place) { return markup }
    if let list = list(at: place) { return list }
    if let table = restTable(at: place) { return table }
    if let fields = fieldList(at: place) { return fields }
    if let terms = definitionList(at: place) { return terms }
    return restParagraph(at: place)
  }

  /// A paragraph continues until a blank line or another indentation.
  private func restParagraph(at place: Place) -> Piece {
    var end = place.line + 1
    while end < place.limit, !lines[end].isBlank, lines[end].indent == lines[place.line].indent {
      end += 1
    }
    return leafPiece(place.line..<end)
  }

  /// The column that the text before a literal block has; deeper lines belong to the block.
  private func literalIndent(_ place: Place) -> Int {
    var line = place.line - 1
    while line >= 0, lines[line].isBlank { line -= 1 }
    return line < 0 ? 0 : min(lines[line].indent, lines[place.line].indent - 1)
  }

  /// Whether the lines at a place are kept as they are: the paragraph before them ends with `::`.
  private func isLiteral(_ place: Place) -> Bool {
    var line = place.line - 1
    while line >= 0, lines[line].isBlank { line -= 1 }
    guard line >= 0, line < place.line - 1, lines[line].indent < lines[place.line].indent else {
      return false
    }
    return lines[line].end - lines[line].first >= 2 && has("::", at: lines[line].end - 2)
  }

  /// The line after the last one that is indented deeper than a column.
  func indentedEnd(at place: Place, over column: Int) -> Int {
    var last = place.line - 1
    var line = place.line
    while line < place.limit, lines[line].isBlank || lines[line].indent > column {
      if !lines[line].isBlank { last = line }
      line += 1
    }
    return last + 1
  }
}

extension ProseScanner {
  /// Markup that starts with `..` and a blank: a directive, a target, a footnote or a comment, kept whole.
  private mutating func explicitMarkup(at place: Place) -> Piece? {
    guard isExplicitMarkup(place.line) else { return nil }
    if let heading = targetedHeading(at: place) { return heading }
    if let members = targets(at: place) { return members }
    if let container = directiveOfItems(at: place) { return container }
    let end = indentedEnd(at: place.at(place.line + 1), over: lines[place.line].indent)
    return leafPiece(place.line..<end)
  }

  func isExplicitMarkup(_ index: Int) -> Bool {
    let line = lines[index]
    guard has("..", at: line.first) else { return false }
    return line.end == line.first + 2 || text[line.first + 2].isBlankOrTab
  }

  /// A heading with the anchors above it, which belong to it.
  private mutating func targetedHeading(at place: Place) -> Piece? {
    var line = place.line
    let limit = min(place.limit, place.line + 16)
    while line < limit, isExplicitMarkup(line), let target = target(at: line) {
      guard target.isAnchor else { return nil }
      line = firstText(from: line + 1, place.limit)
    }
    guard line > place.line, line < place.limit, place.depth == 0 else { return nil }
    guard var heading = underlinedHeading(at: place.at(line), marks: titleMarks) else { return nil }
    let start = lines[place.line]
    heading.node.range = start.start..<heading.node.range.upperBound
    heading.node.body = start.first..<heading.node.body.upperBound
    return heading
  }

  /// The name of the target `.. _name: url` in a line, and whether nothing follows the colon.
  private func target(at index: Int) -> (name: Range<Int>, isAnchor: Bool)? {
    let line = lines[index]
    var offset = line.first + 3
    guard offset < line.end else { return nil }
    let mark = text[offset]
    guard mark == UInt8(ascii: "_") || mark == UInt8(ascii: "|") else { return nil }
    offset += 1
    let start = offset
    while offset < line.end {
      let isEnd =
        mark == UInt8(ascii: "|")
        ? text[offset] == mark
        : text[offset] == UInt8(ascii: ":")
          && (offset + 1 == line.end || text[offset + 1].isBlankOrTab)
      if isEnd { return (start..<offset, offset + 1 == line.end && mark == UInt8(ascii: "_")) }
      offset += text[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  /// Adjacent targets and substitutions.
  private func targets(at place: Place) -> Piece? {
    var members: [Node] = []
    var (line, end) = (place.line, place.line)
    while line < place.limit, isExplicitMarkup(line), let target = target(at: line) {
      guard lines[line].indent == lines[place.line].indent else { break }
      let stop = indentedEnd(at: place.at(line + 1), over: lines[line].indent)
      guard !target.isAnchor || stop > line + 1 else { break }
      members.append(leaf(line..<stop, .scalar, key: key(of: target.name)))
      end = stop
      line = firstText(from: end, place.limit)
    }
    guard !members.isEmpty else { return nil }
    return Piece(node: container(.members, head: place.line..<place.line, members), next: end)
  }

  /// Adjacent fields, `:name: value`.
  private func fieldList(at place: Place) -> Piece? {
    var members: [Node] = []
    var (line, end) = (place.line, place.line)
    while line < place.limit, lines[line].indent == lines[place.line].indent,
      let name = fieldName(in: lines[line])
    {
      end = indentedEnd(at: place.at(line + 1), over: lines[line].indent)
      members.append(leaf(line..<end, .text, key: key(of: name)))
      line = firstText(from: end, place.limit)
    }
    guard !members.isEmpty else { return nil }
    return Piece(node: container(.members, head: place.line..<place.line, members), next: end)
  }

  /// The name of the field in a line.
  func fieldName(in line: ProseLine) -> Range<Int>? {
    guard line.first + 2 < line.end, text[line.first] == UInt8(ascii: ":") else { return nil }
    var offset = line.first + 1
    guard !text[offset].isWhite, text[offset] != UInt8(ascii: ":") else { return nil }
    while offset < line.end, text[offset] != UInt8(ascii: ":"), text[offset] != UInt8(ascii: "`") {
      offset += text[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard offset < line.end, text[offset] == UInt8(ascii: ":") else { return nil }
    guard offset + 1 == line.end || text[offset + 1].isBlankOrTab else { return nil }
    return line.first + 1..<offset
  }
}

extension ProseScanner {
  /// A table drawn with `+--+` or `==  ==`, kept whole.
  private func restTable(at place: Place) -> Piece? {
    let line = lines[place.line]
    if has("+-", at: line.first), text[line.end - 1] == UInt8(ascii: "+") {
      var end = place.line + 1
      while end < place.limit, !lines[end].isBlank { end += 1 }
      return leafPiece(place.line..<end)
    }
    guard isSimpleBorder(line) else { return nil }
    var borders = 0
    var end = place.line + 1
    while end < place.limit {
      if isSimpleBorder(lines[end]) {
        borders += 1
        if borders == 2 || end + 1 == place.limit || lines[end + 1].isBlank {
          return leafPiece(place.line..<end + 1)
        }
      }
      end += 1
    }
    return nil
  }

  private func isSimpleBorder(_ line: ProseLine) -> Bool {
    var (groups, offset) = (0, line.first)
    while offset < line.end {
      guard text[offset] == UInt8(ascii: "=") else { return false }
      groups += 1
      while offset < line.end, text[offset] == UInt8(ascii: "=") { offset += 1 }
      while offset < line.end, text[offset].isBlankOrTab { offset += 1 }
    }
    return groups >= 2
  }
}
