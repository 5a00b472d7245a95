/// Who changed a stretch of the base; the chunks of "A Formal Investigation of Diff3", told apart.
enum ChunkKind: Hashable {
  /// Nobody: a stable chunk.
  case unchanged
  /// Only ours.
  case ours
  /// Only theirs.
  case theirs
  /// Both sides, alike.
  case both
  /// Both sides, each in its own way.
  case conflict
}
