/// Which tokens of two sequences have no partner in the other one.
struct ChangeMarks {
  var base: [Bool]
  var other: [Bool]

  init(baseCount: Int, otherCount: Int) {
    base = Array(repeating: false, count: baseCount)
    other = Array(repeating: false, count: otherCount)
  }

  /// The marked tokens, gathered into hunks.
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
      baseIndex += 1
      otherIndex += 1
    }
    return hunks
  }
}
