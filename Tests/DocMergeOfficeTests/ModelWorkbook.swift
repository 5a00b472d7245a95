import DocMergeArchive
import DocMergeTestSupport

@testable import DocMergeOffice

/// A workbook as plain values: rows and columns have names of their own, and formulas name cells by these.
struct ModelWorkbook: Hashable {
  struct Cell: Hashable {
    var row: Int
    var column: Int
  }

  /// What a cell holds.
  enum Content: Hashable {
    case number(Int)
    case text(String)
    /// Another cell of the first sheet, times a number.
    case product(Cell, Int)
    /// The sum of cells of the first sheet that stand below each other.
    case sum(column: Int, first: Int, last: Int)
    /// A formula as it is written.
    case formula(String)
  }

  struct Sheet: Hashable {
    var name: String
    var rows: [Int]
    var columns: [Int]
    var cells: [Cell: Content] = [:]
  }

  var sheets: [Sheet]

  /// What a person does in the first sheet.
  enum Edit: Hashable {
    case set(Cell, Content)
    case insertRow(Int, after: Int, [Int: Content])
    case deleteRow(Int)
    case insertColumn(Int, after: Int, [Int: Content])
    case deleteColumn(Int)
  }

  /// Which rows and columns may be deleted: formulas of the second sheet need the others.
  private(set) var spareRows: [Int] = []

  init(_ generator: inout SeededGenerator) {
    let (height, width) = (generator.number(4...14), generator.number(3...6))
    var first = Sheet(
      name: "Costs", rows: Array(100..<(100 + height)), columns: Array(1...width))
    for row in first.rows {
      for column in first.columns {
        let cell = Cell(row: row, column: column)
        if column == 1 {
          first.cells[cell] = .text(row == 100 ? "Name" : "Key\(row)")
        } else if row == 100 {
          first.cells[cell] = .text("Head\(column)")
        } else if column == 3 {
          first.cells[cell] = .product(Cell(row: row, column: 2), generator.number(2...9))
        } else if !generator.once(in: 6) {
          first.cells[cell] = .number(generator.number(1...30))
        }
      }
    }
    var second = Sheet(name: "All of it", rows: [1, 2, 3], columns: [1, 2])
    let last = first.rows.count - 1
    second.cells[Cell(row: 1, column: 1)] = .text("Sum")
    second.cells[Cell(row: 1, column: 2)] = .sum(column: 2, first: 101, last: 100 + last)
    second.cells[Cell(row: 2, column: 1)] = .text("One")
    second.cells[Cell(row: 2, column: 2)] = .product(Cell(row: 102, column: 3), 5)
    second.cells[Cell(row: 3, column: 1)] = .text("123")
    sheets = [first, second]
    spareRows = Array(first.rows.dropFirst(3).dropLast())
  }

  /// A workbook of one sheet: numbers, formulas behind `=`, and texts.
  init(rows: [[String]]) {
    var sheet = Sheet(
      name: "Costs", rows: Array(rows.indices),
      columns: Array(0..<rows.reduce(0) { max($0, $1.count) }))
    for (row, cells) in rows.enumerated() {
      for (column, text) in cells.enumerated() where !text.isEmpty {
        sheet.cells[Cell(row: row, column: column)] =
          text.hasPrefix("=") ? .formula(text) : Int(text).map { .number($0) } ?? .text(text)
      }
    }
    sheets = [sheet]
  }

  // MARK: - Edits

  mutating func apply(_ edit: Edit) {
    switch edit {
    case .set(let cell, let content): sheets[0].cells[cell] = content
    case .insertRow(let row, let before, let contents):
      let place = sheets[0].rows.firstIndex(of: before) ?? 0
      sheets[0].rows.insert(row, at: place + 1)
      for (column, content) in contents {
        sheets[0].cells[Cell(row: row, column: column)] = content
      }
    case .deleteRow(let row):
      sheets[0].rows.removeAll { $0 == row }
      sheets[0].cells = sheets[0].cells.filter { $0.key.row != row }
    case .insertColumn(let column, let before, let contents):
      let place = sheets[0].columns.firstIndex(of: before) ?? 0
      sheets[0].columns.insert(column, at: place + 1)
      for (row, content) in contents {
        sheets[0].cells[Cell(row: row, column: column)] = content
      }
    case .deleteColumn(let column):
      sheets[0].columns.removeAll { $0 == column }
      sheets[0].cells = sheets[0].cells.filter { $0.key.column != column }
    }
  }

  func applying(_ edits: [Edit]) -> ModelWorkbook {
    edits.reduce(into: self) { $0.apply($1) }
  }

  /// Edits of two sides that say nothing of the same thing.
  func edits(_ generator: inout SeededGenerator) -> (ours: [Edit], theirs: [Edit]) {
    var rows = sheets[0].rows.dropFirst().shuffled(using: &generator)
    var anchors = sheets[0].rows.dropFirst().dropLast().shuffled(using: &generator)
    var sides: [[Edit]] = [[], []]
    // A column that one side adds or deletes, where the other works in cells.
    let columnSide = generator.once(in: 2) ? generator.number(0...1) : nil
    if let columnSide {
      let last = sheets[0].columns.count
      if last > 3, generator.once(in: 3) {
        sides[columnSide].append(.deleteColumn(last))
      } else {
        let contents: [Int: Content] = Dictionary(
          uniqueKeysWithValues: sheets[0].rows.map { row in
            (row, row == 100 ? .text("Added") : .text("new\(row)"))
          })
        sides[columnSide].append(
          .insertColumn(50, after: generator.number(1...last), contents))
      }
    }
    for side in 0...1 {
      for number in 0..<generator.number(1...3) {
        guard let row = rows.popLast() else { break }
        switch generator.number(0...4) {
        case 0 where columnSide == nil && spareRows.contains(row):
          sides[side].append(.deleteRow(row))
          anchors.removeAll { $0 == row }
        case 1:
          guard let anchor = anchors.popLast() else { continue }
          let new = 1000 * (side + 1) + number
          sides[side].append(
            .insertRow(
              new, after: anchor,
              [
                1: .text("New\(new)"), 2: .number(new),
                3: .product(Cell(row: new, column: 2), 3 + side),
              ]))
        case 2: sides[side].append(.set(Cell(row: row, column: 1), .text("Renamed\(row)")))
        case 3:
          sides[side].append(
            .set(Cell(row: row, column: 3), .sum(column: 2, first: 101, last: 102)))
        default:
          sides[side].append(.set(Cell(row: row, column: 2), .number(generator.number(100...999))))
        }
      }
    }
    // A row inserted behind another one stands there only as long as that one does.
    let deleted = sides.flatMap(\.self).compactMap { edit -> Int? in
      if case .deleteRow(let row) = edit { return row }
      return nil
    }
    sides = sides.map { edits in
      edits.filter { edit in
        if case .insertRow(_, let anchor, _) = edit { return !deleted.contains(anchor) }
        return true
      }
    }
    return (sides[0], sides[1])
  }

  // MARK: - Text

  /// What the cells of a sheet say.
  func texts(_ sheet: Int, _ syntax: FormulaText.Syntax) -> [[String]] {
    let shown = sheets[sheet]
    return shown.rows.map { row in
      SheetLine(
        shown.columns.map { column in
          shown.cells[Cell(row: row, column: column)].map { text($0, in: sheet, syntax) } ?? ""
        }
      ).cells
    }
  }

  private func text(_ content: Content, in sheet: Int, _ syntax: FormulaText.Syntax) -> String {
    func name(_ row: Int, _ column: Int) -> String {
      let place = sheets[0].columns.firstIndex(of: column) ?? 0
      return ColumnLetters.letters(of: place)
        + String((sheets[0].rows.firstIndex(of: row) ?? 0) + 1)
    }
    func reference(_ first: String, _ last: String?) -> String {
      switch syntax {
      case .excel: (sheet == 0 ? "" : "Costs!") + first + (last.map { ":\($0)" } ?? "")
      case .openFormula:
        "[\(sheet == 0 ? "" : "$Costs").\(first)" + (last.map { ":.\($0)" } ?? "") + "]"
      }
    }
    switch content {
    case .number(let number): return String(number)
    case .text(let text): return CellValue.string(text).text
    case .formula(let formula): return formula
    case .product(let cell, let factor):
      return "=\(reference(name(cell.row, cell.column), nil))*\(factor)"
    case .sum(let column, let first, let last):
      return "=SUM(\(reference(name(first, column), name(last, column))))"
    }
  }
}
