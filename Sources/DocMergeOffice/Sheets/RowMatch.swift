import DocMergeCore

/// Which rows of two versions of a sheet are the same; both have the same columns.
///
/// Equal rows in the same order are; between them those that start alike, then those that are most alike, then
/// those at one place where there are as many on both sides.
struct RowMatch {
  /// For each row of the second version the row of the first.
  private(set) var partners: [Int?]

  private let base: [[String]]
  private let side: [[String]]

  /// Compares two versions.
  ///
  /// - Complexity: O(*n* + *d*²), *n* being the number of cells and *d* that of the rows that differ.
  init(_ base: [[String]], _ side: [[String]]) {
    (self.base, self.side) = (base, side)
    partners = Array(repeating: nil, count: side.count)
    matchEqual()
    for gap in gaps { matchKeys(gap.old, gap.new) }
    for gap in gaps { matchAlike(gap.old, gap.new) }
    for gap in gaps where gap.old.count == gap.new.count { pair(zip(gap.new, gap.old)) }
  }

  private mutating func pair(_ pairs: some Sequence<(Int, Int)>) {
    for (row, partner) in pairs { partners[row] = partner }
  }

  /// The rows between each two pairs.
  private var gaps: [(old: Range<Int>, new: Range<Int>)] {
    var (start, old, gaps) = (0, 0, [(old: Range<Int>, new: Range<Int>)]())
    for end in 0...partners.count {
      guard let next = end < partners.count ? partners[end] : base.count else { continue }
      if start < end, old < next { gaps.append((old..<next, start..<end)) }
      (start, old) = (end + 1, next + 1)
    }
    return gaps
  }

  private mutating func matchEqual() {
    let hunks = diff(
      base: base.map { SheetLine($0).line }, other: side.map { SheetLine($0).line })
    var (old, new) = (0, 0)
    for hunk in hunks + [Hunk(base: base.count..<base.count, other: side.count..<side.count)] {
      while old < hunk.base.lowerBound {
        partners[new] = old
        (old, new) = (old + 1, new + 1)
      }
      (old, new) = (hunk.base.upperBound, hunk.other.upperBound)
    }
  }

  // MARK: - Keys

  /// Pairs rows that start with the same words, which no other row there does.
  private mutating func matchKeys(_ old: Range<Int>, _ new: Range<Int>) {
    let (olds, news) = (Self.keys(base, old), Self.keys(side, new))
    var pairs: [(Int, Int)] = []
    for (key, row) in news {
      if let row, let partner = olds[key] ?? nil { pairs.append((row, partner)) }
    }
    pairs.sort { $0.0 < $1.0 }
    pair(Self.longestRun(pairs.map(\.1)).map { pairs[$0] })
  }

  /// The rows by what they start with; `nil` for what several start with.
  private static func keys(_ rows: [[String]], _ range: Range<Int>) -> [String: Int?] {
    range.reduce(into: [:]) { keys, row in
      guard let key = rows[row].first(where: { !$0.isEmpty }) else { return }
      keys.updateValue(keys.keys.contains(key) ? nil : row, forKey: key)
    }
  }

  /// The indices of a longest run of values that rise.
  private static func longestRun(_ values: [Int]) -> [Int] {
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

  // MARK: - Likeness

  /// How alike two rows must be, and how many pairs are compared at one place.
  private static let leastAlike = 0.4
  private static let pairLimit = 250_000

  private mutating func matchAlike(_ old: Range<Int>, _ new: Range<Int>) {
    guard old.count * new.count <= Self.pairLimit else { return }
    let table = DegreeTable(rows: new.count, columns: old.count) { row, partner in
      likeness(side[new.lowerBound + row], base[old.lowerBound + partner])
    }
    pair(
      table.bestPairs(least: Self.leastAlike).map {
        (new.lowerBound + $0, old.lowerBound + $1)
      })
  }

  /// How much two rows are alike, from 0 to 1: the part of their cells that are, a changed text by its words.
  private func likeness(_ row: [String], _ other: [String]) -> Double {
    var (alike, count) = (0.0, 0)
    for (cell, partner) in zip(row, other) where !cell.isEmpty || !partner.isEmpty {
      count += 1
      alike += cell == partner ? 1 : Self.likeness(cell, partner)
    }
    return count == 0 ? 1 : alike / Double(count)
  }

  private static func likeness(_ cell: String, _ other: String) -> Double {
    guard !cell.isEmpty, !other.isEmpty, !CellValue.isNumber(cell), !cell.hasPrefix("=") else {
      return 0
    }
    let (words, others) = (LineMatch.words(of: cell), LineMatch.words(of: other))
    guard !words.isEmpty, !others.isEmpty else { return 0 }
    let shared = Set(words).intersection(others).count
    return Double(2 * shared) / Double(words.count + others.count)
  }
}
