import DocMergeLanguage

/// Finds insertions that a comparison placed below a line to which the other side attached a comment or an attribute.
///
/// Where a text has a line at both ends, the comparison cannot tell which of the two is new. The attached line
/// would stand above the insertion, and not above what it belongs to:
///
///     base            ours            theirs
///                     @Override
///                     void m() {}
///                                     @Deprecated
///     @Override       @Override       @Override
///     void z() {}     void z() {}     void z() {}
struct SlidInsertions {
  private let pairs: [SlidingSearch.Pair]

  /// - Complexity: O(*h*), *h* being the number of hunks.
  init(_ merge: LineMerge) { pairs = SlidingSearch(merge).pairs }

  /// The stretches of the base from the attached line to the insertion.
  var stretches: [Range<Int>] { pairs.map(\.stretch) }

  /// Whether a result can have such a line.
  var arePossible: Bool { !pairs.isEmpty }

  /// The attached lines of a result that stand above something else.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result; O(1) where no line can be.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard arePossible else { return [] }
    let lines = Lines(result)
    let known = Dictionary(grouping: pairs) { $0.lines[0] }
    return lines.indices.compactMap { line in
      let found = known[lines[line]]?.first { pair in
        line + pair.lines.count <= lines.count && zip(lines[line...], pair.lines).allSatisfy(==)
      }
      guard let found else { return nil }
      let text = String(decoding: lines[line].trimmed.prefix(60), as: UTF8.self)
      return StructureFault(
        places: [lines.starts[line]..<lines.starts[line + found.lines.count]],
        reason: tr("“\(text)” would stand above something else"))
    }
  }
}

/// Searches for insertions that stand below attached lines only because of the comparison.
private struct SlidingSearch {
  /// An insertion, and the line that the other side attached further up.
  struct Pair {
    /// From the attached line to the insertion, as lines of the base.
    let stretch: Range<Int>
    /// The attached line, the lines below it, and the first line of the insertion.
    let lines: [ArraySlice<UInt8>]
  }

  /// The most lines between the two places.
  private static let distance = 8

  private let texts: MergeTexts
  private let lines: (base: Lines, ours: Lines, theirs: Lines)

  init(_ merge: LineMerge) { (texts, lines) = (merge.compared, merge.lines) }

  var pairs: [Pair] {
    found(texts.oursHunks, texts.ours.tokens, lines.ours, attached: texts.theirsHunks, lines.theirs)
      + found(
        texts.theirsHunks, texts.theirs.tokens, lines.theirs, attached: texts.oursHunks, lines.ours)
  }

  private func found(
    _ insertions: [Hunk], _ tokens: [Int32], _ side: Lines, attached: [Hunk], _ other: Lines
  ) -> [Pair] {
    var pairs: [Pair] = []
    var first = 0
    for insertion in insertions where insertion.base.isEmpty {
      let place = insertion.base.lowerBound
      while first < attached.count, attached[first].base.upperBound + Self.distance < place {
        first += 1
      }
      for hunk in attached[first...] {
        guard hunk.base.upperBound < place else { break }
        guard let last = hunk.other.last, isAttached(other[last]),
          slides(insertion, to: hunk.base.upperBound, tokens)
        else { continue }
        let below = (hunk.base.upperBound..<place).map { lines.base[$0] }
        pairs.append(
          Pair(
            stretch: hunk.base.lowerBound..<place,
            lines: [other[last]] + below + [side[insertion.other.lowerBound]]))
      }
    }
    return pairs
  }

  /// Whether an insertion can as well stand further up, since it ends with the lines of the base above it.
  private func slides(_ insertion: Hunk, to place: Int, _ tokens: [Int32]) -> Bool {
    let above = place..<insertion.base.lowerBound
    guard above.count <= min(Self.distance, insertion.other.count) else { return false }
    let end = insertion.other.upperBound - above.count..<insertion.other.upperBound
    return texts.base.tokens[above] == tokens[end] && above.allSatisfy { opens(lines.base[$0]) }
  }

  /// Whether a line can be the first one of something: it is not blank, and closes nothing.
  private func opens(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.trimmed
    guard let first = text.first else { return false }
    return !"})]".utf8.contains(first) && !text.starts(with: "</".utf8)
      && !text.elementsEqual("end".utf8)
  }

  /// Whether a line is a comment or an attribute, which belongs to the line below it.
  private func isAttached(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.trimmed
    return Self.starts.contains { text.starts(with: $0) }
      || text.first == UInt8(ascii: "[") && text.last == UInt8(ascii: "]")
      || Self.ends.contains { text.suffix($0.count).elementsEqual($0) }
  }

  private static let starts = ["//", "#", "--", "/*", "<!--", "@", "%", ";", "\"\"\""].map {
    Array($0.utf8)
  }
  private static let ends = ["*/", "-->"].map { Array($0.utf8) }
}
