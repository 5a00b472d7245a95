/// Insertions that could be in other places as well, such as one more bracket beside others.
///
/// The insertion that turns `f(a)` into `f(g(a))` may be either of the last brackets. If the other
/// side inserted something between these two places, the order of both cannot be known.
struct SlidingInsertions {
  let base: [Int32]
  let ours: [Int32]
  let theirs: [Int32]

  /// Moves insertions of both sides that can meet to one place, so that they clash.
  func meet(_ oursHunks: inout [Hunk], _ theirsHunks: inout [Hunk]) {
    var start = 0
    // Each meets at most one other; otherwise the order of the sides would matter.
    var met: Set<Int> = []
    for index in oursHunks.indices where oursHunks[index].base.isEmpty {
      let span = span(of: oursHunks[index], in: ours, between: neighbours(of: index, oursHunks))
      while start < theirsHunks.count, theirsHunks[start].base.upperBound < span.lowerBound {
        start += 1
      }
      var other = start > 0 ? start - 1 : 0
      while other < theirsHunks.count {
        defer { other += 1 }
        guard theirsHunks[other].base.isEmpty, !met.contains(other) else { continue }
        let otherSpan = self.span(
          of: theirsHunks[other], in: theirs, between: neighbours(of: other, theirsHunks))
        if otherSpan.lowerBound > span.upperBound { break }
        let meeting = max(span.lowerBound, otherSpan.lowerBound)
        guard meeting <= min(span.upperBound, otherSpan.upperBound) else { continue }
        oursHunks[index] = oursHunks[index].slid(to: meeting)
        theirsHunks[other] = theirsHunks[other].slid(to: meeting)
        met.insert(other)
        break
      }
    }
  }

  /// The places of the base that the hunks beside one leave free.
  private func neighbours(of index: Int, _ hunks: [Hunk]) -> ClosedRange<Int> {
    let start = index > 0 ? hunks[index - 1].base.upperBound : 0
    return start...(index + 1 < hunks.count ? hunks[index + 1].base.lowerBound : base.count)
  }

  /// The places where an insertion could be with the same result.
  private func span(
    of hunk: Hunk, in side: [Int32], between limits: ClosedRange<Int>
  ) -> ClosedRange<Int> {
    var (first, last) = (hunk.base.lowerBound, hunk.base.lowerBound)
    var end = hunk.other.upperBound
    while first > limits.lowerBound, base[first - 1] == side[end - 1] {
      first -= 1
      end -= 1
    }
    var start = hunk.other.lowerBound
    while last < limits.upperBound, base[last] == side[start] {
      last += 1
      start += 1
    }
    return first...last
  }
}

extension Hunk {
  /// The same insertion at another place of the base.
  fileprivate func slid(to place: Int) -> Hunk {
    let shift = place - base.lowerBound
    return Hunk(base: place..<place, other: other.lowerBound + shift..<other.upperBound + shift)
  }
}
