/// Finds lines that both sides inserted, a few lines apart from each other.
///
/// A line merge keeps both, though they are most likely one change: the text would have it twice.
struct DoubledInsertions {
  /// The most lines of the base between the two places.
  private static let distance = 3
  /// The fewest bytes of lines that the base has, too; shorter ones are alike by chance.
  private static let leastBytes = 12

  private let texts: MergeTexts
  private let base: Lines
  private let ours: Lines

  init(_ merge: LineMerge) {
    (texts, base, ours) = (merge.compared, merge.lines.base, merge.lines.ours)
  }

  /// The stretches of the base from one of the two places to the other.
  ///
  /// - Complexity: O(*h*), *h* being the number of hunks, and the length of the insertions.
  var stretches: [Range<Int>] {
    var stretches: [Range<Int>] = []
    // Tokens from this on are in no line of the base.
    let firstNew = (texts.base.tokens.max() ?? -1) + 1
    var first = 0
    for ours in texts.oursHunks where !ours.other.isEmpty {
      while first < texts.theirsHunks.count,
        texts.theirsHunks[first].base.upperBound + Self.distance < ours.base.lowerBound
      {
        first += 1
      }
      for theirs in texts.theirsHunks[first...] {
        guard theirs.base.lowerBound <= ours.base.upperBound + Self.distance else { break }
        guard areApart(ours.base, theirs.base), areDoubled(ours, theirs, firstNew) else { continue }
        stretches.append(
          min(
            ours.base.lowerBound, theirs.base.lowerBound)..<max(
              ours.base.upperBound, theirs.base.upperBound))
      }
    }
    return stretches
  }

  /// Whether there are lines of the base between the two: hunks that touch are a conflict anyway, or the same.
  private func areApart(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    one.upperBound < other.lowerBound || other.upperBound < one.lowerBound
  }

  private func areDoubled(_ ours: Hunk, _ theirs: Hunk, _ firstNew: Int32) -> Bool {
    guard ours.base.isEmpty, theirs.base.isEmpty,
      texts.ours.tokens[ours.other] == texts.theirs.tokens[theirs.other]
    else { return false }
    if texts.ours.bytes(of: ours.other).count >= Self.leastBytes { return true }
    // Two records can have one short field each.
    let between =
      min(
        ours.base.upperBound, theirs.base.upperBound)..<max(
        ours.base.lowerBound, theirs.base.lowerBound)
    guard !between.contains(where: { base[$0].trimmed.isEmpty }) else { return false }
    return ours.other.contains { line in
      texts.ours.tokens[line] >= firstNew && self.ours[line].contains(where: \.isWordByte)
    }
  }
}
