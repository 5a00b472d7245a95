/// Removes the tokens that only slow down the search for a shortest list of changes.
///
/// A token that the other side lacks is certainly changed. A token that the other side has very
/// often is left out as well when tokens of the first kind surround it, since matching it would
/// only show a common brace in the middle of replaced text.
struct RareLineFilter {
  /// How a token of one side occurs on the other.
  enum Occurrence: UInt8 {
    case never, sometimes, often
  }

  /// The tokens that are kept on one side, and their places.
  struct Kept {
    fileprivate(set) var tokens: [Int32] = []
    fileprivate(set) var places: [Int32] = []
  }

  private(set) var base = Kept()
  private(set) var other = Kept()
  /// The tokens that were removed, marked as changed.
  private(set) var marks: ChangeMarks

  /// Filters the tokens between the common start and the common end of both sides.
  init(
    base: UnsafeBufferPointer<Int32>, other: UnsafeBufferPointer<Int32>, tokenCount: Int
  ) {
    marks = ChangeMarks(baseCount: base.count, otherCount: other.count)
    let shorter = min(base.count, other.count)
    var start = 0
    while start < shorter, base[start] == other[start] { start &+= 1 }
    var tail = 0
    while tail < shorter - start, base[base.count &- 1 &- tail] == other[other.count &- 1 &- tail] {
      tail &+= 1
    }
    let baseRange = start..<base.count - tail
    let otherRange = start..<other.count - tail
    guard !baseRange.isEmpty, !otherRange.isEmpty else {
      for place in baseRange { marks.base[place] = true }
      for place in otherRange { marks.other[place] = true }
      return
    }
    var counts = [Int32](repeating: 0, count: tokenCount)
    Self.count(other, into: &counts)
    self.base = Self.sift(base, baseRange, counts: counts, marks: &marks.base)
    for index in counts.indices { counts[index] = 0 }
    Self.count(base, into: &counts)
    self.other = Self.sift(other, otherRange, counts: counts, marks: &marks.other)
  }

  private static func count(_ tokens: UnsafeBufferPointer<Int32>, into counts: inout [Int32]) {
    counts.withUnsafeMutableBufferPointer { counts in
      for token in tokens { counts[Int(token)] &+= 1 }
    }
  }

  /// Marks the tokens that are removed from `range` and returns the rest; the other side is counted as a whole.
  private static func sift(
    _ tokens: UnsafeBufferPointer<Int32>, _ range: Range<Int>, counts: [Int32],
    marks: inout [Bool]
  ) -> Kept {
    let often = Int32(min(roughSquareRoot(tokens.count), 1024))
    let occurrences = [Occurrence](unsafeUninitializedCapacity: range.count) { places, count in
      counts.withUnsafeBufferPointer { counts in
        for offset in 0..<range.count {
          let found = counts[Int(tokens[range.lowerBound &+ offset])]
          places[offset] = found == 0 ? .never : found >= often ? .often : .sometimes
        }
      }
      count = range.count
    }
    var kept = Kept()
    kept.tokens = Array(unsafeUninitializedCapacity: range.count) { keptTokens, tokenCount in
      kept.places = Array(unsafeUninitializedCapacity: range.count) { keptPlaces, placeCount in
        occurrences.withUnsafeBufferPointer { occurrences in
          var count = 0
          var neighbours = UnmatchedNeighbours(occurrences)
          for offset in 0..<range.count {
            let index = range.lowerBound &+ offset
            switch occurrences[offset] {
            case .never:
              marks[index] = true
              continue
            case .often where neighbours.areMostlyUnmatched(around: offset):
              marks[index] = true
              continue
            case .often: break
            case .sometimes: neighbours.passLimit(at: offset)
            }
            keptTokens[count] = tokens[index]
            keptPlaces[count] = Int32(truncatingIfNeeded: index)
            count &+= 1
          }
          (tokenCount, placeCount) = (count, count)
        }
      }
    }
    return kept
  }
}

/// A power of two near the square root of `number`, at least 1: git's own approximation.
func roughSquareRoot(_ number: Int) -> Int {
  var (root, rest) = (1, number)
  while rest > 0 {
    root *= 2
    rest /= 4
  }
  return root
}
