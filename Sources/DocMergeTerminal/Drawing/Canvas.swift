/// The characters of a screen.
struct Canvas: Hashable, Sendable {
  let width: Int
  let height: Int
  /// The characters, row by row; a wide one is followed by one of width 0.
  private(set) var cells: [Cell]

  /// An empty screen.
  init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    cells = Array(repeating: .blank, count: self.width * self.height)
  }

  /// Writes into a row; text that does not fit is left out.
  mutating func put(_ text: [Cell], row: Int, column: Int, width limit: Int) {
    guard (0..<height).contains(row), column >= 0, column < width else { return }
    var place = row * width + column
    for cell in text.fitted(to: min(limit, width - column)) {
      cells[place] = cell
      if cell.width == 2 { cells[place + 1] = Cell(text: "", width: 0, style: cell.style) }
      place += cell.width
    }
  }

  /// A stretch of a row in one style.
  struct Run: Hashable, Sendable {
    var row: Int
    var column: Int
    var text: String
    var style: Style
  }

  /// The whole screen, in stretches of one style each.
  var runs: [Run] {
    var result: [Run] = []
    for row in 0..<height {
      var run: Run?
      for column in 0..<width {
        let cell = cells[row * width + column]
        if run?.style == cell.style {
          run?.text += cell.text
        } else {
          if let run { result.append(run) }
          run = Run(row: row, column: column, text: cell.text, style: cell.style)
        }
      }
      if let run { result.append(run) }
    }
    return result
  }

  /// A row as text, for tests.
  func line(_ row: Int) -> String {
    cells[row * width..<(row + 1) * width].map(\.text).joined()
  }
}
