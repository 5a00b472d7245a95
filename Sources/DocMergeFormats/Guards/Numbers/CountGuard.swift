import DocMergeCore
import DocMergeLanguage

/// Finds a number that both sides raised alike, while each added something else: it counts, or sums up, the additions of
/// one side.
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
  /// Texts with more lines are not examined.
  private static let longest = 20_000

  /// Prepares for the base, ours and theirs.
  init(_ changes: InputChanges) {
    guard changes.mayInsertByBoth else { return }
    let inputs = changes.inputs
    base = inputs[0].split(separator: 0x0A, omittingEmptySubsequences: false)
    sides = inputs[1...].map { $0.split(separator: 0x0A, omittingEmptySubsequences: false) }
  }

  /// The lines with such numbers.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard !sides.isEmpty, base.count < Self.longest, sides.allSatisfy({ $0.count > base.count }),
      let (ours, theirs) = additions
    else { return [] }
    let counts = Set(ours.counts).intersection(theirs.counts)
    guard !counts.isEmpty, ours.counts.count == counts.count, theirs.counts.count == counts.count,
      !ours.lines.isEmpty, !theirs.lines.isEmpty,
      Set(ours.lines).isDisjoint(with: theirs.lines),
      ours.raised == theirs.raised && ours.isSum && theirs.isSum
        || [ours, theirs].allSatisfy({ $0.isCount(in: base) })
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

  /// What one side added.
  private struct Additions {
    /// The lines with raised numbers, and by how much each was raised.
    var counts: [ArraySlice<UInt8>] = []
    var raised: [RaisedNumber] = []
    /// The added lines, and the line of the base before which the first one stands.
    var lines: [ArraySlice<UInt8>] = []
    var place = 0

    /// Whether an added line has the number by which the other number was raised: it is a part of a sum.
    var isSum: Bool {
      lines.contains { line in
        RaisedNumber.amounts(in: line).contains { amount in raised.contains { $0.amount == amount }
        }
      }
    }

    /// Whether the number counts lines like the added ones.
    func isCount(in base: [ArraySlice<UInt8>]) -> Bool {
      guard raised.allSatisfy(\.isCount), let first = lines.first(where: { !$0.trimmed.isEmpty })
      else { return false }
      let added = lines.count { !$0.trimmed.isEmpty }
      if zip(raised, counts).allSatisfy({ $0.amount == added && Self.isTitle($1) }) { return true }
      let numbers = numbers(ofLinesLike: first, in: base)
      return zip(raised, counts).contains { number, line in
        numbers.contains(number.old) || number.isInBrackets(in: line)
      }
    }

    private static func isTitle(_ line: ArraySlice<UInt8>) -> Bool {
      line.trimmed.last == 0x3A || line.first == UInt8(ascii: "#")
    }

    /// How many lines of the base are like a line: those of its form, those of its form around it, perhaps below a title
    /// of that form, and those that begin with its word.
    private func numbers(ofLinesLike line: ArraySlice<UInt8>, in base: [ArraySlice<UInt8>]) -> Set<
      Int
    > {
      let (form, word) = (Self.form(line), Self.word(line))
      let before = base[..<place].reversed().prefix { Self.form($0) == form }.count
      let behind = base[place...].prefix { Self.form($0) == form }.count
      return [
        base.count { Self.form($0) == form }, before + behind, before + behind - 1,
        word.isEmpty ? 0 : base.count { Self.word($0) == word },
      ]
    }

    /// The indentation and the first mark of a line.
    private static func form(_ line: ArraySlice<UInt8>) -> [UInt8] {
      let blanks = line.prefix(while: \.isBlankOrTab)
      let first = line[blanks.endIndex...].first ?? 0x0A
      return blanks + [first.isPartOfName ? 0x61 : first]
    }

    private static func word(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      line.drop { !$0.isPartOfName }.prefix(while: \.isPartOfName)
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
      if place < base.count, line.withoutComma == base[place].withoutComma {
        place += 1
      } else if place < base.count, let raised = RaisedNumber(from: base[place], to: line) {
        found.counts.append(line)
        found.raised.append(raised)
        place += 1
      } else {
        if found.lines.isEmpty { found.place = place }
        if !line.trimmed.isEmpty { found.lines.append(line) }
      }
      if found.counts.count > 2 { return nil }
    }
    return place == base.count && !found.counts.isEmpty ? found : nil
  }
}

extension ArraySlice<UInt8> {
  /// The line without the comma of a list at its end, which the last item has not.
  fileprivate var withoutComma: ArraySlice<UInt8> {
    last == UInt8(ascii: ",") ? dropLast() : self
  }
}
