/// The line endings of three texts, merged line by line.
struct LineEndMerge: Sendable {
  typealias End = LineLayers.End

  /// One text with the ending that each of its lines has in the output.
  struct Side: Sendable {
    let lines: Lines
    var ends: [End]
  }

  /// The ending of all lines of the output, if none of the texts mixes endings.
  let uniform: End?

  private(set) var base: Side
  private(set) var ours: Side
  private(set) var theirs: Side

  init(base: LineLayers, ours: LineLayers, theirs: LineLayers) {
    self.base = Side(lines: Lines(base.content), ends: base.ends)
    self.ours = Side(lines: Lines(ours.content), ends: ours.ends)
    self.theirs = Side(lines: Lines(theirs.content), ends: theirs.ends)
    guard base.isMixed || ours.isMixed || theirs.isMixed else {
      uniform = Self.settled(base.uniform, ours.uniform, theirs.uniform)
      return
    }
    uniform = nil
    mergeEnds()
  }

  /// The ending that only one side changed, or both in the same way; otherwise `\n`.
  private static func settled(_ base: End?, _ ours: End?, _ theirs: End?) -> End {
    LayerMerge(base: base?.known, ours: ours?.known, theirs: theirs?.known).settled ?? .lineFeed
  }

  private mutating func mergeEnds() {
    let comparison = LineMerge(
      base: base.lines.bytes, ours: ours.lines.bytes, theirs: theirs.lines.bytes,
      profile: .gitMerge)
    let toOurs = LinePairs(
      comparison.oursHunks, base: base.lines.count, other: ours.lines.count)
    let toTheirs = LinePairs(
      comparison.theirsHunks, base: base.lines.count, other: theirs.lines.count)
    let between = LinePairs(
      diffLines(
        base: ours.lines.bytes, other: theirs.lines.bytes,
        options: DiffOptions(algorithm: .histogram)),
      base: ours.lines.count, other: theirs.lines.count)
    let oursChange = EndChange(base: base.ends, other: ours.ends, pairs: toOurs)
    let theirsChange = EndChange(base: base.ends, other: theirs.ends, pairs: toTheirs)
    let old = (base: base.ends, ours: ours.ends, theirs: theirs.ends)

    func inBase(_ line: Int) -> End {
      let ours = toOurs.other[line].map { old.ours[$0] } ?? oursChange[old.base[line]]
      let theirs = toTheirs.other[line].map { old.theirs[$0] } ?? theirsChange[old.base[line]]
      return Self.settled(old.base[line], ours, theirs)
    }
    func inBoth(_ ours: End, _ theirs: End) -> End {
      Self.settled(nil, theirsChange[ours], oursChange[theirs])
    }
    base.ends = base.lines.indices.map(inBase)
    ours.ends = ours.lines.indices.map { line in
      if let origin = toOurs.base[line] { return inBase(origin) }
      guard let twin = between.other[line], toTheirs.base[twin] == nil else {
        return theirsChange[old.ours[line]]
      }
      return inBoth(old.ours[line], old.theirs[twin])
    }
    theirs.ends = theirs.lines.indices.map { line in
      if let origin = toTheirs.base[line] { return inBase(origin) }
      guard let twin = between.base[line], toOurs.base[twin] == nil else {
        return oursChange[old.theirs[line]]
      }
      return inBoth(old.ours[twin], old.theirs[line])
    }
  }
}

/// Which lines of two texts are the same line.
private struct LinePairs {
  /// For each line of the base, the line of the other text.
  private(set) var other: [Int?]

  /// For each line of the other text, the line of the base.
  private(set) var base: [Int?]

  init(_ hunks: [Hunk], base baseCount: Int, other otherCount: Int) {
    other = Array(repeating: nil, count: baseCount)
    base = Array(repeating: nil, count: otherCount)
    var (baseLine, otherLine) = (0, 0)
    let end = Hunk(base: baseCount..<baseCount, other: otherCount..<otherCount)
    for hunk in hunks + [end] {
      while baseLine < hunk.base.lowerBound {
        other[baseLine] = otherLine
        base[otherLine] = baseLine
        baseLine += 1
        otherLine += 1
      }
      (baseLine, otherLine) = (hunk.base.upperBound, hunk.other.upperBound)
    }
  }
}

/// What a side did to each kind of line ending of the base.
private struct EndChange {
  private var changes: [LineLayers.End: LineLayers.End] = [:]

  init(base: [LineLayers.End], other: [LineLayers.End], pairs: LinePairs) {
    for (line, partner) in pairs.other.enumerated() {
      guard let partner, other[partner] != .missing else { continue }
      let isFirst = changes[base[line]] == nil
      // Where some were changed and some not, the side had nothing to say about the others.
      if !isFirst, changes[base[line]] != other[partner] {
        changes[base[line]] = base[line]
      } else {
        changes[base[line]] = other[partner]
      }
    }
    changes[.missing] = .missing
  }

  /// What the side would have made of the ending.
  subscript(end: LineLayers.End) -> LineLayers.End { changes[end] ?? end }
}
