/// How two texts are compared.
public enum DiffAlgorithm: Sendable, Hashable, CaseIterable {
  /// Looks for the shortest list of changes, and gives up looking where that takes too long.
  case myers
  /// Looks for the shortest list of changes, however long that takes.
  case minimal
  /// Anchors on lines that both texts have exactly once.
  case patience
  /// Anchors on the longest stretch around the rarest common lines, which keeps moved blocks whole.
  case histogram
}
