/// How the rows of a run in one text have a column: all at one place, or not.
struct ColumnForm: Equatable {
  /// Where the column stands; the last such place where blocks of rows differ.
  let start: Int
  /// The fewest blanks before it.
  let leastGap: Int
  /// Whether it stands at one place in all rows, not just in those that follow each other.
  let isWhole: Bool
  /// Whether the padding is no accident.
  let isEvident: Bool

  /// The most blanks between the longest cell and the next column where the width depends on that cell.
  private static let tightest = 3

  /// The form of a column in a text.
  enum Reading: Equatable {
    case absent, ragged
    case aligned(ColumnForm)

    var form: ColumnForm? {
      if case .aligned(let form) = self { return form }
      return nil
    }
  }

  /// Reads the column of a role in rows that follow each other.
  static func reading(
    of role: ColumnRow.Role, in rows: [ColumnRow], _ measure: CharacterWidth
  ) -> Reading {
    let cells = rows.map { ColumnPlace(of: role, in: $0, measure) }
    let places = cells.compactMap(\.self)
    guard let first = places.first else { return .absent }
    let isWhole = places.allSatisfy { $0.start == first.start }
    let blocks =
      isWhole ? [places] : cells.split { $0 == nil }.map { $0.compactMap(\.self) }
    guard blocks.allSatisfy({ block in block.allSatisfy { $0.start == block[0].start } }) else {
      return .ragged
    }
    let isWord = role == .value && rows.contains { $0.shape == .words } || role == .name
    let isEvident = blocks.contains { block in
      let wide = block.count { $0.gap > 1 }
      return wide > 1 && block.count > 1 || wide == 1 && block.count > (isWord ? 2 : 1)
    }
    return .aligned(
      ColumnForm(
        start: places[places.count - 1].start, leastGap: places.map(\.gap).min() ?? 1,
        isWhole: isWhole, isEvident: isEvident))
  }

  /// Sets the column of a role in rows to one place.
  ///
  /// - Returns: Whether any blanks changed.
  func align(
    _ role: ColumnRow.Role, in rows: inout [ColumnRow], hasMoved: Bool, _ measure: CharacterWidth
  ) -> Bool {
    let indices = rows.indices.filter { rows[$0].index(of: role) != nil }
    var blocks: [[Int]] = []
    for index in indices {
      if let last = blocks.last?.last, isWhole || last == index - 1 {
        blocks[blocks.count - 1].append(index)
      } else {
        blocks.append([index])
      }
    }
    var hasChanged = false
    for block in blocks where setPlace(of: role, in: block, &rows, hasMoved: hasMoved, measure) {
      hasChanged = true
    }
    return hasChanged
  }

  private func setPlace(
    of role: ColumnRow.Role, in block: [Int], _ rows: inout [ColumnRow], hasMoved: Bool,
    _ measure: CharacterWidth
  ) -> Bool {
    let places = block.compactMap { ColumnPlace(of: role, in: rows[$0], measure) }
    if !hasMoved, places.allSatisfy({ $0.start == places[0].start }) { return false }
    let widest = places.map { $0.start - $0.gap }.max() ?? 0
    let target = leastGap > Self.tightest ? max(start, widest + 1) : widest + leastGap
    var hasChanged = false
    for (index, place) in zip(block, places) {
      let gap = target - (place.start - place.gap)
      if gap == place.gap { continue }
      rows[index].cells[place.index].gap = gap
      hasChanged = true
    }
    return hasChanged
  }
}

/// Where a column stands in a row.
private struct ColumnPlace {
  let index: Int
  let start: Int
  let gap: Int

  init?(of role: ColumnRow.Role, in row: ColumnRow, _ measure: CharacterWidth) {
    guard let index = row.index(of: role), index > 0 else { return nil }
    self.index = index
    gap = row.cells[index].gap
    start = row.width(before: index, measure) + gap
  }
}
