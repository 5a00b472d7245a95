/// Which side changed a stretch of the base; the chunks of "A Formal Investigation of Diff3", by kind.
enum ChunkKind: Hashable {
  /// No side: a stable chunk.
  case unchanged
  /// Only ours.
  case ours
  /// Only theirs.
  case theirs
  /// Both sides, in the same way.
  case both
  /// Both sides, in different ways.
  case conflict
}
