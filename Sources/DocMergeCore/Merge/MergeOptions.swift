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
