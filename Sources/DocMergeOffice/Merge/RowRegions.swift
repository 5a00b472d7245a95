import DocMergeCore

/// Settles a conflict that is about rows of one table, each of which stands for itself.
///
/// A row that one side added, deleted or changed says nothing about the rows beside it.
struct RowRegions {
  private let base: [String]
  private let sides: [[String]]
  /// For each row of a side the row of the base.
  private let partners: [[Int?]]

  /// Takes a conflict; `nil` where it is about anything but rows, or a guard found it.
  init?(_ conflict: Region.Conflict) {
    let lines = [conflict.base ?? [], conflict.ours, conflict.theirs].map {
      DocumentLines.lines(of: Array($0))
    }
    guard conflict.reason == nil, lines.contains(where: { !$0.isEmpty }),
      lines.joined().allSatisfy({ $0 != DocumentLines.tableLine && RowText($0) != nil })
    else { return nil }
    let base = lines[0]
    self.base = base
    sides = Array(lines[1...])
    partners = sides.map { LineMatch($0, base).partners }
  }

  /// The rows with what each side changed; `nil` where both changed one cell, or one row in other ways.
  var merged: [UInt8]? {
    guard partners.allSatisfy(Self.isInOrder), !hasTooWideRow else { return nil }
    var rows = added(behind: -1)
    for (index, row) in base.enumerated() {
      let found = zip(partners, sides).map { partners, side in
        partners.firstIndex(of: index).map { side[$0] }
      }
      switch (found[0], found[1]) {
      case (let ours?, let theirs?):
        guard let row = Self.merged(row, ours, theirs) else { return nil }
        rows?.append(row)
      case (let kept?, nil), (nil, let kept?):
        guard kept == row else { return nil }
      case (nil, nil): break
      }
      guard let added = added(behind: index) else { return nil }
      rows? += added
    }
    return rows.map { $0.flatMap { Array($0.utf8) + [0x0A] } }
  }

  private static func isInOrder(_ partners: [Int?]) -> Bool {
    let places = partners.compactMap { $0 }
    return zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// Whether a side added a row with cells in a column that the other side took out.
  private var hasTooWideRow: Bool {
    let widths = sides.map { $0.compactMap { RowText($0)?.cells.count }.max() ?? .max }
    return zip([0, 1], widths.reversed()).contains { side, width in
      zip(sides[side], partners[side]).contains { row, partner in
        partner == nil && (RowText(row)?.cells.count ?? 0) > width
      }
    }
  }

  /// The rows that both sides added behind a row of the base; `nil` where two of them start alike.
  private func added(behind row: Int) -> [String]? {
    let added = zip(partners, sides).map { partners, side in
      var last = -1
      return zip(side, partners).compactMap { text, partner -> String? in
        last = partner ?? last
        return partner == nil && last == row ? text : nil
      }
    }
    let new = added[1].filter { !added[0].contains($0) }
    func start(_ row: String) -> [String]? {
      RowText(row)?.cells.first { $0.contains { !$0.isEmpty } }
    }
    let starts = Set(added[0].filter { !added[1].contains($0) }.map(start))
    guard !new.contains(where: { starts.contains(start($0)) }) else { return nil }
    return added[0] + new
  }

  /// A row with the cells that each side changed; `nil` where both changed one.
  private static func merged(_ base: String, _ ours: String, _ theirs: String) -> String? {
    if ours == theirs || theirs == base { return ours }
    if ours == base { return theirs }
    guard let old = RowText(base), let mine = RowText(ours), let other = RowText(theirs),
      mine.cells.count == old.cells.count, other.cells.count == old.cells.count
    else { return nil }
    var merged = mine
    for (index, cell) in old.cells.enumerated() where other.cells[index] != cell {
      guard mine.cells[index] == cell || mine.cells[index] == other.cells[index] else { return nil }
      merged.cells[index] = other.cells[index]
    }
    return merged.line
  }
}
