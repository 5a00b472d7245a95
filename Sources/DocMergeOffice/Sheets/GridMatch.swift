import DocMergeCore

/// Which rows and columns of two versions of a sheet are the same.
///
/// Those that stayed keep their order. A row that moved is known as well; a column that did counts as deleted
/// and added.
struct GridMatch {
  /// For each row of the second version the row of the first, in one order.
  private(set) var rows: [Int?] = []
  /// The rows of the second version that moved past others, each with the row of the first.
  private(set) var movedRows: [Int: Int] = [:]
  /// For each column of the second version the column of the first.
  private(set) var columns: [Int?] = []

  private let base: ShapedSheet
  private let side: ShapedSheet

  /// Compares two versions of a sheet.
  ///
  /// - Complexity: O(*rows* × *columns* + *columns*²), and quadratic in the rows that differ.
  init(_ base: Sheet, _ side: Sheet, _ syntax: FormulaText.Syntax) {
    (self.base, self.side) = (ShapedSheet(base, syntax), ShapedSheet(side, syntax))
    columns = matchedColumns()
    let match = matchedRows()
    (rows, movedRows) = (match.partners, match.moved)
  }

  // MARK: - Columns

  /// The columns of which more are compared than their places.
  private static let columnLimit = 400
  /// How alike two columns must be.
  private static let leastAlike = 0.3

  private func matchedColumns() -> [Int?] {
    let (count, width) = (base.width, side.width)
    let isSame = count == width && (0..<count).allSatisfy { base.header($0) == side.header($0) }
    guard !isSame, count <= Self.columnLimit, width <= Self.columnLimit else {
      return (0..<width).map { $0 < count ? $0 : nil }
    }
    let (bags, others) = (base.bags, side.bags)
    let alike = DegreeTable(rows: count, columns: width) { column, other in
      likeness(bags[column], others[other])
        + (!base.header(column).isEmpty && base.header(column) == side.header(other) ? 1 : 0)
    }
    var partners = [Int?](repeating: nil, count: width)
    for (column, other) in alike.bestPairs(least: Self.leastAlike) { partners[other] = column }
    fillGaps(&partners, count)
    return partners
  }

  private func likeness(_ one: [String: Int], _ other: [String: Int]) -> Double {
    let (count, otherCount) = (one.values.reduce(0, +), other.values.reduce(0, +))
    guard count > 0, otherCount > 0 else { return count == otherCount ? 0.3 : 0 }
    let shared = one.reduce(0) { $0 + min($1.value, other[$1.key] ?? 0) }
    return 2 * Double(shared) / Double(count + otherCount)
  }

  /// Pairs the columns between two pairs where there are as many of them on both sides.
  private func fillGaps(_ partners: inout [Int?], _ count: Int) {
    var (start, old) = (0, 0)
    for end in 0...partners.count {
      let next = end < partners.count ? partners[end] : count
      guard let next else { continue }
      if end - start == next - old {
        for offset in 0..<(end - start) { partners[start + offset] = old + offset }
      }
      (start, old) = (end + 1, next + 1)
    }
  }

  // MARK: - Rows

  private func matchedRows() -> RowMatch {
    let kept = columns.enumerated().compactMap { index, old in old.map { (index, $0) } }
    return RowMatch(
      base.rows.map { row in kept.map { row[$0.1] } },
      side.rows.map { row in kept.map { row[$0.0] } })
  }
}

/// A sheet with its formulas written as copies of each other are: by how far away cells are.
private struct ShapedSheet {
  let rows: [[String]]
  let width: Int

  init(_ sheet: Sheet, _ syntax: FormulaText.Syntax) {
    let width = sheet.width
    self.width = width
    rows = sheet.rows.enumerated().map { index, row in
      (0..<width).map { column in
        let cell = row[column]
        guard cell.isFormula else { return cell.text }
        return FormulaText(cell.text, syntax).shape(row: index, column: column)
      }
    }
  }

  /// The first words of a column.
  func header(_ column: Int) -> String {
    rows.lazy.map { $0[column] }.first { !$0.isEmpty } ?? ""
  }

  /// For each column how often it has each text.
  var bags: [[String: Int]] {
    var bags = [[String: Int]](repeating: [:], count: width)
    for row in rows {
      for (column, text) in row.enumerated() where !text.isEmpty {
        bags[column][text, default: 0] += 1
      }
    }
    return bags
  }
}

extension FormulaText {
  /// The formula with its references as distances, so that it is the same wherever it is copied to.
  func shape(row: Int, column: Int) -> String {
    func text(_ place: CellReference.Place?, _ own: Int) -> String {
      guard let place else { return "" }
      return place.isAbsolute ? "$" : "[\(place.name.index - own)]"
    }
    return pieces.reduce(into: "") { output, piece in
      switch piece {
      case .text(let text), .sheet(_, let text): output += text
      case .reference(let reference, _):
        output += reference.sheet ?? ""
        for corner in [reference.first, reference.last].compactMap(\.self) {
          output += "R" + text(corner.row, row) + "C" + text(corner.column, column)
        }
      }
    }
  }
}
