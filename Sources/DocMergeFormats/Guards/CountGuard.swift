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
    guard !counts.isEmpty, counts.allSatisfy({ isCount($0, beside: ours.lines) }),
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

  /// The indentation and the first mark of a line.
  private static func form(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let blanks = line.prefix(while: \.isBlankOrTab)
    let first = line[blanks.endIndex...].first ?? 0x0A
    return blanks + [first.isPartOfName ? 0x61 : first]
  }

  /// The lines with raised numbers, and the added lines.
  private typealias Additions = (counts: [ArraySlice<UInt8>], lines: [ArraySlice<UInt8>])

  /// What each side added; `nil` where one changed something else.
  private var additions: (ours: Additions, theirs: Additions)? {
    let found = sides.map { additions(of: $0) }
    guard let ours = found[0], let theirs = found[1] else { return nil }
    return (ours, theirs)
  }

  private func additions(of side: [ArraySlice<UInt8>]) -> Additions? {
    var found: Additions = ([], [])
    var place = 0
    for line in side {
      if place < base.count, line == base[place] {
        place += 1
      } else if place < base.count, Self.isRaised(base[place], to: line) {
        found.counts.append(line)
        place += 1
      } else {
        found.lines.append(line)
      }
      if found.counts.count > 2 { return nil }
    }
    return place == base.count && !found.counts.isEmpty ? found : nil
  }

  /// Whether a line only has a larger number than another one.
  private static func isRaised(_ old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>) -> Bool {
    var start = zip(old, new).prefix { $0 == $1 }.count
    while start > 0, old[old.startIndex + start - 1].isDecimalDigit { start -= 1 }
    let (before, after) = (old.dropFirst(start), new.dropFirst(start))
    let (one, other) = (
      before.prefix(while: \.isDecimalDigit), after.prefix(while: \.isDecimalDigit)
    )
    guard before.dropFirst(one.count).elementsEqual(after.dropFirst(other.count)),
      let number = Int(String(decoding: one, as: UTF8.self)),
      let larger = Int(String(decoding: other, as: UTF8.self))
    else { return false }
    // Parts of words and of versions are none.
    let neighbours = [old.prefix(start).last, before.dropFirst(one.count).first].compactMap(\.self)
    return larger > number && larger - number <= most && larger <= largest
      && !neighbours.contains { $0.isPartOfName || $0 == UInt8(ascii: ".") || $0 == 0x2D }
  }
}
