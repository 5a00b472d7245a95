/// How often each line occurs in the inputs and in the result.
///
/// The second check: even where a comparison matches the wrong lines, every added or lost line is counted.
struct LineCounts {
  private struct Count {
    var base = 0
    var ours = 0
    var theirs = 0
    var result = 0

    var added: Int { max(0, ours - base) + max(0, theirs - base) }
  }

  private var table: TokenTable
  private var counts: [Count] = []

  /// Counts the lines of whole texts, or of a stretch of them.
  init(base: TokenizedText, ours: TokenizedText, theirs: TokenizedText, result: [TokenizedText]) {
    table = TokenTable(capacity: base.count + ours.count)
    count(base, \.base)
    count(ours, \.ours)
    count(theirs, \.theirs)
    for part in result { count(part, \.result) }
  }

  private mutating func count(_ cut: TokenizedText, _ place: WritableKeyPath<Count, Int>) {
    for token in table.tokens(of: cut.bytes, starts: cut.starts) {
      while counts.count <= Int(token) { counts.append(Count()) }
      counts[Int(token)][keyPath: place] += 1
    }
  }

  /// The numbers of the lines of a cut text.
  mutating func tokens(of cut: TokenizedText) -> [Int32] {
    table.tokens(of: cut.bytes, starts: cut.starts)
  }

  func result(_ token: Int32) -> Int { counts[Int(token)].result }

  /// Whether any input has the line.
  func isKnown(_ token: Int32) -> Bool {
    let count = counts[Int(token)]
    return count.base + count.ours + count.theirs > 0
  }

  /// How often the line may be in the result: with what both sides added, without what either
  /// deleted.
  func most(_ token: Int32) -> Int {
    let count = counts[Int(token)]
    return min(count.base, count.ours, count.theirs) + count.added
  }

  /// How often the line may be in the result if no deletion counts.
  func mostWithDeleted(_ token: Int32) -> Int {
    let count = counts[Int(token)]
    return count.base + count.added
  }

  /// How often the line must be in the result at least; what both sides added counts once.
  func least(_ token: Int32) -> Int {
    let count = counts[Int(token)]
    return leastKept(token) + max(0, max(count.ours, count.theirs) - count.base)
  }

  /// How often the line must be in the result because no side touched it.
  func leastKept(_ token: Int32) -> Int {
    let count = counts[Int(token)]
    return max(
      0, count.base - max(0, count.base - count.ours) - max(0, count.base - count.theirs))
  }
}
