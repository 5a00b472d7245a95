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
  /// Ours again, for lines that both sides added.
  private(set) var both: Side

  /// Compares the lines by `profile`, which should be the one that merged them.
  init(base: LineLayers, ours: LineLayers, theirs: LineLayers, profile: MergeProfile) {
    self.base = Side(lines: Lines(base.content), ends: base.ends)
    self.ours = Side(lines: Lines(ours.content), ends: ours.ends)
    self.theirs = Side(lines: Lines(theirs.content), ends: theirs.ends)
    both = self.ours
    guard base.isMixed || ours.isMixed || theirs.isMixed else {
      uniform = Self.settled(base.uniform, ours.uniform, theirs.uniform)
      return
    }
    uniform = nil
    mergeEnds(profile)
  }

  /// The ending that only one side changed, or both in the same way; otherwise `\n`.
  static func settled(_ base: End?, _ ours: End?, _ theirs: End?) -> End {
    ThreeWay(base: base?.known, ours: ours?.known, theirs: theirs?.known).settled ?? .lineFeed
  }

  private mutating func mergeEnds(_ profile: MergeProfile) {
    let comparison = LineMerge(
      base: base.lines.bytes, ours: ours.lines.bytes, theirs: theirs.lines.bytes,
      profile: profile)
    let rule = LineEndRule(
      base: base, ours: ours, theirs: theirs,
      toOurs: LinePairs(
        comparison.oursHunks, base: base.lines.count, other: ours.lines.count,
        withReplacements: true),
      toTheirs: LinePairs(
        comparison.theirsHunks, base: base.lines.count, other: theirs.lines.count,
        withReplacements: true),
      twins: Self.twins(ours.lines, theirs.lines))
    base.ends = base.lines.indices.map(rule.endInBase)
    ours.ends = ours.lines.indices.map(rule.endInOurs)
    theirs.ends = theirs.lines.indices.map(rule.endInTheirs)
    both.ends = ours.lines.indices.map(rule.endInSame)
  }

  /// The lines that ours and theirs share, compared in the same order whichever side is which.
  private static func twins(_ ours: Lines, _ theirs: Lines) -> LinePairs {
    if ours.bytes.lexicographicallyPrecedes(theirs.bytes) {
      let hunks = diffLines(base: ours.bytes, other: theirs.bytes)
      return LinePairs(hunks, base: ours.count, other: theirs.count)
    }
    let hunks = diffLines(base: theirs.bytes, other: ours.bytes)
    return LinePairs(hunks, base: theirs.count, other: ours.count).mirrored
  }
}
