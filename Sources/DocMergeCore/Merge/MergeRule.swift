/// A rule that settles a conflict, by its name.
public struct MergeRule: Sendable, Hashable {
  /// How much a rule takes for granted.
  ///
  /// How often it was right is a different question: Benchmarks/QUALITY.md has the counts.
  public enum Risk: String, Sendable, Hashable, CaseIterable {
    /// Nothing: no side is chosen, and every change of both sides is kept where it was made.
    case none
    /// That edits of different lines do not depend on each other, or that one side made all changes that the
    /// other made.
    case low
    /// That edits within one line, sentence or list do not depend on each other.
    case medium
    /// More than the texts show, such as the order of both sides' additions.
    case high
  }

  /// Its name, in words joined by hyphens, such as `adjacent-lines`.
  public var name: String

  /// How much it takes for granted.
  public var risk: Risk

  /// The most careful policy that applies it.
  public var policy: MergePolicy

  /// Makes a rule.
  public init(name: String, risk: Risk, policy: MergePolicy) {
    self.name = name
    self.risk = risk
    self.policy = policy
  }
}
