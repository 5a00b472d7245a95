/// A rule that settles what both sides claim, by its name.
public struct MergeRule: Sendable, Hashable {
  /// How often a rule was wrong where people had decided by hand.
  public enum Risk: String, Sendable, Hashable, CaseIterable {
    /// Nothing is chosen; every change of both sides is kept where it was made.
    case none
    /// Seldom wrong.
    case low
    /// Right more often than wrong.
    case medium
    /// About as often wrong as right.
    case high
  }

  /// Its name, in words joined by hyphens, such as `adjacent-lines`.
  public var name: String

  /// How often it is wrong.
  public var risk: Risk

  /// The most careful policy that applies it.
  public var policy: MergePolicy

  /// Names a rule.
  public init(name: String, risk: Risk, policy: MergePolicy) {
    self.name = name
    self.risk = risk
    self.policy = policy
  }
}
