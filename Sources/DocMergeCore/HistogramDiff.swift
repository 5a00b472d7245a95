/// Finds changes around the stretches whose tokens are the rarest in the base.
struct HistogramDiff {
  private struct Box {
    var base: Range<Int>
    var other: Range<Int>
  }

  /// Tokens that occur more often than this in a box are no anchors.
  private static let longestChain = 64

  private let base: [Int32]
  private let other: [Int32]
  private var marks: ChangeMarks
  /// How often each token occurs in the base part of the box at hand; 0 outside of a search.
  private var counts: [Int]
  /// The first place of each token in that part; only meaningful where the count is not 0.
  private var first: [Int]
  /// The next place of the same token, or -1.
  private var next: [Int]

  /// The tokens without partner.
  static func marks(base: [Int32], other: [Int32]) -> ChangeMarks {
    var diff = HistogramDiff(base: base, other: other)
    diff.run()
    return diff.marks
  }

  private init(base: [Int32], other: [Int32]) {
    self.base = base
    self.other = other
    marks = ChangeMarks(baseCount: base.count, otherCount: other.count)
    let tokenCount = Int(max(base.max() ?? -1, other.max() ?? -1)) + 1
    counts = Array(repeating: 0, count: tokenCount)
    first = counts
    next = Array(repeating: -1, count: base.count)
  }

  private mutating func run() {
    var boxes = [Box(base: 0..<base.count, other: 0..<other.count)]
    while let box = boxes.popLast() {
      guard !box.base.isEmpty, !box.other.isEmpty else {
        mark(box)
        continue
      }
      switch anchor(in: box) {
      case .none:
        mark(box)
      case .tooCommon:
        fallBack(box)
      case .stretch(let stretch):
        boxes.append(
          Box(
            base: stretch.base.upperBound..<box.base.upperBound,
            other: stretch.other.upperBound..<box.other.upperBound))
        boxes.append(
          Box(
            base: box.base.lowerBound..<stretch.base.lowerBound,
            other: box.other.lowerBound..<stretch.other.lowerBound))
      }
    }
  }

  private mutating func mark(_ box: Box) {
    for index in box.base { marks.base[index] = true }
    for index in box.other { marks.other[index] = true }
  }

  /// Leaves a box without usable anchors to Myers' algorithm.
  private mutating func fallBack(_ box: Box) {
    let part = TokenDiff(base: base[box.base], other: other[box.other]).marks(by: .myers)
    marks.base.replaceSubrange(box.base, with: part.base)
    marks.other.replaceSubrange(box.other, with: part.other)
  }

  private enum Anchor {
    case none
    case tooCommon
    case stretch(Box)
  }

  /// What the search for an anchor has found so far.
  private struct Search {
    var stretch: Box?
    /// The count of the rarest token of the stretch.
    var rarity = HistogramDiff.longestChain + 1
    var sawCommonToken = false

    /// How far the stretch reaches beyond its first token.
    var extent: Int { (stretch?.base.count ?? 1) - 1 }
  }

  private mutating func anchor(in box: Box) -> Anchor {
    for index in box.base.reversed() {
      let token = Int(base[index])
      next[index] = counts[token] == 0 ? -1 : first[token]
      first[token] = index
      counts[token] += 1
    }
    defer {
      for index in box.base { counts[Int(base[index])] = 0 }
    }
    var search = Search()
    var index = box.other.lowerBound
    while index < box.other.upperBound {
      index = extend(&search, at: index, in: box)
    }
    // A stretch can be found and still be too common: the first try lets one more occurrence pass.
    if search.sawCommonToken, search.rarity > Self.longestChain { return .tooCommon }
    return search.stretch.map(Anchor.stretch) ?? .none
  }

  /// Tries every place of the base that equals the token at `start`; returns where to go on.
  private func extend(_ search: inout Search, at start: Int, in box: Box) -> Int {
    let token = Int(other[start])
    let count = counts[token]
    guard count > 0 else { return start + 1 }
    search.sawCommonToken = true
    guard count <= search.rarity else { return start + 1 }
    var resume = start + 1
    var place = first[token]
    while place >= 0 {
      let (stretch, rarity) = stretch(around: place, start, count: count, in: box)
      resume = max(resume, stretch.other.upperBound)
      if search.extent < stretch.base.count - 1 || rarity < search.rarity {
        search.stretch = stretch
        search.rarity = rarity
      }
      repeat { place = next[place] } while place >= 0 && place < stretch.base.upperBound
    }
    return resume
  }

  /// The longest common stretch around two equal tokens, and the count of its rarest token.
  private func stretch(
    around basePlace: Int, _ otherPlace: Int, count: Int, in box: Box
  ) -> (Box, rarity: Int) {
    var rarity = count
    var (baseStart, otherStart) = (basePlace, otherPlace)
    while box.base.lowerBound < baseStart, box.other.lowerBound < otherStart,
      base[baseStart - 1] == other[otherStart - 1]
    {
      baseStart -= 1
      otherStart -= 1
      rarity = min(rarity, counts[Int(base[baseStart])])
    }
    var (baseEnd, otherEnd) = (basePlace + 1, otherPlace + 1)
    while baseEnd < box.base.upperBound, otherEnd < box.other.upperBound,
      base[baseEnd] == other[otherEnd]
    {
      rarity = min(rarity, counts[Int(base[baseEnd])])
      baseEnd += 1
      otherEnd += 1
    }
    return (Box(base: baseStart..<baseEnd, other: otherStart..<otherEnd), rarity)
  }
}
