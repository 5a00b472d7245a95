extension MergeRule {
  /// All rules of the engine, the safest first; docmerge(1) describes each.
  ///
  /// Some of them only make suggestions.
  public static var all: [MergeRule] { Ladder.rules }

  /// The rule of a merge by lines where markers leave out common text: each side changed other lines.
  package static let differentLines = MergeRule(
    name: "different-lines", risk: .none, policy: .strict)
}
