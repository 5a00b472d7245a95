/// A rectangle of the screen, in rows and columns.
struct Area: Hashable, Sendable {
  var row: Int
  var column: Int
  var height: Int
  var width: Int

  var isEmpty: Bool { height <= 0 || width <= 0 }

  /// Whether it contains a character of the screen.
  func contains(row: Int, column: Int) -> Bool {
    (self.row..<self.row + max(0, height)).contains(row)
      && (self.column..<self.column + max(0, width)).contains(column)
  }

  /// Cut after some rows.
  func cut(rows: Int) -> (Area, Area) {
    let rows = min(max(0, rows), height)
    return (
      Area(row: row, column: column, height: rows, width: width),
      Area(row: row + rows, column: column, height: height - rows, width: width)
    )
  }

  /// Cut after some columns.
  func cut(columns: Int) -> (Area, Area) {
    let columns = min(max(0, columns), width)
    return (
      Area(row: row, column: column, height: height, width: columns),
      Area(row: row, column: column + columns, height: height, width: width - columns)
    )
  }
}
