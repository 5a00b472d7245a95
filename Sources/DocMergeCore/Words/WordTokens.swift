@_spi(_Unicode) import Swift

/// A text cut into words, runs of blanks, line endings, and single characters of every other kind.
///
///     WordTokens(Array("don't stop".utf8))  // don't (blank) stop
///
/// Words are those of Unicode (UAX #29): an accent that is a scalar of its own stays with its
/// letter, and where a script puts no blanks between words, each character is a token of its own. A merge
/// needs what a person would call a word, so these rules differ from Unicode's:
///
/// - `foo.bar` and `a:b` are three tokens; `don't` and `snake_case` stay one.
/// - Marks between digits that belong to a number, a version, a date or a time join them:
///   `3.14`, `1,000`, `1.2.3`, `2024-01-02`, `12:30`, `10.0.0.0/8`. If each group of digits were a
///   token of its own, a merge of two dates could be a third date that no one wrote. Digits with more
///   than one comma between them are a list, unless the groups are thousands.
/// - Korean words stay whole.
/// - A run of blanks and tabs is one token; each line ending is one.
///
/// Bytes that are not valid UTF-8 are cut one by one, the text around them as usual.
public struct WordTokens: Sendable, RandomAccessCollection {
  /// The whole text.
  public let bytes: [UInt8]

  /// Where each token starts, then the length of the text.
  let starts: [Int]

  /// Cuts `bytes` into tokens.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts: [Int] = []
    starts.reserveCapacity(bytes.count / 4 + 1)
    // A line ending is always a boundary, so each line can be cut by itself.
    var start = 0
    while start < bytes.count {
      let end = bytes.withUnsafeBytes { Newlines.endOfLine(from: start, in: $0) }
      WordCutter(bytes[start..<end]).appendStarts(to: &starts)
      start = end
    }
    starts.append(bytes.count)
    self.starts = starts
  }

  /// The number of the first token, 0.
  public var startIndex: Int { 0 }

  /// How many tokens there are.
  public var endIndex: Int { starts.count - 1 }

  /// One token; its indices are offsets into the text.
  public subscript(token: Int) -> ArraySlice<UInt8> {
    bytes[starts[token]..<starts[token + 1]]
  }

  /// The offsets of the bytes of several tokens.
  func offsets(of tokens: Range<Int>) -> Range<Int> {
    starts[tokens.lowerBound]..<starts[tokens.upperBound]
  }
}
