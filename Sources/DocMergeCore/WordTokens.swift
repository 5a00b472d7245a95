/// A line cut into words, runs of blanks, and single characters of every other kind.
///
/// A word is a run of letters and digits as Swift's `Character` knows them, so an accent that is a
/// scalar of its own stays with its letter. Bytes that are not valid UTF-8 are cut one by one.
///
///     WordTokens(Array("don't stop".utf8))  // don ' t (blank) stop
public struct WordTokens: Sendable, RandomAccessCollection {
  /// The whole text.
  public let bytes: [UInt8]

  /// Where each token starts, then the length of the text.
  let starts: [Int]

  private enum Kind {
    case word, blank, single
  }

  /// Cuts `bytes` into tokens.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard let text = String(validating: bytes, as: UTF8.self) else {
      starts = Array(0...bytes.count)
      return
    }
    var starts: [Int] = []
    var offset = 0
    var lastKind = Kind.single
    for character in text {
      let kind = Self.kind(of: character)
      if kind == .single || kind != lastKind { starts.append(offset) }
      offset += character.utf8.count
      lastKind = kind
    }
    self.starts = starts + [offset]
  }

  private static func kind(of character: Character) -> Kind {
    if character.isLetter || character.isNumber { return .word }
    return character == " " || character == "\t" ? .blank : .single
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
