/// Merges two texts that were made from the same base, as far as a policy goes by itself.
///
/// Layers (encoding, line endings, final newline) are merged each by its own rule; then lines are
/// merged, and what both sides claim goes through the rules of the policy. What no rule settles is
/// left as conflicts.
///
/// - Parameters:
///   - base: What both sides were made from; empty when there is none.
///   - ours: One side.
///   - theirs: The other side.
///   - options: How far the merge goes.
/// - Returns: Regions, each with where it comes from or the rule that settled it.
/// - Throws: ``MergeCancelled`` when the options say so.
/// - Complexity: That of ``LineMerge``, and of a limited effort within each conflict.
public func mergeText(
  base: [UInt8], ours: [UInt8], theirs: [UInt8], options: TextMergeOptions = TextMergeOptions()
) throws(MergeCancelled) -> Merged {
  try mergeText(base: base, ours: ours, theirs: theirs, options: options, pair: .oneByOne)
}

/// The same; `pair` lends a second thread.
package func mergeText(
  base: [UInt8], ours: [UInt8], theirs: [UInt8], options: TextMergeOptions, pair: PairRunner
) throws(MergeCancelled) -> Merged {
  let texts = LayeredTexts(base: base, ours: ours, theirs: theirs)
  if let refused = texts.refused(style: options.style) { return refused }
  return texts.restore(
    try mergeContents(
      base: texts.base, ours: texts.ours, theirs: texts.theirs, options: options, pair: pair))
}

/// Merges what three texts say; see ``LayeredTexts`` for what they are made of otherwise.
func mergeContents(
  base: [UInt8], ours: [UInt8], theirs: [UInt8], options: TextMergeOptions,
  pair: PairRunner = .oneByOne
) throws(MergeCancelled) -> Merged {
  try ContentsMerge(base: base, ours: ours, theirs: theirs, options: options, pair: pair).merged
}

/// A merge of what three texts say, and the comparison that it was made from.
struct ContentsMerge {
  let merged: Merged
  let comparison: LineMerge

  /// Of the two ways to compare lines the one is taken that leaves less to decide.
  init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], options: TextMergeOptions, pair: PairRunner
  ) throws(MergeCancelled) {
    var chosen = LineMerge(
      base: base, ours: ours, theirs: theirs, profile: .gitMerge.hasty, pair: pair)
    var plan = Self.guardedPlan(chosen)
    if plan.conflictCount > 0 {
      if options.isCancelled?() == true { throw MergeCancelled() }
      let other = LineMerge(chosen, profile: .gitMergeFile.hasty, pair: pair)
      let otherPlan = Self.guardedPlan(other)
      if otherPlan.claimedBytes < plan.claimedBytes { (chosen, plan) = (other, otherPlan) }
    }
    var lines = chosen.merged(plan)
    lines.profile = chosen.profile
    let surroundings = Surroundings(base: base, ours: ours, theirs: theirs)
    merged = try LadderMerge(surroundings: surroundings, options: options)
      .climbed(lines, pair: pair)
    comparison = chosen
  }

  private static func guardedPlan(_ comparison: LineMerge) -> MergePlan {
    var lines = comparison
    lines.guardAgainstDoubledInsertions()
    return lines.plan(style: .diff3)
  }
}
