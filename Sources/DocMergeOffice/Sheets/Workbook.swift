import DocMergeArchive

/// The sheets of a document.
struct Workbook: Sendable, Hashable {
  var sheets: [Sheet] = []
  /// The properties of the workbook, such as names of ranges.
  var properties = Properties()
}

/// A sheet: rows of cells.
struct Sheet: Sendable, Hashable {
  var name: String
  var rows: [SheetRow] = []
  /// The properties of each column, such as its width.
  var columns: [Properties] = []
  /// The properties of the sheet, such as joined cells.
  var properties = Properties()

  /// How many columns there are.
  var width: Int { rows.reduce(columns.count) { max($0, $1.cells.count) } }
}

/// A row of a sheet.
struct SheetRow: Sendable, Hashable {
  /// The cells from the first column on.
  var cells: [SheetCell] = []
  var properties = Properties()

  subscript(column: Int) -> SheetCell {
    get { column < cells.count ? cells[column] : SheetCell() }
    set {
      while cells.count <= column { cells.append(SheetCell()) }
      cells[column] = newValue
    }
  }

  /// The row without empty cells at its end.
  var trimmed: SheetRow {
    var row = self
    while let last = row.cells.last, last.isEmpty { row.cells.removeLast() }
    return row
  }

  var isEmpty: Bool { properties.isEmpty && cells.allSatisfy(\.isEmpty) }
}

/// A cell of a sheet.
struct SheetCell: Sendable, Hashable {
  /// What it says: a number, a date, a text, or a formula behind `=`.
  ///
  /// The computed value of a formula is no part of it. A text that looks like one of the others has a `'`
  /// before it.
  var text = ""
  var format = Properties()

  var isEmpty: Bool { text.isEmpty && format.isEmpty }
  var isFormula: Bool { text.hasPrefix("=") }
}

extension Workbook {
  /// How many rows and cells a workbook may have.
  private static let limits = (rows: 200_000, cells: 1_000_000, area: 2_000_000)

  /// Refuses sheets with few cells that are far apart, for which each row is as wide as the widest.
  ///
  /// - Throws: ``OfficeRefusal/tooLarge(part:)``.
  func checkArea() throws(OfficeRefusal) {
    for sheet in sheets {
      guard sheet.rows.count * max(1, sheet.width) <= Self.limits.area else {
        throw .tooLarge(part: sheet.name)
      }
    }
  }

  /// Refuses a workbook that is too large to be merged in seconds.
  ///
  /// - Throws: ``OfficeRefusal/tooLarge(part:)``.
  static func checkSize(rows: Int, cells: Int, of sheet: String) throws(OfficeRefusal) {
    guard rows <= limits.rows, cells <= limits.cells else { throw .tooLarge(part: sheet) }
  }
}

extension [SheetRow] {
  /// Forgets the values that a formula of several cells computes in those beside its own.
  mutating func clearArrays() {
    for (number, row) in enumerated() {
      for (column, cell) in row.cells.enumerated() {
        guard let array = cell.format["array"], let height = array["rows"].flatMap({ Int($0) }),
          let width = array["columns"].flatMap({ Int($0) }), height > 0, width > 0
        else { continue }
        for line in indices.dropFirst(number).prefix(height) {
          // A row ends with its last cell, which may stand before the formula's column.
          for place in self[line].cells.indices.dropFirst(column).prefix(width)
          where (line, place) != (number, column) && !self[line].cells[place].isFormula {
            self[line].cells[place].text = ""
          }
        }
      }
    }
  }
}
