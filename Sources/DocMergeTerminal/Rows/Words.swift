import DocMergeCore
import DocMergeDecisions

/// Names and descriptions on the screen.
enum Words {
  /// `1 line`, `3 lines`.
  static func count(_ number: Int, _ name: String) -> String {
    number == 1 ? "1 \(name)" : "\(number) \(name)s"
  }

  /// `low risk`.
  static func name(_ risk: MergeRule.Risk) -> String {
    risk == .none ? "no risk" : "\(risk.rawValue) risk"
  }

  /// A suggestion's rule and risk: `each side changed different words (words, medium risk)`.
  static func reason(_ rule: MergeRule) -> String {
    "\(rule.words) (\(rule.name), \(name(rule.risk)))"
  }

  /// `1.5 MB`; `deleted` where there is no file.
  static func size(_ bytes: Int?) -> String {
    guard let bytes else { return "deleted" }
    guard bytes >= 1000 else { return count(bytes, "byte") }
    var (value, unit) = (bytes * 10 / 1000, 0)
    let units = ["kB", "MB", "GB", "TB"]
    while value >= 10_000, unit + 1 < units.count {
      value /= 1000
      unit += 1
    }
    return "\(value / 10).\(value % 10) \(units[unit])"
  }
}
