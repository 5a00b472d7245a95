/// Finds changes around the stretches whose tokens are the rarest in the base.
///
/// A box is cut in two around the best stretch. The larger part keeps the index of the box, less the tokens
/// outside of the part; only the smaller part is indexed anew. So no token is indexed more often than about
/// the logarithm of their number.
struct HistogramDiff {
  /// A part of both sequences.
  struct Box {
    var base: Range<Int>
    var other: Range<Int>
  }

  private let base: [Int32]
  private let other: [Int32]
  private var marks: ChangeMarks
  private var numbers: TokenNumbers
  /// The number of places after which the remaining boxes go to Myers' algorithm.
  ///
  /// It holds for each of these boxes too. Where every other line is changed, each search finds only one
  /// anchor only, and looking for the next one starts again.
  private let stepLimit: Int
  private var steps = 0

  /// The tokens without a partner.
  static func marks(
    base: [Int32], other: [Int32], tokenCount: Int, stepLimit: Int = .max
  ) -> ChangeMarks {
    var diff = HistogramDiff(
      base: base, other: other, tokenCount: tokenCount, stepLimit: stepLimit)
    diff.run(tokenCount: tokenCount)
    return diff.marks
  }

  private init(base: [Int32], other: [Int32], tokenCount: Int, stepLimit: Int) {
    self.stepLimit = stepLimit
    self.base = base
    self.other = other
    marks = ChangeMarks(baseCount: base.count, otherCount: other.count)
    numbers = TokenNumbers(tokenCount: tokenCount)
  }

  private mutating func run(tokenCount: Int) {
    let (base, other) = (base, other)
    base.withUnsafeBufferPointer { base in
      other.withUnsafeBufferPointer { other in
        withUnsafeTemporaryAllocation(of: HistogramIndex.Slot.self, capacity: tokenCount) { slots in
          withUnsafeTemporaryAllocation(of: Int32.self, capacity: base.count) { next in
            withUnsafeTemporaryAllocation(of: HistogramSearch.Run.self, capacity: other.count) {
              slots.initialize(repeating: HistogramIndex.Slot())
              $0.initialize(repeating: HistogramSearch.Run())
              let index = HistogramIndex(base: base, slots: slots, next: next)
              run(HistogramSearch(index: index, other: other, runs: $0))
            }
          }
        }
      }
    }
  }

  private mutating func run(_ search: HistogramSearch) {
    var boxes = [Box(base: base.indices, other: other.indices)]
    while var box = boxes.popLast() {
      search.index.add(box.base)
      while let (smaller, larger) = split(box, search) {
        boxes.append(smaller)
        box = larger
      }
    }
  }

  /// Cuts an indexed box in two and leaves the index to the larger part, or completes the box.
  private mutating func split(
    _ box: Box, _ search: HistogramSearch
  ) -> (smaller: Box, larger: Box)? {
    let stretch: Box
    steps += box.other.count
    switch steps > stepLimit ? .tooCommon : search.anchor(in: box) {
    case .stretch(let found): stretch = found
    case .none:
      search.index.removeAll(box.base)
      mark(box)
      return nil
    case .tooCommon:
      search.index.removeAll(box.base)
      fallBack(box)
      return nil
    }
    let above = Box(
      base: box.base.lowerBound..<stretch.base.lowerBound,
      other: box.other.lowerBound..<stretch.other.lowerBound)
    let below = Box(
      base: stretch.base.upperBound..<box.base.upperBound,
      other: stretch.other.upperBound..<box.other.upperBound)
    if above.base.count > below.base.count {
      search.index.removeLast(stretch.base.lowerBound..<box.base.upperBound)
      return (below, above)
    }
    search.index.removeFirst(box.base.lowerBound..<stretch.base.upperBound)
    return (above, below)
  }

  private mutating func mark(_ box: Box) {
    for index in box.base { marks.base[index] = true }
    for index in box.other { marks.other[index] = true }
  }

  /// Leaves a box without usable anchors to Myers' algorithm.
  private mutating func fallBack(_ box: Box) {
    var difference = numbers.difference(base: base[box.base], other: other[box.other])
    difference.stepLimit = stepLimit
    let part = difference.marks(by: .myers)
    for (offset, isChanged) in part.base.enumerated() where isChanged {
      marks.base[box.base.lowerBound + offset] = true
    }
    for (offset, isChanged) in part.other.enumerated() where isChanged {
      marks.other[box.other.lowerBound + offset] = true
    }
  }
}
