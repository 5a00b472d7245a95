/// Counts the unmatched tokens around frequent ones, from the first to the last.
///
/// The places must be asked for in ascending order, so that each token is counted once and not for every neighbour.
struct UnmatchedNeighbours {
  /// A window that only moves up, and the number of unmatched tokens in it.
  private struct Window {
    var start = 0
    var end = 0
    var never = 0

    mutating func move(
      _ newStart: Int, _ newEnd: Int, _ occurrences: UnsafeBufferPointer<RareLineFilter.Occurrence>
    ) {
      if newStart >= end { (start, end, never) = (newStart, newStart, 0) }
      while start < newStart {
        if occurrences[start] == .never { never &-= 1 }
        start &+= 1
      }
      while end < newEnd {
        if occurrences[end] == .never { never &+= 1 }
        end &+= 1
      }
    }
  }

  /// How far the run around a token is followed, in either direction.
  private static let reach = 100

  private let occurrences: UnsafeBufferPointer<RareLineFilter.Occurrence>
  private var before = Window()
  private var after = Window()
  /// The place after the last token that ends a run.
  private var firstOfRun = 0
  /// How far the next such token has been searched for.
  private var searched = 0

  init(_ occurrences: UnsafeBufferPointer<RareLineFilter.Occurrence>) {
    self.occurrences = occurrences
  }

  /// Notes a token that ends every run.
  mutating func passLimit(at index: Int) {
    firstOfRun = index &+ 1
  }

  /// Whether the frequent token at `index` is within a run of mostly unmatched tokens.
  ///
  /// The run must hold an unmatched token on both sides, and three of every four tokens must be
  /// unmatched. It is followed for at most 100 tokens in either direction.
  mutating func areMostlyUnmatched(around index: Int) -> Bool {
    let start = max(firstOfRun, index &- Self.reach)
    before.move(start, index, occurrences)
    guard before.never > 0 else { return false }
    let last = min(occurrences.count, index &+ Self.reach &+ 1)
    searched = max(searched, index &+ 1)
    while searched < last, occurrences[searched] != .sometimes { searched &+= 1 }
    after.move(index &+ 1, min(searched, last), occurrences)
    guard after.never > 0 else { return false }
    let never = before.never + after.never
    // The token itself counts once for each direction.
    let often = (index - start) + (after.end - after.start) - never + 2
    return often * 4 < often + never
  }
}
