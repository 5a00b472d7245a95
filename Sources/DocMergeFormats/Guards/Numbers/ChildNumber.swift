import DocMergeCore

/// The number of a child of a container, and the series of numbers that it belongs to.
struct ChildNumber {
  /// The form of a child's number.
  enum Form {
    /// After an equals sign at the end: `string name = 3;`, or of an enumerator: `NAME = 3`; in Cap'n Proto after the
    /// name: `name @3 :Text;`.
    case assigned
    /// In the first word: `"0003_mail"`, `V3__mail.sql`, `step-3-mail`, `R3: mail`.
    case word
    /// In the first cell of a row: `step-3-mail,open`.
    case firstCell
  }

  /// The place of the child.
  let body: Range<Int>
  /// The place of the number.
  let digits: Range<Int>
  /// A hash of what all numbers of the series have before the digits.
  let series: UInt64
  /// A hash of the series and the digits.
  let identity: UInt64
  /// Whether the form alone shows that the number must differ from others.
  let isCertain: Bool

  /// Makes the number of a child, with the letters before it.
  init(
    _ body: Range<Int>, _ digits: Range<Int>, after letters: Range<Int>, isCertain: Bool,
    in text: [UInt8]
  ) {
    (self.body, self.digits, self.isCertain) = (body, digits, isCertain)
    var hash = ContentHash()
    for place in letters { hash.add(text[place]) }
    hash.add(isCertain ? 1 : 0)
    series = hash.value
    for place in digits { hash.add(text[place]) }
    identity = hash.value
  }

  /// The value; `nil` for a number with so many digits that it counts nothing, such as a time.
  func value(in text: [UInt8]) -> Int? {
    guard digits.count < 10 else { return nil }
    return text[digits].reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

extension ChildNumber.Form {
  /// Whether the children of children have such numbers, too.
  var isNested: Bool { self != .firstCell }

  /// Whether a text can have such numbers at all.
  func isPossible(in text: [UInt8]) -> Bool {
    guard self == .assigned else { return true }
    return text.withUnsafeBytes {
      ByteRuns.holds(UInt8(ascii: "="), $0) || ByteRuns.holds(UInt8(ascii: "@"), $0)
    }
  }

  /// The number of a child.
  func number(of child: UnsafePointer<Node>, in text: [UInt8]) -> ChildNumber? {
    let body = child.pointee.body
    switch self {
    case .assigned:
      guard !child.pointee.isContainer, body.count < 200, let found = assigned(at: body, in: text)
      else { return nil }
      return ChildNumber(
        body, found.digits, after: found.digits.prefix(0), isCertain: found.isField, in: text)
    case .word, .firstCell: return NumberedWord(text, body).number(of: child)
    }
  }

  /// The first words of variables and constants, whose values can be equal.
  private static let variableWords: WordList =
    """
    let var val const static final private public protected internal export mut readonly int long \
    auto size_t unsigned local my our
    """
  /// The types of variables that fields of messages have as well.
  private static let fieldTypes: WordList = "double float"
  /// How far the start of a text is read for what tells that it declares messages.
  private static let reach = 2_000

  /// Whether a text declares messages, whose fields have numbers.
  private static func declaresMessages(_ text: [UInt8]) -> Bool {
    let start = text.prefix(reach)
    return ["syntax = \"proto", "edition = \"", "\nmessage "].contains {
      start.firstRange(of: $0.utf8) != nil
    }
      || start.starts(with: "message ".utf8)
  }

  /// The number behind a name and an at sign.
  private func ordinal(at place: Range<Int>, in text: [UInt8]) -> Range<Int>? {
    let name = text[place].prefix(while: \.isPartOfName)
    guard name.endIndex + 2 < place.upperBound, !name.isEmpty,
      text[name.endIndex] == 0x20, text[name.endIndex + 1] == UInt8(ascii: "@")
    else { return nil }
    let digits = text[name.endIndex + 2..<place.upperBound].prefix(while: \.isDecimalDigit)
    let next = text[digits.endIndex..<place.upperBound].first ?? 0x3B
    return digits.isEmpty || !(next == 0x20 || next == 0x3B) ? nil : digits.indices
  }

  private func assigned(
    at place: Range<Int>, in text: [UInt8]
  ) -> (digits: Range<Int>, isField: Bool)? {
    if let digits = ordinal(at: place, in: text) { return (digits, true) }
    // Most parts end with something else, which is quick to see.
    guard let last = place.last.map({ text[$0] }),
      last.isDecimalDigit || last.isWhite || last == UInt8(ascii: ";")
    else { return nil }
    guard let sign = place.last(where: { text[$0] == UInt8(ascii: "=") }) else { return nil }
    let rest = text[sign + 1..<place.upperBound].drop(while: \.isWhite)
    let digits = rest.prefix(while: \.isDecimalDigit)
    let tail = rest[digits.endIndex...].drop(while: \.isWhite)
    guard !digits.isEmpty, tail.isEmpty || tail.first == UInt8(ascii: ";") else { return nil }
    let words = text[place.lowerBound..<sign].split { !$0.isPartOfName }
    if let first = words.first.map({ String(decoding: $0, as: UTF8.self) }) {
      if Self.variableWords.contains(first) { return nil }
      if Self.fieldTypes.contains(first), !Self.declaresMessages(text) { return nil }
    }
    if words.count > 1 { return (digits.indices, true) }
    let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(text[place.lowerBound])
    return isCapital ? (digits.indices, false) : nil
  }
}
