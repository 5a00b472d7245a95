/// A line of a table: cells between pipes, or a line between rows.
///
///     | Ulm  | 90 |      +------+-----+      |------+-----|
struct TableRow {
  /// A cell, and the blanks on both sides of its text.
  struct Cell {
    var text: ArraySlice<UInt8>
    var left: Int
    var right: Int
  }

  let indentation: ArraySlice<UInt8>
  /// The pipes, one more than there are cells.
  let borders: [UInt8]
  var cells: [Cell]
  /// The blanks at the end of the line, and its end.
  let end: ArraySlice<UInt8>
  /// Whether it is a line of dashes between rows.
  let isRule: Bool

  private static let pipe = UInt8(ascii: "|")
  private static let plus = UInt8(ascii: "+")
  private static let colon = UInt8(ascii: ":")
  private static let dashes = Set("-=".utf8)

  /// Reads a line; `nil` when it is no row with a pipe at both ends.
  init?(_ line: ArraySlice<UInt8>) {
    indentation = line.prefix { $0 == .blank || $0 == UInt8(ascii: "\t") }
    let rest = line[indentation.endIndex...]
    guard rest.first == Self.pipe || rest.first == Self.plus,
      let last = rest.lastIndex(where: { !$0.isWhitespace }), last > rest.startIndex,
      rest[last] == Self.pipe || rest[last] == Self.plus,
      !rest[...last].contains(UInt8(ascii: "\t"))
    else { return nil }
    end = line[(last + 1)...]
    let body = rest[...last]
    let isRule = Self.isRuleLine(body)
    let places = Self.borders(of: body, isRule: isRule)
    guard places.count > 1, isRule || body.first == Self.pipe else { return nil }
    self.isRule = isRule
    borders = places.map { body[$0] }
    cells = zip(places, places.dropFirst()).map { start, end in Self.cell(body[start + 1..<end]) }
    guard !isRule || cells.allSatisfy({ Self.isRule($0.text) }) else { return nil }
  }

  /// Whether a line holds nothing but dashes and pipes; a single dash between blanks is a text.
  private static func isRuleLine(_ body: ArraySlice<UInt8>) -> Bool {
    let isPlain = body.allSatisfy {
      dashes.contains($0) || $0 == pipe || $0 == plus || $0 == colon || $0 == .blank
    }
    guard isPlain, let second = body.dropFirst().first else { return false }
    if body.first == plus || second == colon || dashes.contains(second) { return true }
    return body.split(separator: .blank).contains { part in
      part.contains(colon) || part.count > 2 && part.allSatisfy(dashes.contains)
    }
  }

  private static func borders(of body: ArraySlice<UInt8>, isRule: Bool) -> [Int] {
    var places: [Int] = []
    var index = body.startIndex
    while index < body.endIndex {
      if body[index] == UInt8(ascii: "\\") {
        index += 1
      } else if body[index] == pipe || isRule && body[index] == plus {
        places.append(index)
      }
      index += 1
    }
    return places
  }

  private static func cell(_ bytes: ArraySlice<UInt8>) -> Cell {
    let text = bytes.trimmed
    guard !text.isEmpty else { return Cell(text: text, left: bytes.count, right: 0) }
    return Cell(
      text: text, left: text.startIndex - bytes.startIndex, right: bytes.endIndex - text.endIndex)
  }

  /// Whether it is dashes, with colons at their ends at most.
  private static func isRule(_ text: ArraySlice<UInt8>) -> Bool {
    let inner = text.first == colon ? text.dropFirst() : text
    let dashes = inner.last == colon ? inner.dropLast() : inner
    guard let first = dashes.first, Self.dashes.contains(first) else { return false }
    return dashes.allSatisfy { $0 == first }
  }

  /// The line.
  var bytes: [UInt8] {
    var bytes = Array(indentation)
    for (border, cell) in zip(borders, cells) {
      bytes.append(border)
      bytes += Array(repeating: .blank, count: cell.left) + cell.text
      bytes += Array(repeating: .blank, count: cell.right)
    }
    return bytes + borders.suffix(1) + end
  }

  /// The line with one blank on both sides of a text, and one dash for many.
  var squeezed: [UInt8] {
    var row = self
    for index in cells.indices {
      row.cells[index].text = isRule ? Self.rule(cells[index].text, width: 0) : cells[index].text
      (row.cells[index].left, row.cells[index].right) = (1, 1)
    }
    return row.bytes
  }

  /// Dashes like these that fill a width, which may be too small for them.
  static func rule(_ text: ArraySlice<UInt8>, width: Int) -> ArraySlice<UInt8> {
    let start: [UInt8] = text.first == colon ? [colon] : []
    let end: [UInt8] = text.count > 1 && text.last == colon ? [colon] : []
    let dash = text.first { $0 != colon } ?? UInt8(ascii: "-")
    let count = max(1, width - start.count - end.count)
    return (start + Array(repeating: dash, count: count) + end)[...]
  }

  /// Where the pipes stand.
  func places(_ measure: CharacterWidth) -> [Int] {
    var place = 0
    return cells.map { cell in
      place += 1 + cell.left + measure.width(of: cell.text) + cell.right
      return place
    }
  }

  /// How wide a cell is, with its blanks.
  func width(of cell: Int, _ measure: CharacterWidth) -> Int {
    cells[cell].left + measure.width(of: cells[cell].text) + cells[cell].right
  }
}
