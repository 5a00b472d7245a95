import DocMergeArchive

/// The joined cells of a sheet, and the shapes in its cells.
struct JoinedCells {
  private struct Cell: Hashable {
    var row: Int
    var column: Int
  }

  private var sizes: [Cell: (rows: Int, columns: Int)] = [:]
  private var covered: Set<Cell> = []
  private var drawn: [Cell: [XMLElement]] = [:]
  private var widths: [Int: Int] = [:]
  private(set) var height = 0

  init(_ sheet: Sheet) throws(OfficeRefusal) {
    var area = 0
    for element in sheet.properties["mergeCells"]?.elements ?? [] {
      guard let (first, last) = Self.cells(element["ref"]) else { continue }
      sizes[first] = (last.row - first.row + 1, last.column - first.column + 1)
      area += (last.row - first.row + 1) * (last.column - first.column + 1)
      guard area <= 1_000_000 else { throw .tooLarge(part: sheet.name) }
      for row in first.row...last.row {
        for column in first.column...last.column where (row, column) != (first.row, first.column) {
          covered.insert(Cell(row: row, column: column))
        }
        extend(row, last.column)
      }
    }
    for element in sheet.properties["shapes"]?.elements ?? [] {
      guard let cell = Self.cells(element["ref"])?.first else { continue }
      drawn[cell, default: []] += element.elements
      extend(cell.row, cell.column)
    }
  }

  private mutating func extend(_ row: Int, _ column: Int) {
    widths[row] = max(widths[row] ?? 0, column + 1)
    height = max(height, row + 1)
  }

  private static func cells(_ address: String?) -> (first: Cell, last: Cell)? {
    let reference = FormulaText("[\(address ?? "")]", .openFormula).references.first
    guard let reference, let rows = reference.places(\.row),
      let columns = reference.places(\.column), rows.first.name.index <= rows.last.name.index,
      columns.first.name.index <= columns.last.name.index
    else { return nil }
    return (
      Cell(row: rows.first.name.index, column: columns.first.name.index),
      Cell(row: rows.last.name.index, column: columns.last.name.index)
    )
  }

  func width(ofRow row: Int) -> Int { widths[row] ?? 0 }

  func covers(_ row: Int, _ column: Int) -> Bool {
    covered.contains(Cell(row: row, column: column))
  }

  func size(_ row: Int, _ column: Int) -> (rows: Int, columns: Int)? {
    sizes[Cell(row: row, column: column)]
  }

  func shapes(_ row: Int, _ column: Int) -> [XMLElement] {
    drawn[Cell(row: row, column: column)] ?? []
  }
}
