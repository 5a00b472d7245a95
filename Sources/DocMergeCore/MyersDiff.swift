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

  let base: [Int32]
  let other: [Int32]
  /// How far each diagonal was followed, in places of `base`; see ``origin``.
  var forward: [Int]
  var backward: [Int]
  /// Where diagonal 0 lies in ``forward`` and ``backward``.
  let origin: Int
  /// After this many changes the search takes the best that it has.
  let costLimit: Int

  /// The tokens without partner.
  static func marks(base: [Int32], other: [Int32]) -> ChangeMarks {
    let sieve = LineSieve(base: base, other: other)
    var marks = sieve.marks
    var search = MyersDiff(
      sieved: sieve.baseKept.map { base[$0] }, other: sieve.otherKept.map { other[$0] })
    search.run(
      markBase: { marks.base[sieve.baseKept[$0]] = true },
      markOther: { marks.other[sieve.otherKept[$0]] = true })
    return marks
  }

  private init(sieved base: [Int32], other: [Int32]) {
    self.base = base
    self.other = other
    let diagonals = base.count + other.count + 3
    forward = Array(repeating: 0, count: diagonals)
    backward = forward
    origin = other.count + 1
    costLimit = max(256, roughSquareRoot(diagonals))
  }

  private mutating func run(markBase: (Int) -> Void, markOther: (Int) -> Void) {
    var boxes = [
      Box(
        baseStart: 0, baseEnd: base.count, otherStart: 0, otherEnd: other.count,
        needsShortest: false)
    ]
    while var box = boxes.popLast() {
      shrink(&box)
      if box.baseStart == box.baseEnd {
        (box.otherStart..<box.otherEnd).forEach(markOther)
      } else if box.otherStart == box.otherEnd {
        (box.baseStart..<box.baseEnd).forEach(markBase)
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
