extension CodeBuilder {
  /// The elements of a row, and the mark behind each.
  private struct Elements {
    var all: [Element] = []
    var marks: [UInt8?] = []
    /// The attributes of the next element.
    var attributes: [Int] = []

    /// The last element, if no mark ended it.
    var open: Int? {
      guard let last = all.indices.last, marks[last] == nil else { return nil }
      return last
    }

    /// Ends the last element with a mark; further marks belong to none.
    mutating func end(with mark: UInt8, at place: Range<Int>) {
      guard let last = all.indices.last, all[last].separator == nil else { return }
      all[last].separator = place
      marks[last] = mark
    }

    mutating func append(_ index: Int, from start: Int, to end: Int) {
      all.append(Element(index: index, start: start, end: end, attributes: attributes))
      marks.append(nil)
      attributes = []
    }

    /// The elements without marks between them: a mark that only some have ends a statement.
    var asStatements: [Element] {
      all.map { element in
        var element = element
        if let separator = element.separator { element.end = separator.upperBound }
        element.separator = nil
        return element
      }
    }
  }

  /// The children of a row with their marks, and the mark between all of them; `nil` for none.
  func elements(
    _ row: Row, isSet: Bool, isUnmarked: Bool
  ) -> (elements: [Element], mark: UInt8?) {
    var found = Elements()
    for index in row.children where !code.isComment(index) && !isBlank(index) {
      add(index, of: row, isSet: isSet, to: &found)
    }
    if !isUnmarked, let mark = commonMark(of: found, in: row) { return (found.all, mark) }
    return (found.asStatements, nil)
  }

  /// Whether a node is white space, as a backslash before a line end is.
  private func isBlank(_ index: Int) -> Bool {
    let range = body(index)
    return range.isEmpty || text[range].elementsEqual("\\".utf8)
  }

  /// Adds a node as an element of its own, or to the element that it belongs to.
  private func add(_ index: Int, of row: Row, isSet: Bool, to found: inout Elements) {
    let range = body(index)
    if let mark = mark(index), row.marks.contains(mark), !found.all.isEmpty {
      found.end(with: mark, at: range)
    } else if !isSet, profile.attributes.contains(code.type(index)) {
      found.attributes.append(index)
    } else if let open = found.open, profile.continuations.contains(code.type(index)) {
      found.all[open].end = range.upperBound
      found.all[open].continuations.append(index)
    } else if let open = found.open, code.isToken(index), !isSet, !row.isBracketed {
      // A word that belongs to no node of its own is joined to the previous one.
      found.all[open].end = range.upperBound
    } else if let open = found.open, row.hasLongChildren {
      found.all[open].end = range.upperBound
      found.all[open].isJoined = true
    } else {
      let start = found.attributes.first.map { body($0).lowerBound } ?? range.lowerBound
      found.append(index, from: start, to: range.upperBound)
    }
  }

  /// The mark between all elements; `nil` where some have another one or none.
  private func commonMark(of found: Elements, in row: Row) -> UInt8? {
    let parting = found.marks.dropLast()
    let isMixed = found.all.contains { profile.markless.contains(code.type($0.index)) }
    guard !isMixed, let mark = parting.first ?? found.marks.first, let mark,
      mark != 0x3B || row.hasSemicolons, parting.allSatisfy({ $0 == mark })
    else { return nil }
    return mark
  }

  /// The mark of a token.
  func mark(_ index: Int) -> UInt8? {
    // GraphQL's grammar gives a name to it.
    if code.type(index) == "comma" { return 0x2C }
    guard code.isToken(index), code.type(index).utf8.count == 1,
      let byte = code.type(index).utf8.first
    else { return nil }
    return byte
  }
}
