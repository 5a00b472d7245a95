import DocMergeCore
import DocMergeLanguage

/// A number of a line that is larger in another version of the line, which says the same otherwise.
struct RaisedNumber: Equatable {
  /// The number before.
  let old: Int
  /// By how much it is larger; numbers with decimals count in hundredths.
  let amount: Int
  private let hasDecimals: Bool

  /// The largest count, and the most that a side may add to it: years, ports and versions are none.
  private static let (largest, most) = (999, 9)
  /// The longest line with a number that is compared, in bytes.
  private static let longest = 300

  /// Whether it can be a count of things.
  var isCount: Bool { !hasDecimals && amount <= Self.most && old + amount <= Self.largest }

  /// Compares two versions of a line; `nil` where they differ in anything else.
  init?(from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>) {
    guard old.count <= Self.longest, new.count <= Self.longest + 1, old != new else { return nil }
    let (before, after) = (Self.parts(of: old), Self.parts(of: new))
    guard before.count == after.count else { return nil }
    var found: (old: Int, amount: Int, hasDecimals: Bool)?
    for (one, other) in zip(before, after) where one != other {
      guard case .number(let number, let scale) = one, case .number(let larger, scale) = other,
        larger > number, found == nil || found?.amount == larger - number
      else { return nil }
      found = found ?? (number, larger - number, scale > 1)
    }
    guard let found else { return nil }
    (self.old, amount, hasDecimals) = (found.old, found.amount, found.hasDecimals)
  }

  /// The numbers in a line, those with decimals in hundredths.
  static func amounts(in line: ArraySlice<UInt8>) -> [Int] {
    parts(of: line).compactMap { if case .number(let number, _) = $0 { number } else { nil } }
  }

  /// Whether the new number stands in brackets in its line.
  func isInBrackets(in line: ArraySlice<UInt8>) -> Bool {
    let digits = String(old + amount)
    return ["(\(digits))", "[\(digits)]"].contains { line.firstRange(of: Array($0.utf8)) != nil }
  }

  // MARK: - Parts of a line

  private enum Part: Equatable {
    /// A number, and by what it was multiplied.
    case number(Int, scale: Int)
    case text(ArraySlice<UInt8>)
  }

  /// The most digits of a number.
  private static let mostDigits = 9

  /// The numbers and words of a line, without white space.
  private static func parts(of line: ArraySlice<UInt8>) -> [Part] {
    var found: [Part] = []
    var place = line.startIndex
    while place < line.endIndex {
      let byte = line[place]
      if byte.isWhite {
        place += 1
      } else if byte.isDecimalDigit, let (number, scale, end) = number(at: place, in: line) {
        found.append(.number(number, scale: scale))
        place = end
      } else if byte.isPartOfName || byte >= 0x80 {
        let end = line[place...].prefix { $0.isPartOfName || $0 >= 0x80 }.endIndex
        let word = line[place..<end]
        found.append(numberWord(word).map { .number($0, scale: 1) } ?? .text(word))
        place = end
      } else {
        found.append(.text(line[place...place]))
        place += 1
      }
    }
    return found
  }

  /// A number of its own: no part of a word, a date or a version.
  private static func number(
    at place: Int, in line: ArraySlice<UInt8>
  ) -> (number: Int, scale: Int, end: Int)? {
    let digits = line[place...].prefix(while: \.isDecimalDigit)
    var (end, scale, text) = (digits.endIndex, 1, Array(digits))
    let fraction = line[end...].dropFirst().prefix(while: \.isDecimalDigit)
    if let point = line[end...].first, point == 0x2E || point == 0x2C, fraction.count == 2 {
      (end, scale) = (fraction.endIndex, 100)
      text += fraction
    }
    guard text.count <= mostDigits, let number = Int(String(decoding: text, as: UTF8.self)) else {
      return nil
    }
    let (before, after) = (line[..<place].last ?? 0x20, line[end...].first ?? 0x20)
    // Neither a part of a date, of a range of lines nor of a version; two points are a range of numbers.
    func isDigit(_ byte: UInt8?) -> Bool { byte?.isDecimalDigit ?? false }
    let isRange = line[..<place].suffix(2).elementsEqual("..".utf8)
    guard !before.isPartOfName, !after.isPartOfName,
      !"-,".utf8.contains(before) || !isDigit(line[..<place].dropLast().last),
      before != 0x2E || isRange,
      !"-.,".utf8.contains(after) || !isDigit(line[end...].dropFirst().first)
    else { return nil }
    return (number, scale, end)
  }

  /// The numbers from 2 to 12 in some languages.
  private static let words: [String: Int] = [
    "two three four five six seven eight nine ten eleven twelve",
    "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "deux trois quatre cinq six sept huit neuf dix onze douze",
    "to tre fire fem seks sju åtte ni ti elleve tolv",
    "dos tres cuatro cinco seis siete ocho nueve diez once doce",
  ].reduce(into: [:]) { found, list in
    for (index, word) in list.split(separator: " ").enumerated() { found[String(word)] = index + 2 }
  }

  /// The longest such word, in bytes.
  private static let longestWord = 8

  private static func numberWord(_ word: ArraySlice<UInt8>) -> Int? {
    guard (2...longestWord).contains(word.count) else { return nil }
    return words[String(decoding: word, as: UTF8.self).lowercased()]
  }
}
