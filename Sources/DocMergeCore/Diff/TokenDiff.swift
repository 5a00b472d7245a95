/// Two sequences of tokens to compare.
struct TokenDiff {
  let base: [Int32]
  let other: [Int32]
  /// All tokens are less than this.
  let tokenCount: Int
  /// The number of steps after which the search stops looking for the shortest list of changes.
  var stepLimit = Int.max

  init(base: [Int32], other: [Int32]) {
    let largest = max(base.max() ?? -1, other.max() ?? -1)
    self.init(base: base, other: other, tokenCount: Int(largest) + 1)
  }

  init(base: [Int32], other: [Int32], tokenCount: Int) {
    self.base = base
    self.other = other
    self.tokenCount = tokenCount
  }

  /// Compares only parts of sequences, renumbered so that the cost depends on the parts alone.
  init(base: ArraySlice<Int32>, other: ArraySlice<Int32>) {
    var numbers: [Int32: Int32] = [:]
    func renumbered(_ token: Int32) -> Int32 {
      if let known = numbers[token] { return known }
      let number = Int32(numbers.count)
      numbers[token] = number
      return number
    }
    let (base, other) = (base.map(renumbered), other.map(renumbered))
    self.init(base: base, other: other, tokenCount: numbers.count)
  }

  /// The differences as hunks, moved to where git puts them.
  func hunks(
    by algorithm: DiffAlgorithm, indentation: (base: Lines, other: Lines)? = nil
  ) -> [Hunk] {
    if let known = foregone { return known }
    var marks = marks(by: algorithm)
    marks.base = ChangeSlider.slid(
      marks.base, of: base, beside: marks.other, lines: indentation?.base)
    marks.other = ChangeSlider.slid(
      marks.other, of: other, beside: marks.base, lines: indentation?.other)
    return marks.hunks
  }

  /// The hunks of sequences that need no search, as is the case for most of those within a conflict.
  private var foregone: [Hunk]? {
    if base.isEmpty || other.isEmpty || base.count == 1 && other.count == 1 && base != other {
      let isNothing = base.isEmpty && other.isEmpty
      return isNothing ? [] : [Hunk(base: base.indices, other: other.indices)]
    }
    return base == other ? [] : nil
  }

  /// The tokens without a partner, where the algorithm left them.
  func marks(by algorithm: DiffAlgorithm) -> ChangeMarks {
    switch algorithm {
    case .myers:
      return MyersDiff.marks(
        base: base, other: other, tokenCount: tokenCount, stepLimit: stepLimit)
    case .minimal:
      return MyersDiff.marks(
        base: base, other: other, tokenCount: tokenCount, needsShortest: true)
    case .patience: return PatienceDiff.marks(base: base, other: other, tokenCount: tokenCount)
    case .histogram:
      return HistogramDiff.marks(
        base: base, other: other, tokenCount: tokenCount, stepLimit: stepLimit)
    }
  }
}
