import DocMergeCore
import DocMergeDecisions
import DocMergeLanguage

/// Names and descriptions on the screen.
enum Words {
  /// `low risk`.
  static func name(_ risk: MergeRule.Risk) -> String {
    switch risk {
    case .none: tr("no risk")
    case .low: tr("low risk")
    case .medium: tr("medium risk")
    case .high: tr("high risk")
    }
  }

  /// A suggestion's rule and risk: `each side changed different words (words, medium risk)`.
  static func reason(_ rule: MergeRule) -> String {
    "\(rule.words) (\(rule.name), \(name(rule.risk)))"
  }

  /// `1.5 MB`; `deleted` where there is no file.
  static func size(_ bytes: Int?) -> String {
    guard let bytes else { return tr("deleted") }
    guard bytes >= 1000 else { return counted(bytes, "byte") }
    var (value, unit) = (bytes * 10 / 1000, 0)
    let units = ["kB", "MB", "GB", "TB"]
    while value >= 10_000, unit + 1 < units.count {
      value /= 1000
      unit += 1
    }
    return "\(value / 10)\(Language.current.decimalSign)\(value % 10) \(units[unit])"
  }
}
