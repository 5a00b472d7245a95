/// A text cut into sentences, each with the closing quotes and the blanks after it.
///
///     SentenceTokens(Array("“Stop!” he said. So did I.".utf8)).count  // 2
///
/// Full stops of all scripts count, as Unicode lists them; those of Chinese and Japanese need no
/// blank after them. A full stop does not end a sentence within numbers and names (`3.14`, `foo.bar`), before a
/// lower-case letter, after a single letter (`J. Smith`), after a common abbreviation, after
/// a number that begins the sentence, as in a list, and after the day of a month (`3. Mai`). Thai and Lao,
/// which have no full stop, are cut at blanks. Lines that only wrap belong to one sentence; an empty line
/// ends it. The sentences joined together are the text, byte for byte, and no character is separated from
/// its marks.
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
    let starts = cutter.starts.filter { !bytes.isInDate($0) }
    self.starts = bytes.isEmpty ? [0] : starts + [bytes.count]
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

extension [UInt8] {
  /// Whether the name of a month starts at an offset, behind the number of a day and a full stop.
  fileprivate func isInDate(_ offset: Int) -> Bool {
    let before = self[..<offset].reversed().drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }
    guard before.first == 0x2E else { return false }
    let digits = before.dropFirst().prefix { (0x30...0x39).contains($0) }.count
    guard (1...2).contains(digits) else { return false }
    let word = self[offset...].prefix(24).prefix {
      $0 >= 0x80 || (0x61...0x7A).contains($0 | 0x20)
    }
    return monthNames.contains(String(decoding: word, as: UTF8.self).lowercased())
  }
}
