extension ProseFormat {
  /// Whether the items of a list have numbers that count up, so that they must be renumbered when an item is added.
  package func isNumbered(_ list: Node, in tree: SyntaxTree) -> Bool {
    guard list.kind == .items, let first = list.children.first else { return false }
    let numbers = list.children.prefix(2).map { Self.number(at: $0.body.lowerBound, in: tree.text) }
    guard numbers[0] != nil, first.body.lowerBound < tree.text.count else { return false }
    return numbers.count < 2 || numbers[0]?.value != numbers[1]?.value
  }

  /// The text of a numbered list with its items numbered from that of the first one.
  ///
  ///     2. Boil water.         2. Boil water.
  ///     3. Taste it.           3. Taste it.
  ///     3. Stir.         →     4. Stir.
  ///
  /// When a number gets longer, the lines below it that belong to the item move with the text. A list whose
  /// numbers are all the same stays as it is, and so does a text that does not start with a number.
  package static func renumbered(_ list: [UInt8]) -> [UInt8] {
    let lines = ProseLine.lines(of: list, tabWidth: 4)
    guard let start = lines.first(where: { !$0.isBlank }),
      let first = number(at: start.first, in: list)
    else { return list }
    let items = lines.map { line in
      line.indent == start.indent && !line.isBlank ? number(at: line.first, in: list) : nil
    }
    let values = items.compactMap { $0?.mark == first.mark ? $0?.value : nil }
    guard values.contains(where: { $0 != first.value }) else { return list }
    var result: [UInt8] = []
    var (next, growth) = (first.value, 0)
    for (line, item) in zip(lines, items) {
      if let item, item.mark == first.mark {
        let digits = Array(String(next).utf8)
        growth = digits.count - item.digits
        result += list[line.start..<line.first] + digits
        result += list[line.first + item.digits..<line.next]
        next += 1
      } else {
        result += moved(line, by: growth, beyond: start.indent, list)
      }
    }
    return result
  }

  /// A line below an item, moved to the right or the left if it is indented.
  private static func moved(
    _ line: ProseLine, by growth: Int, beyond indent: Int, _ text: [UInt8]
  ) -> [UInt8] {
    guard growth != 0, !line.isBlank, line.indent > indent else {
      return Array(text[line.start..<line.next])
    }
    let blanks = text[line.start..<line.first].reversed().prefix { $0 == 0x20 }.count
    let kept = line.first - max(0, min(-growth, blanks))
    let added = [UInt8](repeating: 0x20, count: max(0, growth))
    return text[line.start..<kept] + added + text[line.first..<line.next]
  }

  /// The number at the start of an item.
  private static func number(
    at offset: Int, in text: [UInt8]
  ) -> (value: Int, digits: Int, mark: UInt8)? {
    var (stop, value) = (offset, 0)
    while stop < text.count, stop - offset < 4, text[stop].isDecimalDigit {
      value = value * 10 + Int(text[stop] - 0x30)
      stop += 1
    }
    guard stop > offset, stop - offset <= 3, stop < text.count else { return nil }
    guard text[stop] == UInt8(ascii: ".") || text[stop] == UInt8(ascii: ")") else { return nil }
    guard stop + 1 == text.count || text[stop + 1].isWhite else { return nil }
    return (value, stop - offset, text[stop])
  }
}
