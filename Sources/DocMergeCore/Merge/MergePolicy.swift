/// How far a merge goes by itself.
///
/// Each policy applies all rules of the one before, and more. The costs and gains of the rules are measured;
/// see Benchmarks/QUALITY.md.
public enum MergePolicy: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Only rules that are hardly ever wrong.
  case strict
  /// Rules that decide as most people would; the default.
  case balanced
  /// Every rule that fits, right or wrong.
  case eager

  /// The more careful one is less.
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
