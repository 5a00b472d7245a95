/// Finds where sentences start, character by character, see ``SentenceTokens``.
struct SentenceCutter {
  /// The state of the search for the end of a sentence.
  private enum State {
    case within
    /// After a full stop and closing quotes; `needsBlank` unless the script uses no blank.
    case ended(needsBlank: Bool)
    /// After the blanks that follow a full stop.
    case parted
    /// After the blanks that follow a letter of a script without full stops.
    case partedByBlank
  }

  /// Where the sentences start.
  private(set) var starts = [0]

  private var state = State.within
  private var newlines = 0
  /// The letters and dots since the last blank, up to the length of an abbreviation.
  private var word = ""
  private var wordCount = 0
  private var lastIsWithoutStops = false

  /// Processes the next character of the text.
  mutating func take(_ character: Character, at offset: Int) {
    guard let scalar = character.unicodeScalars.first else { return }
    if Traits.of(scalar, .blank, \.properties.isWhitespace) {
      return takeBlank(character)
    }
    if startsSentence(scalar) {
      starts.append(offset)
      (word, wordCount) = ("", 0)
    } else if newlines > 0 || isParted {
      word = ""
    }
    let wasEnded = state
    state = .within
    newlines = 0
    lastIsWithoutStops = Self.isWithoutStops(scalar)
    if let ended = Self.stop(scalar, unless: word, wordCount) {
      state = ended
    } else if case .ended(let needsBlank) = wasEnded, Self.closes(scalar, needsBlank: needsBlank) {
      state = wasEnded
    }
    if word.isEmpty, Self.isWordPart(scalar) { wordCount += 1 }
    if word.utf8.count < 24, Self.isWordPart(scalar) { word.append(character) }
  }

  private var isParted: Bool {
    switch state {
    case .parted, .partedByBlank: true
    default: false
    }
  }

  private mutating func takeBlank(_ character: Character) {
    if character.isNewline { newlines += 1 }
    switch state {
    case .ended: state = .parted
    case .within where lastIsWithoutStops: state = .partedByBlank
    default: break
    }
    if case .within = state { word = "" }
  }

  /// Whether `scalar`, which is no blank, is the first of a sentence.
  private func startsSentence(_ scalar: Unicode.Scalar) -> Bool {
    if newlines > 1 { return true }
    switch state {
    case .within: return false
    case .parted:
      return !Traits.of(scalar, .lowercase, \.properties.isLowercase) && !Self.isStop(scalar)
    case .partedByBlank: return Self.isWithoutStops(scalar)
    case .ended(let needsBlank):
      if Self.isStop(scalar) || Self.closes(scalar, needsBlank: needsBlank) { return false }
      return !needsBlank || Self.isIdeographic(scalar)
    }
  }
}

extension SentenceCutter {
  /// The state after `scalar` if it ends a sentence that has `word` last.
  private static func stop(
    _ scalar: Unicode.Scalar, unless word: String, _ wordCount: Int
  ) -> State? {
    guard isStop(scalar) else { return nil }
    if scalar == "." && isAbbreviation(word, isFirst: wordCount == 1) { return nil }
    return .ended(needsBlank: !isFullWidth(scalar))
  }

  private static func isStop(_ scalar: Unicode.Scalar) -> Bool {
    // The horizontal ellipsis and Khmer's full stops are not on Unicode's list.
    Traits.of(scalar, .stop, \.properties.isSentenceTerminal) || scalar == "\u{2026}"
      || (0x17D4...0x17D5).contains(scalar.value)
  }

  private static func isFullWidth(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{3002}" || (0xFE50...0xFE5F).contains(scalar.value)
      || (0xFF00...0xFFEF).contains(scalar.value)
  }

  private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isIdeographic || (0x3041...0x30FF).contains(scalar.value)
  }

  /// Thai and Lao.
  private static func isWithoutStops(_ scalar: Unicode.Scalar) -> Bool {
    (0x0E01...0x0EFF).contains(scalar.value)
  }

  /// Quotes, brackets and marks of emphasis that still belong to the preceding sentence.
  private static func closes(_ scalar: Unicode.Scalar, needsBlank: Bool) -> Bool {
    switch scalar.properties.generalCategory {
    case .closePunctuation, .finalPunctuation: return true
    // A mark that opens a quote in English closes one in German; in Chinese it opens the next sentence.
    case .initialPunctuation: return needsBlank
    default: return ["\"", "'", "*", "_", "`", "~"].contains(scalar)
    }
  }

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || Traits.of(scalar, .wordPart, \.isLetterOrNumber)
  }

  /// Whether a full stop after `word` belongs to the word.
  private static func isAbbreviation(_ word: String, isFirst: Bool) -> Bool {
    guard let first = word.unicodeScalars.first, word.utf8.count <= 12, word.utf8.last != 0x2E
    else { return false }
    if isFirst, word.utf8.count <= 3, word.unicodeScalars.allSatisfy(\.isDigit) { return true }
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    if parts.allSatisfy({ $0.count == 1 }) { return first.properties.isCased }
    return abbreviations.contains(word)
  }

  /// Abbreviations that hardly ever end a sentence.
  private static let abbreviations: Set<String> = [
    "Mr", "Mrs", "Ms", "Dr", "Prof", "St", "Mt", "vs", "cf", "No", "Nr", "Fig", "Vol", "pp", "ca",
    "bzw", "vgl", "Abs", "Art", "Bd", "Hr", "Fr", "Mme", "Mlle", "Sr", "Sra", "ул", "им", "стр",
  ]
}

extension Unicode.Scalar {
  /// Whether it is a digit of any script.
  fileprivate var isDigit: Bool { properties.generalCategory == .decimalNumber }

  fileprivate var isLetterOrNumber: Bool {
    properties.isAlphabetic || properties.numericType != nil
  }
}

/// The Unicode properties of an ASCII character, looked up once for all texts: each look-up is slow.
private struct Traits: OptionSet {
  let rawValue: UInt8

  static let blank = Traits(rawValue: 1)
  static let lowercase = Traits(rawValue: 2)
  static let stop = Traits(rawValue: 4)
  static let wordPart = Traits(rawValue: 8)

  private static let ascii: [Traits] = (0..<128).map { (code: UInt8) in
    let scalar = Unicode.Scalar(code)
    var traits: Traits = []
    if scalar.properties.isWhitespace { traits.insert(.blank) }
    if scalar.properties.isLowercase { traits.insert(.lowercase) }
    if scalar.properties.isSentenceTerminal { traits.insert(.stop) }
    if scalar.isLetterOrNumber { traits.insert(.wordPart) }
    return traits
  }

  /// Whether a character has a trait; beyond ASCII, `property` decides.
  static func of(
    _ scalar: Unicode.Scalar, _ trait: Traits, _ property: (Unicode.Scalar) -> Bool
  ) -> Bool {
    scalar.value < 128 ? ascii[Int(scalar.value)].contains(trait) : property(scalar)
  }
}
