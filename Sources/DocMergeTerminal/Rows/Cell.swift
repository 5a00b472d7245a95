import DocMergeNcurses

/// A character on the screen, with the marks that combine with it.
struct Cell: Hashable, Sendable {
  /// The character with its marks.
  var text: String
  /// Its width in columns, 1 or 2.
  var width: Int
  var style: Style

  static let blank = Cell(text: " ", width: 1, style: .plain)
}

extension Unicode.Scalar {
  /// Its width in columns: 0 for a mark that combines with the character before it, `nil` for one that a terminal
  /// cannot show.
  var columns: Int? {
    if (0x20..<0x7F).contains(value) { return 1 }
    guard value >= 0xA0, value != 0xAD else { return nil }
    let width = Int(docmerge_curses_columns(value))
    return width < 0 ? nil : width
  }
}

extension [Cell] {
  /// The total width in columns.
  var width: Int { reduce(0) { $0 + $1.width } }

  /// As many as fit into some columns; a wide character that would be cut is replaced by a blank.
  func fitted(to width: Int) -> [Cell] {
    var result: [Cell] = []
    var used = 0
    for cell in self {
      if used + cell.width > width {
        if used < width { result.append(Cell(text: " ", width: 1, style: cell.style)) }
        return result
      }
      result.append(cell)
      used += cell.width
    }
    return result
  }

  /// The same, with a mark at the end if something was left out.
  func shortened(to width: Int) -> [Cell] {
    guard self.width > width, width > 0 else { return fitted(to: width) }
    return fitted(to: width - 1) + [Cell(text: "…", width: 1, style: .faint)]
  }

  /// Broken into rows of some columns, at least one, after a blank where there is one; that blank may be
  /// after the last column.
  func wrapped(to width: Int) -> [[Cell]] {
    guard width > 0 else { return [[]] }
    var rows: [[Cell]] = []
    var row: [Cell] = []
    var used = 0
    for cell in self {
      // A wide character in a pane of one column.
      let cell = cell.width > width ? Cell(text: "…", width: 1, style: cell.style) : cell
      let isHanging = cell.isBlank && used == width
      if used + cell.width > width, !isHanging {
        let rest = cell.isBlank ? [] : row.lastWord
        rows.append(Array(row.dropLast(rest.count)))
        row = rest
        used = rest.width
      }
      row.append(cell)
      used += cell.width
    }
    return rows + [row]
  }

  /// The cells after the last blank; none where there are only blanks before it.
  private var lastWord: [Cell] {
    guard let blank = lastIndex(where: \.isBlank), self[..<blank].contains(where: { !$0.isBlank })
    else { return [] }
    return Array(self[(blank + 1)...])
  }
}

extension Cell {
  fileprivate var isBlank: Bool { text == " " }
}
