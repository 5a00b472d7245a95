import DocMergeCore

/// A region of a merge, or a deleted stretch, with its lines in all texts.
struct ReportRow {
  /// The region; `nil` where the result has nothing because a side deleted it.
  var region: Region?
  var base: Range<Int>
  var ours: Range<Int>
  var theirs: Range<Int>
  var result: Range<Int>

  /// The rule and the conflict that it settled.
  var decided: (rule: MergeRule, conflict: Region.Conflict)? {
    guard case .agreed(let agreed) = region, case .decided(let rule, let conflict) = agreed.origin
    else { return nil }
    return (rule, conflict)
  }

  /// The conflict that is left.
  var conflict: Region.Conflict? {
    guard case .conflict(let conflict) = region else { return nil }
    return conflict
  }
}

/// Finds the lines of each region in the three inputs.
struct RowBuilder {
  private let base: Lines
  private let ours: Lines
  private let theirs: Lines
  private let oursHunks: [Hunk]
  private let theirsHunks: [Hunk]
  private var rows: [ReportRow] = []
  private var end = (base: 0, ours: 0, theirs: 0, result: 0)

  init(base: Lines, ours: Lines, theirs: Lines, profile: MergeProfile) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    let lines = LineMerge(
      base: base.bytes, ours: ours.bytes, theirs: theirs.bytes, profile: profile)
    oursHunks = lines.oursHunks
    theirsHunks = lines.theirsHunks
  }

  /// A row for each region, and one for each deleted stretch.
  mutating func rows(of merged: Merged) -> [ReportRow] {
    for region in merged.regions {
      switch region {
      case .conflict(let conflict):
        append(region, conflict, lines: Self.lineCount(conflict, merged.style))
      case .agreed(let agreed):
        let count = Lines(Array(agreed.bytes)).count
        if case .decided(_, let conflict) = agreed.origin {
          append(region, conflict, lines: count)
        } else {
          append(region, agreed, lines: count)
        }
      }
    }
    appendGap(base.count, ours.count, theirs.count)
    return rows
  }

  /// The number of lines of a conflict in the file, including its markers.
  private static func lineCount(_ conflict: Region.Conflict, _ style: ConflictStyle) -> Int {
    func lines(_ part: ArraySlice<UInt8>) -> Int {
      let isUnfinished = part.last.map { $0 != UInt8(ascii: "\n") } ?? false
      return part.count { $0 == UInt8(ascii: "\n") } + (isUnfinished ? 1 : 0)
    }
    let sides = lines(conflict.ours) + lines(conflict.theirs) + 3
    guard style != .merge, let base = conflict.base else { return sides }
    return sides + lines(base) + 1
  }

  private mutating func append(_ region: Region, _ conflict: Region.Conflict, lines: Int) {
    let own = range(conflict.ours, in: ours)
    let other = range(conflict.theirs, in: theirs)
    let shared = conflict.base.map { range($0, in: base) }
    append(region, shared ?? end.base..<end.base, own, other, lines)
  }

  private mutating func append(_ region: Region, _ agreed: Region.Agreed, lines: Int) {
    let isTheirs = agreed.origin == .theirs
    let side = isTheirs ? theirs : ours
    let (sideHunks, otherHunks) = isTheirs ? (theirsHunks, oursHunks) : (oursHunks, theirsHunks)
    let own = range(agreed.bytes, in: side)
    if agreed.origin == .base {
      let start = Self.unchanged(own.lowerBound, sideHunks, from: \.other, to: \.base)
      let other = Self.unchanged(start, otherHunks, from: \.base, to: \.other)
      append(region, start..<start + lines, own, other..<other + lines, lines)
      return
    }
    let old = Self.base(own, sideHunks)
    let other = Self.other(old, otherHunks)
    append(region, old, isTheirs ? other : own, isTheirs ? own : other, lines)
  }

  private mutating func append(
    _ region: Region, _ base: Range<Int>, _ ours: Range<Int>, _ theirs: Range<Int>, _ lines: Int
  ) {
    // A layer that rewrote a region leaves no trace of the places of its lines.
    let base = base.clamped(to: 0..<self.base.count)
    let ours = ours.clamped(to: 0..<self.ours.count)
    let theirs = theirs.clamped(to: 0..<self.theirs.count)
    appendGap(base.lowerBound, ours.lowerBound, theirs.lowerBound)
    rows.append(
      ReportRow(
        region: region, base: base, ours: ours, theirs: theirs,
        result: end.result..<end.result + lines))
    end = (
      max(end.base, base.upperBound), max(end.ours, ours.upperBound),
      max(end.theirs, theirs.upperBound), end.result + lines
    )
  }

  /// A row for the lines between the last region and the next one, which were deleted.
  private mutating func appendGap(_ baseLine: Int, _ oursLine: Int, _ theirsLine: Int) {
    let gap = ReportRow(
      region: nil, base: end.base..<max(end.base, baseLine),
      ours: end.ours..<max(end.ours, oursLine), theirs: end.theirs..<max(end.theirs, theirsLine),
      result: end.result..<end.result)
    end = (gap.base.upperBound, gap.ours.upperBound, gap.theirs.upperBound, end.result)
    if !gap.base.isEmpty { rows.append(gap) }
  }

  /// The lines of a slice of a text.
  private func range(_ slice: ArraySlice<UInt8>, in lines: Lines) -> Range<Int> {
    let start = Self.line(at: slice.startIndex, in: lines)
    return start..<max(start, Self.line(at: slice.endIndex, in: lines))
  }

  /// The first line that starts at `offset` or after it.
  static func line(at offset: Int, in lines: Lines) -> Int {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].startIndex >= offset { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The lines of the base that a side replaced by `lines`.
  private static func base(_ lines: Range<Int>, _ hunks: [Hunk]) -> Range<Int> {
    let start = place(lines.lowerBound, hunks, from: \.other, to: \.base, isEnd: false)
    let end = place(lines.upperBound, hunks, from: \.other, to: \.base, isEnd: true)
    return start..<max(start, end)
  }

  /// The lines of a side that replace `lines` of the base.
  private static func other(_ lines: Range<Int>, _ hunks: [Hunk]) -> Range<Int> {
    let start = place(lines.lowerBound, hunks, from: \.base, to: \.other, isEnd: false)
    let end = place(lines.upperBound, hunks, from: \.base, to: \.other, isEnd: true)
    return start..<max(start, end)
  }

  /// The place in the other text of a line that a side left alone.
  private static func unchanged(
    _ line: Int, _ hunks: [Hunk], from: KeyPath<Hunk, Range<Int>>, to: KeyPath<Hunk, Range<Int>>
  ) -> Int {
    var (low, high) = (0, hunks.count)
    while low < high {
      let middle = (low + high) / 2
      if hunks[middle][keyPath: from].upperBound > line { high = middle } else { low = middle + 1 }
    }
    guard low > 0 else { return line }
    return hunks[low - 1][keyPath: to].upperBound + line - hunks[low - 1][keyPath: from].upperBound
  }

  private static func place(
    _ line: Int, _ hunks: [Hunk], from: KeyPath<Hunk, Range<Int>>, to: KeyPath<Hunk, Range<Int>>,
    isEnd: Bool
  ) -> Int {
    var (low, high) = (0, hunks.count)
    while low < high {
      let middle = (low + high) / 2
      let range = hunks[middle][keyPath: from]
      let isBehind =
        isEnd ? range.lowerBound >= line : range.upperBound > line || range.lowerBound == line
      if isBehind { high = middle } else { low = middle + 1 }
    }
    guard low > 0 else { return line }
    let last = hunks[low - 1]
    guard line < last[keyPath: from].upperBound else {
      return last[keyPath: to].upperBound + line - last[keyPath: from].upperBound
    }
    return isEnd ? last[keyPath: to].upperBound : last[keyPath: to].lowerBound
  }
}
