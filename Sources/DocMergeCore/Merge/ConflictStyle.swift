/// How a conflict is shown in a text.
public enum ConflictStyle: Sendable, Hashable, CaseIterable {
  /// Ours and theirs; lines that both sides changed alike stay outside of the conflict.
  case merge
  /// Ours, base and theirs, in full.
  case diff3
  /// Ours, base and theirs; what ours and theirs have in common at either end is taken out.
  case zdiff3
}
