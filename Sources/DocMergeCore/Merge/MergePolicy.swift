/// How far a merge goes by itself.
///
/// Each policy applies all rules of the one before, and more. What the rules cost and gain is measured;
/// see Benchmarks/QUALITY.md.
public enum MergePolicy: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Only what hardly ever turns out wrong.
  case strict
  /// What most people would do with a conflict; the default.
  case balanced
  /// Whatever a rule fits, right or wrong.
  case eager

  /// The more careful one comes first.
  public static func < (less: MergePolicy, more: MergePolicy) -> Bool {
    less.order < more.order
  }

  private var order: Int {
    switch self {
    case .strict: 0
    case .balanced: 1
    case .eager: 2
    }
  }
}
