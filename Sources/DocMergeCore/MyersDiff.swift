/// Myers' search for a short list of changes, with the limits that git sets to it.
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
    /// Whether only the true meeting point will do.
    var needsShortest: Bool
  }

  let base: UnsafeBufferPointer<Int32>
  let other: UnsafeBufferPointer<Int32>
  /// How far each diagonal was followed, in places of `base`; see ``origin``.
  let forward: UnsafeMutableBufferPointer<Int32>
  let backward: UnsafeMutableBufferPointer<Int32>
  /// Where diagonal 0 lies in ``forward`` and ``backward``.
  let origin: Int
  /// After this many changes the search takes the best that it has.
  let costLimit: Int

  /// The tokens without partner.
  static func marks(base: [Int32], other: [Int32], tokenCount: Int) -> ChangeMarks {
    let sieve = base.withUnsafeBufferPointer { base in
      other.withUnsafeBufferPointer { other in
        LineSieve(base: base, other: other, tokenCount: tokenCount)
      }
    }
    var marks = sieve.marks
    let diagonals = sieve.base.tokens.count + sieve.other.tokens.count + 3
    sieve.base.tokens.withUnsafeBufferPointer { base in
      sieve.other.tokens.withUnsafeBufferPointer { other in
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * diagonals) { reach in
          let search = MyersDiff(
            base: base, other: other,
            forward: UnsafeMutableBufferPointer(rebasing: reach[..<diagonals]),
            backward: UnsafeMutableBufferPointer(rebasing: reach[diagonals...]),
            origin: other.count + 1, costLimit: max(256, roughSquareRoot(diagonals)))
          search.run(
            markBase: { for place in $0 { marks.base[Int(sieve.base.places[place])] = true } },
            markOther: { for place in $0 { marks.other[Int(sieve.other.places[place])] = true } })
        }
      }
    }
    return marks
  }

  private func run(markBase: (Range<Int>) -> Void, markOther: (Range<Int>) -> Void) {
    var boxes = [
      Box(
        baseStart: 0, baseEnd: base.count, otherStart: 0, otherEnd: other.count,
        needsShortest: false)
    ]
    while var box = boxes.popLast() {
      shrink(&box)
      if box.baseStart == box.baseEnd {
        markOther(box.otherStart..<box.otherEnd)
      } else if box.otherStart == box.otherEnd {
        markBase(box.baseStart..<box.baseEnd)
      } else {
        let split = split(box)
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

  /// Leaves out what both sides have in common at the start and at the end.
  private func shrink(_ box: inout Box) {
    while box.baseStart < box.baseEnd, box.otherStart < box.otherEnd,
      base[box.baseStart] == other[box.otherStart]
    {
      box.baseStart += 1
      box.otherStart += 1
    }
    while box.baseStart < box.baseEnd, box.otherStart < box.otherEnd,
      base[box.baseEnd - 1] == other[box.otherEnd - 1]
    {
      box.baseEnd -= 1
      box.otherEnd -= 1
    }
  }
}
