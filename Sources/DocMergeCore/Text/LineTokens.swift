/// The lines of a text as numbers: where they start, and which of them are equal.
struct LineTokens: Sendable {
  /// Where each line starts, then the length of the text.
  let starts: [Int]
  /// Equal lines, of this text and of those it is compared with, have the same token.
  let tokens: [Int32]
  /// The same with every `\r`, where one before the newline does not count.
  var exactTokens: [Int32]?

  /// How many lines there are.
  var count: Int { tokens.count }

  /// The offsets of the bytes of several lines.
  func bytes(of lines: Range<Int>) -> Range<Int> {
    starts[lines.lowerBound]..<starts[lines.upperBound]
  }
}
