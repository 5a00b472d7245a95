/// The edits of two parts of one quantity or range, which belong together.
///
///     250 mg three times    30 * time.Second    ofMinutes(30)    BETWEEN 10 AND 20    from="10" to="20"    Mon 03:00
extension WordEdit {
  /// The most bytes between a number and its unit in program code, and between the parts of a date.
  private static let (farthestUnit, farthestTime) = (16, 8)

  /// Whether the edits are of two parts of one quantity or range.
  func isOfOneQuantity(as other: WordEdit, with gap: ArraySlice<UInt8>) -> Bool {
    guard isNumber || other.isNumber else { return false }
    let words = gap.split { !$0.isWordByte }
    // `\SI{5}{\meter}`
    let isCommand = gap.elementsEqual("}{\\".utf8) || other.new.first == UInt8(ascii: "\\")
    if isNumber, gap.starts(with: "}{".utf8), gap.count < 4, isCommand {
      return !(other.old + other.new).contains(where: \.isDigit)
    }
    if gap.isOneIdeograph { return true }
    if isUnit || other.isUnit {
      return words.count <= 1 && gap.count <= Self.farthestUnit && !gap.isEmpty && !gap.dividesCells
    }
    if isWeekday || other.isWeekday { return words.isEmpty && gap.count <= Self.farthestTime }
    guard isCount, other.isCount, words.count <= 2, !gap.contains(where: \.endsPhrase) else {
      return false
    }
    if isNumber, other.isNumber, let only = words.first, words.count == 1 {
      return only.joinsNumbers
    }
    return !words.isEmpty && !isSame(other) && words.allSatisfy(\.isOfMeasure)
  }

  /// Whether both edits replace digits, so that a list of numbers is no quantity.
  private func isSame(_ other: WordEdit) -> Bool { isNumber && other.isNumber }

  private var texts: [ArraySlice<UInt8>] { [old, new] }

  /// Whether it replaces a unit by a unit: `Second`, `ofMinutes`, `cm`.
  private var isUnit: Bool { texts.allSatisfy(\.endsWithUnit) }

  private var isWeekday: Bool {
    texts.allSatisfy { [.weekday, .shortWeekday].contains(ValueRole($0)) }
  }

  /// Whether it replaces a number, in digits or words, or a direction.
  private var isCount: Bool {
    isNumber
      || texts.allSatisfy { word in
        switch ValueRole(word) {
        case .numberWord?, .digitWord?: true
        default: word.isDirection
        }
      }
  }
}

extension ArraySlice<UInt8> {
  private var lowercased: String { String(decoding: self, as: UTF8.self).lowercased() }

  /// Whether it is a unit, or a name that ends with a unit of time.
  fileprivate var endsWithUnit: Bool {
    guard !isEmpty, allSatisfy({ $0.isWordByte && !$0.isDigit }) else { return false }
    if case .unit? = ValueRole(self) { return true }
    let word = lowercased
    return word != "of"
      && [
        "millis", "nanos", "micros", "seconds", "minutes", "hours", "days", "weeks", "months",
        "years",
      ].contains {
        word.hasSuffix($0)
      }
  }

  fileprivate var isDirection: Bool {
    [
      "north", "south", "east", "west", "n", "s", "e", "w", "ne", "nw", "se", "sw", "nord", "süd",
      "ost",
    ]
    .contains(lowercased)
  }

  /// Whether it is the word of a range, or the code of a carrier: `AND`, `to`, `SK`.
  fileprivate var joinsNumbers: Bool {
    [
      "and", "to", "bis", "through", "until", "und", "stone", "feet", "foot", "ft", "lb", "lbs",
      "pounds",
    ].contains(lowercased)
      || (2...3).contains(count) && allSatisfy { (0x41...0x5A).contains($0) }
  }

  /// Whether it is a unit, or a word between the parts of a quantity.
  fileprivate var isOfMeasure: Bool {
    if case .unit? = ValueRole(self) { return true }
    return count <= 2 || ["from", "per", "times", "mal", "aus", "von", "nach"].contains(lowercased)
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is one ideograph, as between a number and its unit: `12万円`.
  fileprivate var isOneIdeograph: Bool {
    count == 3 && first.map { (0xE3...0xE9).contains($0) } ?? false
  }

  /// Whether it stands between two cells of a row: `,`, `|`, a tab.
  fileprivate var dividesCells: Bool {
    contains { "|\t".utf8.contains($0) } || elementsEqual(",".utf8) || elementsEqual(";".utf8)
  }
}

extension UInt8 {
  /// Whether it ends a phrase.
  fileprivate var endsPhrase: Bool { ",.;!?()|".utf8.contains(self) || self == .newline }
}
