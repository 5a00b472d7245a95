/// A stretch of the base that at least one side changed, in lines of all three texts.
struct MergeChange {
  /// A stretch of lines; unlike a range it may be built from ends that still have to be corrected.
  struct Span {
    var start: Int
    var end: Int

    var count: Int { end - start }
    var isEmpty: Bool { end <= start }
    var range: Range<Int> { start..<max(start, end) }
  }

  var kind: ChunkKind
  var base: Span
  var ours: Span
  var theirs: Span
}
