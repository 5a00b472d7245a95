/// How the markers of a conflict lie around what the sides have.
public enum MarkerStyle: String, Sendable, Hashable, CaseIterable {
  /// Ours and theirs, as git and Mercurial write them.
  case merge
  /// Ours, base and theirs: git's diff3, Mercurial's merge3.
  case diff3
  /// As ``diff3``, with what ours and theirs share at either end taken out.
  ///
  /// Nothing in a text tells it from ``diff3``, so it is written and never found.
  case zdiff3
  /// What jj writes by itself: the changes from a base to a side, and the other side whole.
  case jjDiff = "jj-diff"
  /// What jj writes when asked for it: all sides and bases whole.
  case jjSnapshot = "jj-snapshot"
  /// Mercurial's `:mergediff`: the changes from the base to one side, and the other side whole.
  case mergediff
  /// What fossil writes; its markers say the same everywhere.
  case fossil

  /// Whether a conflict in the style shows what both sides were made from.
  public var showsBase: Bool { self != .merge }

  /// Whether a conflict in the style can have three and more sides.
  public var takesManySides: Bool { self == .jjDiff || self == .jjSnapshot }
}
