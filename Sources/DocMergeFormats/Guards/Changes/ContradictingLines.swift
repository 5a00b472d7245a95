import DocMergeCore
import DocMergeLanguage

/// Pairs of lines, one of each side, that contradict each other.
struct ContradictingLines: Sendable {
  private var pairs: [(ours: ArraySlice<UInt8>, theirs: ArraySlice<UInt8>)] = []

  /// Adds a line of ours and one of theirs.
  mutating func add(_ ours: ArraySlice<UInt8>, _ theirs: ArraySlice<UInt8>) {
    pairs.append((ours.trimmed, theirs.trimmed))
  }

  /// The pairs of which the result has both lines.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result and of the pairs; O(1) where there are none.
  func faults(
    in result: [UInt8], _ reason: (_ ours: String, _ theirs: String) -> String
  ) -> [StructureFault] {
    guard !pairs.isEmpty else { return [] }
    let wanted = Set(pairs.flatMap { [$0.ours, $0.theirs] })
    var places: [ArraySlice<UInt8>: Range<Int>] = [:]
    for line in Lines(result).places where wanted.contains(result[line].trimmed) {
      places[result[line].trimmed] = line
    }
    return pairs.compactMap { ours, theirs in
      guard let one = places[ours], let other = places[theirs] else { return nil }
      return StructureFault(places: [one, other], reason: reason(ours.excerpt, theirs.excerpt))
    }.sorted { $0.stands(before: $1) }
  }
}
