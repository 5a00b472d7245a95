/// The numbers of the items of a numbered list of prose: `1.`, `2.`, `3.`, or `1.` throughout.
struct ItemNumbers {
  /// Examines the items of all texts; `nil` unless they are numbered in one way, from one number.
  init?(_ families: Triple<ChildMatch.Family>) {
    var (firsts, steps): (Set<Int>, Set<Int>) = ([], [])
    for family in [families.base, families.ours, families.theirs] {
      let numbers = family.children.compactMap { Self.number(in: family.text[$0.body]) }
      guard numbers.count == family.children.count, !Self.areOrdinals(family) else { return nil }
      if let first = numbers.first { firsts.insert(first) }
      for (one, next) in zip(numbers, numbers.dropFirst()) { steps.insert(next - one) }
    }
    guard firsts.count == 1, steps.count < 2, steps.isSubset(of: [0, 1]) else { return nil }
  }

  /// Whether all items start with one word before a colon, which the number belongs to: `3. floor: offices`.
  private static func areOrdinals(_ family: ChildMatch.Family) -> Bool {
    let words = family.children.map { child in
      family.text[child.body].drop { !$0.isPartOfName || $0.isDecimalDigit }.prefix { $0 != 0x20 }
    }
    guard words.count > 1, let first = words.first, first.last == 0x3A else { return false }
    return words.allSatisfy { $0 == first }
  }

  /// Words before a number that refers to an item of a list.
  private static let referringWords = Set(
    [
      "step", "steps", "item", "items", "point", "points", "rule", "rules", "number", "no", "see",
      "question", "task", "option", "case", "phase", "part", "section", "schritt", "punkt", "paso",
      "passo", "etape", "stap", "krok",
    ].map { Array($0.utf8) })

  /// Whether a text refers to an item by its number, as "step 3" does, so that the number must not change.
  static func areReferredTo(in text: [UInt8]) -> Bool {
    var word: ArraySlice<UInt8> = []
    var start = 0
    for index in text.indices {
      if text[index].isDecimalDigit, index == start, index > word.endIndex,
        text[word.endIndex..<index].allSatisfy(isBeforeNumbers),
        referringWords.contains(word.map(\.lowercased))
      {
        return true
      }
      guard !text[index].isPartOfName else { continue }
      if index > start { word = text[start..<index] }
      start = index + 1
    }
    return false
  }

  /// Whether a mark may be between a word and its number: `step 3`, `No. 3`, `item #3`.
  private static func isBeforeNumbers(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "#")
  }

  /// The number at the start of an item, before a full stop or a parenthesis.
  private static func number(in item: ArraySlice<UInt8>) -> Int? {
    let rest = item.drop(while: \.isWhite)
    let digits = rest.prefix(while: \.isDecimalDigit)
    let mark = rest.dropFirst(digits.count).first
    guard mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")") else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }
}
