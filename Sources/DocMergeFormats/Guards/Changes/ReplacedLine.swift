import DocMergeCore

/// A line that a side replaced by another one, in a part with as many lines before and after.
struct ReplacedLine: Sendable {
  /// The place of the old line in the base, without its end.
  let base: Range<Int>
  /// The new line, without its end.
  let line: ArraySlice<UInt8>

  /// The most lines of a side that are compared, and the most bytes of an old and a new line together.
  private static let (mostLines, longest) = (500, 2_000)

  /// The lines of some parts, in the order of the base.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the parts.
  static func all(
    in parts: [InputChanges.ChangedPart], base: [UInt8], side: [UInt8]
  ) -> [ReplacedLine] {
    var found: [ReplacedLine] = []
    for part in parts where part.baseCount == part.sideCount && found.count < mostLines {
      let before = base[part.base].split(separator: 0x0A, omittingEmptySubsequences: false)
      let after = side[part.side].split(separator: 0x0A, omittingEmptySubsequences: false)
      for (old, new) in zip(before, after) where old != new && old.count + new.count < longest {
        found.append(ReplacedLine(base: old.indices, line: new))
      }
    }
    return found
  }
}

extension InputChanges {
  /// The lines that each side replaced one by one.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of what the sides changed, after ``parts``.
  var replacedLines: Sides<[ReplacedLine]> {
    Sides(
      ours: ReplacedLine.all(in: parts.ours, base: texts.base, side: texts.ours),
      theirs: ReplacedLine.all(in: parts.theirs, base: texts.base, side: texts.theirs))
  }
}
