extension ArraySlice<UInt8> {
  /// The bytes with a vertical tab, which is never part of a word, for each byte that is not UTF-8.
  func withoutInvalidUTF8() -> ArraySlice<UInt8> {
    var bytes = self
    var start = bytes.startIndex
    while let invalid = bytes[start...].firstInvalidUTF8() {
      for index in invalid { bytes[index] = 0x0B }
      start = invalid.upperBound
    }
    return bytes
  }

  /// The first bytes that are not UTF-8, if any.
  func firstInvalidUTF8() -> Range<Int>? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound + startIndex..<error.byteOffsets.upperBound + startIndex
    }
  }
}
