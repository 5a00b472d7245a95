extension Canvas {
  /// Fills a row with words on a bar.
  mutating func bar(_ words: String, in area: Area) {
    let blank = Cell(text: " ", width: 1, style: .bar)
    let cells = PrintableLine(words, style: .bar).cells.shortened(to: area.width)
    let rest = Array(repeating: blank, count: max(0, area.width - cells.width))
    put(cells + rest, row: area.row, column: area.column, width: area.width)
  }

  /// Writes words into the first row of an area.
  mutating func line(_ words: (text: String, style: Style), in area: Area) {
    let cells = PrintableLine(words.text, style: words.style).cells.shortened(to: area.width)
    put(cells, row: area.row, column: area.column, width: area.width)
  }

  /// Writes the name of an area into its first row, and a line after it.
  mutating func title(
    _ words: String, _ role: Style.Role, isFocused: Bool = false, in area: Area
  ) {
    let style = Style(role, isFocused ? [.bold, .reversed] : .bold)
    let text = words.isEmpty ? "" : " \(words) "
    let cells = PrintableLine(text, style: style).cells.shortened(to: area.width)
    let line = Cell(text: "─", width: 1, style: .faint)
    let rest = Array(repeating: line, count: max(0, area.width - cells.width))
    put(cells + rest, row: area.row, column: area.column, width: area.width)
  }

  /// Writes lines, wrapped or cut off, with the marks before them.
  ///
  /// - Parameters:
  ///   - rows: All lines.
  ///   - top: The first line that is shown.
  ///   - area: The area for them.
  ///   - gutter: The width of the marks in columns.
  ///   - isWrapped: Whether long lines are wrapped.
  ///   - marks: The marks before a line, or before a wrapped part of it.
  mutating func rows(
    _ rows: [Row], from top: Scroll, in area: Area, gutter: Int, isWrapped: Bool,
    marks: (Row, _ isFirst: Bool) -> [Cell]
  ) {
    var row = area.row
    var number = top.line
    let width = max(1, area.width - gutter)
    while row < area.row + area.height, rows.indices.contains(number) {
      let pieces = rows[number].cells(width: width, isWrapped: isWrapped)
      // A line that takes fewer rows here than in the pane beside it.
      let skipped = number == top.line ? top.part : 0
      for (index, piece) in pieces.enumerated().dropFirst(skipped) {
        guard row < area.row + area.height else { break }
        put(
          marks(rows[number], index == 0) + piece, row: row, column: area.column, width: area.width)
        row += 1
      }
      number += 1
    }
  }
}
