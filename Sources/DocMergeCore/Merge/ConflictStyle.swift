/// How a conflict is shown in a text.
public enum ConflictStyle: Sendable, Hashable, CaseIterable {
  /// Ours and theirs; lines that both sides changed in the same way stay outside of the conflict.
  case merge
  /// Ours, base and theirs, in full.
  case diff3
  /// Ours, base and theirs, without the lines that ours and theirs share at either end.
  case zdiff3
}
