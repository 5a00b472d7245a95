/// The names in a literal of program code whose values a program puts in: `"${name}"`, `"\\(name)"`, `"#{name}"`, `f"{name}"`, `"$name"`.
struct QuotedNames {
  private let text: [UInt8]
  private let literal: Range<Int>
  /// Whether names of members are passed, too: `\(boat.mast)`.
  private let includesMembers: Bool

  init(_ text: [UInt8], _ literal: Range<Int>, includesMembers: Bool) {
    (self.text, self.literal, self.includesMembers) = (text, literal, includesMembers)
  }

  /// Passes each name.
  func forEach(_ body: (ArraySlice<UInt8>) -> Void) {
    guard let first = text[literal].first, first == 0x22 || first == 0x60 || first == 0x27 else {
      return
    }
    let isFormatted = text[..<literal.lowerBound].last.map { $0 == 0x66 || $0 == 0x46 } ?? false
    var offset = literal.lowerBound
    while offset < literal.upperBound {
      guard let end = end(ofOpening: offset, isFormatted) else {
        offset += 1
        continue
      }
      let isBare = text[end - 1] == UInt8(ascii: "$")
      let close: UInt8 = text[end - 1] == UInt8(ascii: "(") ? 0x29 : 0x7D
      let rest = text[end..<literal.upperBound]
      let inner = isBare ? rest.prefix(while: \.isPartOfName) : rest.prefix { $0 != close }
      forEachName(in: inner, body)
      offset = max(inner.endIndex, end)
    }
  }

  /// Where a value starts if one is opened at a place.
  private func end(ofOpening offset: Int, _ isFormatted: Bool) -> Int? {
    let rest = text[offset..<literal.upperBound]
    if rest.starts(with: "${".utf8) || rest.starts(with: "#{".utf8)
      || rest.starts(with: "\\(".utf8)
    {
      return offset + 2
    }
    let isName = rest.dropFirst().first.map { $0.isPartOfName && !$0.isDecimalDigit } ?? false
    if rest.first == UInt8(ascii: "$"), isName { return offset + 1 }
    return isFormatted && rest.first == UInt8(ascii: "{") && isName ? offset + 1 : nil
  }

  private func forEachName(in code: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Void) {
    var rest = code
    while let next = rest.first {
      if next == 0x22 || next == 0x27 {
        rest = rest.dropFirst().drop { $0 != next }.dropFirst()
        continue
      }
      let word = rest.prefix(while: \.isPartOfName)
      if word.isEmpty {
        rest = rest.dropFirst()
        continue
      }
      let isMember = text[..<word.startIndex].last == UInt8(ascii: ".")
      // A label, or the format of the value.
      let isLabel = text[word.endIndex...].first == UInt8(ascii: ":")
      if !next.isDecimalDigit, includesMembers || !isMember, !isLabel { body(word) }
      rest = rest[word.endIndex...]
    }
  }
}
