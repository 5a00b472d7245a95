/// Myers' search for a short list of changes, with git's limits.
///
/// The search runs from both ends of a box at once, one more change at a time, and splits the box
/// where both searches meet (or, when that takes too long, where one of them got furthest). Each
/// half is searched in the same way until it is empty on one side.
struct MyersDiff {
  /// A part of both sequences.
  struct Box {
    var baseStart: Int
    var baseEnd: Int
    var otherStart: Int
    var otherEnd: Int
    /// Whether only the true meeting point is accepted.
    var needsShortest: Bool
  }

  let base: UnsafePointer<Int32>
  let other: UnsafePointer<Int32>
  let baseCount: Int
  let otherCount: Int
  /// How far each diagonal was followed, in places of `base`; diagonal 0 is at index 0.
  let forward: UnsafeMutablePointer<Int32>
  let backward: UnsafeMutablePointer<Int32>
  /// The number of changes after which the search takes the best place found so far.
  let costLimit: Int
  /// The number of steps in all after which the rest of the texts is searched with ``hastyCostLimit``.
  let stepLimit: Int

  /// As ``costLimit``, once the step limit is reached.
  private static let hastyCostLimit = 8

  /// The tokens without a partner.
  ///
  /// The step limit keeps texts that share only single tokens from taking a long time;
  /// git has none.
  static func marks(
    base: [Int32], other: [Int32], tokenCount: Int, needsShortest: Bool = false,
    stepLimit: Int = .max
  ) -> ChangeMarks {
    let filter = base.withUnsafeBufferPointer { base in
      other.withUnsafeBufferPointer { other in
        RareLineFilter(base: base, other: other, tokenCount: tokenCount)
      }
    }
    var marks = filter.marks
    filter.base.tokens.withUnsafeBufferPointer { base in
      filter.other.tokens.withUnsafeBufferPointer { other in
        search(
          base, other, needsShortest: needsShortest, stepLimit: stepLimit,
          markBase: { for place in $0 { marks.base[Int(filter.base.places[place])] = true } },
          markOther: { for place in $0 { marks.other[Int(filter.other.places[place])] = true } })
      }
    }
    return marks
  }

  private static func search(
    _ base: UnsafeBufferPointer<Int32>, _ other: UnsafeBufferPointer<Int32>, needsShortest: Bool,
    stepLimit: Int, markBase: (Range<Int>) -> Void, markOther: (Range<Int>) -> Void
  ) {
    guard let baseStart = base.baseAddress, let otherStart = other.baseAddress else {
      markBase(base.indices)
      markOther(other.indices)
      return
    }
    let diagonals = base.count + other.count + 3
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * diagonals) { reach in
      guard let start = reach.baseAddress else { return }
      let origin = start + other.count + 1
      let search = MyersDiff(
        base: baseStart, other: otherStart, baseCount: base.count, otherCount: other.count,
        forward: origin, backward: origin + diagonals,
        costLimit: max(256, roughSquareRoot(diagonals)), stepLimit: stepLimit)
      search.run(needsShortest: needsShortest, markBase: markBase, markOther: markOther)
    }
  }

  private func run(
    needsShortest: Bool, markBase: (Range<Int>) -> Void, markOther: (Range<Int>) -> Void
  ) {
    var boxes = [
      Box(
        baseStart: 0, baseEnd: baseCount, otherStart: 0, otherEnd: otherCount,
        needsShortest: needsShortest)
    ]
    var steps = 0
    while var box = boxes.popLast() {
      let isHasty = steps > stepLimit
      if isHasty { box.needsShortest = false }
      shrink(&box)
      if box.baseStart == box.baseEnd {
        markOther(box.otherStart..<box.otherEnd)
      } else if box.otherStart == box.otherEnd {
        markBase(box.baseStart..<box.baseEnd)
      } else {
        let split = split(box, costLimit: isHasty ? Self.hastyCostLimit : costLimit, steps: &steps)
        var (first, second) = (box, box)
        (first.baseEnd, first.otherEnd) = (split.base, split.other)
        (second.baseStart, second.otherStart) = (split.base, split.other)
        first.needsShortest = split.firstNeedsShortest
        second.needsShortest = split.secondNeedsShortest
        boxes.append(second)
        boxes.append(first)
      }
    }
  }

  /// Leaves out the common start and the common end of both sides.
  private func shrink(_ box: inout Box) {
    var (base, other) = (box.baseStart, box.otherStart)
    while base < box.baseEnd, other < box.otherEnd, self.base[base] == self.other[other] {
      base &+= 1
      other &+= 1
    }
    (box.baseStart, box.otherStart) = (base, other)
    (base, other) = (box.baseEnd, box.otherEnd)
    while base > box.baseStart, other > box.otherStart,
      self.base[base &- 1] == self.other[other &- 1]
    {
      base &-= 1
      other &-= 1
    }
    (box.baseEnd, box.otherEnd) = (base, other)
  }
}
