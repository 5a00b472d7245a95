import DocMergeCore
import DocMergeLanguage

/// Finds a number that both sides raised alike, while each added something else: it counts the additions of one side.
///
///     base   Guests (4)       ours   Guests (5)       theirs   Guests (5)       fault   Guests (5)
///            Ann                     Ann                       Ann                      Ann
///            …                       Ben                       …                        Ben
///                                    …                         Zoe                      …
///                                                                                       Zoe
///
/// Beside the number, both sides must only have added lines.
struct CountGuard {
  private var base: [ArraySlice<UInt8>] = []
  private var sides: [[ArraySlice<UInt8>]] = []
  /// The largest count, and the most that a side may add to it: years, ports and versions are none.
  private static let (largest, most) = (999, 9)
  /// Texts with more lines are not examined.
  private static let longest = 20_000

  /// Prepares for the base, ours and theirs.
  init(_ changes: InputChanges) {
    guard changes.mayInsertByBoth else { return }
    let inputs = changes.inputs
    base = inputs[0].split(separator: 0x0A)
    sides = inputs[1...].map { $0.split(separator: 0x0A) }
  }

  /// The lines with such numbers.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard !sides.isEmpty, base.count < Self.longest, sides.allSatisfy({ $0.count > base.count }),
      let (ours, theirs) = additions
    else { return [] }
    let counts = Set(ours.counts).intersection(theirs.counts)
    let isSum = ours.amounts == theirs.amounts && ours.holdsAmount && theirs.holdsAmount
    let isTitle = ours.hasTitle && theirs.hasTitle
    guard !counts.isEmpty,
      isSum || isTitle || counts.allSatisfy({ isCount($0, beside: ours.lines) }),
      ours.counts.count == counts.count,
      theirs.counts.count == counts.count,
      !ours.lines.isEmpty, !theirs.lines.isEmpty,
      Set(ours.lines).isDisjoint(with: theirs.lines)
    else { return [] }
    let places = Lines(result).map(\.indices).filter { place in
      counts.contains { $0.elementsEqual(result[place].prefix { $0 != 0x0A }) }
    }
    guard !places.isEmpty else { return [] }
    return [
      StructureFault(
        places: places, reason: tr("both sides raised a number, each for something else"))
    ]
  }

  /// Whether a number is in brackets, or as large as the count of lines of the base that begin like an added one.
  private func isCount(
    _ line: ArraySlice<UInt8>, beside additions: [ArraySlice<UInt8>]
  ) -> Bool {
    guard let added = additions.first(where: { !$0.trimmed.isEmpty }) else { return false }
    let form = Self.form(added)
    let number = base.count { Self.form($0) == form } + 1
    return line.split { !$0.isDecimalDigit }.contains { digits in
      let (before, after) = (line[..<digits.startIndex].last, line[digits.endIndex...].first)
      return before == 0x28 && after == 0x29 || before == 0x5B && after == 0x5D
        || Int(String(decoding: digits, as: UTF8.self)) == number
    }
  }

  // MARK: - Numbers in words

  /// The longest line with a number in words, and the longest such word, in bytes.
  private static let (longestLine, longestWord) = (300, 8)

  /// The numbers from 2 to 12 in some languages.
  private static let numberWords: [[String]] = [
    "two three four five six seven eight nine ten eleven twelve",
    "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "deux trois quatre cinq six sept huit neuf dix onze douze",
    "to tre fire fem seks sju åtte ni ti elleve tolv",
    "dos tres cuatro cinco seis siete ocho nueve diez once doce",
  ].map { $0.split(separator: " ").map(String.init) }

  private static func words(of line: ArraySlice<UInt8>) -> [String] {
    line.split { !$0.isPartOfName && $0 < 0x80 }.map {
      String(decoding: $0, as: UTF8.self).lowercased()
    }
  }

  /// By how much a number in words is larger, as in `Three people` and `Four people`; `nil` where more is different.
  private static func amountInWords(
    from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>
  ) -> Int? {
    guard old.count <= longestLine, abs(old.count - new.count) <= longestWord else { return nil }
    let (before, after) = (words(of: old), words(of: new))
    guard before.count == after.count else { return nil }
    let changed = before.indices.filter { before[$0] != after[$0] }
    guard changed.count == 1, let index = changed.first else { return nil }
    return numberWords.lazy.compactMap { words -> Int? in
      guard let one = words.firstIndex(of: before[index]),
        let other = words.firstIndex(of: after[index]), other > one
      else { return nil }
      return other - one
    }.first
  }

  /// The indentation and the first mark of a line.
  private static func form(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let blanks = line.prefix(while: \.isBlankOrTab)
    let first = line[blanks.endIndex...].first ?? 0x0A
    return blanks + [first.isPartOfName ? 0x61 : first]
  }

  /// The lines with raised numbers, by how much each was raised, and the added lines.
  private struct Additions {
    var counts: [ArraySlice<UInt8>] = []
    var amounts: [Int] = []
    var lines: [ArraySlice<UInt8>] = []

    /// Whether the number is in a title, and was raised by the count of added lines: `12 people:`.
    var hasTitle: Bool {
      let added = lines.count { !$0.trimmed.isEmpty }
      return amounts.allSatisfy { $0 == added }
        && counts.allSatisfy { $0.trimmed.last == 0x3A || $0.first == UInt8(ascii: "#") }
    }

    /// Whether an added line has the number by which another number was raised: a part of a sum.
    var holdsAmount: Bool {
      lines.contains { line in
        line.split { !$0.isDecimalDigit }.contains { digits in
          amounts.contains { Int(String(decoding: digits, as: UTF8.self)) == $0 }
        }
      }
    }
  }

  /// The additions of each side; `nil` where one changed something else.
  private var additions: (ours: Additions, theirs: Additions)? {
    let found = sides.map { additions(of: $0) }
    guard let ours = found[0], let theirs = found[1] else { return nil }
    return (ours, theirs)
  }

  private func additions(of side: [ArraySlice<UInt8>]) -> Additions? {
    var found = Additions()
    var place = 0
    for line in side {
      if place < base.count, line == base[place] {
        place += 1
      } else if place < base.count, let amount = Self.amount(from: base[place], to: line) {
        found.counts.append(line)
        found.amounts.append(amount)
        place += 1
      } else {
        found.lines.append(line)
      }
      if found.counts.count > 2 { return nil }
    }
    return place == base.count && !found.counts.isEmpty ? found : nil
  }

  /// How much larger the number of a line is than that of another one; `nil` where they differ in anything else.
  private static func amount(from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>) -> Int? {
    if let amount = amountInWords(from: old, to: new) { return amount }
    var start = zip(old, new).prefix { $0 == $1 }.count
    while start > 0, old[old.startIndex + start - 1].isDecimalDigit { start -= 1 }
    let (before, after) = (old.dropFirst(start), new.dropFirst(start))
    let (one, other) = (
      before.prefix(while: \.isDecimalDigit), after.prefix(while: \.isDecimalDigit)
    )
    guard before.dropFirst(one.count).elementsEqual(after.dropFirst(other.count)),
      let number = Int(String(decoding: one, as: UTF8.self)),
      let larger = Int(String(decoding: other, as: UTF8.self))
    else { return nil }
    // Parts of words and of versions are none.
    let neighbours = [old.prefix(start).last, before.dropFirst(one.count).first].compactMap(\.self)
    guard larger > number, larger - number <= most, larger <= largest,
      !neighbours.contains(where: { $0.isPartOfName || $0 == UInt8(ascii: ".") || $0 == 0x2D })
    else { return nil }
    return larger - number
  }
}
