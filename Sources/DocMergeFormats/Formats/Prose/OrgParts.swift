/// Drawers and tables of Org.
extension ProseScanner {
  /// The name of the drawer that a line such as `:PROPERTIES:` opens, or `end`, in lower case.
  func drawerName(at index: Int) -> String? {
    let line = lines[index]
    let colon = UInt8(ascii: ":")
    guard line.end - line.first > 2, text[line.first] == colon, text[line.end - 1] == colon else {
      return nil
    }
    let name = text[line.first + 1..<line.end - 1]
    guard name.allSatisfy({ $0.isPartOfName || $0 == UInt8(ascii: "-") }) else { return nil }
    return String(decoding: name.map(\.lowercased), as: UTF8.self)
  }

  /// The drawer that starts at a place: properties by name, a log as a list, others as text.
  func orgDrawer(at place: Place) -> Piece? {
    guard let name = drawerName(at: place.line), name != "end" else { return nil }
    var end = place.line + 1
    while end < place.limit, !isOrgHeading(end), lines[end].isBlank || drawerName(at: end) != "end"
    {
      end += 1
    }
    guard end < place.limit, drawerName(at: end) == "end" else { return nil }
    let line = lines[place.line]
    let key = Node.Key(meaning: ":\(name)".utf8, at: line.first + 1..<line.end - 1)
    let inside = place.line + 1..<end
    let parts =
      name == "properties" ? properties(inside) : name == "logbook" ? entries(inside) : nil
    guard let parts, !parts.isEmpty else { return leafPiece(place.line..<end + 1, key: key) }
    let node = container(
      name == "properties" ? .members : .items, key: key, head: place.line..<place.line + 1, parts,
      end: end + 1)
    return Piece(node: node, next: end + 1)
  }

  /// The properties in a drawer; `nil` where a line is not a property.
  private func properties(_ inside: Range<Int>) -> [Node]? {
    var nodes: [Node] = []
    for index in inside where !lines[index].isBlank {
      guard let name = fieldName(in: lines[index]) else { return nil }
      nodes.append(leaf(index..<index + 1, .scalar, key: key(of: name)))
    }
    return nodes
  }

  /// The entries of a log: each line, with the deeper ones below it.
  private func entries(_ inside: Range<Int>) -> [Node] {
    var ranges: [Range<Int>] = []
    for index in inside where !lines[index].isBlank {
      if let last = ranges.last, lines[index].indent > lines[last.lowerBound].indent {
        ranges[ranges.count - 1] = last.lowerBound..<index + 1
      } else {
        ranges.append(index..<index + 1)
      }
    }
    return ranges.map { leaf($0) }
  }

  /// The table that starts at a place: its head, one node per row, and its formulas.
  func orgTable(at place: Place) -> Piece? {
    func isRow(_ line: Int) -> Bool {
      line < place.limit && !lines[line].isBlank && text[lines[line].first] == UInt8(ascii: "|")
    }
    func isRuler(_ line: Int) -> Bool { isRow(line) && has("|-", at: lines[line].first) }
    guard isRow(place.line) else { return nil }
    var first = place.line
    while isRuler(first) { first += 1 }
    if isRow(first), isRuler(first + 1) { first += 2 }
    var rows: [Node] = []
    var line = first
    while isRow(line) {
      let key = isRuler(line) ? nil : firstCellKey(of: lines[line])
      rows.append(leaf(line..<line + 1, .scalar, key: key))
      line += 1
    }
    guard !rows.isEmpty else { return leafPiece(place.line..<max(first, place.line + 1)) }
    var end = line
    while end < place.limit, !lines[end].isBlank, orgKeyword(at: end) == "tblfm" { end += 1 }
    let node = container(.items, head: place.line..<first, rows, end: end > line ? end : nil)
    return Piece(node: node, next: end)
  }
}
