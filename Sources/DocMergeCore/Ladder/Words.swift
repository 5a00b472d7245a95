/// The words of a text, without what stands between them.
struct Words: Sequence {
  private let tokens: WordTokens

  init(_ text: ArraySlice<UInt8>) {
    tokens = WordTokens(Array(text))
  }

  func makeIterator() -> some IteratorProtocol<ArraySlice<UInt8>> {
    tokens.lazy.filter { $0.first?.isWordByte ?? false }.makeIterator()
  }

  /// Which part of the words of two texts both have, from 0 to 1; 1 when neither has any.
  static func kept(of one: ArraySlice<UInt8>, in other: ArraySlice<UInt8>) -> Double {
    var unmatched: [ArraySlice<UInt8>: Int] = [:]
    var (oneCount, otherCount, common) = (0, 0, 0)
    for word in Words(one) {
      unmatched[word, default: 0] += 1
      oneCount += 1
    }
    for word in Words(other) {
      otherCount += 1
      guard let count = unmatched[word], count > 0 else { continue }
      unmatched[word] = count - 1
      common += 1
    }
    let longer = oneCount > otherCount ? oneCount : otherCount
    return longer == 0 ? 1 : Double(common) / Double(longer)
  }
}

extension UInt8 {
  /// Whether words are made of it: letters and digits, `_`, and whatever is not ASCII.
  var isWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
