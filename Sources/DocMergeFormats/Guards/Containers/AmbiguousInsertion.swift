import DocMergeLanguage

/// Lines that one side inserted where the other side divided their container: they can belong to either half.
struct AmbiguousInsertion: Sendable {
  /// Where they would be wrong.
  enum Place {
    /// Anywhere between the halves.
    case between
    /// Behind the boundary: they belong to the first half.
    case behind
    /// Before the boundary: they belong to the second half.
    case before
    /// At the end of the second half.
    case end
  }

  let place: Place
  let added: [ArraySlice<UInt8>]
  let boundary: [ArraySlice<UInt8>]
  let previous: ArraySlice<UInt8>
  let next: ArraySlice<UInt8>?

  /// How many lines of a result are searched for the boundary.
  private static let reach = 2000

  /// Whether the lines of a result from a place on are these, in the wrong place.
  func stands(at start: Int, in lines: [IndentedLine]) -> Bool {
    guard start > 0, start + added.count <= lines.count, lines[start].key == added[0],
      added.indices.allSatisfy({ lines[start + $0].key == added[$0] })
    else { return false }
    let above = lines[start - 1].key
    let end = start + added.count
    let below = end < lines.count ? lines[end].key : nil
    switch place {
    case .between:
      let (isBehind, isBefore) = (boundary.contains(above), below.map(boundary.contains) ?? false)
      return (isBehind || above == previous) && (isBefore || below == next)
        && (isBehind || isBefore)
    case .behind: return above == boundary.last && below == next
    case .before: return above == previous && below == boundary.first
    case .end:
      return above == previous
        && lines[..<start].suffix(Self.reach).contains { $0.key == boundary.last }
    }
  }
}
