/// One edit of each side, with a part of the base between them that neither touched.
///
///     base    red apples and pears
///     ours    ripe apples and pears       an edit of the first word
///     theirs  red apples and plums        an edit of the last one
struct DisjointEdits {
  private let base: [UInt8]
  private let ours: [UInt8]
  private let theirs: [UInt8]
  private let oursEdit: Edit
  private let theirsEdit: Edit

  /// The stretch from the first byte that differs to the last.
  private struct Edit {
    var base: Range<Int>
    var other: Range<Int>

    init(_ base: [UInt8], _ other: [UInt8]) {
      let shorter = min(base.count, other.count)
      var (start, end) = (0, 0)
      while start < shorter, base[start] == other[start] { start += 1 }
      while end < shorter - start, base[base.count - 1 - end] == other[other.count - 1 - end] {
        end += 1
      }
      self.base = start..<base.count - end
      self.other = start..<other.count - end
    }
  }

  /// Looks for the edits; `nil` when they are not apart, or only within one word.
  init?(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    oursEdit = Edit(base, ours)
    theirsEdit = Edit(base, theirs)
    let (end, start) =
      oursEdit.base.upperBound <= theirsEdit.base.lowerBound
      ? (oursEdit.base.upperBound, theirsEdit.base.lowerBound)
      : (theirsEdit.base.upperBound, oursEdit.base.lowerBound)
    guard end < start, (end..<start).contains(where: partsWords) else { return nil }
  }

  /// Whether the byte at a place of the base separates words, whichever bytes surround it.
  private func partsWords(at place: Int) -> Bool {
    switch base[place] {
    // A comma between digits may be part of a number.
    case UInt8(ascii: ","):
      let beside = [place - 1, place + 1].filter(base.indices.contains)
      return !beside.allSatisfy { base[$0].isDigit }
    case UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "\""), UInt8(ascii: "="): return true
    default: return base[place].isWhitespace
    }
  }

  /// Whether a text has both edits, each in its place, and is the base otherwise.
  func isResult(_ result: [UInt8]) -> Bool {
    let isOursFirst = oursEdit.base.lowerBound < theirsEdit.base.lowerBound
    let (first, second) = isOursFirst ? (oursEdit, theirsEdit) : (theirsEdit, oursEdit)
    let (one, other) = isOursFirst ? (ours, theirs) : (theirs, ours)
    var rest = result[...]
    let parts = [
      one[..<first.other.upperBound], base[first.base.upperBound..<second.base.lowerBound],
      other[second.other.lowerBound...],
    ]
    for part in parts {
      guard rest.starts(with: part) else { return false }
      rest = rest.dropFirst(part.count)
    }
    return rest.isEmpty
  }
}
