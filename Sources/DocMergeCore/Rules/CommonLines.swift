extension [ArraySlice<UInt8>] {
  /// The most lines that are compared each with each; that is faster than a set, which takes long to set up.
  private static var fewLines: Int { 16 }

  /// The lines that are in another list, too.
  ///
  /// - Complexity: O(*n* + *m*), *n* and *m* being the numbers of bytes of both.
  func common(with other: Self) -> Set<ArraySlice<UInt8>> {
    if isEmpty || other.isEmpty { return [] }
    let areFew = count <= Self.fewLines && other.count <= Self.fewLines
    if areFew, !contains(where: other.contains) { return [] }
    return Set(self).intersection(other)
  }
}
