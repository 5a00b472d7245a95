/// Takes out the tokens that only make the search for a shortest list of changes slower.
///
/// A token that the other side lacks is certainly changed. A token that the other side has very
/// often is left out as well when it stands among tokens of the first sort, since matching it would
/// only give the confusing picture of a common brace in the middle of replaced text.
struct LineSieve {
  /// How a token of one side occurs on the other.
  private enum Occurrence: UInt8 {
    case never, sometimes, often
  }

  /// The places of the tokens that stay, for each side.
  private(set) var baseKept: [Int] = []
  private(set) var otherKept: [Int] = []
  /// The tokens that were taken out, marked as changed.
  private(set) var marks: ChangeMarks

  /// Sieves what lies between the common start and the common end of both sides.
  init(base: [Int32], other: [Int32]) {
    marks = ChangeMarks(baseCount: base.count, otherCount: other.count)
    let shorter = min(base.count, other.count)
    var start = 0
    while start < shorter, base[start] == other[start] { start += 1 }
    var tail = 0
    while tail < shorter - start, base[base.count - 1 - tail] == other[other.count - 1 - tail] {
      tail += 1
    }
    let baseRange = start..<base.count - tail
    let otherRange = start..<other.count - tail
    guard !baseRange.isEmpty || !otherRange.isEmpty else { return }
    let tokenCount = Int(max(base.max() ?? -1, other.max() ?? -1)) + 1
    let inOther = Self.occurrences(of: base, range: baseRange, in: other, tokenCount: tokenCount)
    let inBase = Self.occurrences(of: other, range: otherRange, in: base, tokenCount: tokenCount)
    baseKept = Self.sift(inOther, range: baseRange, marks: &marks.base)
    otherKept = Self.sift(inBase, range: otherRange, marks: &marks.other)
  }

  /// Classes for the tokens in `range`; the other side is counted as a whole.
  private static func occurrences(
    of tokens: [Int32], range: Range<Int>, in other: [Int32], tokenCount: Int
  ) -> [Occurrence] {
    var counts = [Int32](repeating: 0, count: tokenCount)
    for token in other { counts[Int(token)] += 1 }
    let often = min(roughSquareRoot(tokens.count), 1024)
    return range.map { index in
      let count = Int(counts[Int(tokens[index])])
      if count == 0 { return .never }
      return count >= often ? .often : .sometimes
    }
  }

  /// Marks what is taken out and returns the places of the rest.
  private static func sift(
    _ occurrences: [Occurrence], range: Range<Int>, marks: inout [Bool]
  ) -> [Int] {
    var kept: [Int] = []
    for (offset, occurrence) in occurrences.enumerated() {
      let index = range.lowerBound + offset
      let stays =
        occurrence == .sometimes
        || occurrence == .often && !standsAmongUnmatched(offset, in: occurrences)
      if stays {
        kept.append(index)
      } else {
        marks[index] = true
      }
    }
    return kept
  }

  /// Whether the frequent token at `index` lies within a run where unmatched tokens prevail.
  ///
  /// The run must hold an unmatched token on both sides, and of each four tokens three must be
  /// unmatched. It is followed for at most 100 tokens in either direction.
  private static func standsAmongUnmatched(_ index: Int, in occurrences: [Occurrence]) -> Bool {
    let before = run(stride(from: index - 1, through: max(0, index - 100), by: -1), in: occurrences)
    guard before.never > 0 else { return false }
    let last = min(occurrences.count - 1, index + 100)
    let after = run(stride(from: index + 1, through: last, by: 1), in: occurrences)
    guard after.never > 0 else { return false }
    // The token itself counts once for each direction.
    let often = before.often + after.often + 2
    return often * 4 < often + before.never + after.never
  }

  private static func run(
    _ places: StrideThrough<Int>, in occurrences: [Occurrence]
  ) -> (never: Int, often: Int) {
    var (never, often) = (0, 0)
    for place in places {
      switch occurrences[place] {
      case .never: never += 1
      case .often: often += 1
      case .sometimes: return (never, often)
      }
    }
    return (never, often)
  }
}

/// A power of two near the square root of `number`, at least 1: what git calls close enough.
func roughSquareRoot(_ number: Int) -> Int {
  var (root, rest) = (1, number)
  while rest > 0 {
    root *= 2
    rest /= 4
  }
  return root
}
