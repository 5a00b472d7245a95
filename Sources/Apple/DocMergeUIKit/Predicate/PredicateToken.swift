/// A piece of a predicate format.
struct PredicateToken: Equatable {
  enum Kind: Equatable {
    /// A name or a keyword.
    case word(String)
    /// A name that is never a keyword.
    case key(String)
    /// The text between quotes.
    case text(String)
    case integer(Int64)
    case real(Double)
    /// A placeholder for an argument: `%@`, `%d` and the like, or `%K` for the name of a key.
    case argument(isKey: Bool)
    /// `$NAME`, whose value is given at the evaluation.
    case variable(String)
    case symbol(String)
    case end
  }

  var kind: Kind
  var position: Int

  /// Whether this is a keyword, in any case.
  func isWord(_ word: String) -> Bool {
    if case .word(let own) = kind { own.uppercased() == word } else { false }
  }

  func isSymbol(_ symbol: String) -> Bool { kind == .symbol(symbol) }
}

/// Splits a predicate format into tokens.
struct PredicateScanner {
  private let format: String
  private let characters: [Character]
  private var place = 0

  init(_ format: String) {
    self.format = format
    characters = Array(format)
  }

  /// All tokens, with the end as the last one.
  static func tokens(of format: String) throws(PredicateFormatError) -> [PredicateToken] {
    var scanner = PredicateScanner(format)
    var tokens: [PredicateToken] = []
    repeat { tokens.append(try scanner.next()) } while tokens.last?.kind != .end
    return tokens
  }

  private var character: Character? { place < characters.count ? characters[place] : nil }

  private mutating func next() throws(PredicateFormatError) -> PredicateToken {
    while let character, character.isWhitespace { place += 1 }
    let start = place
    guard let character else { return PredicateToken(kind: .end, position: start) }
    let kind: PredicateToken.Kind
    switch character {
    case "'", "\"": kind = .text(try quoted(character))
    case "%": kind = try argument()
    case "$":
      place += 1
      kind = .variable(name())
    case "#":
      place += 1
      kind = .key(name())
    case _ where character.isNumber || (character == "-" && isNumber(after: place)):
      kind = try number()
    case _ where isNamePart(character): kind = .word(name())
    default: kind = try symbol(character)
    }
    return PredicateToken(kind: kind, position: start)
  }

  private func failure(_ reason: String, at position: Int) -> PredicateFormatError {
    PredicateFormatError(format: format, position: position, reason: reason)
  }

  private func isNumber(after index: Int) -> Bool {
    index + 1 < characters.count && characters[index + 1].isNumber
  }

  private func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "@"
      || character == "."
  }

  private mutating func name() -> String {
    let start = place
    while let character, isNamePart(character) { place += 1 }
    return String(characters[start..<place])
  }

  /// The characters that a backslash stands for with a character; before any other it stays, for patterns.
  private static let escapes: [Character: String] = [
    "\\": "\\", "'": "'", "\"": "\"", "n": "\n", "r": "\r", "t": "\t",
  ]

  private mutating func quoted(_ quote: Character) throws(PredicateFormatError) -> String {
    let start = place
    var text = ""
    place += 1
    while let character, character != quote {
      place += 1
      text.append(character)
      guard character == "\\", let next = self.character else { continue }
      place += 1
      text.removeLast()
      text += PredicateScanner.escapes[next] ?? "\\\(next)"
    }
    guard character == quote else { throw failure("a quote is not closed", at: start) }
    place += 1
    return text
  }

  private mutating func number() throws(PredicateFormatError) -> PredicateToken.Kind {
    let start = place
    place += 1
    while let character, character.isHexDigit || ".xX".contains(character) { place += 1 }
    let text = String(characters[start..<place])
    if let integer = Int64(text) { return .integer(integer) }
    if text.lowercased().hasPrefix("0x"), let integer = Int64(text.dropFirst(2), radix: 16) {
      return .integer(integer)
    }
    guard let real = Double(text) else { throw failure("this is no number", at: start) }
    return .real(real)
  }

  /// The placeholder for an argument, with or without the length of C's formats.
  private mutating func argument() throws(PredicateFormatError) -> PredicateToken.Kind {
    let start = place
    place += 1
    while let character, "lhqz0123456789.".contains(character) { place += 1 }
    guard let character, "@KdDiuUxXofFgGeEcCs".contains(character) else {
      throw failure("this is no place for an argument", at: start)
    }
    place += 1
    return .argument(isKey: character == "K")
  }

  private mutating func symbol(
    _ character: Character
  ) throws(PredicateFormatError) -> PredicateToken.Kind {
    let two = String(characters[place...].prefix(2))
    if ["==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||"].contains(two) {
      place += 2
      return .symbol(two)
    }
    guard "=<>!(){}[],".contains(character) else {
      throw failure("no predicate has such a character", at: place)
    }
    place += 1
    return .symbol(String(character))
  }
}
