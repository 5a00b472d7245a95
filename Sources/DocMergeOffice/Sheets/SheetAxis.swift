/// The rows or the columns of a sheet in all versions, in one order.
struct SheetAxis: Sendable {
  /// A line of the sheet: where each version has it.
  struct Entry: Hashable, Sendable {
    var base: Int?
    var ours: Int?
    var theirs: Int?

    subscript(version: Side) -> Int? {
      switch version {
      case .base: base
      case .ours: ours
      case .theirs: theirs
      }
    }

    /// Whether it was there before and one side deleted it.
    var isDeleted: Bool { base != nil && (ours == nil || theirs == nil) }
  }

  /// All lines, those too that a side deleted.
  private(set) var entries: [Entry] = []
  private var names: [Side: [LineName]] = [:]
  private var places: [LineName: Int] = [:]
  /// How many lines the version has that all are named after.
  private let namingCount: Int

  /// The numbers that always mean the end of the sheet.
  private let ends: Set<Int>
  /// For each place whether the line is one that all versions are named after.
  private var isNaming: [Bool] = []
  /// How many lines each side added at the end.
  private let appended: [Side: Int]
  /// The sides that moved lines past others, which the order of all follows.
  private(set) var movers: Set<Side> = []
  /// The lines of the base that a side moved, where the order does not follow it.
  private var lostMoves: Set<Int> = []

  /// The last rows and the last columns of sheets, by the programs that write them.
  static let lastRows: Set = [1_048_575, 65_535]
  static let lastColumns: Set = [16_383, 1_023]

  /// Brings the lines of three versions into one order.
  ///
  /// - Parameters:
  ///   - counts: how many lines each version has; `nil` where it lacks the sheet.
  ///   - ours: for each line of ours the one of the version that all are named after.
  ///   - theirs: the same for theirs.
  ///   - naming: the version that all are named after, which is the first one that has the sheet.
  ///   - ends: the numbers that always mean the end of the sheet.
  ///   - lostMoves: the lines of the base that a side moved, and which count as deleted and added.
  ///   - fit: whether a line that ours added and one that theirs added are one line of the result.
  init(
    counts: (base: Int?, ours: Int?, theirs: Int?), ours: [Int?], theirs: [Int?], naming: Side,
    ends: Set<Int>, lostMoves: Set<Int> = [],
    fit: (_ ours: Int, _ theirs: Int, _ isEnd: Bool) -> Bool = { _, _, _ in false }
  ) {
    self.lostMoves = lostMoves
    self.ends = ends
    appended = [.ours: Self.appended(ours), .theirs: Self.appended(theirs)]
    let known = naming == .base ? counts.base : naming == .ours ? counts.ours : counts.theirs
    namingCount = known ?? 0
    let (oursOf, theirsOf) = (
      ours.inverted(count: namingCount), theirs.inverted(count: namingCount)
    )
    var (mine, other) = (0, 0)
    for line in 0...namingCount {
      let isEnd = line == namingCount
      let mineEnd = max(mine, isEnd ? ours.count : oursOf[line] ?? mine)
      let otherEnd = max(other, isEnd ? theirs.count : theirsOf[line] ?? other)
      append(ours: mine..<mineEnd, theirs: other..<otherEnd) { fit($0, $1, isEnd) }
      (mine, other) = (mineEnd, otherEnd)
      if isEnd { break }
      let entry = Entry(
        base: naming == .base ? line : nil, ours: oursOf[line], theirs: theirsOf[line])
      entries.append(entry)
      isNaming += Array(repeating: false, count: entries.count - 1 - isNaming.count) + [true]
      places[LineName(.base, line)] = entries.count - 1
      if entry.ours != nil { mine += 1 }
      if entry.theirs != nil { other += 1 }
    }
    isNaming += Array(repeating: false, count: entries.count - isNaming.count)
    nameLines(counts.base ?? 0, ours, theirs)
  }

  /// Appends lines that the sides added, those that fit as lines of both, then the rest of ours and of theirs.
  private mutating func append(
    ours: Range<Int>, theirs: Range<Int>, fit: (_ ours: Int, _ theirs: Int) -> Bool
  ) {
    let shared = Self.shared(ours, theirs, fit)
    entries += zip(ours, theirs).prefix(shared).map { Entry(ours: $0.0, theirs: $0.1) }
    entries += ours.dropFirst(shared).map { Entry(ours: $0) }
    entries += theirs.dropFirst(shared).map { Entry(theirs: $0) }
  }

  /// Brings the lines of three versions into the order of a side that moved some of them.
  ///
  /// - Parameters:
  ///   - count: how many lines the base has.
  ///   - ours: for each line of ours the one of the base, in any order.
  ///   - theirs: the same for theirs.
  ///   - ends: the numbers that always mean the end of the sheet.
  ///   - fit: whether a line that ours added and one that theirs added are one line of the result.
  init(
    following count: Int, ours: [Int?], theirs: [Int?], ends: Set<Int>,
    fit: (_ ours: Int, _ theirs: Int) -> Bool
  ) {
    self.ends = ends
    appended = [.ours: Self.appended(ours), .theirs: Self.appended(theirs)]
    namingCount = count
    movers = MovedOrder.movers(ours: ours, theirs: theirs)
    entries = MovedOrder(count: count, ours: ours, theirs: theirs, fit: fit).entries
    isNaming = entries.map { $0.base != nil }
    for (place, entry) in entries.enumerated() {
      if let line = entry.base { places[LineName(.base, line)] = place }
    }
    nameLines(count, ours, theirs)
  }

  private mutating func nameLines(_ count: Int, _ ours: [Int?], _ theirs: [Int?]) {
    names[.ours] = ours.enumerated().map { LineName($1 == nil ? .ours : .base, $1 ?? $0) }
    names[.theirs] = theirs.enumerated().map { LineName($1 == nil ? .theirs : .base, $1 ?? $0) }
    names[.base] = (0..<count).map { LineName(.base, $0) }
    for (place, entry) in entries.enumerated() where entry.base == nil {
      if let line = entry.ours, let name = names[.ours]?[line] { places[name] = place }
      if let line = entry.theirs, let name = names[.theirs]?[line] { places[name] = place }
    }
  }

  /// How many lines at one place are lines of both sides: as many as there can be, or none.
  private static func shared(
    _ ours: Range<Int>, _ theirs: Range<Int>, _ fit: (Int, Int) -> Bool
  ) -> Int {
    let count = min(ours.count, theirs.count)
    let isFit = (0..<count).allSatisfy { fit(ours.lowerBound + $0, theirs.lowerBound + $0) }
    return isFit ? count : 0
  }

  /// How many lines a side added behind the last one that it shares.
  private static func appended(_ partners: [Int?]) -> Int {
    partners.reversed().prefix { $0 == nil }.count
  }

  /// Whether no version has other lines than the one that all are named after.
  var isUnchanged: Bool {
    entries.allSatisfy { $0.ours == $0.theirs && ($0.base == nil || $0.base == $0.ours) }
  }

  /// What a line of a version is called in all of them.
  func name(of line: Int, in version: Side) -> LineName {
    let names = names[version] ?? []
    if line < names.count { return names[line] }
    // Beyond the last line everything moves with it, apart from the end of the sheet. Lines
    // that are added below a sheet move nothing.
    let shift = namingCount - names.count + (appended[version] ?? 0)
    return LineName(.base, ends.contains(line) ? line : line + shift)
  }

  /// What the ends of a range of a version are called in all of them; `nil` where the lines between them do not
  /// stand together in all.
  func names(of first: Int, through last: Int, in version: Side) -> (LineName, LineName)? {
    let ends = (name(of: first, in: version), name(of: last, in: version))
    guard movers.contains(version), first < last, let known = names[version], first < known.count
    else { return ends }
    let lines = known[first...min(last, known.count - 1)]
    let own = lines.filter { $0.version == .base }.map(\.index)
    guard ends.0.version == .base, ends.1.version == .base, let low = own.min(),
      let high = own.max(), missing(low...high, in: version) == high - low + 1 - own.count
    else { return nil }
    return (LineName(.base, low), last < known.count ? LineName(.base, high) : ends.1)
  }

  /// How many lines of the base a version does not have.
  private func missing(_ lines: ClosedRange<Int>, in version: Side) -> Int {
    lines.count { line in
      places[LineName(.base, line)].map { entries[$0][version] == nil } ?? true
    }
  }

  /// The place of a line in the order; `nil` for one beyond the last.
  func place(of name: LineName) -> Int? { places[name] }

  /// How a result counts the lines that it keeps.
  struct Numbering {
    fileprivate let axis: SheetAxis
    /// For each place of the order the number of the line in the result.
    fileprivate let numbers: [Int?]
    fileprivate let count: Int
    /// How many lines there are up to the last one that all versions are named after.
    fileprivate let kept: Int

    /// The number of a line; `nil` where the result does not have it.
    func number(of name: LineName) -> Int? {
      guard let place = axis.places[name] else { return beyond(name) }
      return numbers[place]
    }

    /// How many lines of the base stand before each line of the result; empty where nothing moved.
    fileprivate let namingBefore: [Int]

    /// Whether a range would mean other lines than it did: some of them moved away, or others in between.
    func isTorn(_ first: LineName, _ last: LineName) -> Bool {
      guard first != last else { return false }
      guard !axis.movers.isEmpty else {
        return [first, last].contains { name in
          name.version == .base && axis.lostMoves.contains(name.index) && number(of: name) == nil
        }
      }
      guard let block = block(first, last) else { return axis.places[first] != nil }
      let all = block.known + block.added
      guard let low = all.min(), let high = all.max() else { return false }
      let end = axis.places[last] == nil ? count - 1 : high
      return namingBefore[end + 1] - namingBefore[low] != block.known.count
    }

    /// The numbers of the lines in a range: of the base, and added by a side; `nil` where these are not known.
    private func block(_ first: LineName, _ last: LineName) -> (known: [Int], added: [Int])? {
      let version: Side = first.version == .base ? last.version : first.version
      guard last.version == .base || last.version == version, !axis.movers.contains(version),
        let start = line(first, in: version), let known = axis.names[version], !known.isEmpty
      else { return nil }
      let end = line(last, in: version) ?? known.count - 1
      guard start <= end else { return nil }
      let names = known[start...end].filter { $0.version == .base }
      let added = [Side.ours, .theirs].flatMap { side in self.added(by: side, among: names) }
      return (names.compactMap { number(of: $0) }, added)
    }

    /// The numbers of the lines that a side added between lines of the base.
    private func added(by side: Side, among names: [LineName]) -> [Int] {
      let lines = names.compactMap { line($0, in: side) }
      guard let low = lines.min(), let high = lines.max(), let known = axis.names[side] else {
        return []
      }
      return known[low...high].compactMap { $0.version == side ? number(of: $0) : nil }
    }

    private func line(_ name: LineName, in version: Side) -> Int? {
      axis.places[name].flatMap { axis.entries[$0][version] }
    }

    /// The numbers of a range, made smaller by the lines at its ends that the result does not have.
    func range(_ first: LineName, _ last: LineName) -> (first: Int, last: Int)? {
      if !axis.movers.isEmpty, first != last { return movedRange(first, last) }
      let (start, end) = (axis.places[first], axis.places[last])
      let low = start.map { numbers[$0...].lazy.compactMap(\.self).first } ?? beyond(first)
      let high = end.map { numbers[...$0].reversed().lazy.compactMap(\.self).first } ?? beyond(last)
      guard let low = low ?? beyondEnd(start, last), let high, low <= high else { return nil }
      return (low, high)
    }

    /// The numbers of a range whose lines may stand in another order.
    private func movedRange(_ first: LineName, _ last: LineName) -> (first: Int, last: Int)? {
      guard axis.places[first] != nil else {
        return beyond(first).flatMap { low in beyond(last).map { (low, $0) } }
      }
      guard let block = block(first, last) else { return nil }
      let ends = [first, last].filter { $0.version != .base }.compactMap { number(of: $0) }
      let last = axis.places[last] == nil ? beyond(last) : nil
      let all = block.known + block.added + ends
      guard let low = all.min(), let high = last ?? all.max() else { return nil }
      return (low, high)
    }

    /// Where a range starts whose first lines are gone, and which goes on beyond the last line.
    private func beyondEnd(_ start: Int?, _ last: LineName) -> Int? {
      start != nil && axis.places[last] == nil ? count : nil
    }

    private func beyond(_ name: LineName) -> Int? {
      guard name.version == .base else { return nil }
      return axis.ends.contains(name.index)
        ? name.index : max(0, kept + name.index - axis.namingCount)
    }
  }

  /// Numbers the lines of a result.
  ///
  /// - Parameters:
  ///   - numbers: for each place of the order the number of the line; `nil` for one that is not kept.
  ///   - count: how many lines the result has.
  /// - Returns: the numbers.
  func numbering(_ numbers: [Int?], count: Int) -> Numbering {
    // The lines that a side added at the end move nothing that is beyond.
    let last = entries.indices.last { isNaming[$0] && numbers[$0] != nil }.flatMap { numbers[$0] }
    var isKnown = [Bool](repeating: false, count: movers.isEmpty ? 0 : count)
    for (place, number) in numbers.enumerated() where isNaming[place] {
      if let number, isKnown.indices.contains(number) { isKnown[number] = true }
    }
    return Numbering(
      axis: self, numbers: numbers, count: count, kept: last.map { $0 + 1 } ?? 0,
      namingBefore: isKnown.reduce(into: [0]) { $0.append(($0.last ?? 0) + ($1 ? 1 : 0)) })
  }
}
