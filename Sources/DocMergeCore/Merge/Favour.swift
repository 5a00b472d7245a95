/// Which side settles the conflicts, without a question.
public enum Favour: Sendable, Hashable, CaseIterable {
  /// Ours wins where both sides changed the same lines.
  case ours
  /// Theirs wins where both sides changed the same lines.
  case theirs
  /// Ours is followed by theirs.
  case union
}
