extension MergeRule {
  /// All rules of the engine, the safest first; docmerge(1) says what each does.
  ///
  /// Some of them only ever suggest something.
  public static var all: [MergeRule] { Ladder.rules }

  /// What a merge by lines does where markers say less than there is: each side changed other lines.
  package static let differentLines = MergeRule(
    name: "different-lines", risk: .none, policy: .strict)
}
