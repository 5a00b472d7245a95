/// Combines the hunks of both sides.
struct ChangeCombiner {
  let oursHunks: [Hunk]
  let theirsHunks: [Hunk]
  /// How many more lines ours and theirs have than the base.
  let oursGrowth: Int
  let theirsGrowth: Int

  private let texts: MergeTexts
  private var changes: [MergeChange] = []

  init(_ texts: MergeTexts) {
    oursHunks = texts.oursHunks
    theirsHunks = texts.theirsHunks
    self.texts = texts
    oursGrowth = texts.ours.count - texts.base.count
    theirsGrowth = texts.theirs.count - texts.base.count
  }

  /// The changes in order; equal hunks of both sides are no change.
  mutating func combined() -> [MergeChange] {
    var (oursIndex, theirsIndex) = (0, 0)
    while oursIndex < oursHunks.count, theirsIndex < theirsHunks.count {
      let (ours, theirs) = (oursHunks[oursIndex], theirsHunks[theirsIndex])
      if ours.base.upperBound < theirs.base.lowerBound {
        appendOurs(ours, theirsShift: theirs.other.lowerBound - theirs.base.lowerBound)
        oursIndex += 1
      } else if theirs.base.upperBound < ours.base.lowerBound {
        appendTheirs(theirs, oursShift: ours.other.lowerBound - ours.base.lowerBound)
        theirsIndex += 1
      } else {
        if !areAlike(ours, theirs) { append(overlapping: ours, theirs) }
        if ours.base.upperBound >= theirs.base.upperBound { theirsIndex += 1 }
        if theirs.base.upperBound >= ours.base.upperBound { oursIndex += 1 }
      }
    }
    for ours in oursHunks[oursIndex...] { appendOurs(ours, theirsShift: theirsGrowth) }
    for theirs in theirsHunks[theirsIndex...] { appendTheirs(theirs, oursShift: oursGrowth) }
    return changes
  }

  private func areAlike(_ ours: Hunk, _ theirs: Hunk) -> Bool {
    ours.base == theirs.base && ours.other.count == theirs.other.count
      && zip(ours.other, theirs.other).allSatisfy(texts.areAlike)
  }

  private mutating func appendOurs(_ hunk: Hunk, theirsShift: Int) {
    let (base, other) = (hunk.base, hunk.other)
    append(
      MergeChange(
        kind: .ours,
        base: .init(start: base.lowerBound, end: base.upperBound),
        ours: .init(start: other.lowerBound, end: other.upperBound),
        theirs: .init(start: base.lowerBound + theirsShift, end: base.upperBound + theirsShift)))
  }

  private mutating func appendTheirs(_ hunk: Hunk, oursShift: Int) {
    let (base, other) = (hunk.base, hunk.other)
    append(
      MergeChange(
        kind: .theirs,
        base: .init(start: base.lowerBound, end: base.upperBound),
        ours: .init(start: base.lowerBound + oursShift, end: base.upperBound + oursShift),
        theirs: .init(start: other.lowerBound, end: other.upperBound)))
  }

  /// Adds two hunks that touch as a conflict over all the lines that either of them changes.
  private mutating func append(overlapping ours: Hunk, _ theirs: Hunk) {
    let start = min(ours.base.lowerBound, theirs.base.lowerBound)
    let end = max(ours.base.upperBound, theirs.base.upperBound)
    append(
      MergeChange(
        kind: .conflict, base: .init(start: start, end: end),
        ours: .init(
          start: ours.other.lowerBound + start - ours.base.lowerBound,
          end: ours.other.upperBound + end - ours.base.upperBound),
        theirs: .init(
          start: theirs.other.lowerBound + start - theirs.base.lowerBound,
          end: theirs.other.upperBound + end - theirs.base.upperBound)))
  }

  /// Adds a change, or joins it to the last one when there is no line between them.
  private mutating func append(_ change: MergeChange) {
    guard var last = changes.last,
      change.ours.start <= last.ours.end || change.theirs.start <= last.theirs.end
    else {
      changes.append(change)
      return
    }
    if change.kind != last.kind { last.kind = .conflict }
    last.base.end = change.base.end
    last.ours.end = change.ours.end
    last.theirs.end = change.theirs.end
    changes[changes.count - 1] = last
  }
}
