import DocMergeCore

extension TextDecisions {
  /// The lines before and after a region, as they would be written now.
  ///
  /// - Parameters:
  ///   - region: The number of the region.
  ///   - lines: How many lines at most, on either side.
  /// - Returns: The lines, with their line ends; open regions end the context.
  package func context(
    of region: Int, lines: Int
  ) -> (before: [ArraySlice<UInt8>], behind: [ArraySlice<UInt8>]) {
    var count = -1
    guard
      let index = parts.firstIndex(where: { part in
        if case .open = part { count += 1 }
        return count == region
      })
    else { return ([], []) }
    var before: [ArraySlice<UInt8>] = []
    for part in parts[..<index].reversed() {
      guard before.count < lines, let bytes = part.bytes else { break }
      before.insert(
        contentsOf: Lines(Array(bytes)).suffix(lines - before.count), at: 0)
    }
    var behind: [ArraySlice<UInt8>] = []
    for part in parts[(index + 1)...] {
      guard behind.count < lines, let bytes = part.bytes else { break }
      behind += Lines(Array(bytes)).prefix(lines - behind.count)
    }
    return (before, behind)
  }
}

extension TextDecisions.Part {
  /// The bytes that would be written; `nil` for an open region.
  fileprivate var bytes: ArraySlice<UInt8>? {
    switch self {
    case .agreed(let agreed): agreed.bytes
    case .open(let region): region.decided.map { $0[...] }
    }
  }
}
