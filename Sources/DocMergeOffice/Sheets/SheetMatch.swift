/// A sheet in all versions of a workbook.
struct SheetMatch: Sendable {
  private(set) var base: Sheet?
  private(set) var ours: Sheet?
  private(set) var theirs: Sheet?
  let rows: SheetAxis
  let columns: SheetAxis

  /// Compares the versions of a sheet.
  init(base: Sheet?, ours: Sheet?, theirs: Sheet?, _ syntax: FormulaText.Syntax) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    let naming: Side = base != nil ? .base : ours != nil ? .ours : .theirs
    func partners(_ sheet: Sheet?) -> (rows: [Int?], columns: [Int?]) {
      guard let sheet else { return ([], []) }
      guard let known = base ?? ours, sheet != known else {
        return (sheet.rows.indices.map { $0 }, (0..<sheet.width).map { $0 })
      }
      let match = GridMatch(known, sheet, syntax)
      return (match.rows, match.columns)
    }
    let (mine, other) = (partners(ours), partners(theirs))
    rows = SheetAxis(
      counts: (base?.rows.count, ours?.rows.count, theirs?.rows.count), ours: mine.rows,
      theirs: other.rows, naming: naming, ends: SheetAxis.lastRows)
    columns = SheetAxis(
      counts: (base?.width, ours?.width, theirs?.width), ours: mine.columns,
      theirs: other.columns, naming: naming, ends: SheetAxis.lastColumns)
  }

  /// The same rows and columns with other words in them.
  func replacing(base: Sheet?, ours: Sheet?, theirs: Sheet?) -> SheetMatch {
    var match = self
    (match.base, match.ours, match.theirs) = (base, ours, theirs)
    return match
  }

  subscript(version: Side) -> Sheet? {
    switch version {
    case .base: base
    case .ours: ours
    case .theirs: theirs
    }
  }

  /// What the sheet is called in references.
  var name: String { (base ?? ours ?? theirs)?.name ?? "" }

  /// The name by the three-way rule; `nil` where each side gave it another one.
  var mergedName: String? {
    guard let ours, let theirs else { return (ours ?? theirs ?? base)?.name }
    if ours.name == theirs.name || theirs.name == base?.name { return ours.name }
    return ours.name == base?.name ? theirs.name : nil
  }

  var isUnchanged: Bool { rows.isUnchanged && columns.isUnchanged }
}

/// The sheets of three workbooks, paired.
struct SheetPairs: Sendable {
  /// The sheets in the order of ours, with those of theirs behind the ones that they follow there.
  var sheets: [SheetMatch] = []

  init(base: Workbook, ours: Workbook, theirs: Workbook, _ syntax: FormulaText.Syntax) {
    let mine = Self.partners(base, ours)
    let other = Self.partners(base, theirs)
    var found: [(base: Int?, ours: Int?, theirs: Int?)] = ours.sheets.indices.map { index in
      let old = mine[index]
      let theirs =
        old.map { old in other.firstIndex { $0 == old } }
        ?? theirs.sheets.indices.first {
          other[$0] == nil && theirs.sheets[$0].name == ours.sheets[index].name
        }
      return (old, index, theirs)
    }
    for old in base.sheets.indices where !mine.contains(old) {
      let before = (0..<old).reversed().lazy.compactMap { earlier in
        found.firstIndex { $0.base == earlier }
      }.first
      let index = other.firstIndex { $0 == old }
      found.insert((old, nil, index), at: before.map { $0 + 1 } ?? 0)
    }
    for index in theirs.sheets.indices where !found.contains(where: { $0.theirs == index }) {
      var place =
        found.firstIndex { $0.theirs == index - 1 }.map { $0 + 1 } ?? (index == 0 ? 0 : found.count)
      // What ours added at that place stands first.
      while place < found.count, found[place].base == nil, found[place].theirs == nil { place += 1 }
      found.insert((nil, nil, index), at: place)
    }
    sheets = found.map { entry in
      SheetMatch(
        base: entry.base.map { base.sheets[$0] }, ours: entry.ours.map { ours.sheets[$0] },
        theirs: entry.theirs.map { theirs.sheets[$0] }, syntax)
    }
  }

  /// For each sheet of a side the one of the base: that of the same name, or one that was renamed.
  private static func partners(_ base: Workbook, _ side: Workbook) -> [Int?] {
    var partners = side.sheets.map { sheet in
      base.sheets.firstIndex { $0.name == sheet.name }
    }
    for index in side.sheets.indices where partners[index] == nil {
      let rows = Set(side.sheets[index].rows.map { SheetLine($0.cells.map(\.text)).line })
      let renamed = base.sheets.indices.first { old in
        guard !partners.contains(old) else { return false }
        let others = Set(base.sheets[old].rows.map { SheetLine($0.cells.map(\.text)).line })
        return !others.isEmpty
          && 2 * rows.intersection(others).count > max(rows.count, others.count)
      }
      partners[index] = renamed
    }
    return partners
  }

  /// The sheet that a version calls by a name.
  func sheet(named name: String, in version: Side) -> SheetMatch? {
    sheets.first { $0[version]?.name == name }
  }

  var isUnchanged: Bool { sheets.allSatisfy(\.isUnchanged) }
}
