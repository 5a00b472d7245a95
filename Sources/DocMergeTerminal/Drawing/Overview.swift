/// The column that shows the places of the conflicts in the result.
enum Overview {
  /// One mark for each of some rows.
  ///
  /// - Parameters:
  ///   - result: The lines of the result.
  ///   - rows: The number of marks.
  ///   - top: The first line on the screen.
  ///   - height: The approximate number of lines on the screen.
  /// - Returns: The marks: `?` where a region is open, `▪` where one was decided.
  static func marks(of result: [Row], rows: Int, visible top: Int, height: Int) -> [Cell] {
    guard rows > 0 else { return [] }
    let count = max(rows, result.count)
    var found = Array(repeating: Mark.nothing, count: rows)
    for (line, row) in result.enumerated() {
      let index = min(rows - 1, line * rows / count)
      found[index] = max(found[index], Mark(row))
    }
    let first = min(rows - 1, top * rows / count)
    let last = max(first, min(rows - 1, (top + height - 1) * rows / count))
    return found.enumerated().map { index, mark in
      mark.cell(isVisible: (first...last).contains(index))
    }
  }

  /// The meaning of a row of the column.
  private enum Mark: Int, Comparable {
    case nothing, rule, decided, open

    init(_ row: Row) {
      if row.tag == .open {
        self = .open
      } else if row.region != nil {
        self = .decided
      } else {
        self = row.tag == .rule ? .rule : .nothing
      }
    }

    static func < (one: Mark, other: Mark) -> Bool { one.rawValue < other.rawValue }

    func cell(isVisible: Bool) -> Cell {
      var cell =
        switch self {
        case .nothing: Cell(text: isVisible ? "┃" : "│", width: 1, style: .faint)
        case .rule: Cell(text: "m", width: 1, style: Style(.rule))
        case .decided: Cell(text: "▪", width: 1, style: Style(.decided))
        case .open: Cell(text: "?", width: 1, style: Style(.open, .bold))
        }
      if isVisible, self != .nothing { cell.style = cell.style.with(.reversed) }
      return cell
    }
  }
}
