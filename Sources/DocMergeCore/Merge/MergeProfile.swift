/// How hard a merge tries to make conflicts small.
public enum MergeZeal: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// Only changes that are the same on both sides are no conflict.
  case eager
  /// Lines that ours and theirs have in common split a conflict, unless there are only a few.
  case zealous
  /// As ``zealous``, but lines without letters or digits do not split a conflict.
  case zealousAlphanumeric

  /// The less eager one comes first.
  public static func < (less: MergeZeal, more: MergeZeal) -> Bool {
    less.rawValue < more.rawValue
  }
}

/// A way of merging that another program is known to follow.
public struct MergeProfile: Sendable, Hashable {
  /// How the lines of each side are compared with those of the base.
  public var algorithm: DiffAlgorithm

  /// How hard conflicts are made smaller; the styles with a base never go beyond ``MergeZeal/eager``.
  public var zeal: MergeZeal

  /// Which white space tells lines apart.
  ///
  /// Lines that the rule takes for equal come from ours. When ours differs from the base in nothing but
  /// ignored white space, the result is theirs, byte for byte.
  public var whitespace: WhitespaceRule

  /// After how many steps a comparison of texts with hardly anything in common makes haste.
  package var stepLimit = Int.max

  /// The same, but texts of a megabyte never take long.
  var hasty: MergeProfile {
    var profile = self
    profile.stepLimit = 1 << 23
    return profile
  }

  /// Makes a way of merging.
  public init(algorithm: DiffAlgorithm, zeal: MergeZeal, whitespace: WhitespaceRule = .exact) {
    self.algorithm = algorithm
    self.zeal = zeal
    self.whitespace = whitespace
  }

  /// What `git merge-file` does.
  public static let gitMergeFile = MergeProfile(algorithm: .myers, zeal: .zealousAlphanumeric)

  /// What `git merge` does for the contents of one file.
  ///
  /// Its options `-Xignore-cr-at-eol`, `-Xignore-space-at-eol`, `-Xignore-space-change` and
  /// `-Xignore-all-space` are ``whitespace``; `-Xpatience` and `-Xdiff-algorithm` are ``algorithm``
  /// (git 2.39 obeys these with `-s recursive` only). `-Xrenormalize` needs a repository's attributes
  /// and has no counterpart here.
  public static let gitMerge = MergeProfile(algorithm: .histogram, zeal: .zealous)
}
