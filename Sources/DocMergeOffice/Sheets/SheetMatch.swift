/// A sheet in all versions of a workbook.
struct SheetMatch: Sendable {
  private(set) var base: Sheet?
  private(set) var ours: Sheet?
  private(set) var theirs: Sheet?
  let rows: SheetAxis
  let columns: SheetAxis
  /// Whether each side moved rows, and no order is that of both.
  private let movesApart: Bool

  /// Compares the versions of a sheet.
  ///
  /// - Parameters:
  ///   - base: the sheet of the base.
  ///   - ours: that of ours.
  ///   - theirs: that of theirs.
  ///   - syntax: how formulas are written.
  ///   - followsMoves: whether a row that a side moved stays one row; else it counts as deleted and added.
  init(
    base: Sheet?, ours: Sheet?, theirs: Sheet?, _ syntax: FormulaText.Syntax, followsMoves: Bool
  ) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    let naming: Side = base != nil ? .base : ours != nil ? .ours : .theirs
    var (mine, other) = (
      Partners(base ?? ours, ours, syntax), Partners(base ?? ours, theirs, syntax)
    )
    let isWhole = base != nil && ours != nil && theirs != nil
    movesApart = isWhole && Partners.moveApart(mine, other)
    let moves = isWhole && followsMoves && Partners.follow(&mine, &other)
    let sides = (ours: ours, theirs: theirs)
    // Lines that both have are known by the version that all are named after.
    let shared = (
      rows: Self.shared(mine.rows, other.rows), columns: Self.shared(mine.columns, other.columns)
    )
    columns = SheetAxis(
      counts: (base?.width, ours?.width, theirs?.width), ours: mine.columns,
      theirs: other.columns, naming: naming, ends: SheetAxis.lastColumns
    ) { one, two, isEnd in
      Self.fit(
        shared.rows.map { (sides.ours?.rows[$0][one], sides.theirs?.rows[$1][two]) }, isEnd: isEnd)
    }
    func fit(_ one: Int, _ two: Int, isEnd: Bool) -> Bool {
      Self.fit(
        shared.columns.map { (sides.ours?.rows[one][$0], sides.theirs?.rows[two][$1]) },
        isEnd: isEnd)
    }
    guard !moves else {
      rows = SheetAxis(
        following: base?.rows.count ?? 0, ours: mine.rows, theirs: other.rows,
        ends: SheetAxis.lastRows
      ) { fit($0, $1, isEnd: false) }
      return
    }
    rows = SheetAxis(
      counts: (base?.rows.count, ours?.rows.count, theirs?.rows.count), ours: mine.rows,
      theirs: other.rows, naming: naming, ends: SheetAxis.lastRows,
      lostMoves: isWhole ? Set(mine.moved.values).union(other.moved.values) : []
    ) { fit($0, $1, isEnd: $2) }
  }

  /// For the lines of a version those of the version that all are named after.
  private struct Partners {
    var rows: [Int?] = []
    var columns: [Int?] = []
    var moved: [Int: Int] = [:]

    init(_ known: Sheet?, _ sheet: Sheet?, _ syntax: FormulaText.Syntax) {
      guard let sheet else { return }
      guard let known, sheet != known else {
        (rows, columns) = (sheet.rows.indices.map { $0 }, (0..<sheet.width).map { $0 })
        return
      }
      let match = GridMatch(known, sheet, syntax)
      (rows, columns, moved) = (match.rows, match.columns, match.movedRows)
      if MovedOrder.movers(ours: followed, theirs: []).isEmpty {
        (rows, moved) = (followed, [:])
      }
    }

    /// Whether both sides moved rows so that they cannot be in one order.
    static func moveApart(_ ours: Partners, _ theirs: Partners) -> Bool {
      !ours.moved.isEmpty && !theirs.moved.isEmpty
        && !MovedOrder.isPossible(ours: ours.followed, theirs: theirs.followed)
    }

    /// Pairs rows that moved with what they were, where both sides can be in one order.
    static func follow(_ ours: inout Partners, _ theirs: inout Partners) -> Bool {
      guard !ours.moved.isEmpty || !theirs.moved.isEmpty else { return false }
      let (mine, other) = (ours.followed, theirs.followed)
      guard MovedOrder.isPossible(ours: mine, theirs: other),
        !MovedOrder.movers(ours: mine, theirs: other).isEmpty
      else { return false }
      (ours.rows, theirs.rows) = (mine, other)
      return true
    }

    private var followed: [Int?] {
      moved.reduce(into: rows) { $0[$1.key] = $1.value }
    }
  }

  /// The lines that both sides have of the version that all are named after.
  private static func shared(_ ours: [Int?], _ theirs: [Int?]) -> [(Int, Int)] {
    let count = (ours + theirs).reduce(0) { max($0, ($1 ?? -1) + 1) }
    let (one, two) = (ours.inverted(count: count), theirs.inverted(count: count))
    return zip(one, two).compactMap { mine, other in
      mine.flatMap { mine in other.map { (mine, $0) } }
    }
  }

  /// Whether two lines that the sides added are one: they start alike, or, at the end of the sheet, where each
  /// has its place, no cell is filled in both.
  private static func fit(_ cells: [(SheetCell?, SheetCell?)], isEnd: Bool) -> Bool {
    let texts = cells.map { ($0.0?.text ?? "", $0.1?.text ?? "") }
    let starts = (texts.first { !$0.0.isEmpty }, texts.first { !$0.1.isEmpty })
    if let one = starts.0, let two = starts.1, one.0 == two.1, one.0 == one.1 { return true }
    return isEnd && texts.allSatisfy { $0.0.isEmpty || $0.1.isEmpty || $0.0 == $0.1 }
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

  /// Whether a side moved a row that the other one moved elsewhere or deleted, or each moved rows of its own.
  var movesRowsTwice: Bool {
    if movesApart { return true }
    guard let base, let ours, let theirs else { return false }
    func lines(_ sheet: Sheet, _ rows: [Int]) -> Set<String> {
      Set(rows.map { SheetLine(sheet.rows[$0].cells.map(\.text)).line }.filter { $0 != "|" })
    }
    let gone = lines(
      base, rows.entries.filter { $0.ours == nil && $0.theirs == nil }.compactMap(\.base))
    let added = rows.entries.filter { $0.base == nil }
    return !gone.isDisjoint(with: lines(ours, added.compactMap(\.ours)))
      || !gone.isDisjoint(with: lines(theirs, added.compactMap(\.theirs)))
  }
}

/// The sheets of three workbooks, paired.
struct SheetPairs: Sendable {
  /// The sheets in the order of ours, with those of theirs behind the ones that they follow there.
  var sheets: [SheetMatch] = []
  /// Whether both sides brought the sheets into another order.
  private(set) var isReorderedTwice = false

  init(
    base: Workbook, ours: Workbook, theirs: Workbook, _ syntax: FormulaText.Syntax,
    followsMoves: Bool = true
  ) {
    let mine = Self.partners(base, ours)
    let other = Self.partners(base, theirs)
    var found = Self.inOrderOfOurs(base, ours, theirs, mine, other)
    let common = found.filter { $0.base != nil && $0.ours != nil && $0.theirs != nil }
    func isInOrder(_ indices: [Int?]) -> Bool {
      zip(indices, indices.dropFirst()).allSatisfy { ($0.0 ?? 0) < ($0.1 ?? 0) }
    }
    let old = common.sorted { ($0.base ?? 0) < ($1.base ?? 0) }
    if !isInOrder(old.map(\.theirs)), isInOrder(old.map(\.ours)) {
      found = Self.inOrderOfTheirs(found)
    }
    isReorderedTwice =
      !isInOrder(old.map(\.theirs)) && !isInOrder(old.map(\.ours))
      && common.map(\.theirs) != common.map(\.theirs).sorted { ($0 ?? 0) < ($1 ?? 0) }
    sheets = found.map { entry in
      SheetMatch(
        base: entry.base.map { base.sheets[$0] }, ours: entry.ours.map { ours.sheets[$0] },
        theirs: entry.theirs.map { theirs.sheets[$0] }, syntax, followsMoves: followsMoves)
    }
  }

  /// The places of one sheet in the versions that have it.
  private typealias Places = (base: Int?, ours: Int?, theirs: Int?)

  /// The sheets in the order of ours; what ours added at a place stands before what theirs added there.
  private static func inOrderOfOurs(
    _ base: Workbook, _ ours: Workbook, _ theirs: Workbook, _ mine: [Int?], _ other: [Int?]
  ) -> [Places] {
    var found: [Places] = ours.sheets.indices.map { index in
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
      while place < found.count, found[place].base == nil, found[place].theirs == nil { place += 1 }
      found.insert((nil, nil, index), at: place)
    }
    return found
  }

  /// The sheets of theirs as they stand there, each of the rest behind the one that it followed.
  private static func inOrderOfTheirs(_ found: [Places]) -> [Places] {
    var sorted = found.filter { $0.theirs != nil }.sorted { ($0.theirs ?? 0) < ($1.theirs ?? 0) }
    for (index, entry) in found.enumerated() where entry.theirs == nil {
      let place = found[..<index].last.flatMap { before in sorted.firstIndex { $0 == before } }
      sorted.insert(entry, at: place.map { $0 + 1 } ?? 0)
    }
    return sorted
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
    sheets.first { $0[version]?.name.lowercased() == name.lowercased() }
  }

  var isUnchanged: Bool { sheets.allSatisfy(\.isUnchanged) }

  /// Whether rows are in the order of a side that moved some of them.
  var followsMoves: Bool { sheets.contains { !$0.rows.movers.isEmpty } }
}
