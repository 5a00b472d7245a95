// Searches for bytes in bytes. The standard library's search is for all collections, and is not specialised for any of
// them: on texts of a few lines it takes longer than the merge.

extension ArraySlice<UInt8> {
  /// The first place of some bytes; `nil` where there is none, and for no bytes.
  ///
  /// - Complexity: O(*n*) where few bytes are the first one that is searched for; O(*n* · *m*) otherwise, *m* being the
  ///   number of bytes that are searched for.
  package func firstRange(of sought: ArraySlice<UInt8>) -> Range<Int>? {
    sought.withUnsafeBytes { firstRange(of: $0) }
  }

  /// The first place of some bytes; `nil` where there is none, and for no bytes.
  package func firstRange(of sought: [UInt8]) -> Range<Int>? {
    sought.withUnsafeBytes { firstRange(of: $0) }
  }

  /// The first place of a text in UTF-8; `nil` where there is none, and for an empty text.
  package func firstRange(of sought: String.UTF8View) -> Range<Int>? {
    sought.withContiguousStorageIfAvailable { firstRange(of: UnsafeRawBufferPointer($0)) }
      ?? firstRange(of: Array(sought))
  }

  private func firstRange(of sought: UnsafeRawBufferPointer) -> Range<Int>? {
    guard let first = sought.first, sought.count <= count else { return nil }
    return withUnsafeBytes { bytes in
      let last = bytes.count - sought.count
      var offset = 0
      while offset <= last {
        offset = ByteRuns.firstOffset(of: first, in: bytes, from: offset)
        guard offset <= last else { return nil }
        let end = offset + sought.count
        if ByteRuns.areEqual(UnsafeRawBufferPointer(rebasing: bytes[offset..<end]), sought) {
          return startIndex + offset..<startIndex + end
        }
        offset += 1
      }
      return nil
    }
  }
}

extension [UInt8] {
  /// The first place of some bytes; `nil` where there is none, and for no bytes.
  package func firstRange(of sought: [UInt8]) -> Range<Int>? { self[...].firstRange(of: sought) }

  /// The first place of a text in UTF-8; `nil` where there is none, and for an empty text.
  package func firstRange(of sought: String.UTF8View) -> Range<Int>? {
    self[...].firstRange(of: sought)
  }
}
