import DocMergeCore
import DocMergeLanguage

/// A line of a merged workbook, and the row that it is a version of.
struct SheetCandidate: Sendable, Hashable {
  var line: String
  var entry: SheetAxis.Entry
  /// The version whose formatting it stands for; `nil` for that of the merge.
  var version: Side?
}

/// The merge of three workbooks as the regions of their texts.
struct SheetRegions {
  private(set) var regions: [Region] = []
  /// For each pair of sheets the lines that a result can have of it, in order.
  private(set) var candidates: [[SheetCandidate]] = []

  private let names: ReferenceNames
  private let lines: [Side: SheetLines]
  private let policy: MergePolicy
  private let isSuggesting: Bool
  private var pair = 0
  /// How far the text of each version is used.
  private var ends: [Side: Int] = [.base: 0, .ours: 0, .theirs: 0]

  init(
    _ pairs: SheetPairs, _ names: ReferenceNames, _ lines: [Side: SheetLines],
    _ policy: MergePolicy, isSuggesting: Bool
  ) {
    self.names = names
    (self.lines, self.policy, self.isSuggesting) = (lines, policy, isSuggesting)
    for (index, match) in pairs.sheets.enumerated() {
      pair = index
      candidates.append([])
      add(match)
    }
  }

  // MARK: - Sheets

  private mutating func add(_ match: SheetMatch) {
    switch (match.base, match.ours, match.theirs) {
    case (_, nil, nil): skip(.base)
    case (nil, _?, nil): addWhole(.ours, of: match)
    case (nil, nil, _?): addWhole(.theirs, of: match)
    case (let base?, nil, let theirs?): addDeleted(base, theirs, .theirs, match)
    case (let base?, let ours?, nil): addDeleted(base, ours, .ours, match)
    case (_, let ours?, let theirs?):
      addHeading(match, ours, theirs)
      addRows(match)
      addAgreed([0x0A], .both)
      for version in [Side.base, .ours, .theirs] { skip(version) }
    }
  }

  private mutating func addHeading(_ match: SheetMatch, _ ours: Sheet, _ theirs: Sheet) {
    let (mine, other) = (heading(.ours), heading(.theirs))
    if ours.name == theirs.name {
      addAgreed(mine, ours.name == match.base?.name ? .base : .both)
    } else if theirs.name == match.base?.name {
      addAgreed(mine, .ours)
    } else if ours.name == match.base?.name {
      addAgreed(other, .theirs)
    } else {
      addConflict(heading(.base), mine, other, tr("both sides renamed the sheet"))
    }
    for version in [Side.base, .ours, .theirs] {
      if let range = lines[version]?.headings[pair] { ends[version] = range.upperBound }
    }
  }

  /// A sheet that one side has alone.
  private mutating func addWhole(_ version: Side, of match: SheetMatch) {
    addCandidates(match, version)
    addAgreed(whole(version), version == .ours ? .ours : .theirs)
    skip(version)
  }

  /// A sheet that one side deleted.
  private mutating func addDeleted(_ base: Sheet, _ kept: Sheet, _ side: Side, _ match: SheetMatch)
  {
    addCandidates(match, side)
    addCandidates(match, .base)
    if base != kept {
      let (mine, other) = (
        side == .ours ? whole(.ours) : empty(.ours), side == .ours ? empty(.theirs) : whole(.theirs)
      )
      addConflict(whole(.base), mine, other, tr("one side deleted the sheet, the other changed it"))
    }
    skip(.base)
    skip(side)
  }

  private mutating func addCandidates(_ match: SheetMatch, _ version: Side) {
    for entry in match.rows.entries {
      if let row = entry[version] { addCandidate(entry, version, line(version, row)) }
    }
  }

  // MARK: - Rows

  private mutating func addRows(_ match: SheetMatch) {
    var (mine, other) = ([SheetAxis.Entry](), [SheetAxis.Entry]())
    for entry in match.rows.entries {
      if entry.base == nil, entry.ours == nil || entry.theirs == nil {
        if entry.ours != nil { mine.append(entry) } else { other.append(entry) }
        continue
      }
      addInserted(mine, other, match)
      (mine, other) = ([], [])
      add(RowMerge(match: match, entry: entry, names: names))
    }
    addInserted(mine, other, match)
  }

  private mutating func add(_ merge: RowMerge) {
    let entry = merge.entry
    func slice(_ version: Side) -> ArraySlice<UInt8> {
      entry[version].map { row(version, $0) } ?? empty(version)
    }
    let (base, ours, theirs) = (slice(.base), slice(.ours), slice(.theirs))
    switch merge.outcome {
    case .deleted: break
    case .conflict(let reason):
      for version in [Side.ours, .theirs, .base] {
        guard let row = entry[version] else { continue }
        addCandidate(entry, version, line(version, row))
      }
      addConflict(base, ours, theirs, reason)
    case .extended(let cells):
      let merged = SheetLine(cells).line
      addCandidate(entry, nil, merged)
      addDecided(Array((merged + "\n").utf8), .independentEntries, (base, ours, theirs))
    case .agreed(let cells):
      let merged = SheetLine(cells).line
      addCandidate(entry, nil, merged)
      if merge.match.rows.movers == [.theirs], theirs == ours || theirs == base,
        merged.utf8.elementsEqual(theirs.dropLast())
      {
        // Where the row stands is what theirs changed.
        addAgreed(theirs, .theirs)
      } else if merged.utf8.elementsEqual(ours.dropLast()) {
        let isMoved = merge.match.rows.movers == [.ours]
        addAgreed(ours, ours != theirs || isMoved ? .ours : ours == base ? .base : .both)
      } else if merged.utf8.elementsEqual(theirs.dropLast()) {
        addAgreed(theirs, .theirs)
      } else {
        addDecided(Array((merged + "\n").utf8), .independentEntries, (base, ours, theirs))
      }
    }
    advance(entry)
  }

  /// Rows that each side added at one place.
  private mutating func addInserted(
    _ mine: [SheetAxis.Entry], _ other: [SheetAxis.Entry], _ match: SheetMatch
  ) {
    guard !mine.isEmpty || !other.isEmpty else { return }
    let ours = rows(.ours, mine.compactMap(\.ours))
    let theirs = rows(.theirs, other.compactMap(\.theirs))
    defer { for entry in mine + other { advance(entry) } }
    if ours.elementsEqual(theirs) {
      // They are the same rows, and both versions know them.
      for (entry, same) in zip(mine, other) {
        let joined = SheetAxis.Entry(ours: entry.ours, theirs: same.theirs)
        addCandidate(joined, nil, line(.ours, entry.ours ?? 0))
      }
      return addAgreed(ours, .both)
    }
    for entry in mine { addCandidate(entry, .ours, line(.ours, entry.ours ?? 0)) }
    for entry in other { addCandidate(entry, .theirs, line(.theirs, entry.theirs ?? 0)) }
    if (mine + other).contains(where: { match.fillsDeletedColumn($0) }) {
      let reason = tr("one side deleted a column, the other added a row with a cell in it")
      return addConflict(empty(.base), ours, theirs, reason)
    }
    if other.isEmpty { return addAgreed(ours, .ours) }
    if mine.isEmpty { return addAgreed(theirs, .theirs) }
    let keys = [
      mine.compactMap { key(.ours, $0.ours) }, other.compactMap { key(.theirs, $0.theirs) },
    ]
    guard Set(keys[0]).isDisjoint(with: keys[1]) else {
      return addConflict(empty(.base), ours, theirs, tr("both sides added a row that starts alike"))
    }
    addDecided(Array(ours) + Array(theirs), .addedEntries, (empty(.base), ours, theirs))
  }

  /// What a row starts with.
  private func key(_ version: Side, _ row: Int?) -> String? {
    row.flatMap { lines[version]?.cells[pair][$0].cells.first { !$0.isEmpty } }
  }

  private mutating func addCandidate(_ entry: SheetAxis.Entry, _ version: Side?, _ line: String) {
    candidates[pair].append(SheetCandidate(line: line, entry: entry, version: version))
  }

  // MARK: - Slices

  private func text(_ version: Side) -> [UInt8] { lines[version]?.text ?? [] }

  private func empty(_ version: Side) -> ArraySlice<UInt8> {
    let end = ends[version] ?? 0
    return text(version)[end..<end]
  }

  private func heading(_ version: Side) -> ArraySlice<UInt8> {
    lines[version]?.headings[pair].map { text(version)[$0] } ?? empty(version)
  }

  private func row(_ version: Side, _ row: Int) -> ArraySlice<UInt8> {
    text(version)[lines[version]?.rows[pair][row] ?? 0..<0]
  }

  private func rows(_ version: Side, _ rows: [Int]) -> ArraySlice<UInt8> {
    guard let first = rows.first, let last = rows.last else { return empty(version) }
    guard last - first == rows.count - 1 else { return rows.map { row(version, $0) }.joined().all }
    return text(version)[row(version, first).startIndex..<row(version, last).endIndex]
  }

  private func line(_ version: Side, _ row: Int) -> String {
    String(decoding: self.row(version, row).dropLast(), as: UTF8.self)
  }

  /// The heading of a sheet with its rows.
  private func whole(_ version: Side) -> ArraySlice<UInt8> {
    let range = wholeRange(version)
    return text(version)[range]
  }

  private func wholeRange(_ version: Side) -> Range<Int> {
    guard let lines = lines[version], let heading = lines.headings[pair] else {
      let end = ends[version] ?? 0
      return end..<end
    }
    return heading.lowerBound..<(lines.rows[pair].last?.upperBound ?? heading.upperBound) + 1
  }

  private mutating func skip(_ version: Side) {
    ends[version] = max(ends[version] ?? 0, wholeRange(version).upperBound)
  }

  private mutating func advance(_ entry: SheetAxis.Entry) {
    for version in [Side.base, .ours, .theirs] {
      guard let row = entry[version] else { continue }
      ends[version] = max(ends[version] ?? 0, self.row(version, row).endIndex)
    }
  }

  // MARK: - Regions

  private mutating func addAgreed(_ bytes: ArraySlice<UInt8>, _ origin: Region.Agreed.Origin) {
    if case .agreed(var last) = regions.last, last.origin == origin {
      last.bytes =
        last.bytes.endIndex == bytes.startIndex && origin != .both
        ? text(origin.version)[last.bytes.startIndex..<bytes.endIndex]
        : Array(last.bytes)[...] + bytes
      regions[regions.count - 1] = .agreed(last)
    } else if !bytes.isEmpty {
      regions.append(.agreed(.init(bytes: bytes, origin: origin)))
    }
  }

  private mutating func addConflict(
    _ base: ArraySlice<UInt8>, _ ours: ArraySlice<UInt8>, _ theirs: ArraySlice<UInt8>,
    _ reason: String?, suggestion: Region.Suggestion? = nil
  ) {
    var conflict = Region.Conflict(base: base, ours: ours, theirs: theirs, suggestion: suggestion)
    conflict.reason = reason
    regions.append(.conflict(conflict))
  }

  private mutating func addDecided(
    _ bytes: [UInt8], _ rule: MergeRule,
    _ texts: (base: ArraySlice<UInt8>, ours: ArraySlice<UInt8>, theirs: ArraySlice<UInt8>)
  ) {
    guard policy >= rule.policy else {
      let suggestion = isSuggesting ? Region.Suggestion(bytes: bytes, rule: rule) : nil
      return addConflict(texts.base, texts.ours, texts.theirs, nil, suggestion: suggestion)
    }
    let conflict = Region.Conflict(base: texts.base, ours: texts.ours, theirs: texts.theirs)
    regions.append(.agreed(.init(bytes: bytes[...], origin: .decided(by: rule, from: conflict))))
  }
}

extension SheetMatch {
  /// Whether a row that a side added has something in a column that the other side deleted.
  fileprivate func fillsDeletedColumn(_ entry: SheetAxis.Entry) -> Bool {
    [Side.ours, .theirs].contains { version in
      guard let row = entry[version], let sheet = self[version] else { return false }
      return columns.entries.contains { column in
        guard column.isDeleted, let place = column[version] else { return false }
        let cell = sheet.rows[row][place]
        return !cell.text.isEmpty || RowMerge.comments.contains { cell.format[$0] != nil }
      }
    }
  }
}

extension FlattenSequence where Base == [ArraySlice<UInt8>] {
  /// All bytes.
  fileprivate var all: ArraySlice<UInt8> { Array(self)[...] }
}

extension Region.Agreed.Origin {
  /// The version whose text the bytes are a slice of.
  fileprivate var version: Side { self == .theirs ? .theirs : .ours }
}
