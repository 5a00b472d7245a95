/// A stretch of one text that replaces a stretch of another.
///
/// The numbers count lines (or words, or other elements) from 0. Between two hunks the
/// texts agree; at least one of the two ranges is not empty.
public struct Hunk: Sendable, Hashable {
  /// The lines that are replaced; empty for an insertion.
  public var base: Range<Int>

  /// The lines that replace them; empty for a deletion.
  public var other: Range<Int>

  /// Makes a hunk that replaces `base` by `other`.
  public init(base: Range<Int>, other: Range<Int>) {
    self.base = base
    self.other = other
  }
}
