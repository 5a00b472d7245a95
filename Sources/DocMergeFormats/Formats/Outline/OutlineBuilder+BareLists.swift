extension OutlineBuilder {
  /// The items of a statement without brackets whose lines end with a mark: `a = 1,`, `a.c \`.
  func bareList(_ reader: StatementReader, body: Range<Int>) -> OutlineBlock? {
    guard reader.first < reader.line, reader.parts.isEmpty, !family(reader.first).prose else {
      return nil
    }
    var code: [Int] = []
    for line in reader.first...reader.line where lines[line].hasCode {
      guard !lines[line].isGlued, lines[line].reach == line else { return nil }
      code.append(line)
    }
    guard code.count > 1 else { return nil }
    return backslashList(code, reader) ?? commaList(code, reader) ?? barList(code, reader)
  }

  // MARK: - Backslashes

  private func backslashList(_ code: [Int], _ reader: StatementReader) -> OutlineBlock? {
    let features = family(code[0]).features
    guard features.contains(.backslash),
      !(features.contains(.conditions) && firstByte(code[0]) == 0x23),
      code.dropLast().allSatisfy({ lastByte($0) == 0x5C }), lastByte(code[code.count - 1]) != 0x5C
    else { return nil }
    let head = headEnd(code[0], isWord: false)
    guard !isOpen(lines[code[0]].first..<trimmed(lines[code[0]].first, head)) else { return nil }
    var items: [Range<Int>] = []
    for line in code {
      let start = line == code[0] ? head : lines[line].first
      let end = line == code[code.count - 1] ? lines[line].end : lines[line].end - 1
      items.append(start..<trimmed(start, end))
    }
    // `a, \` has the comma in its mark.
    let comma = UInt8(ascii: ",")
    if items.dropLast().allSatisfy({ text[$0].last == comma }), items.count > 1,
      text[items[items.count - 1]].last != comma
    {
      items =
        items.dropLast().map { $0.lowerBound..<trimmed($0.lowerBound, $0.upperBound - 1) }
        + items.suffix(1)
    }
    if items[0].isEmpty { items.removeFirst() }
    guard !items.contains(where: { isOpen($0) }), !items.isEmpty else { return nil }
    return block(items, code, of: reader, mark: 0x5C, tail: 0)
  }

  /// Whether an item is part of a pipeline.
  private func isOpen(_ item: Range<Int>) -> Bool {
    guard let first = text[item].first, let last = text[item].last else { return true }
    return "|&;".utf8.contains(first) || "|&;".utf8.contains(last)
  }

  private func trimmed(_ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, text[end - 1].isWhite { end -= 1 }
    return end
  }

  // MARK: - Commas

  private func commaList(_ code: [Int], _ reader: StatementReader) -> OutlineBlock? {
    guard !family(reader.first).isData else { return nil }
    var first = code.count - 1
    while first > 0, endOfItem(code[first - 1]) != nil { first -= 1 }
    let isValues = endsWithValues(code[max(first - 1, 0)])
    guard first < code.count - 1 || first > 0 && isValues, endOfItem(code[code.count - 1]) == nil,
      !endsWithBlock(code[code.count - 1])
    else { return nil }
    let rows = startOfRows(code[first])
    if first > 0, !isValues, rows == nil { return nil }
    let last = code[code.count - 1]
    var items: [Range<Int>] = []
    for line in code[first...] {
      let start =
        line != code[first]
        ? lines[line].first
        : first > 0 ? rows ?? lines[line].first : headEnd(line, isWord: true)
      let end = endOfItem(line) ?? lines[line].end - (lastByte(last) == 0x3B ? 1 : 0)
      guard start < end else { return nil }
      items.append(start..<trimmed(start, end))
    }
    return block(
      items, Array(code[first...]), of: reader, mark: 0x2C, tail: lastByte(last) == 0x3B ? 1 : 0)
  }

  /// Whether a block follows the last item on its line: `b else { return }`.
  private func endsWithBlock(_ line: Int) -> Bool {
    lastByte(line) == 0x7D && text[lines[line].first..<lines[line].end].contains(0x7B)
  }

  /// The place of the comma at the end of a line, before Basic's `_` if there is one.
  private func endOfItem(_ line: Int) -> Int? {
    let end = lines[line].end
    if lastByte(line) == 0x2C { return end - 1 }
    guard lastByte(line) == 0x5F else { return nil }
    let comma = trimmed(lines[line].first, end - 1)
    return comma > lines[line].first && text[comma - 1] == 0x2C ? comma - 1 : nil
  }

  /// The start of the first row on a line, after `VALUES`.
  private func startOfRows(_ line: Int) -> Int? {
    var place = lines[line].first
    let word = text[place...].prefix(6).map { $0 | 0x20 }
    if word.elementsEqual("values".utf8) { place += 6 }
    while place < lines[line].end, text[place].isBlankOrTab { place += 1 }
    return place < lines[line].end && text[place] == 0x28 ? place : nil
  }

  private func endsWithValues(_ line: Int) -> Bool {
    let word = text[lines[line].first..<lines[line].end].suffix(6).map { $0 | 0x20 }
    return word.elementsEqual("values".utf8)
  }

  /// The start of the first item on the line of the head: after `=`, or else after the first word.
  private func headEnd(_ line: Int, isWord: Bool) -> Int {
    let range = lines[line].first..<lines[line].end
    var place = range.lowerBound
    if isWord, text[place] == 0x3A {
      place += 1
      while place < range.upperBound, text[place].isBlankOrTab { place += 1 }
      return place
    }
    if isWord {
      while place < range.upperBound, text[place].isPartOfWord { place += 1 }
      var next = place
      while next < range.upperBound, text[next].isBlankOrTab { next += 1 }
      if next > place, next < range.upperBound, !"=+-*/<>|&?!,;)".utf8.contains(text[next]) {
        return next
      }
    }
    guard let sign = text[range].firstIndex(of: 0x3D), sign - range.lowerBound < 100 else {
      return isWord ? range.lowerBound : range.upperBound - 1
    }
    place = sign + 1
    while place < range.upperBound, text[place].isBlankOrTab { place += 1 }
    return place
  }

  // MARK: - Bars

  private func barList(_ code: [Int], _ reader: StatementReader) -> OutlineBlock? {
    guard let first = code.firstIndex(where: { isBarred($0) }), first > 0,
      code[first...].allSatisfy({ isBarred($0) })
    else { return nil }
    let lastLine = code[code.count - 1]
    // A mark after the last one ends the declaration: `| red | green.`
    let end = lastByte(lastLine)
    let isEnded = end == 0x2E && !code[first...].dropLast().contains { lastByte($0) == end }
    let tail = end == 0x3B || isEnded ? 1 : 0
    let items = code[first...].map { line in
      let end = lines[line].end - (line == lastLine ? tail : 0)
      return lines[line].first..<trimmed(lines[line].first, end)
    }
    return block(items, Array(code[first...]), of: reader, mark: nil, tail: tail)
  }

  private func isBarred(_ line: Int) -> Bool {
    guard firstByte(line) == 0x7C, lines[line].first + 1 < text.count else { return false }
    return text[lines[line].first + 1] != 0x7C
  }

  // MARK: - The list

  /// A list of items, each on a line of its own; the first may follow the head.
  private func block(
    _ items: [Range<Int>], _ code: [Int], of reader: StatementReader, mark: UInt8?, tail: Int
  ) -> OutlineBlock? {
    let own = code.suffix(items.count)
    guard let first = items.first, let firstLine = own.first, let lastLine = own.last else {
      return nil
    }
    let isOnHead = firstLine == reader.first || first.lowerBound > lines[firstLine].first
    var start = isOnHead ? first.lowerBound : lines[firstLine].start
    var list = OutlineBlock(kind: .items, inner: start..<start)
    list.mark = mark
    for (item, line) in zip(items, own) {
      let isLast = line == lastLine
      let end = isLast && tail > 0 ? item.upperBound : self.start(of: line + 1)
      var node = Node(.scalar, range: start..<end, body: item)
      node.key = DeclaredName(text, family(line)).key(ofItem: item)
      if !isLast, mark != nil {
        node.separator =
          (text[item.upperBound...].firstIndex { !$0.isWhite } ?? end)..<lines[line].end
      }
      list.children.append(node)
      start = end
    }
    list.inner = list.inner.lowerBound..<start
    return list
  }
}
