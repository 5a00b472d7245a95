extension PieceNumbers {
  /// The number of each word.
  mutating func numbers(of words: WordTokens) -> [Int32] {
    numbers(of: words.bytes, cutAt: words.starts)
  }
}
