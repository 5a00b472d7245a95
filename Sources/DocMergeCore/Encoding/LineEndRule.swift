/// Decides line by line which ending a line gets in texts with mixed endings, from the endings it had.
struct LineEndRule {
  typealias End = LineLayers.End

  let base: LineEndMerge.Side
  let ours: LineEndMerge.Side
  let theirs: LineEndMerge.Side
  let toOurs: LinePairs
  let toTheirs: LinePairs
  /// The lines of ours and theirs that have the same text.
  let twins: LinePairs
  private let oursChange: EndChange
  private let theirsChange: EndChange

  init(
    base: LineEndMerge.Side, ours: LineEndMerge.Side, theirs: LineEndMerge.Side,
    toOurs: LinePairs, toTheirs: LinePairs, twins: LinePairs
  ) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    (self.toOurs, self.toTheirs, self.twins) = (toOurs, toTheirs, twins)
    oursChange = EndChange(base: base.ends, other: ours.ends, pairs: toOurs)
    theirsChange = EndChange(base: base.ends, other: theirs.ends, pairs: toTheirs)
  }

  /// By the three-way rule; a side without the line has the ending that it would have given it.
  func endInBase(_ line: Int) -> End {
    let old = base.ends[line]
    return LineEndMerge.settled(
      old, toOurs.other[line].map { ours.ends[$0] } ?? oursChange[old],
      toTheirs.other[line].map { theirs.ends[$0] } ?? theirsChange[old])
  }

  /// As in the base if all three have the line, or else from the line of theirs with the same text.
  func endInOurs(_ line: Int) -> End {
    if let origin = kept(toOurs.base[line]) { return endInBase(origin) }
    if let twin = twins.other[line], kept(toTheirs.base[twin]) == nil {
      return endInBoth(line, twin)
    }
    return toOurs.base[line].map(endInBase) ?? theirsChange[ours.ends[line]]
  }

  /// The same for theirs.
  func endInTheirs(_ line: Int) -> End {
    if let origin = kept(toTheirs.base[line]) { return endInBase(origin) }
    if let twin = twins.base[line], kept(toOurs.base[twin]) == nil {
      return endInBoth(twin, line)
    }
    return toTheirs.base[line].map(endInBase) ?? oursChange[theirs.ends[line]]
  }

  /// A line that both sides added keeps the ending if they agree on it, or else gets `\n`.
  func endInSame(_ line: Int) -> End {
    let end = endInOurs(line)
    guard let twin = twins.other[line] else { return end }
    return end == endInTheirs(twin) ? end : .lineFeed
  }

  private func endInBoth(_ oursLine: Int, _ theirsLine: Int) -> End {
    let (oursEnd, theirsEnd) = (ours.ends[oursLine], theirs.ends[theirsLine])
    if oursEnd == theirsEnd { return oursEnd }
    // A line with the same text is better evidence than a replaced line, whichever side has it.
    let origins = [toOurs.base[oursLine], toTheirs.base[theirsLine]].compactMap(\.self)
    let twins = origins.filter { base.lines[$0] == ours.lines[oursLine] }
    let ends = Set((twins.isEmpty ? origins : twins).map { base.ends[$0] })
    guard let end = ends.first else {
      return LineEndMerge.settled(nil, theirsChange[oursEnd], oursChange[theirsEnd])
    }
    return LineEndMerge.settled(ends.count == 1 ? end : nil, oursEnd, theirsEnd)
  }

  /// The line of the base if both sides still have it.
  private func kept(_ line: Int?) -> Int? {
    line.flatMap { toOurs.other[$0] != nil && toTheirs.other[$0] != nil ? $0 : nil }
  }
}

/// Which lines of two texts are the same line: those with the same text, and on request those of a
/// change that replaces lines by as many others.
struct LinePairs {
  /// For each line of the base, the line of the other text.
  private(set) var other: [Int?]

  /// For each line of the other text, the line of the base.
  private(set) var base: [Int?]

  /// The same pairs, seen from the other text.
  var mirrored: LinePairs {
    var mirrored = self
    (mirrored.base, mirrored.other) = (other, base)
    return mirrored
  }

  init(
    _ hunks: [Hunk], base baseCount: Int, other otherCount: Int, withReplacements: Bool = false
  ) {
    other = Array(repeating: nil, count: baseCount)
    base = Array(repeating: nil, count: otherCount)
    var (baseLine, otherLine) = (0, 0)
    let end = Hunk(base: baseCount..<baseCount, other: otherCount..<otherCount)
    for hunk in hunks + [end] {
      let isReplacement = withReplacements && hunk.base.count == hunk.other.count
      let pairsEnd = isReplacement ? hunk.base.upperBound : hunk.base.lowerBound
      while baseLine < pairsEnd {
        other[baseLine] = otherLine
        base[otherLine] = baseLine
        baseLine += 1
        otherLine += 1
      }
      (baseLine, otherLine) = (hunk.base.upperBound, hunk.other.upperBound)
    }
  }
}

/// How a side changed each kind of line ending of the base.
struct EndChange {
  private var changes: [LineLayers.End: LineLayers.End] = [:]

  init(base: [LineLayers.End], other: [LineLayers.End], pairs: LinePairs) {
    for (line, partner) in pairs.other.enumerated() {
      guard let partner, other[partner] != .missing else { continue }
      let isFirst = changes[base[line]] == nil
      // Where some were changed and some were not, the side expressed nothing about the others.
      if !isFirst, changes[base[line]] != other[partner] {
        changes[base[line]] = base[line]
      } else {
        changes[base[line]] = other[partner]
      }
    }
    changes[.missing] = .missing
  }

  /// The ending that the side would have made of it.
  subscript(end: LineLayers.End) -> LineLayers.End { changes[end] ?? end }
}
