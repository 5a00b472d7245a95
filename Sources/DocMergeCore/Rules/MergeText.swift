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
///
/// Of the two ways to compare lines the one is taken that leaves less to decide.
func mergeContents(
  base: [UInt8], ours: [UInt8], theirs: [UInt8], options: TextMergeOptions,
  pair: PairRunner = .oneByOne
) throws(MergeCancelled) -> Merged {
  func guarded(_ comparison: LineMerge) -> Merged {
    var lines = comparison
    lines.guardAgainstDoubledInsertions()
    var merged = lines.merged(style: .diff3)
    merged.profile = lines.profile
    return merged
  }
  let lines = LineMerge(
    base: base, ours: ours, theirs: theirs, profile: .gitMerge.hasty, pair: pair)
  var merged = guarded(lines)
  if !merged.isClean {
    if options.isCancelled?() == true { throw MergeCancelled() }
    let other = guarded(LineMerge(lines, profile: .gitMergeFile.hasty, pair: pair))
    if other.claimedBytes < merged.claimedBytes { merged = other }
  }
  let surroundings = InputTexts(base: base, ours: ours, theirs: theirs)
  return try LadderMerge(surroundings: surroundings, options: options).climbed(merged)
}

extension Merged {
  /// How much of ours and theirs lies within conflicts.
  fileprivate var claimedBytes: Int {
    conflicts.reduce(0) { $0 + $1.ours.count + $1.theirs.count }
  }
}
