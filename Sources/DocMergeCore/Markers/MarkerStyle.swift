/// How the markers of a conflict are placed around its parts.
public enum MarkerStyle: String, Sendable, Hashable, CaseIterable {
  /// Ours and theirs, as git and Mercurial write them.
  case merge
  /// Ours, base and theirs: git's diff3, Mercurial's merge3.
  case diff3
  /// As ``diff3``, without the lines that ours and theirs share at either end.
  ///
  /// A text in it cannot be told from ``diff3``, so it is written and never found.
  case zdiff3
  /// jj's default: the changes from a base to a side, and the other side whole.
  case jjDiff = "jj-diff"
  /// jj's style on request: all sides and bases whole.
  case jjSnapshot = "jj-snapshot"
  /// Mercurial's `:mergediff`: the changes from the base to one side, and the other side whole.
  case mergediff
  /// Fossil's style; its markers are the same everywhere.
  case fossil

  /// Whether a conflict in the style shows the text that both sides were made from.
  public var showsBase: Bool { self != .merge }

  /// Whether a conflict in the style can have three and more sides.
  public var takesManySides: Bool { self == .jjDiff || self == .jjSnapshot }
}
