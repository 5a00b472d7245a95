/// Whether a side deleted a line in one place and inserted the same line in another one.
///
/// Then a comparison of lines may take a part of the text for a similar one, such as the body of a function for
/// that of its neighbour.
struct ReorderedLines {
  /// Whether there are such lines.
  let areThere: Bool

  /// Looks for lines with a word that a side both deleted and inserted.
  ///
  /// - Complexity: O(*c*), *c* being the number of bytes that a side changed.
  init(_ comparison: LineMerge) {
    let (base, ours, theirs) = comparison.lines
    areThere =
      Self.isReordered(comparison.oursHunks, base, ours)
      || Self.isReordered(comparison.theirsHunks, base, theirs)
  }

  private static func isReordered(_ hunks: [Hunk], _ base: Lines, _ side: Lines) -> Bool {
    guard hunks.count > 1 else { return false }
    // The hunk that deletes each line; a line that moves within one hunk does not matter.
    var deleted: [ArraySlice<UInt8>: Int] = [:]
    for (place, hunk) in hunks.enumerated() {
      for line in hunk.base where base[line].contains(where: \.isWordByte) {
        deleted[base[line].trimmed] = place
      }
    }
    guard !deleted.isEmpty else { return false }
    return hunks.enumerated().contains { place, hunk in
      hunk.other.contains { line in deleted[side[line].trimmed].map { $0 != place } ?? false }
    }
  }
}
