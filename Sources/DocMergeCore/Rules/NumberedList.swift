/// Items of numbered lists: their text is merged, and their numbers are counted anew.
///
/// An item that one side inserts renumbers all that follow, and two sides that append an item both
/// give it the next number. Neither change of numbers is meant.
struct NumberedList: Rung {
  let rule: MergeRule
  /// The rungs that merge the items themselves.
  let rungs: [any Rung]

  func steps(for claim: ConflictLines, in surroundings: InputTexts) -> [Step]? {
    guard let list = NumberedItems(claim, in: surroundings),
      let merged = merged(list.claim, in: list.surroundings),
      let numbered = list.numbered(merged)
    else { return nil }
    return [.settled(numbered, claim, rule)]
  }

  /// The merge of a claim without its numbers; `nil` when something is left to a person.
  private func merged(_ claim: ConflictLines, in surroundings: InputTexts) -> [UInt8]? {
    let ladder = LadderMerge(surroundings: surroundings, options: TextMergeOptions())
    var (bytes, effort): ([UInt8], Int) = ([], 0)
    for piece in SequenceMerge(linesOf: claim, touching: .clashes).pieces {
      let part = claim.part(piece)
      switch piece.kind {
      case .unchanged, .ours, .both: bytes += part.ours.text
      case .theirs: bytes += part.theirs.text
      case .conflict:
        guard let settled = ladder.settled(part, by: rungs, effort: &effort)
        else { return nil }
        bytes += settled.bytes
      }
    }
    return bytes
  }
}

/// A claim about items of a numbered list, with a placeholder for each number.
struct NumberedItems {
  /// The claim without the numbers.
  let claim: ConflictLines
  /// As much of the surrounding texts as rules examine, also without the numbers.
  let surroundings: InputTexts

  private let indentation: ArraySlice<UInt8>
  /// The number of the first item.
  private let first: Int
  /// The number of an item after the claim; the items must lead up to it.
  private let next: Int?

  /// The placeholder for a number; texts that contain it are left alone.
  private static let placeholder: UInt8 = 1
  /// How many lines around the claim are examined.
  private static let horizon = 50

  /// Looks for the numbers; `nil` when a text does not number its items consecutively.
  init?(_ claim: ConflictLines, in surroundings: InputTexts) {
    let runs = [claim.base, claim.ours, claim.theirs]
    guard runs.allSatisfy({ !$0.text.contains(Self.placeholder) }),
      let indentation = runs[1].lines.lazy.compactMap(ItemNumber.init).first?.indentation
    else { return nil }
    let counted = runs.map { Self.numbers($0.lines, indentedBy: indentation) }
    // Where no side inserted or removed an item, this rung does not handle the numbers.
    guard Set(counted).count > 1 else { return nil }
    let before = surroundings.baseLines(before: claim, count: Self.horizon)
    let after = surroundings.baseLines(after: claim, count: Self.horizon)
    let last = Self.numbers(before.reversed(), indentedBy: indentation).first
    next = Self.numbers(after, indentedBy: indentation).first
    var first = last.map { $0 + 1 }
    for (place, numbers) in counted.enumerated() {
      guard let start = numbers.first else {
        if place == 0 { continue }
        return nil
      }
      guard zip(numbers, numbers.dropFirst()).allSatisfy({ $0 + 1 == $1 }), first ?? start == start
      else { return nil }
      first = start
    }
    guard let first else { return nil }
    self.first = first
    self.indentation = indentation
    let parts = runs.map { Self.withoutNumbers($0.lines, indentedBy: indentation) }
    let head = Self.withoutNumbers(before, indentedBy: indentation)
    let tail = Self.withoutNumbers(after, indentedBy: indentation)
    let texts = parts.map { head + $0 + tail }
    self.surroundings = InputTexts(base: texts[0], ours: texts[1], theirs: texts[2])
    let claimed = zip(texts, parts).map { LineRun($0[head.count..<head.count + $1.count]) }
    self.claim = ConflictLines(base: claimed[0], ours: claimed[1], theirs: claimed[2])
  }

  /// A merge with its items numbered; `nil` when the numbers would not fit the rest of the list.
  func numbered(_ merged: [UInt8]) -> [UInt8]? {
    var (bytes, number): ([UInt8], Int) = ([], first)
    for line in LineRun(merged[...]).lines {
      let text = line.dropFirst(indentation.count)
      guard text.first == Self.placeholder, line.starts(with: indentation) else {
        bytes += line
        continue
      }
      bytes += indentation + Array(String(number).utf8) + text.dropFirst()
      number += 1
    }
    guard next ?? number == number, !bytes.contains(Self.placeholder) else { return nil }
    return bytes
  }

  /// The numbers of the items of one list, up to where it ends.
  private static func numbers(
    _ lines: some Sequence<ArraySlice<UInt8>>, indentedBy indentation: ArraySlice<UInt8>
  ) -> [Int] {
    var numbers: [Int] = []
    for line in lines where line.holdsText {
      let depth = line.prefix { $0 == .blank || $0 == UInt8(ascii: "\t") }.count
      if let item = ItemNumber(line), item.indentation == indentation {
        numbers.append(item.value)
      } else if depth <= indentation.count {
        break
      }
    }
    return numbers
  }

  private static func withoutNumbers(
    _ lines: [ArraySlice<UInt8>], indentedBy indentation: ArraySlice<UInt8>
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines {
      if let item = ItemNumber(line), item.indentation == indentation {
        bytes += indentation + [placeholder] + item.rest
      } else {
        bytes += line
      }
    }
    return bytes
  }
}

/// The number at the start of an item of a list, such as that of `3. bread` or `3) bread`.
private struct ItemNumber {
  let indentation: ArraySlice<UInt8>
  let value: Int
  /// The line after the number.
  let rest: ArraySlice<UInt8>

  /// The most digits of a number; four make a year.
  private static let longest = 3

  init?(_ line: ArraySlice<UInt8>) {
    let text = line.drop { $0 == .blank || $0 == UInt8(ascii: "\t") }
    let digits = text.prefix(while: \.isDigit)
    rest = text[digits.endIndex...]
    guard digits.count <= Self.longest, digits.first != UInt8(ascii: "0") || digits.count == 1,
      let mark = rest.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")"),
      rest.dropFirst().first?.isWhitespace ?? true, !Self.isDate(rest),
      let value = Int(String(decoding: digits, as: UTF8.self))
    else { return nil }
    self.value = value
    indentation = line[..<text.startIndex]
  }

  /// Whether the name of a month follows, as in `3. Mai`.
  private static func isDate(_ rest: ArraySlice<UInt8>) -> Bool {
    let word = rest.dropFirst().drop(while: \.isWhitespace).prefix(while: \.isWordByte)
    return monthNames.contains(String(decoding: word, as: UTF8.self).lowercased())
  }
}
