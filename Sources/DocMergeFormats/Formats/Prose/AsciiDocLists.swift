/// The mark of an item in AsciiDoc, which shows the depth of the item.
struct AsciiDocMarker: Equatable {
  /// The mark; a digit stands for all numbers.
  var mark: UInt8
  /// How often it is repeated.
  var count: Int
}

extension ProseScanner {
  /// The mark of the item that a line starts, such as `*`, `-`, `.`, `1.` or `term::`, or `nil`.
  func asciiDocMarker(at index: Int) -> AsciiDocMarker? {
    let line = lines[index]
    guard line.first < line.end else { return nil }
    let mark = text[line.first]
    if "*.-".utf8.contains(mark) {
      var offset = line.first
      while offset < line.end, text[offset] == mark { offset += 1 }
      let count = offset - line.first
      guard offset < line.end, text[offset].isBlankOrTab else { return termMarker(line) }
      guard count <= 6, mark != UInt8(ascii: "-") || count == 1 else { return nil }
      return AsciiDocMarker(mark: mark, count: count)
    }
    if let marker = marker(at: index), marker.number != nil || marker.mark == 0xA2 {
      return AsciiDocMarker(mark: marker.mark == 0xA2 ? 0xA2 : UInt8(ascii: "1"), count: 1)
    }
    return termMarker(line)
  }

  /// The mark `::` or `;;` after a term.
  private func termMarker(_ line: ProseLine) -> AsciiDocMarker? {
    guard !has("//", at: line.first) else { return nil }
    var offset = line.first + 1
    while offset + 1 < line.end {
      let mark = text[offset]
      guard mark == UInt8(ascii: ":") || mark == UInt8(ascii: ";"), text[offset + 1] == mark
      else {
        offset += 1
        continue
      }
      let start = offset
      while offset < line.end, text[offset] == mark { offset += 1 }
      guard offset == line.end || text[offset].isBlankOrTab else { continue }
      let isTerm = offset - start <= 4 && !text[start - 1].isBlankOrTab
      return isTerm ? AsciiDocMarker(mark: mark, count: offset - start) : nil
    }
    return nil
  }

  /// The list that starts at a place, and the line after it.
  ///
  /// The open marks are those of the lists that hold it, its own mark last.
  mutating func asciiDocList(at place: Place, _ open: [AsciiDocMarker]) -> (Node, Int) {
    var items: [Node] = []
    var line = place.line
    var end = line
    repeat {
      let (item, next) = asciiDocItem(at: place.at(line), open)
      items.append(item)
      end = next
      line = firstText(from: end, place.limit)
    } while line < place.limit && asciiDocMarker(at: line) == open.last
    return (container(.items, head: place.line..<place.line, items), end)
  }

  private mutating func asciiDocItem(
    at place: Place, _ open: [AsciiDocMarker]
  ) -> (Node, Int) {
    let own = ownTextEnd(of: place)
    var end = own
    var pieces: [Node] = []
    while let (part, next) = partOfItem(at: place.at(end), open) {
      pieces.append(part)
      end = next
    }
    let line = lines[place.line]
    let key = termMarker(line) == nil ? nil : termKey(of: line)
    guard pieces.contains(where: \.isContainer) else {
      return (leaf(place.line..<end, key: key), end)
    }
    return (container(.blocks, key: key, head: place.line..<own, pieces), end)
  }

  private func termKey(of line: ProseLine) -> Node.Key? {
    let ends = text[line.first..<line.end].indices.dropLast().first {
      $0 > line.first && (has("::", at: $0) || has(";;", at: $0))
    }
    return ends.flatMap { key(of: line.first..<$0) }
  }

  /// The line after the text at the start of an item; a term may have it below a blank line.
  private func ownTextEnd(of place: Place) -> Int {
    var line = place.line + 1
    let last = text[lines[place.line].end - 1]
    if last == UInt8(ascii: ":") || last == UInt8(ascii: ";") {
      let start = firstText(from: line, place.limit)
      guard start < place.limit, isText(place.at(start)), start == line || isPlain(start) else {
        return line
      }
      line = start + 1
    }
    while line < place.limit, isText(place.at(line)) { line += 1 }
    return line
  }

  /// Whether a line continues the text of an item.
  private func isText(_ place: Place) -> Bool {
    !lines[place.line].isBlank && asciiDocMarker(at: place.line) == nil
      && !isContinuation(place.line) && !interruptsParagraph(place)
  }

  private func isPlain(_ index: Int) -> Bool {
    !"=#:[./".utf8.contains(text[lines[index].first])
  }

  /// Whether a line holds only a `+`, which attaches the next block to an item.
  private func isContinuation(_ index: Int) -> Bool {
    let line = lines[index]
    return line.end - line.first == 1 && text[line.first] == UInt8(ascii: "+")
  }

  /// A list within an item, or a block that is attached to it, and the line after it.
  private mutating func partOfItem(
    at place: Place, _ open: [AsciiDocMarker]
  ) -> (Node, Int)? {
    guard place.line < place.limit else { return nil }
    if isContinuation(place.line) {
      let end = tiedBlockEnd(at: place)
      return (leaf(place.line..<end), end)
    }
    let line = firstText(from: place.line, place.limit)
    guard line < place.limit else { return nil }
    if let mark = asciiDocMarker(at: line) {
      guard !open.contains(mark), open.count < Self.depthLimit else { return nil }
      return asciiDocList(at: place.at(line), open + [mark])
    }
    guard lines[line].indent > 0, line > place.line, !isContinuation(line) else { return nil }
    var end = line + 1
    while end < place.limit, isText(place.at(end)) { end += 1 }
    return (leaf(line..<end), end)
  }

  /// The line after the block that a `+` attaches to an item.
  private func tiedBlockEnd(at place: Place) -> Int {
    var line = place.line + 1
    while line < place.limit, !lines[line].isBlank, isBlockAttribute(line) { line += 1 }
    guard line < place.limit, !lines[line].isBlank else { return line }
    if let mark = delimiter(at: line) { return delimitedEnd(mark, at: place.at(line)) }
    while line < place.limit, isText(place.at(line)) { line += 1 }
    return max(line, place.line + 1)
  }
}
