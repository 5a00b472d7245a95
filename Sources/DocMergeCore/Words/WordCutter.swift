@_spi(_Unicode) import Swift

/// Finds where the words of one line start, see ``WordTokens``.
///
/// A line is treated as units that are never cut: bytes if all are ASCII, otherwise characters with
/// all their marks.
struct WordCutter {
  /// How a unit joins the units beside it.
  enum Kind: UInt8 {
    case letter, digit, underscore, blank, carriageReturn, lineFeed, other
    /// Stays with letters on both sides, and with digits on both sides.
    case apostrophe
    /// `,` stays with digits on both sides if they are one number.
    case comma
    /// `.`, `:`, `-`, `/` and their like stay with digits on both sides.
    case digitJoiner
    /// `;` never joins.
    case separator
    /// Korean syllables, which the standard library cuts apart.
    case korean
  }

  private let start: Int
  private let end: Int
  private let kinds: [Kind]

  /// Where each unit starts, unless units are bytes.
  private let offsets: [Int]?

  /// Whether Unicode's rules have a boundary before the unit, unless units are bytes.
  private let unicodeCuts: [Bool]

  /// Looks at a line, which may have its ending.
  init(_ line: ArraySlice<UInt8>) {
    start = line.startIndex
    end = line.endIndex
    guard line.contains(where: { $0 >= 0x80 }) else {
      kinds = line.map { Self.kind(ofASCII: $0) }
      offsets = nil
      unicodeCuts = []
      return
    }
    var (kinds, offsets, cuts): ([Kind], [Int], [Bool]) = ([], [], [])
    let text = String(decoding: line.withoutInvalidUTF8(), as: UTF8.self)
    var (offset, nextWord) = (line.startIndex, text.startIndex)
    for index in text.indices {
      // A word boundary within a character, as before Thai's SARA AM, does not count.
      while nextWord < index { nextWord = text._wordIndex(after: nextWord) }
      cuts.append(nextWord == index)
      offsets.append(offset)
      kinds.append(Self.kind(of: text[index]))
      offset += text[index].utf8.count
    }
    self.kinds = kinds
    self.offsets = offsets
    unicodeCuts = cuts
  }

  /// Adds where the tokens start, as offsets into the text of which the line is a slice.
  func appendStarts(to starts: inout [Int]) {
    for unit in kinds.indices where unit == 0 || isCut(before: unit) {
      starts.append(offsets?[unit] ?? start + unit)
    }
  }

  private func isCut(before unit: Int) -> Bool {
    let (previous, next) = (kinds[unit - 1], kinds[unit])
    switch (previous, next) {
    case (.blank, .blank): return false
    case (.digitJoiner, _), (.comma, _): return !joinsDigits(unit - 1)
    case (_, .digitJoiner), (_, .comma): return !joinsDigits(unit)
    case (.separator, _), (_, .separator): return true
    case (.korean, .korean), (.korean, .letter), (.letter, .korean), (.korean, .digit),
      (.digit, .korean), (.korean, .underscore), (.underscore, .korean):
      return false
    default: return offsets == nil ? isCutInASCII(before: unit) : unicodeCuts[unit]
    }
  }

  /// Unicode's rules, as far as they matter for ASCII.
  private func isCutInASCII(before unit: Int) -> Bool {
    let (previous, next) = (kinds[unit - 1], kinds[unit])
    if previous == .carriageReturn, next == .lineFeed { return false }
    if previous == .apostrophe { return !joinsWord(unit - 1) }
    if next == .apostrophe { return !joinsWord(unit) }
    return !(Self.isInWords(previous) && Self.isInWords(next))
  }

  private static func isInWords(_ kind: Kind) -> Bool {
    kind == .letter || kind == .digit || kind == .underscore
  }

  private func joinsWord(_ unit: Int) -> Bool {
    guard unit > 0, unit + 1 < kinds.count, kinds[unit - 1] == kinds[unit + 1] else { return false }
    return kinds[unit - 1] == .letter || kinds[unit - 1] == .digit
  }

  private func joinsDigits(_ unit: Int) -> Bool {
    guard unit > 0, unit + 1 < kinds.count, kinds[unit - 1] == .digit, kinds[unit + 1] == .digit
    else { return false }
    return kinds[unit] == .digitJoiner || isWithinNumber(comma: unit)
  }

  /// Whether the comma is the only one nearby, or precedes thousands.
  private func isWithinNumber(comma: Int) -> Bool {
    var after = comma + 1
    while after < kinds.count, kinds[after] == .digit { after += 1 }
    if after - comma == 4 { return true }
    var before = comma - 1
    while before >= 0, kinds[before] == .digit { before -= 1 }
    return !isComma(before) && !isComma(after)
  }

  private func isComma(_ unit: Int) -> Bool {
    unit >= 0 && unit < kinds.count && kinds[unit] == .comma
  }
}

extension WordCutter {
  private static func kind(ofASCII byte: UInt8) -> Kind {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): .letter
    case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
    case .blank, UInt8(ascii: "\t"): .blank
    case .newline: .lineFeed
    case .carriageReturn: .carriageReturn
    case UInt8(ascii: "_"): .underscore
    case UInt8(ascii: "'"): .apostrophe
    case UInt8(ascii: ","): .comma
    case UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "/"): .digitJoiner
    case UInt8(ascii: ";"): .separator
    default: .other
    }
  }

  private static func kind(of character: Character) -> Kind {
    guard let scalar = character.unicodeScalars.first else { return .other }
    if scalar.isASCII { return kind(ofASCII: UInt8(truncatingIfNeeded: scalar.value)) }
    switch scalar.value {
    case 0x2019, 0xFF07: return .apostrophe
    case 0xFF0C, 0x060C, 0x066C: return .comma
    case 0xFF0E, 0xFF1A, 0x2024, 0xFE52, 0xFE13, 0xFE55, 0x066B, 0xFF0D, 0xFF0F: return .digitJoiner
    // The signs for year, month and hour in Chinese and Japanese dates.
    case 0x5E74, 0x6708, 0x6642, 0x65F6: return .digitJoiner
    case 0xFF1B, 0x037E, 0x061B, 0xFE14, 0xFE54: return .separator
    case 0x1100...0x11FF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xD7B0...0xD7FF: return .korean
    default: break
    }
    switch scalar.properties.generalCategory {
    case .spaceSeparator: return .blank
    case .decimalNumber: return .digit
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter: return .letter
    // Letters without case may be ideographs, so Unicode's rules alone decide about them.
    default: return .other
    }
  }
}
