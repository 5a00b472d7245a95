import DocMergeCore

/// Which rows and columns of two versions of a sheet are the same.
///
/// Those that stayed keep their order; what moved counts as deleted and added.
struct GridMatch {
  /// For each row of the second version the row of the first.
  private(set) var rows: [Int?] = []
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
    rows = matchedRows()
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
    let alike = Grid(rows: count, columns: width) { column, other in
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

  private func matchedRows() -> [Int?] {
    let kept = columns.enumerated().compactMap { index, old in old.map { (index, $0) } }
    let lines = base.rows.map { row in SheetLine(kept.map { row[$0.1] }).line }
    let others = side.rows.map { row in SheetLine(kept.map { row[$0.0] }).line }
    var partners = LineMatch(others, lines).partners
    keepOrder(&partners)
    matchKeys(&partners, kept)
    return partners
  }

  /// Forgets the pairs that stand in another order than most.
  private func keepOrder(_ partners: inout [Int?]) {
    let pairs = partners.enumerated().compactMap { index, old in old.map { (index, $0) } }
    let kept = Set(longestRun(pairs.map(\.1)).map { pairs[$0].0 })
    for (index, _) in pairs where !kept.contains(index) { partners[index] = nil }
  }

  /// The indices of a longest run of values that rise.
  private func longestRun(_ values: [Int]) -> [Int] {
    var (tails, before) = ([Int](), [Int](repeating: -1, count: values.count))
    for (index, value) in values.enumerated() {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if values[tails[middle]] < value { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var run: [Int] = []
    var next = tails.last ?? -1
    while next >= 0 {
      run.append(next)
      next = before[next]
    }
    return run.reversed()
  }

  /// Pairs rows between two pairs that start with the same words, which no other row there does.
  private func matchKeys(_ partners: inout [Int?], _ kept: [(Int, Int)]) {
    func keys(_ rows: [[String]], _ range: Range<Int>, _ column: (Int, Int) -> Int) -> [String:
      Int?]
    {
      range.reduce(into: [:]) { keys, row in
        let texts = kept.map { rows[row][column($0.0, $0.1)] }
        guard let key = texts.first(where: { !$0.isEmpty }) else { return }
        keys.updateValue(keys.keys.contains(key) ? nil : row, forKey: key)
      }
    }
    var (start, old) = (0, 0)
    for end in 0...partners.count {
      guard let next = end < partners.count ? partners[end] : base.rows.count else { continue }
      defer { (start, old) = (end + 1, next + 1) }
      guard start < end, old < next else { continue }
      let olds = keys(base.rows, old..<next) { $1 }
      let news = keys(side.rows, start..<end) { one, _ in one }
      var pairs: [(Int, Int)] = []
      for (key, row) in news {
        if let row, let partner = olds[key] ?? nil { pairs.append((row, partner)) }
      }
      pairs.sort { $0.0 < $1.0 }
      for index in longestRun(pairs.map(\.1)) { partners[pairs[index].0] = pairs[index].1 }
    }
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
      case .text(let text): output += text
      case .reference(let reference):
        output += reference.sheet ?? ""
        for corner in [reference.first, reference.last].compactMap(\.self) {
          output += "R" + text(corner.row, row) + "C" + text(corner.column, column)
        }
      }
    }
  }
}

/// A table of degrees.
private struct Grid {
  private let rows: Int
  private let columns: Int
  private let values: [Double]

  init(rows: Int, columns: Int, _ value: (Int, Int) -> Double) {
    (self.rows, self.columns) = (rows, columns)
    values = (0..<rows).flatMap { row in (0..<columns).map { value(row, $0) } }
  }

  /// The pairs in order whose degrees make the largest sum.
  func bestPairs(least: Double) -> [(Int, Int)] {
    let width = columns + 1
    var best = [Double](repeating: 0, count: (rows + 1) * width)
    for row in (0..<rows).reversed() {
      for column in (0..<columns).reversed() {
        let degree = values[row * columns + column]
        let paired = degree >= least ? degree + best[(row + 1) * width + column + 1] : 0
        best[row * width + column] = max(
          paired, best[(row + 1) * width + column], best[row * width + column + 1])
      }
    }
    var (row, column, pairs) = (0, 0, [(Int, Int)]())
    while row < rows, column < columns {
      let (here, degree) = (best[row * width + column], values[row * columns + column])
      if degree >= least, here == degree + best[(row + 1) * width + column + 1] {
        pairs.append((row, column))
        (row, column) = (row + 1, column + 1)
      } else if here == best[(row + 1) * width + column] {
        row += 1
      } else {
        column += 1
      }
    }
    return pairs
  }
}
