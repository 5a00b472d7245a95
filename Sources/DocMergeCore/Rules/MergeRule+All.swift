extension MergeRule {
  /// All rules of the engine, the safest first; docmerge(1) says what each does.
  ///
  /// Some of them only ever suggest something.
  public static var all: [MergeRule] { Ladder.rules }
}
