/// How hard a merge tries to make conflicts small.
public enum MergeZeal: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// Only changes that are the same on both sides are no conflict.
  case eager
  /// Lines that ours and theirs have in common split a conflict, unless there are only a few.
  case zealous
  /// As ``zealous``, but lines without letters or digits do not split a conflict.
  case zealousAlphanumeric

  /// The less zealous one is less.
  public static func < (less: MergeZeal, more: MergeZeal) -> Bool {
    less.rawValue < more.rawValue
  }
}

/// A way of merging that is known from another program.
public struct MergeProfile: Sendable, Hashable {
  /// How the lines of each side are compared with those of the base.
  public var algorithm: DiffAlgorithm

  /// How hard conflicts are made smaller; the styles with a base never go beyond ``MergeZeal/eager``.
  public var zeal: MergeZeal

  /// The white space that makes lines differ.
  ///
  /// Lines that the rule takes for equal are taken from ours. When ours differs from the base only in
  /// ignored white space, the result is theirs, byte for byte.
  public var whitespace: WhitespaceRule

  /// The number of steps after which a comparison of texts with hardly anything in common is cut short.
  package var stepLimit = Int.max

  /// The same profile, with a limit so that texts of a megabyte never take long.
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

  /// The profile of `git merge-file`.
  public static let gitMergeFile = MergeProfile(algorithm: .myers, zeal: .zealousAlphanumeric)

  /// The profile of `git merge` for the contents of one file.
  ///
  /// Its options `-Xignore-cr-at-eol`, `-Xignore-space-at-eol`, `-Xignore-space-change` and
  /// `-Xignore-all-space` are ``whitespace``; `-Xpatience` and `-Xdiff-algorithm` are ``algorithm``
  /// (git 2.39 uses these with `-s recursive` only). `-Xrenormalize` needs a repository's attributes
  /// and has no counterpart here.
  public static let gitMerge = MergeProfile(algorithm: .histogram, zeal: .zealous)
}
