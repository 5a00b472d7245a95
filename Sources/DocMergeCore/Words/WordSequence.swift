/// The words of a text, without the text between them.
struct WordSequence: Sequence {
  private let tokens: WordTokens

  init(_ text: ArraySlice<UInt8>) {
    tokens = WordTokens(Array(text))
  }

  func makeIterator() -> some IteratorProtocol<ArraySlice<UInt8>> {
    tokens.lazy.filter { $0.first?.isWordByte ?? false }.makeIterator()
  }

  /// Whether a word occurs in a text, as a word of its own.
  ///
  /// - Complexity: O(*n*) for most texts, *n* being the length of the text.
  static func occurs(_ word: ArraySlice<UInt8>, in text: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first else { return true }
    return text.withUnsafeBufferPointer { text in
      word.withUnsafeBufferPointer { word in
        guard text.count >= word.count else { return false }
        for start in 0...(text.count - word.count) where text[start] == first {
          let end = start + word.count
          if start > 0, text[start - 1].isASCIIWordByte, first.isASCIIWordByte { continue }
          if end < text.count, text[end].isASCIIWordByte, word[word.count - 1].isASCIIWordByte {
            continue
          }
          if text[start..<end].elementsEqual(word) { return true }
        }
        return false
      }
    }
  }

  /// The part of the words of two texts that both have, from 0 to 1; 1 when neither has any.
  static func kept(of one: ArraySlice<UInt8>, in other: ArraySlice<UInt8>) -> Double {
    let (oneCount, otherCount, common) = counts(one, other)
    let longer = Swift.max(oneCount, otherCount)
    return longer == 0 ? 1 : Double(common) / Double(longer)
  }

  /// The part of the words of a text that another one also has, from 0 to 1; 1 when it has none.
  static func contained(of one: ArraySlice<UInt8>, in other: ArraySlice<UInt8>) -> Double {
    let (oneCount, _, common) = counts(one, other)
    return oneCount == 0 ? 1 : Double(common) / Double(oneCount)
  }

  /// How many words two texts have, and how many both have.
  private static func counts(
    _ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>
  ) -> (one: Int, other: Int, common: Int) {
    var unmatched: [ArraySlice<UInt8>: Int] = [:]
    var (oneCount, otherCount, common) = (0, 0, 0)
    for word in WordSequence(one) {
      unmatched[word, default: 0] += 1
      oneCount += 1
    }
    for word in WordSequence(other) {
      otherCount += 1
      guard let count = unmatched[word], count > 0 else { continue }
      unmatched[word] = count - 1
      common += 1
    }
    return (oneCount, otherCount, common)
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter, digit or `_`.
  var isASCIIWordByte: Bool { self < 0x80 && isWordByte }

  /// Whether it can be part of a word: letters and digits, `_`, and all bytes beyond ASCII.
  var isWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
