import DocMergeCore
import DocMergeLanguage

/// Finds two lines to which the sides gave the same next number, each for another thing.
///
///     base   T-101 lamp    ours   T-101 lamp    theirs   T-101 lamp    fault   T-101 lamp
///            T-102 door           T-102 door             T-102 door            T-102 door
///                                 T-103 roof             T-103 pump            T-103 roof
///                                                                              T-103 pump
///
/// The number is the first one of a line, or the last one. The base must have several lines of that form, no two with
/// one number, and the new number must be the one behind the highest.
struct NextNumberGuard: Sendable {
  /// A line without a number in it.
  fileprivate struct Form: Hashable {
    let text: [UInt8]
    let isAtEnd: Bool
  }

  private let wanted: [Form: Int]

  /// The fewest lines of the base that show a sequence.
  private static let fewest = 2

  /// Prepares for the base, ours and theirs; `nil` where the sides gave no new number in common.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of what the sides added; of the base where a number is in both.
  init?(_ inputs: [[UInt8]], _ added: AddedLines) {
    guard added.areThere(inEach: true, where: { $0.contains(where: \.isDecimalDigit) }) else {
      return nil
    }
    let sides = added.sides.map { lines in
      lines.reduce(into: [NumberOfLine: Int]()) { counts, line in
        for number in NumberOfLine.all(in: line) { counts[number, default: 0] += 1 }
      }
    }
    let common = sides[0].filter { $0.value == 1 && sides[1][$0.key] == 1 }.map(\.key)
    guard !common.isEmpty else { return nil }
    let forms = Dictionary(common.map { ($0.form, $0.value) }) { max($0, $1) }
    var known: [Form: Set<Int>] = [:]
    var repeated: Set<Form> = []
    for line in Lines(inputs[0]) where line.contains(where: \.isDecimalDigit) {
      for number in NumberOfLine.all(in: line) where forms[number.form] != nil {
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
    var places: [Form: [Range<Int>]] = [:]
    for line in Lines(result) {
      for number in NumberOfLine.all(in: line) where wanted[number.form] == number.value {
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

/// The first or the last number of a line, and the line without it.
private struct NumberOfLine: Hashable {
  let form: NextNumberGuard.Form
  let value: Int

  /// The most digits of a number, and the most bytes of a line.
  private static let (mostDigits, longest) = (5, 100)

  static func all(in line: ArraySlice<UInt8>) -> [NumberOfLine] {
    let line = line.trimmed
    guard line.count <= longest else { return [] }
    let numbers = line.split { !$0.isDecimalDigit }
    guard let first = numbers.first, let last = numbers.last else { return [] }
    let start = number(first, in: line).map { value in
      // The words behind the first number say what it is for.
      NumberOfLine(
        form: .init(
          text: line[..<first.startIndex].map(\.lowercased) + line[first.endIndex...].prefix(1),
          isAtEnd: false), value: value)
    }
    let end = number(last, in: line).map { value in
      NumberOfLine(
        form: .init(
          text: masked(line[..<last.startIndex]) + [0] + masked(line[last.endIndex...]),
          isAtEnd: true), value: value)
    }
    // A number without a word before it can be one of a street, or a quantity.
    let (before, next) = (line[..<first.startIndex], line[first.endIndex...].first)
    let isTitle = next.map { ":.)".utf8.contains($0) } ?? true
    let isNamed =
      before.contains(where: \.isASCIILetter) && before.count { $0 == 0x20 } < 2
      && (before.last == 0x20 ? isTitle : before.last == 0x2D && next?.isBlankOrTab ?? true)
    let isInCode = line[last.endIndex...].first.map { "),;".utf8.contains($0) } ?? false
    return (isNamed ? [start] : []).compactMap(\.self) + (isInCode ? [end] : []).compactMap(\.self)
  }

  /// A number that stands alone: `3`, but not the parts of `3.1`, `12:30` and `a3f`.
  private static func number(_ digits: ArraySlice<UInt8>, in line: ArraySlice<UInt8>) -> Int? {
    guard digits.count <= mostDigits, digits.first != 0x30 || digits.count == 1 else { return nil }
    let next = line[digits.endIndex...].prefix(2)
    if let mark = next.first, mark.isASCIILetter || mark == 0x5F { return nil }
    if next.count == 2, let mark = next.first, ".:,".utf8.contains(mark),
      next.last?.isDecimalDigit == true
    {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// The marks and numbers of a text, with one letter for each word.
  private static func masked(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var masked: [UInt8] = []
    for byte in text {
      let mark = byte.isASCIILetter || byte == 0x5F || byte >= 0x80 ? UInt8(ascii: "a") : byte
      if mark != UInt8(ascii: "a") || masked.last != mark { masked.append(mark) }
    }
    return masked
  }
}
