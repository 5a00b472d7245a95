/// The lines of a sheet in the order of the side that moved some of them.
///
/// A line stays one line wherever a side moved it, so that edits of the other side follow it.
struct MovedOrder {
  /// For each line of a side the line of the base.
  typealias Partners = [Int?]

  private(set) var entries: [SheetAxis.Entry] = []

  private let mover: Side
  /// The lines that the other side added: behind a line of the base, before one, or at the end.
  private var added: (behind: [Int: [Int]], before: [Int: [Int]], atEnd: [Int]) = ([:], [:], [])
  /// For each line that the mover added the same one that the other side added.
  private var joined: [Int: Int] = [:]
  /// Lines of the other side that wait for the next line that the base has.
  private var waiting: [Int] = []

  /// The sides that moved lines past others.
  static func movers(ours: Partners, theirs: Partners) -> Set<Side> {
    Set([(Side.ours, ours), (.theirs, theirs)].filter { !isRising($0.1) }.map(\.0))
  }

  /// Whether both sides can be in one order: only one moved lines, or both did so alike.
  static func isPossible(ours: Partners, theirs: Partners) -> Bool {
    guard movers(ours: ours, theirs: theirs).count == 2 else { return true }
    let places = Dictionary(ours.enumerated().compactMap { line, old in old.map { ($0, line) } }) {
      first, _ in first
    }
    return isRising(theirs.map { $0.flatMap { places[$0] } })
  }

  private static func isRising(_ partners: Partners) -> Bool {
    let known = partners.compactMap(\.self)
    return zip(known, known.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// Brings the lines into one order.
  ///
  /// - Parameters:
  ///   - count: how many lines the base has.
  ///   - ours: for each line of ours the one of the base.
  ///   - theirs: the same for theirs.
  ///   - fit: whether a line that ours added and one that theirs added are one line of the result.
  init(count: Int, ours: Partners, theirs: Partners, fit: (_ ours: Int, _ theirs: Int) -> Bool) {
    let isOurs = !Self.isRising(ours)
    mover = isOurs ? .ours : .theirs
    let (moved, other) = isOurs ? (ours, theirs) : (theirs, ours)
    join(moved, other) { isOurs ? fit($0, $1) : fit($1, $0) }
    place(other, stays: Self.staying(moved))
    let others = other.inverted(count: count)
    let deleted = Self.deleted(moved, count: count)
    for line in deleted[-1] ?? [] { add(line, nil, others[line]) }
    for (place, line) in moved.enumerated() {
      guard let line else {
        entries.append(entry(nil, place, joined[place]))
        continue
      }
      add(line, place, others[line])
      for gone in deleted[line] ?? [] { add(gone, nil, others[gone]) }
    }
    addWaiting()
    for line in added.atEnd { entries.append(entry(nil, nil, line)) }
  }

  private func entry(_ base: Int?, _ moved: Int?, _ other: Int?) -> SheetAxis.Entry {
    mover == .ours
      ? .init(base: base, ours: moved, theirs: other)
      : .init(base: base, ours: other, theirs: moved)
  }

  private mutating func add(_ line: Int, _ moved: Int?, _ other: Int?) {
    addWaiting()
    for new in added.before[line] ?? [] { entries.append(entry(nil, nil, new)) }
    entries.append(entry(line, moved, other))
    waiting = added.behind[line] ?? []
    // What ours added at one place stands first.
    if mover == .theirs { addWaiting() }
  }

  private mutating func addWaiting() {
    for line in waiting { entries.append(entry(nil, nil, line)) }
    waiting = []
  }

  // MARK: - Places

  /// How many pairs of added lines are compared.
  private static let pairLimit = 250_000

  private mutating func join(
    _ moved: Partners, _ other: Partners, _ fit: (_ moved: Int, _ other: Int) -> Bool
  ) {
    var mine = moved.indices.filter { moved[$0] == nil }
    let others = other.indices.filter { other[$0] == nil }
    guard mine.count * others.count <= Self.pairLimit else { return }
    for line in others {
      guard let index = mine.firstIndex(where: { fit($0, line) }) else { continue }
      joined[mine.remove(at: index)] = line
    }
  }

  /// The lines of the base that the mover left in their order.
  private static func staying(_ moved: Partners) -> Set<Int> {
    let known = moved.compactMap(\.self)
    return Set(RowMatch.longestRun(known).map { known[$0] })
  }

  /// Finds the places of what the other side added: beside the line that stayed.
  private mutating func place(_ other: Partners, stays: Set<Int>) {
    let shared = Set(joined.values)
    var (before, start) = (Int?.none, 0)
    for end in 0...other.count {
      let next = end < other.count ? other[end] : nil
      guard end == other.count || next != nil else { continue }
      let lines = (start..<end).filter { !shared.contains($0) }
      if let next {
        if let before, stays.contains(before) || !stays.contains(next) {
          added.behind[before] = lines
        } else {
          added.before[next] = lines
        }
      } else {
        added.atEnd = lines
      }
      (before, start) = (next, end + 1)
    }
  }

  /// The lines that the mover deleted, by the line that they stood behind; -1 for the start.
  private static func deleted(_ moved: Partners, count: Int) -> [Int: [Int]] {
    let kept = Set(moved.compactMap(\.self))
    var (before, deleted) = (-1, [Int: [Int]]())
    for line in 0..<count {
      if kept.contains(line) { before = line } else { deleted[before, default: []].append(line) }
    }
    return deleted
  }
}
