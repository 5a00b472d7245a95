import DocMergeCore
import DocMergeLanguage

/// Finds two lines to which the sides gave the same next number, each for another thing.
///
///     base   T-101 lamp    ours   T-101 lamp    theirs   T-101 lamp    fault   T-101 lamp
///            T-102 door           T-102 door             T-102 door            T-102 door
///                                 T-103 roof             T-103 pump            T-103 roof
///                                                                              T-103 pump
///
/// The number is that of an id, or of a figure, a table, an equation or a file. The base must have several lines of
/// that form, no two with one number, and the new number must be the one behind the highest.
struct NextNumberGuard: Sendable {
  private let wanted: [[UInt8]: Int]

  /// The fewest lines of the base that show a sequence.
  private static let fewest = 2

  /// Prepares for the base, ours and theirs; `nil` where the sides gave no new number in common.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of what the sides added; of the base where a number is in
  ///   both.
  init?(_ inputs: [[UInt8]], _ added: AddedLines) {
    guard let numbers = added.values({ NumberOfLine($0) }) else { return nil }
    let sides = numbers.map { numbers in
      numbers.reduce(into: [NumberOfLine: Int]()) { $0[$1, default: 0] += 1 }
    }
    let common = sides[0].filter { $0.value == 1 && sides[1][$0.key] == 1 }.map(\.key)
    guard !common.isEmpty else { return nil }
    let forms = Dictionary(common.map { ($0.form, $0.value) }) { max($0, $1) }
    var known: [[UInt8]: Set<Int>] = [:]
    var repeated: Set<[UInt8]> = []
    for line in Lines(inputs[0]) where line.contains(where: \.isDecimalDigit) {
      if let number = NumberOfLine(line), forms[number.form] != nil {
        if !known[number.form, default: []].insert(number.value).inserted {
          repeated.insert(number.form)
        }
      }
    }
    wanted = forms.filter { form, value in
      guard let values = known[form], values.count >= Self.fewest, !repeated.contains(form) else {
        return false
      }
      return values.max().map { $0 + 1 == value } ?? false && values.contains(value - 2)
    }
    guard !wanted.isEmpty else { return nil }
  }

  /// The lines with such numbers.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result.
  func faults(in result: [UInt8]) -> [StructureFault] {
    var places: [[UInt8]: [Range<Int>]] = [:]
    for line in Lines(result) {
      if let number = NumberOfLine(line), wanted[number.form] == number.value {
        places[number.form, default: []].append(line.indices)
      }
    }
    return places.filter { _, lines in
      Set(lines.map { result[$0].trimmed }).count > 1
    }.map { form, lines in
      StructureFault(
        places: lines,
        reason: tr("each side gave the number \(wanted[form] ?? 0) to another line"))
    }.sorted { $0.stands(before: $1) }
  }
}

/// The first number of a line, and the text before it.
private struct NumberOfLine: Hashable {
  let form: [UInt8]
  let value: Int

  /// The most digits of a number, and the most bytes of a line.
  private static let (mostDigits, longest) = (5, 100)

  /// Reads the first number of a line; `nil` where it is no id, and not that of a figure or a table.
  init?(_ line: ArraySlice<UInt8>) {
    let line = line.trimmed
    guard line.count <= Self.longest else { return nil }
    let digits = line.drop { !$0.isDecimalDigit }.prefix(while: \.isDecimalDigit)
    guard let value = Self.number(digits, in: line) else { return nil }
    let (before, next) = (line[..<digits.startIndex], line[digits.endIndex...].first)
    let word = String(
      decoding: before.trimmed.filter { $0 != UInt8(ascii: ".") }.map(\.lowercased), as: UTF8.self)
    let isTitle = next.map { ":.)".utf8.contains($0) } ?? true
    let isId =
      before.last == 0x2D && before.dropLast().allSatisfy(\.isASCIILetter) && before.count > 1
    guard
      isId && next?.isBlankOrTab ?? true || isTitle && Self.titles.contains(word)
        || Self.isFile(before, line[digits.endIndex...])
    else {
      return nil
    }
    (form, self.value) = (before.map(\.lowercased), value)
  }

  /// Whether a number is the one in the name of a file: `V3__ports.sql`, `ch12_storm`.
  private static func isFile(_ before: ArraySlice<UInt8>, _ rest: ArraySlice<UInt8>) -> Bool {
    let word = before.reversed().prefix(while: \.isASCIILetter)
    let mark = before.dropLast(word.count).last ?? 0x20
    let name = rest.drop { $0 == 0x5F }.prefix {
      $0.isPartOfNameOrHyphen || $0 == UInt8(ascii: ".")
    }
    let isIncluded = ["include{", "input{"].contains {
      before.dropLast(word.count).suffix($0.utf8.count).elementsEqual($0.utf8)
    }
    return !word.isEmpty && word.count <= longestWord && " {\"'/".utf8.contains(mark)
      && rest.first == 0x5F && name.first?.isASCIILetter == true
      && (isIncluded || name.contains(UInt8(ascii: ".")))
      && "}\"',".utf8.contains(rest[name.endIndex...].first ?? 0x2C)
  }

  /// The longest word before the number of a file.
  private static let longestWord = 8

  /// Words of what a text numbers from its start to its end.
  private static let titles: WordList =
    "figure fig table tab listing equation eq abbildung abb tabelle figur tabell figura tabla tableau"

  /// A number that stands alone: `3`, but not the parts of `3.1`, `12:30` and `a3f`.
  private static func number(_ digits: ArraySlice<UInt8>, in line: ArraySlice<UInt8>) -> Int? {
    guard digits.count <= mostDigits, digits.first != 0x30 || digits.count == 1 else { return nil }
    let next = line[digits.endIndex...].prefix(2)
    if let mark = next.first, mark.isASCIILetter { return nil }
    if next.count == 2, let mark = next.first, ".:,".utf8.contains(mark),
      next.last?.isDecimalDigit == true
    {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
