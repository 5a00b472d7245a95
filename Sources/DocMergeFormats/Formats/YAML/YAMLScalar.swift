/// A scalar.
struct YAMLScalar {
  /// Whether it is text.
  let kind: Node.Kind
  /// Its place, without quotation marks.
  let range: Range<Int>
  /// The mark that it is quoted with.
  let quote: UInt8?

  /// The scalar as a key.
  func key(in text: [UInt8]) -> Node.Key {
    switch quote {
    case 0x22: Node.Key(meaning: Escapes.json.decoded(text[range]), at: range)
    case 0x27: Node.Key(meaning: Self.unquoted(text[range]), at: range)
    default: Node.Key(range, in: text)
    }
  }

  /// The text without the second of two apostrophes.
  private static func unquoted(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var isSecond = false
    for byte in bytes {
      isSecond = byte == 0x27 && !isSecond
      if byte != 0x27 || isSecond { result.append(byte) }
    }
    return result
  }
}

/// The context of a scalar.
enum YAMLContext {
  /// In a mapping or sequence of this column, which its further lines must exceed.
  case block(indent: Int)
  /// Between brackets or braces.
  case flow

  /// Whether it is between brackets or braces.
  var isFlow: Bool { if case .flow = self { true } else { false } }

  /// The column that the further lines must exceed.
  var indent: Int { if case .block(let indent) = self { indent } else { -1 } }
}
