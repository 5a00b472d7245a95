/// A stretch of a text, as offsets in bytes.
///
/// A range would do, but for the start of a program: the Swift runtime looks up the conformances of a generic type
/// at its first use, which takes a third of the instructions of a small merge.
package struct ByteSpan: Equatable, Sendable {
  /// The offset of the first byte.
  package let start: Int
  /// The offset after the last byte.
  package let end: Int

  package init(_ range: Range<Int>) { (start, end) = (range.lowerBound, range.upperBound) }

  /// The same as a range.
  package var range: Range<Int> { start..<end }
  /// How many bytes there are.
  package var count: Int { end - start }
}
