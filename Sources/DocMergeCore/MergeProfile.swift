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

  /// Makes a way of merging.
  public init(algorithm: DiffAlgorithm, zeal: MergeZeal) {
    self.algorithm = algorithm
    self.zeal = zeal
  }

  /// What `git merge-file` does.
  public static let gitMergeFile = MergeProfile(algorithm: .myers, zeal: .zealousAlphanumeric)

  /// What `git merge` does for the contents of one file.
  public static let gitMerge = MergeProfile(algorithm: .histogram, zeal: .zealous)
}
