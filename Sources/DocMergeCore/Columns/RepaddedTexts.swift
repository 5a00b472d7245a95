/// Three texts in which rows that a side only padded anew look the same, so that they are no changes.
///
///     base   ID  int      ours   ID    int      theirs   ID  long      each base line becomes   ID    int
///
/// Where both sides padded a row anew, all three texts get the longer one.
struct RepaddedTexts {
  let base: [UInt8]
  let ours: [UInt8]
  let theirs: [UInt8]

  /// Takes over the padding; `nil` where no side changed padding alone.
  ///
  /// - Complexity: That of a comparison of lines.
  init?(_ notation: ColumnNotation, base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    let old = PaddedText(ColumnText(base, notation))
    let sides = [ours, theirs].map { PaddedText(ColumnText($0, notation)) }
    let partners = sides.map { Self.partners(old.text, $0.text) }
    var lines = (base: old.text.lines, sides: sides.map(\.text.lines))
    var hasChanged = false
    for line in lines.base.indices where old.text.rows[line] != nil {
      let places = partners.map { $0[line] }
      let versions = zip(places, sides).map { place, side in place.map { side.text.lines[$0] } }
      guard let chosen = Self.settled(lines.base[line], versions),
        old.isPadded(line)
          || zip(places, sides).contains(where: { place, side in place.map(side.isPadded) == true })
      else { continue }
      hasChanged = true
      lines.base[line] = chosen
      for (side, place) in places.enumerated() {
        if let place { lines.sides[side][place] = chosen }
      }
    }
    guard hasChanged else { return nil }
    self.base = Array(lines.base.joined())
    self.ours = Array(lines.sides[0].joined())
    self.theirs = Array(lines.sides[1].joined())
  }

  /// The line with the padding that a side gave it; `nil` where none did.
  private static func settled(
    _ base: ArraySlice<UInt8>, _ sides: [ArraySlice<UInt8>?]
  ) -> ArraySlice<UInt8>? {
    sides.compactMap(\.self).filter { $0 != base }.max { one, other in
      one.count == other.count ? one.lexicographicallyPrecedes(other) : one.count < other.count
    }
  }

  /// The line of a side that is the same but for padding, for each line of the base.
  private static func partners(_ base: ColumnText, _ side: ColumnText) -> [Int?] {
    var numbers = PieceNumbers(capacity: base.keys.count)
    let tokens = (numbers.numbers(of: base.keys), numbers.numbers(of: side.keys))
    var diff = TokenDiff(base: tokens.0, other: tokens.1)
    diff.stepLimit = TokenDiff.auditStepLimit
    var partners: [Int?] = Array(repeating: nil, count: base.keys.count)
    var (line, other) = (0, 0)
    for hunk in diff.hunks(by: .histogram) {
      while line < hunk.base.lowerBound {
        partners[line] = other
        (line, other) = (line + 1, other + 1)
      }
      (line, other) = (hunk.base.upperBound, hunk.other.upperBound)
    }
    while line < partners.count, other < side.keys.count {
      partners[line] = other
      (line, other) = (line + 1, other + 1)
    }
    return partners
  }
}

/// A text, and which of its lines are in a run with evident padding.
private struct PaddedText {
  let text: ColumnText
  private let padded: Set<Int>

  init(_ text: ColumnText) {
    self.text = text
    padded = Set(
      text.runs.lazy.filter { RunAlignment.isPadded(text.rows[$0].compactMap(\.self)) }.joined())
  }

  func isPadded(_ line: Int) -> Bool { padded.contains(line) }
}
