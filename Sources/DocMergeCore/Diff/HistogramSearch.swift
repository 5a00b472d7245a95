/// Searches a box for the stretch that both sequences have in common and whose tokens are the rarest.
///
/// Of stretches that are equally rare the longest wins, then the first. The stretch around a token
/// that the base has only once is computed the first time, and remembered: only the ends of a smaller
/// box can shorten it.
struct HistogramSearch {
  typealias Box = HistogramDiff.Box

  /// A stretch around a place of `other`, as far as both sequences match.
  struct Run {
    /// Its places in `other`; the end is 0 while it is unknown.
    var start: Int32 = 0
    var end: Int32 = 0
    /// How much further down it is in the base.
    var shift: Int32 = 0
  }

  /// The result of a search.
  enum Anchor {
    case none
    case tooCommon
    case stretch(Box)
  }

  /// The result so far of the search for an anchor.
  private struct Best {
    var stretch: Box?
    /// The count of the rarest token of the stretch.
    var rarity = HistogramSearch.longestChain + 1
    var sawCommonToken = false

    /// How far the stretch reaches beyond its first token.
    var extent: Int { (stretch?.base.count ?? 1) - 1 }

    mutating func take(_ found: Box, rarity: Int32) {
      guard extent < found.base.count - 1 || rarity < self.rarity else { return }
      stretch = found
      self.rarity = rarity
    }
  }

  /// The limit: tokens that occur more often in a box are no anchors.
  private static let longestChain: Int32 = 64

  let index: HistogramIndex
  let other: UnsafeBufferPointer<Int32>
  private let runs: UnsafeMutableBufferPointer<Run>

  init(
    index: HistogramIndex, other: UnsafeBufferPointer<Int32>, runs: UnsafeMutableBufferPointer<Run>
  ) {
    self.index = index
    self.other = other
    self.runs = runs
  }

  /// The stretch to keep; the index must hold the base part of the box and nothing else.
  func anchor(in box: Box) -> Anchor {
    var best = Best()
    var place = box.other.lowerBound
    while place < box.other.upperBound {
      let slot = index[other[place]]
      guard slot.count > 0 else {
        place &+= 1
        continue
      }
      best.sawCommonToken = true
      if slot.count == 1 {
        let stretch = stretch(aroundOnly: Int(slot.first), place, in: box)
        best.take(stretch, rarity: 1)
        place = stretch.other.upperBound
      } else if slot.count <= best.rarity {
        place = tryAll(slot, &best, at: place, in: box)
      } else {
        place &+= 1
      }
    }
    // A stretch can be found and still be too common: the first try allows one more occurrence.
    if best.sawCommonToken, best.rarity > Self.longestChain { return .tooCommon }
    return best.stretch.map(Anchor.stretch) ?? .none
  }

  /// Tries every place of the base that equals the token at `start`; returns where to continue.
  private func tryAll(
    _ slot: HistogramIndex.Slot, _ best: inout Best, at start: Int, in box: Box
  ) -> Int {
    var resume = start + 1
    var place = Int(slot.first)
    while place >= 0, place < box.base.upperBound {
      let (stretch, rarity) = stretch(around: place, start, count: slot.count, in: box)
      resume = max(resume, stretch.other.upperBound)
      best.take(stretch, rarity: rarity)
      repeat {
        place = index.place(after: place)
      } while place >= 0
        && place < stretch.base.upperBound
    }
    return resume
  }

  /// The longest common stretch around two equal tokens, and the count of its rarest token.
  private func stretch(
    around basePlace: Int, _ otherPlace: Int, count: Int32, in box: Box
  ) -> (Box, rarity: Int32) {
    let base = index.base
    var rarity = count
    var (baseStart, otherStart) = (basePlace, otherPlace)
    while box.base.lowerBound < baseStart, box.other.lowerBound < otherStart,
      base[baseStart &- 1] == other[otherStart &- 1]
    {
      baseStart &-= 1
      otherStart &-= 1
      rarity = min(rarity, index[base[baseStart]].count)
    }
    var (baseEnd, otherEnd) = (basePlace &+ 1, otherPlace &+ 1)
    while baseEnd < box.base.upperBound, otherEnd < box.other.upperBound,
      base[baseEnd] == other[otherEnd]
    {
      rarity = min(rarity, index[base[baseEnd]].count)
      baseEnd &+= 1
      otherEnd &+= 1
    }
    return (Box(base: baseStart..<baseEnd, other: otherStart..<otherEnd), rarity)
  }

  /// The same around a token that the base part has only once.
  private func stretch(aroundOnly basePlace: Int, _ otherPlace: Int, in box: Box) -> Box {
    let shift = basePlace &- otherPlace
    var run = runs[otherPlace]
    if run.end == 0 || Int(run.shift) != shift {
      run = self.run(around: basePlace, otherPlace)
      runs[otherPlace] = run
    }
    let start = max(Int(run.start), box.other.lowerBound, box.base.lowerBound &- shift)
    let end = min(Int(run.end), box.other.upperBound, box.base.upperBound &- shift)
    return Box(base: start &+ shift..<end &+ shift, other: start..<end)
  }

  private func run(around basePlace: Int, _ otherPlace: Int) -> Run {
    let base = index.base
    let shift = basePlace &- otherPlace
    var start = otherPlace
    while start > 0, start &+ shift > 0, base[start &+ shift &- 1] == other[start &- 1] {
      start &-= 1
    }
    var end = otherPlace &+ 1
    let limit = min(other.count, base.count &- shift)
    while end < limit, base[end &+ shift] == other[end] { end &+= 1 }
    return Run(
      start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end),
      shift: Int32(truncatingIfNeeded: shift))
  }
}
