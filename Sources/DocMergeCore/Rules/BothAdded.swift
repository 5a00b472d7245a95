/// Lines that both sides added at one place, one side's after the other's.
struct BothAdded: Rung {
  let rule: MergeRule
  /// The places in a list that the additions may have.
  let places: [ListPlace]

  func steps(for claim: ConflictLines, in surroundings: InputTexts) -> [Step]? {
    guard claim.base.isBlank, !claim.ours.isBlank, !claim.theirs.isBlank,
      places.contains(ListPlace(of: claim, in: surroundings)),
      Novelty(of: claim, in: surroundings).isApart,
      ItemEnds(before: claim, in: surroundings)?.isComma ?? true
    else { return nil }
    let separator = Separator(around: claim, in: surroundings)
    let sides = [claim.ours.text, claim.theirs.text]
    // A mark can make a line look like another one in one order and not in the other.
    let swapped = separator.joined(separator.ordered(sides.reversed()))
    let conflict = claim.conflict(endingLinesWith: .lineFeed)
    guard RegionAudit(of: conflict, decidedAs: swapped[...], by: rule).isAccounted else {
      return nil
    }
    return [.settled(separator.joined(separator.ordered(sides)), claim, rule)]
  }
}

/// Lines that both sides added behind the last item of a list that ends in another way than the other items.
///
/// The changes of both sides to the item before show the end of the last item, and the separator: ``ItemEnds``.
struct AddedBehindLastItem: Rung {
  let rule: MergeRule
  let isAboutItems = true

  func steps(for claim: ConflictLines, in surroundings: InputTexts) -> [Step]? {
    guard !claim.ours.isBlank, !claim.theirs.isBlank,
      let ends = ItemEnds(before: claim, in: surroundings),
      Novelty(of: claim, in: surroundings, hasOptions: true).isApart,
      let joined = ends.joined(claim.ours, claim.theirs)
    else { return nil }
    return [.settled(joined, claim, rule)]
  }
}

/// Changes of lines where one side does all that the other does, and more.
struct SubsumedChanges: Rung {
  /// The part of the words of a removed line that an added line must have to count as an edit of it.
  private static let likeness = 0.5

  let rule: MergeRule
  let isAboutWords = true

  func steps(for claim: ConflictLines, in surroundings: InputTexts) -> [Step]? {
    guard !claim.ours.isBlank, !claim.theirs.isBlank else { return nil }
    if let shared = sameText(in: claim) { return [.settled(Array(shared.text), claim, rule)] }
    if let fuller = fuller(claim.ours, claim.theirs, base: claim.base) {
      return [.settled(Array((fuller ? claim.ours : claim.theirs).text), claim, rule)]
    }
    if let fuller = fuller(claim.theirs, claim.ours, base: claim.base) {
      return [.settled(Array((fuller ? claim.theirs : claim.ours).text), claim, rule)]
    }
    return nil
  }

  /// The side to take where both have the same text except for white space; `nil` otherwise.
  ///
  /// The order of the sides must not matter: a side that equals the base loses, then the shorter one.
  private func sameText(in claim: ConflictLines) -> LineRun? {
    let (ours, theirs) = (claim.ours, claim.theirs)
    func lines(_ run: LineRun) -> [ArraySlice<UInt8>] {
      run.lines.filter(\.holdsText).map(\.withoutBlanksAtEnd)
    }
    guard lines(ours) == lines(theirs) else { return nil }
    let known = Set(claim.base.lines)
    let (oursNew, theirsNew) = (
      ours.lines.count { !known.contains($0) }, theirs.lines.count { !known.contains($0) }
    )
    if oursNew != theirsNew { return oursNew > theirsNew ? ours : theirs }
    if ours.text.count != theirs.text.count {
      return ours.text.count > theirs.text.count ? ours : theirs
    }
    return ours.text.lexicographicallyPrecedes(theirs.text) ? ours : theirs
  }

  /// Whether the longer of two texts has all changes of both; `nil` when neither has.
  ///
  /// The longer one has them if the lines that only it has were added, the shorter one if they were removed.
  /// Lines that differ only in white space at their ends are the same, unless the shorter text changed it.
  private func fuller(_ longer: LineRun, _ shorter: LineRun, base: LineRun) -> Bool? {
    let old = Set(base.lines)
    var wanted = shorter.lines.filter(\.holdsText)[...]
    var extra: [ArraySlice<UInt8>] = []
    for line in longer.lines where line.holdsText {
      let text = line.withoutBlanksAtEnd
      if let next = wanted.first, next == line || old.contains(next),
        next.withoutBlanksAtEnd == text
      {
        wanted.removeFirst()
      } else {
        extra.append(text)
      }
    }
    guard wanted.isEmpty else { return nil }
    var known: [ArraySlice<UInt8>: Int] = [:]
    for line in base.lines { known[line.withoutBlanksAtEnd, default: 0] += 1 }
    if extra.allSatisfy({ known[$0] == nil }) {
      // A line that was made from one that the shorter text removed brings that one back.
      let kept = Set(shorter.lines.map(\.withoutBlanksAtEnd))
      let removed = base.lines.filter {
        $0.contains(where: \.isWordByte) && !kept.contains($0.withoutBlanksAtEnd)
      }
      guard extra.count * removed.count <= Self.comparisonLimit else { return nil }
      let isMadeOfRemoved = extra.contains { line in
        removed.contains { Self.isMade(line, of: $0) }
      }
      return isMadeOfRemoved ? nil : true
    }
    for line in extra {
      guard let count = known[line], count > 0 else { return nil }
      known[line] = count - 1
    }
    return keepsOrder(longer, of: base) ? false : nil
  }

  /// How many pairs of lines are compared by their words.
  private static let comparisonLimit = 10_000

  /// Whether a line has at least half of the words of another one, or starts with half of its text.
  private static func isMade(_ line: ArraySlice<UInt8>, of removed: ArraySlice<UInt8>) -> Bool {
    if WordSequence.contained(of: removed, in: line) >= likeness { return true }
    let text = removed.filter(\.isWordByte)
    let common = zip(text, line.lazy.filter { $0.isWordByte }).prefix { $0 == $1 }.count
    return Double(common) >= likeness * Double(text.count)
  }

  /// Whether lines of the base are in a text in the same order: a line that was moved was not left alone.
  private func keepsOrder(_ text: LineRun, of base: LineRun) -> Bool {
    let lines = base.lines.filter(\.holdsText).map(\.withoutBlanksAtEnd)
    let known = Set(lines)
    var rest = lines[...]
    return text.lines.lazy.filter { $0.holdsText }.map { $0.withoutBlanksAtEnd }.filter(
      known.contains
    )
    .allSatisfy { line in
      guard let place = rest.firstIndex(of: line) else { return false }
      rest = rest[(place + 1)...]
      return true
    }
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without white space at the end.
  fileprivate var withoutBlanksAtEnd: ArraySlice<UInt8> {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return prefix(0) }
    return self[...last]
  }
}
