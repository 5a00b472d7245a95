/// Gives the tokens of a part of two texts small numbers, so that the cost of comparing the part depends on
/// its size, and not on the size of the texts.
struct TokenNumbers {
  private let tokenCount: Int
  /// The number of each token of the current part, or -1; made when first needed.
  private var numbers: [Int32] = []

  init(tokenCount: Int) {
    self.tokenCount = tokenCount
  }

  /// The comparison of two parts.
  mutating func difference(base: ArraySlice<Int32>, other: ArraySlice<Int32>) -> TokenDiff {
    if numbers.isEmpty { numbers = Array(repeating: -1, count: tokenCount) }
    var count: Int32 = 0
    let renumbered = [base, other].map { part in
      part.map { token in
        if numbers[Int(token)] < 0 {
          numbers[Int(token)] = count
          count += 1
        }
        return numbers[Int(token)]
      }
    }
    for token in base { numbers[Int(token)] = -1 }
    for token in other { numbers[Int(token)] = -1 }
    return TokenDiff(base: renumbered[0], other: renumbered[1], tokenCount: Int(count))
  }
}
