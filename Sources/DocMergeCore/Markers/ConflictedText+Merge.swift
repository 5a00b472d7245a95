extension ConflictedText {
  /// The texts that markers tell of, as a merge that left these conflicts.
  package struct Untangled: Sendable {
    /// What each side has, and what the base has as far as markers show it; in UTF-8.
    package var base: [UInt8] = []
    package var ours: [UInt8] = []
    package var theirs: [UInt8] = []
    /// The merge; its conflicts are those of the text, in order.
    package var merge: LayeredMerge
  }

  /// Takes the text apart into the texts that were merged.
  ///
  /// - Parameter suggest: What a rule would make of a conflict.
  /// - Returns: The texts; `nil` where a conflict has more than two sides.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func untangled(
    suggest: (MarkedConflict) -> Region.Suggestion? = { _ in nil }
  ) -> Untangled? {
    guard conflicts.allSatisfy({ $0.sides.count == 2 }) else { return nil }
    var (base, ours, theirs): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    // The slices of regions are of the whole texts, which are not there yet.
    var ranges: [(base: Range<Int>?, ours: Range<Int>, theirs: Range<Int>)] = []
    for piece in pieces {
      let parts: (base: ArraySlice<UInt8>?, ours: ArraySlice<UInt8>, theirs: ArraySlice<UInt8>)
      switch piece {
      case .text(let bytes): parts = (bytes, bytes, bytes)
      case .conflict(let conflict):
        parts = (conflict.base?.bytes, conflict.sides[0].bytes, conflict.sides[1].bytes)
      }
      ranges.append(
        (
          parts.base.map { base.appended($0) }, ours.appended(parts.ours),
          theirs.appended(parts.theirs)
        ))
    }
    let regions = zip(pieces, ranges).compactMap { piece, range -> Region? in
      switch piece {
      case .text(let bytes):
        return bytes.isEmpty ? nil : .agreed(.init(bytes: ours[range.ours], origin: .base))
      case .conflict(let conflict):
        return .conflict(
          Region.Conflict(
            base: range.base.map { base[$0] }, ours: ours[range.ours],
            theirs: theirs[range.theirs], lineEnding: conflict.lineEnding,
            suggestion: suggest(conflict)))
      }
    }
    let merge = LayeredMerge(
      Merged(regions: regions, style: .diff3), base: base, ours: ours, theirs: theirs)
    return Untangled(base: base, ours: ours, theirs: theirs, merge: merge)
  }
}

extension [UInt8] {
  /// Appends bytes, and says where they are.
  fileprivate mutating func appended(_ bytes: ArraySlice<UInt8>) -> Range<Int> {
    let start = count
    self += bytes
    return start..<count
  }
}
