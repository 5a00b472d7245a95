import DocMergeCore
import DocMergeDecisions
import DocMergeLanguage

/// The three texts at a region, with the lines around it.
struct RegionRows: Hashable, Sendable {
  var ours: [Row] = []
  /// Empty where the base is unknown.
  var base: [Row] = []
  var theirs: [Row] = []
  /// The number of context lines before each of them.
  var before = 0
  /// The number of lines of each of the texts.
  var counts = Split(ours: 0, base: 0, theirs: 0)

  /// Numbers of lines in the three texts.
  struct Split: Hashable, Sendable {
    var ours: Int
    var base: Int
    var theirs: Int
  }

  /// The number of lines around a region that are shown.
  static let context = 3
  /// The size in bytes from which texts are not compared by words.
  static let comparedLimit = 32_768

  init() {}

  /// Reads a region of a document.
  init(_ region: OpenRegion, _ number: Int, of text: TextDecisions) {
    let (before, behind) = text.context(of: number, lines: Self.context)
    let changes = Self.changes(region.conflict)
    self.before = before.count
    func rows(_ bytes: ArraySlice<UInt8>, _ style: Style, _ ranges: RangeSet<Int>) -> [Row] {
      let lines = LineSlices(bytes).map {
        Row(content: .text($0), style: style, changes: ranges, region: number)
      }
      let nothing = [Row(content: .words(tr("(nothing)")), style: .faint, region: number)]
      return Self.faint(before) + (lines.isEmpty ? nothing : lines) + Self.faint(behind)
    }
    ours = rows(region.conflict.ours, Style(.ours), changes.ours)
    theirs = rows(region.conflict.theirs, Style(.theirs), changes.theirs)
    base = region.base.map { rows($0, Style(.base), changes.base) } ?? []
    counts = Split(
      ours: Self.count(region.conflict.ours), base: Self.count(region.conflict.base ?? []),
      theirs: Self.count(region.conflict.theirs))
  }

  /// The same with lines at the place of a cut.
  func cut(at split: Split) -> RegionRows {
    var result = self
    let line = Row(content: .rule(tr(" cut here ")), style: Style(.open, .bold))
    result.ours.insert(line, at: min(result.ours.count, before + split.ours))
    result.theirs.insert(line, at: min(result.theirs.count, before + split.theirs))
    if !base.isEmpty { result.base.insert(line, at: min(result.base.count, before + split.base)) }
    return result
  }

  /// The same with all occurrences of some words marked.
  func marking(_ words: String) -> RegionRows {
    var result = self
    result.ours = ours.map { $0.marking(words) }
    result.base = base.map { $0.marking(words) }
    result.theirs = theirs.map { $0.marking(words) }
    return result
  }

  private static func faint(_ lines: [ArraySlice<UInt8>]) -> [Row] {
    lines.map { Row(content: .text($0), style: .faint) }
  }

  private static func count(_ bytes: ArraySlice<UInt8>) -> Int {
    LineSlices(bytes).reduce(0) { count, _ in count + 1 }
  }

  /// The words of a side that the base lacks; without a base, the words that the other side lacks.
  private static func changes(
    _ conflict: Region.Conflict
  ) -> (ours: RangeSet<Int>, base: RangeSet<Int>, theirs: RangeSet<Int>) {
    let (ours, theirs) = (conflict.ours, conflict.theirs)
    guard let base = conflict.base, !base.isEmpty else {
      let pair = compare(ours, theirs)
      return (pair.old, RangeSet(), pair.new)
    }
    let (own, other) = (compare(base, ours), compare(base, theirs))
    return (own.new, own.old.union(other.old), other.new)
  }

  private static func compare(
    _ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>
  ) -> (old: RangeSet<Int>, new: RangeSet<Int>) {
    guard !old.isEmpty, !new.isEmpty else { return (RangeSet(), RangeSet()) }
    guard old.count + new.count <= comparedLimit else { return compareEnds(old, new) }
    let changes = wordChanges(old: Array(old), new: Array(new))
    func moved(_ ranges: [Range<Int>], _ start: Int) -> RangeSet<Int> {
      RangeSet(ranges.map { $0.lowerBound + start..<$0.upperBound + start })
    }
    return (moved(changes.old, old.startIndex), moved(changes.new, new.startIndex))
  }

  /// The rest of two long texts without their common start and end.
  private static func compareEnds(
    _ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>
  ) -> (old: RangeSet<Int>, new: RangeSet<Int>) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let (oldRest, newRest) = (old.dropFirst(start), new.dropFirst(start))
    let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
    return (RangeSet([oldRest.dropLast(end).indices]), RangeSet([newRest.dropLast(end).indices]))
  }
}
