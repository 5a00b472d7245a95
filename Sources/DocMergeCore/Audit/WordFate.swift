/// The fate of the words that a side changed in a few lines.
struct WordFate {
  /// Offsets, as in `after`, of the words that the side added and the result lacks.
  private(set) var lost: [Range<Int>] = []
  /// Offsets, as in `before`, of the words that the side removed and the result has.
  private(set) var undone: [Range<Int>] = []

  /// Looks for the words of a change in the words of a result.
  init(before: ArraySlice<UInt8>, after: ArraySlice<UInt8>, result: WordTokens) {
    let (old, new) = (WordTokens(Array(before)), WordTokens(Array(after)))
    let changes = wordChanges(old: old, new: new)
    let afterGone = wordChanges(old: new, new: result).old
    let beforeGone = wordChanges(old: old, new: result).old
    lost = changes.new.flatMap { range in
      afterGone.map { $0.clamped(to: range) }.filter { !$0.isEmpty }
    }.map { $0.lowerBound + after.startIndex..<$0.upperBound + after.startIndex }
    undone = changes.old.flatMap { WordFate.subtract(beforeGone, from: $0) }
      .map { $0.lowerBound + before.startIndex..<$0.upperBound + before.startIndex }
      .filter { before[$0].holdsText }
  }

  /// Words that were not searched for: they count as lost.
  init(unknown after: ArraySlice<UInt8>) {
    lost = after.isEmpty ? [] : [after.indices]
  }

  /// The parts of `range` that are in none of the other ranges, which are in order.
  static func subtract(_ gone: [Range<Int>], from range: Range<Int>) -> [Range<Int>] {
    var rest: [Range<Int>] = []
    var start = range.lowerBound
    for part in gone where part.overlaps(range) {
      if start < part.lowerBound { rest.append(start..<part.lowerBound) }
      start = max(start, part.upperBound)
    }
    if start < range.upperBound { rest.append(start..<range.upperBound) }
    return rest
  }
}
