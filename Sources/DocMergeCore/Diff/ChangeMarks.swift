/// Which tokens of two sequences have no partner in the other one.
struct ChangeMarks {
  var base: [Bool]
  var other: [Bool]

  init(baseCount: Int, otherCount: Int) {
    base = Array(repeating: false, count: baseCount)
    other = Array(repeating: false, count: otherCount)
  }

  /// The marked tokens, grouped into hunks.
  var hunks: [Hunk] {
    var hunks: [Hunk] = []
    var (baseIndex, otherIndex) = (0, 0)
    while baseIndex < base.count || otherIndex < other.count {
      let (baseStart, otherStart) = (baseIndex, otherIndex)
      while baseIndex < base.count, base[baseIndex] { baseIndex += 1 }
      while otherIndex < other.count, other[otherIndex] { otherIndex += 1 }
      if baseIndex > baseStart || otherIndex > otherStart {
        hunks.append(Hunk(base: baseStart..<baseIndex, other: otherStart..<otherIndex))
      }
      let unmarked = max(
        1,
        min(Self.unmarkedCount(base, from: baseIndex), Self.unmarkedCount(other, from: otherIndex)))
      baseIndex += unmarked
      otherIndex += unmarked
    }
    return hunks
  }

  /// How many tokens without a mark follow each other.
  static func unmarkedCount(_ marks: [Bool], from start: Int) -> Int {
    marks.withUnsafeBytes { marks in
      var index = start
      while index &+ 8 <= marks.count {
        let chunk = marks.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if chunk != 0 {
          return index &- start &+ UInt64(littleEndian: chunk).trailingZeroBitCount / 8
        }
        index &+= 8
      }
      while index < marks.count, marks[index] == 0 { index &+= 1 }
      return max(0, index &- start)
    }
  }
}
