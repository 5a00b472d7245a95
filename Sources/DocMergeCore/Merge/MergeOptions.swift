/// Settings of a merge.
public struct MergeOptions: Sendable, Hashable {
  /// How lines are compared and conflicts are found.
  public var profile: MergeProfile

  /// How the conflicts are shown, which also decides how far they are split.
  public var style: ConflictStyle

  /// The side that settles the conflicts; `nil` leaves them.
  public var favour: Favour?

  /// Makes settings; the defaults are those of `git merge-file`.
  public init(
    profile: MergeProfile = .gitMergeFile, style: ConflictStyle = .merge, favour: Favour? = nil
  ) {
    self.profile = profile
    self.style = style
    self.favour = favour
  }
}
