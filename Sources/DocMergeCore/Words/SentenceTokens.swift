/// A text cut into sentences, each with the closing quotes and the blanks after it.
///
///     SentenceTokens(Array("“Stop!” he said. So did I.".utf8)).count  // 2
///
/// Full stops of all scripts count, as Unicode lists them; those of Chinese and Japanese need no
/// blank after them. A full stop does not end a sentence within numbers and names (`3.14`, `foo.bar`), before a
/// lower-case letter, after a single letter (`J. Smith`), after a common abbreviation, and after
/// a number that begins the sentence, as in a list. Thai and Lao, which have no full stop, are cut
/// at blanks. Lines that only wrap belong to one sentence; an empty line ends it. The sentences joined
/// together are the text, byte for byte, and no character is separated from its marks.
public struct SentenceTokens: Sendable, RandomAccessCollection {
  /// The whole text.
  public let bytes: [UInt8]

  /// Where each sentence starts, then the length of the text.
  let starts: [Int]

  /// Cuts `bytes` into sentences.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let text = String(decoding: bytes[...].withoutInvalidUTF8(), as: UTF8.self)
    var cutter = SentenceCutter()
    var offset = 0
    for character in text {
      cutter.take(character, at: offset)
      offset += character.utf8.count
    }
    starts = bytes.isEmpty ? [0] : cutter.starts + [bytes.count]
  }

  /// The number of the first sentence, 0.
  public var startIndex: Int { 0 }

  /// How many sentences there are.
  public var endIndex: Int { starts.count - 1 }

  /// One sentence; its indices are offsets into the text.
  public subscript(sentence: Int) -> ArraySlice<UInt8> {
    bytes[starts[sentence]..<starts[sentence + 1]]
  }

  /// The offsets of the bytes of several sentences.
  func offsets(of sentences: Range<Int>) -> Range<Int> {
    starts[sentences.lowerBound]..<starts[sentences.upperBound]
  }
}
