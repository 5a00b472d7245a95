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
  try mergeContents(base: base, ours: ours, theirs: theirs, options: options)
}

/// Merges texts that agree in all layers.
func mergeContents(
  base: [UInt8], ours: [UInt8], theirs: [UInt8], options: TextMergeOptions
) throws(MergeCancelled) -> Merged {
  let ladder = LadderMerge(
    surroundings: Surroundings(base: base, ours: ours, theirs: theirs), options: options)
  let byHistogram = merged(by: .gitMerge)
  guard byHistogram.claimedBytes > 0 else { return byHistogram }
  let byMyers = merged(by: .gitMergeFile)
  return try ladder.climbed(
    byMyers.claimedBytes < byHistogram.claimedBytes ? byMyers : byHistogram)

  func merged(by profile: MergeProfile) -> Merged {
    LineMerge(base: base, ours: ours, theirs: theirs, profile: profile).merged(style: .diff3)
  }
}

extension Merged {
  /// How much of ours and theirs lies within conflicts.
  fileprivate var claimedBytes: Int {
    conflicts.reduce(0) { $0 + $1.ours.count + $1.theirs.count }
  }
}
