/// A stretch of the base that at least one side changed, in lines of all three texts.
struct MergeChange {
  /// Who brings the new lines.
  enum Claim {
    case ours
    case theirs
    /// Both sides, with the same lines.
    case same
    case conflict
  }

  /// A stretch of lines; unlike a range it may be built from ends that have yet to be put right.
  struct Span {
    var start: Int
    var end: Int

    var count: Int { end - start }
    var isEmpty: Bool { end <= start }
    var range: Range<Int> { start..<max(start, end) }
  }

  var claim: Claim
  var base: Span
  var ours: Span
  var theirs: Span
}
