/// The marks between two words, by their kinds.
struct ValueGap: OptionSet {
  let rawValue: UInt8

  static let dot = ValueGap(rawValue: 1)
  static let comma = ValueGap(rawValue: 2)
  /// A mark that no value holds.
  static let stop = ValueGap(rawValue: 4)
  /// The marks of degrees, minutes and seconds.
  static let degree = ValueGap(rawValue: 8)
  /// Any other mark, or a word in a script without parts of values.
  static let mark = ValueGap(rawValue: 16)

  private static let degrees: Set = ["°", "º", "˚", "'", "′", "’", "″", "”"]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ token: ArraySlice<UInt8>) {
    guard let first = token.first else {
      self = []
      return
    }
    switch first {
    case .newline, UInt8(ascii: "="), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "\""):
      self = .stop
    case UInt8(ascii: "."): self = .dot
    case UInt8(ascii: ","): self = .comma
    case _ where token.contains(.newline): self = .stop
    case _ where first.isWhitespace: self = []
    case _ where Self.degrees.contains(String(decoding: token, as: UTF8.self)): self = .degree
    default: self = String(decoding: token, as: UTF8.self).allSatisfy(\.isWhitespace) ? [] : .mark
    }
  }
}

/// The words of a text, and the signs that can be parts of values.
struct ValueText {
  struct Word {
    let tokens: Range<Int>
    let bytes: ArraySlice<UInt8>
    /// The marks before the word.
    let gap: ValueGap
    let role: ValueRole?

    /// Whether it is written in ASCII letters or digits; others are marks unless they have a role.
    var isPlain: Bool { bytes.contains(where: \.isASCIIWordByte) }
    /// Whether it starts like a name.
    var isCapitalised: Bool {
      guard let first = bytes.first else { return false }
      return first.isCapital || first >= 0x80
    }
    /// Whether it is a code of letters, as of a state.
    func isCode(of count: ClosedRange<Int>) -> Bool {
      count.contains(bytes.count) && bytes.allSatisfy(\.isCapital)
    }
    /// Whether it is a row of digits.
    func isDigits(_ count: ClosedRange<Int>) -> Bool {
      count.contains(bytes.count) && bytes.allSatisfy(\.isDigit)
    }
    /// Whether it has only the digits and letters of a hexadecimal number.
    var isHexadecimal: Bool {
      bytes.allSatisfy { $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20) }
    }
  }

  private(set) var words: [Word] = []

  init(_ tokens: WordTokens) {
    var (gap, index) = ([] as ValueGap, 0)
    while index < tokens.count {
      let token = tokens[index]
      let end = Self.endOfHalfDay(from: index, in: tokens)
      let role = end == nil ? ValueRole(token) : .clock
      if role == nil, !token.contains(where: { $0.isASCIIWordByte }) {
        gap.formUnion(ValueGap(token))
        index += 1
        continue
      }
      let place = index..<(end ?? index + 1)
      words.append(Word(tokens: place, bytes: token, gap: gap, role: role))
      (gap, index) = ([], place.upperBound)
    }
  }

  /// The end of `a.m.` or `p.m.`.
  private static func endOfHalfDay(from start: Int, in tokens: WordTokens) -> Int? {
    guard start + 2 < tokens.count, tokens[start].isLetter("a") || tokens[start].isLetter("p"),
      tokens[start + 1] == [UInt8(ascii: ".")], tokens[start + 2].isLetter("m")
    else { return nil }
    let hasDot = start + 3 < tokens.count && tokens[start + 3] == [UInt8(ascii: ".")]
    return start + (hasDot ? 4 : 3)
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is one letter, in either case.
  fileprivate func isLetter(_ letter: Unicode.Scalar) -> Bool {
    count == 1 && first?.lowercased == UInt8(ascii: letter)
  }
}
