/// A line as cells with blanks between them.
///
///     name      = "web"   # comment      head, mark, value, comment
struct ColumnRow {
  /// The meanings of cells, in the order that they have in a row.
  enum Role: Int, CaseIterable {
    case head, name, mark, value, tag, comment
  }

  /// A cell, and how many blanks are before it.
  struct Cell {
    let role: Role
    let text: ArraySlice<UInt8>
    var gap = 0
  }

  /// The properties that all rows of a run share.
  enum Shape: Hashable {
    /// A mark, and how many columns are before it.
    case marked(ArraySlice<UInt8>, columns: Int)
    /// A key with a colon, then its value.
    case colon
    /// Anything else.
    case words
  }

  let shape: Shape
  let indentation: ArraySlice<UInt8>
  var cells: [Cell]
  /// The blanks at the end of the line, and its end.
  let end: ArraySlice<UInt8>

  /// Where in the row a role is; `nil` when it lacks it.
  func index(of role: Role) -> Int? { cells.firstIndex { $0.role == role } }

  /// The line.
  var bytes: [UInt8] { bytes { $0.gap } }

  /// The line with one blank between its cells.
  var squeezed: [UInt8] { bytes { min($0.gap, 1) } }

  private func bytes(_ gap: (Cell) -> Int) -> [UInt8] {
    var bytes = Array(indentation)
    for cell in cells {
      bytes += Array(repeating: .blank, count: gap(cell))
      bytes += cell.text
    }
    return bytes + end
  }

  /// How many columns the row takes before a cell, without the blanks before that.
  func width(before index: Int, _ measure: CharacterWidth) -> Int {
    cells[..<index].reduce(0) { $0 + $1.gap + measure.width(of: $1.text) }
  }
}
