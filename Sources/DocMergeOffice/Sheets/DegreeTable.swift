/// A table of degrees.
struct DegreeTable {
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
