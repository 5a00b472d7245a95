/// How a conflict is shown in a text.
public enum ConflictStyle: Sendable, Hashable, CaseIterable {
  /// Ours and theirs; lines that both sides changed alike stay outside of the conflict.
  case merge
  /// Ours, base and theirs, in full.
  case diff3
  /// Ours, base and theirs; what ours and theirs have in common at either end is taken out.
  case zdiff3
}

/// Which side settles the conflicts, without anybody being asked.
public enum Favour: Sendable, Hashable, CaseIterable {
  /// Ours wins where both sides changed the same lines.
  case ours
  /// Theirs wins where both sides changed the same lines.
  case theirs
  /// Ours is followed by theirs.
  case union
}

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

/// Settings of a merge.
public struct MergeOptions: Sendable, Hashable {
  /// How lines are compared and conflicts are found.
  public var profile: MergeProfile

  /// How the conflicts are to be shown, which also decides how far they are cut up.
  public var style: ConflictStyle

  /// Who settles the conflicts; `nil` leaves them.
  public var favour: Favour?

  /// Makes settings; as they are, they are those of `git merge-file`.
  public init(
    profile: MergeProfile = .gitMergeFile, style: ConflictStyle = .merge, favour: Favour? = nil
  ) {
    self.profile = profile
    self.style = style
    self.favour = favour
  }
}
