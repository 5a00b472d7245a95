import DocMergeCore

/// Which rows of two versions of a sheet are the same; both have the same columns.
///
/// Equal rows in the same order are; between them those that start alike; then rows that moved past others;
/// then those that are most alike, and those at one place where there are as many on both sides. A row whose
/// key stands elsewhere in the other version is another row, however much they are alike.
struct RowMatch {
  /// For each row of the second version the row of the first, in one order.
  private(set) var partners: [Int?]
  /// The rows of the second version that moved past others, each with the row of the first.
  private(set) var moved: [Int: Int] = [:]

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
    matchMoved()
    let keys = freeKeys
    for gap in freeGaps { matchAlike(gap.old, gap.new, keys) }
    for gap in freeGaps where gap.old.count == gap.new.count {
      pair(zip(gap.new, gap.old).filter { mayPair($0, $1, keys) })
    }
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

  /// The rows between each two pairs, without those that moved.
  private var freeGaps: [(old: [Int], new: [Int])] {
    let gone = Set(moved.values)
    return gaps.map { gap in
      (gap.old.filter { !gone.contains($0) }, gap.new.filter { moved[$0] == nil })
    }
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
      guard let key = key(of: rows[row]) else { return }
      keys.updateValue(keys.keys.contains(key) ? nil : row, forKey: key)
    }
  }

  /// What a row starts with.
  private static func key(of row: [String]) -> String? { row.first { !$0.isEmpty } }

  // MARK: - Moved rows

  /// Pairs rows that stand elsewhere: those that are equal, then those with a key that no other row has.
  private mutating func matchMoved() {
    matchEqualElsewhere()
    let (keys, others) = (Self.keys(base, 0..<base.count), Self.keys(side, 0..<side.count))
    let free = freeRows
    let isFree = Set(free.base)
    for row in free.side {
      guard let key = Self.key(of: side[row]), others[key] == row, let known = keys[key],
        let partner = known, isFree.contains(partner),
        likeness(side[row], base[partner]) >= Self.leastAlike
      else { continue }
      moved[row] = partner
    }
  }

  private mutating func matchEqualElsewhere() {
    func lines(_ rows: [[String]], _ indices: [Int]) -> [[String]: [Int]] {
      Dictionary(grouping: indices.filter { Self.key(of: rows[$0]) != nil }) { rows[$0] }
    }
    let free = freeRows
    let known = lines(base, free.base)
    for (line, rows) in lines(side, free.side) {
      guard let partners = known[line], partners.count == rows.count else { continue }
      for (row, partner) in zip(rows, partners) { moved[row] = partner }
    }
  }

  /// The rows of both versions that are paired with none.
  private var freeRows: (base: [Int], side: [Int]) {
    let paired = Set(partners.compactMap(\.self)).union(moved.values)
    return (
      base.indices.filter { !paired.contains($0) },
      side.indices.filter { partners[$0] == nil && moved[$0] == nil }
    )
  }

  /// What the rows of both versions start with that are paired with none.
  private var freeKeys: (base: Set<String>, side: Set<String>) {
    let free = freeRows
    return (
      Set(free.base.compactMap { Self.key(of: base[$0]) }),
      Set(free.side.compactMap { Self.key(of: side[$0]) })
    )
  }

  /// Whether two rows can be one: neither starts as a row elsewhere does that has no partner yet.
  private func mayPair(
    _ row: Int, _ partner: Int, _ keys: (base: Set<String>, side: Set<String>)
  ) -> Bool {
    let (key, other) = (Self.key(of: side[row]), Self.key(of: base[partner]))
    if key == other { return true }
    return !(key.map { keys.base.contains($0) } ?? false)
      && !(other.map { keys.side.contains($0) } ?? false)
  }

  /// The indices of a longest run of values that rise.
  static func longestRun(_ values: [Int]) -> [Int] {
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

  private mutating func matchAlike(
    _ old: [Int], _ new: [Int], _ keys: (base: Set<String>, side: Set<String>)
  ) {
    guard old.count * new.count <= Self.pairLimit else { return }
    let table = DegreeTable(rows: new.count, columns: old.count) { row, partner in
      mayPair(new[row], old[partner], keys) ? likeness(side[new[row]], base[old[partner]]) : 0
    }
    pair(table.bestPairs(least: Self.leastAlike).map { (new[$0], old[$1]) })
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
