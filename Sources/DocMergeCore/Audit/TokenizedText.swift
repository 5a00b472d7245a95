/// A text cut into lines or words.
struct TokenizedText {
  let bytes: [UInt8]
  let starts: [Int]

  init(linesOf bytes: [UInt8]) {
    self.bytes = bytes
    starts = Lines(bytes).starts
  }

  init(wordsOf bytes: [UInt8]) {
    self.bytes = bytes
    starts = WordTokens(bytes).starts
  }

  var count: Int { starts.count - 1 }

  func text(_ pieces: Range<Int>) -> ArraySlice<UInt8> {
    bytes[starts[pieces.lowerBound]..<starts[pieces.upperBound]]
  }

  /// The hunks from one cut text to another.
  static func hunks(_ base: TokenizedText, _ other: TokenizedText, _ algorithm: DiffAlgorithm)
    -> [Hunk]
  {
    var table = TokenTable(capacity: base.count + other.count)
    var tokens = TokenDiff(
      base: table.tokens(of: base.bytes, starts: base.starts),
      other: table.tokens(of: other.bytes, starts: other.starts))
    tokens.stepLimit = TokenDiff.auditStepLimit
    return tokens.hunks(by: algorithm)
  }
}
