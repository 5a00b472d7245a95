/// Finds lines that both sides inserted, a few lines apart from each other.
///
/// A line merge keeps both, though they are most likely one change: the text would have it twice. Hunks that
/// are extended over the lines between them overlap, and a person decides.
struct DoubledInsertions {
  /// The most lines of the base between the two places.
  private static let distance = 3
  /// The fewest bytes of the lines; shorter ones are alike by chance.
  private static let leastBytes = 12

  private(set) var ours: [Hunk]
  private(set) var theirs: [Hunk]
  private let texts: MergeTexts

  /// Compares the hunks of both sides.
  ///
  /// - Complexity: O(*h*), *h* being the number of hunks, and the length of the insertions.
  init(_ texts: MergeTexts) {
    (ours, theirs) = (texts.oursHunks, texts.theirsHunks)
    self.texts = texts
    var (oursIndex, theirsIndex) = (0, 0)
    while oursIndex < ours.count, theirsIndex < theirs.count {
      if areDoubled(oursIndex, theirsIndex) { stretch(oursIndex, theirsIndex) }
      if ours[oursIndex].base.lowerBound < theirs[theirsIndex].base.lowerBound {
        oursIndex += 1
      } else {
        theirsIndex += 1
      }
    }
  }

  private func areDoubled(_ oursIndex: Int, _ theirsIndex: Int) -> Bool {
    let (one, other) = (ours[oursIndex], theirs[theirsIndex])
    let gap = one.base.lowerBound - other.base.lowerBound
    guard one.base.isEmpty, other.base.isEmpty, gap != 0, abs(gap) <= Self.distance,
      one.other.count == other.other.count,
      texts.ours.bytes(of: one.other).count >= Self.leastBytes,
      texts.ours.tokens[one.other] == texts.theirs.tokens[other.other]
    else { return false }
    return gap < 0
      ? isFree(ours, after: oursIndex, upTo: other.base.lowerBound)
        && isFree(theirs, before: theirsIndex, downTo: one.base.lowerBound)
      : isFree(theirs, after: theirsIndex, upTo: one.base.lowerBound)
        && isFree(ours, before: oursIndex, downTo: other.base.lowerBound)
  }

  private func isFree(_ hunks: [Hunk], after index: Int, upTo line: Int) -> Bool {
    index + 1 == hunks.count || hunks[index + 1].base.lowerBound > line
  }

  private func isFree(_ hunks: [Hunk], before index: Int, downTo line: Int) -> Bool {
    index == 0 || hunks[index - 1].base.upperBound < line
  }

  /// Makes both hunks replace the lines between them.
  private mutating func stretch(_ oursIndex: Int, _ theirsIndex: Int) {
    let (one, other) = (ours[oursIndex].base.lowerBound, theirs[theirsIndex].base.lowerBound)
    let gap = min(one, other)..<max(one, other)
    ours[oursIndex] = stretched(ours[oursIndex], over: gap, forwards: one < other)
    theirs[theirsIndex] = stretched(theirs[theirsIndex], over: gap, forwards: other < one)
  }

  private func stretched(_ hunk: Hunk, over gap: Range<Int>, forwards: Bool) -> Hunk {
    let lines = hunk.other
    return Hunk(
      base: gap,
      other: forwards
        ? lines.lowerBound..<lines.upperBound + gap.count
        : lines.lowerBound - gap.count..<lines.upperBound)
  }
}
