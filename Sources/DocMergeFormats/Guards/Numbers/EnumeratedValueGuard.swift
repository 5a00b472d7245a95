import DocMergeCore
import DocMergeLanguage

/// Finds numbered constants of program code that have the same number, where no input has two such constants.
///
///     #define RED 1        ours   #define BLUE 3        theirs   #define GOLD 3
///     #define GREEN 2
///
/// The constants of the base have rising numbers, some of them successive, and the new ones follow one of them. Bits
/// count by their places: `1 << 3`.
struct EnumeratedValueGuard {
  private let inputs: [[UInt8]]

  /// Prepares for the base, ours and theirs; `nil` where one side added no constant.
  init?(_ inputs: [[UInt8]], _ added: AddedLines) {
    guard added.areThere(inEach: true, where: { NumberedConstant($0) != nil }) else { return nil }
    self.inputs = inputs
  }

  /// The constants with one number.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    var known: [[ArraySlice<UInt8>: Int]]?
    var faults: [StructureFault] = []
    for constants in Self.blocks(in: result) {
      let doubled = Dictionary(grouping: constants) { $0.number }.filter { $0.value.count > 1 }
      guard !doubled.isEmpty else { continue }
      let numbers = known ?? inputs.map(Self.numbers)
      known = numbers
      let old = numbered(constants, numbers)
      for (number, constants) in doubled
      where (old.contains(number - 1) || Self.areBits(old) && old.contains(number / 2))
        && !old.contains(number) && number > 0
        && constants.allSatisfy({ numbers[0][$0.name] == nil })
      {
        faults.append(.doubled("\(number)", at: constants.map(\.place)))
      }
    }
    return faults.sorted { $0.stands(before: $1) }
  }

  /// Whether there are two numbers or more, each a power of two.
  private static func areBits(_ numbers: Set<Int>) -> Bool {
    numbers.count > 1 && numbers.allSatisfy { $0 >= 0 && $0 & ($0 - 1) == 0 }
  }

  /// The numbers of the base among constants that it numbers, while each input has different ones; empty for others.
  private func numbered(
    _ constants: [NumberedConstant], _ numbers: [[ArraySlice<UInt8>: Int]]
  ) -> Set<Int> {
    let known = numbers.map { numbers in constants.compactMap { numbers[$0.name] } }
    let steps = zip(known[0], known[0].dropFirst()).map { $1 - $0 }
    guard known.allSatisfy({ Set($0).count == $0.count }), steps.contains(1),
      steps.allSatisfy({ $0 > 0 })
    else { return [] }
    return Set(known[0])
  }

  private static func numbers(in text: [UInt8]) -> [ArraySlice<UInt8>: Int] {
    let constants = blocks(in: text).flatMap(\.self)
    return Dictionary(constants.map { ($0.name, $0.number) }) { first, _ in first }
  }

  /// The most forms of constants at one place.
  private static let mostForms = 64

  /// The constants of one form between lines of a smaller indentation.
  private static func blocks(in text: [UInt8]) -> [[NumberedConstant]] {
    var (closed, open): ([[NumberedConstant]], [[UInt8]: [NumberedConstant]]) = ([], [:])
    for line in Lines(text).places {
      if let constant = NumberedConstant(text[line]), open.count < mostForms {
        open[constant.head, default: []].append(constant)
        continue
      }
      let indentation = text[line].prefix(while: \.isBlankOrTab).count
      if text[line].dropFirst(indentation).first.map(\.isWhite) ?? true { continue }
      for (head, constants) in open where head.prefix(while: \.isBlankOrTab).count > indentation {
        closed.append(constants)
        open[head] = nil
      }
    }
    return closed + open.values
  }
}

/// A line that gives a number to a name: `#define NAME 1`, `const int NAME = 1;`, `NAME = 1,`.
private struct NumberedConstant {
  let name: ArraySlice<UInt8>
  /// The text before the name.
  let head: [UInt8]
  /// The number; of a single bit its place.
  let number: Int
  /// The line.
  let place: Range<Int>

  /// Reads a line; `nil` for another one.
  init?(_ line: ArraySlice<UInt8>) {
    let content = line.prefix { $0 != 0x0A }
    var words = content.trimmed
    let isDefined = words.starts(with: "#define ".utf8)
    guard isDefined || words.contains(0x3D) else { return nil }
    if let slash = words.firstIndex(of: UInt8(ascii: "/")) { words = words[..<slash].trimmed }
    if let last = words.last, ",;".utf8.contains(last) { words = words.dropLast().trimmed }
    let value: ArraySlice<UInt8>
    if isDefined {
      let rest = words.dropFirst(8).trimmed
      name = rest.prefix(while: \.isPartOfName)
      value = rest[name.endIndex...]
      guard value.first?.isWhite == true else { return nil }
    } else {
      guard let sign = words.firstIndex(of: 0x3D), words[sign...].dropFirst().first != 0x3D else {
        return nil
      }
      name = words[..<sign].prefix { $0 != 0x3A }.split { !$0.isPartOfName }.last ?? []
      value = words[(sign + 1)...]
    }
    // Names of constants are capitals, or begin with one.
    guard let first = name.first, first.isCapital,
      let number = Self.number(value.trimmed)
    else { return nil }
    self.number = number
    place = line.indices
    head = Array(content.prefix(while: \.isBlankOrTab) + words[..<name.startIndex])
  }

  /// Longer numbers count nothing, in bytes.
  private static let longestNumber = 12

  /// A number with its size in bits, as Verilog writes it: `3'd5`, `8'h1F`.
  private static func sizedNumber(_ value: ArraySlice<UInt8>) -> Int? {
    let parts = value.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].allSatisfy(\.isDecimalDigit), let base = parts[1].first,
      let radix = [UInt8(ascii: "b"): 2, UInt8(ascii: "d"): 10, UInt8(ascii: "h"): 16][
        base.lowercased]
    else { return nil }
    return Int(String(decoding: parts[1].dropFirst(), as: UTF8.self), radix: radix)
  }

  private static func number(_ value: ArraySlice<UInt8>) -> Int? {
    var value = value
    if value.first == 0x28, value.last == 0x29 { value = value.dropFirst().dropLast().trimmed }
    guard value.count < longestNumber else { return nil }
    if let sized = sizedNumber(value) { return sized }
    let words = value.split(whereSeparator: \.isWhite)
    if words.count == 3, words[0].elementsEqual("1".utf8), words[1].elementsEqual("<<".utf8) {
      return Int(String(decoding: words[2], as: UTF8.self))
    }
    let isHexadecimal = value.starts(with: "0x".utf8)
    return Int(
      String(decoding: isHexadecimal ? value.dropFirst(2) : value, as: UTF8.self),
      radix: isHexadecimal ? 16 : 10)
  }
}
