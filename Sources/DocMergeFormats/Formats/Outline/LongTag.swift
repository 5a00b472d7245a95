/// A tag that spans several lines.
struct LongTag {
  /// The line that it starts on.
  let line: Int
  /// The offset of its first byte.
  let start: Int
  /// The offset after its last byte.
  let end: Int

  /// Its bytes, as offsets into the text.
  var range: Range<Int> { start..<end }
}
