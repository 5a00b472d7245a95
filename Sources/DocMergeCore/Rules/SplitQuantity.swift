/// A line of the base of which each side changed another part of one quantity or range.
///
///     ofMinutes(30)    ours  ofMinutes(45)    theirs  ofHours(30)    merged  ofHours(45)
package struct SplitQuantity {
  /// The line with both changes, which no side has.
  package let merged: ArraySlice<UInt8>

  /// Looks at one line of each text; `nil` where the changes are of values of their own, or clash.
  ///
  /// - Complexity: That of a comparison of the words of the lines.
  package init?(base: ArraySlice<UInt8>, ours: ArraySlice<UInt8>, theirs: ArraySlice<UInt8>) {
    let lines = ConflictLines(base: LineRun(base), ours: LineRun(ours), theirs: LineRun(theirs))
    guard let words = lines.wordMerge, words.merge.isClean, words.splitsOneQuantity else {
      return nil
    }
    merged = words.bytes[...]
  }
}

extension WordMerge {
  /// Whether each side changed another part of one quantity or range.
  fileprivate var splitsOneQuantity: Bool {
    let edits = edits
    return zip(edits, edits.dropFirst()).contains { one, other in
      guard one.side != other.side, one.place.upperBound <= other.place.lowerBound else {
        return false
      }
      return one.isOfOneQuantity(
        as: other, with: base.bytes[one.place.upperBound..<other.place.lowerBound])
    }
  }
}
