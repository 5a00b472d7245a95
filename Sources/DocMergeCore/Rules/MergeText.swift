/// Merges two texts that were made from the same base, as far as a policy allows without a person.
///
/// Each layer (encoding, line endings, final newline) is merged by its own rule; then lines are
/// merged, and the rules of the policy are applied to what both sides claim. What no rule settles is
/// left as conflicts.
///
/// - Parameters:
///   - base: The text that both sides were made from; empty when there is none.
///   - ours: One side.
///   - theirs: The other side.
///   - options: How far the merge goes.
/// - Returns: Regions, each with its origin or the rule that settled it.
/// - Throws: ``MergeCancelled`` when the options ask to cancel.
/// - Complexity: That of ``LineMerge``, and of a limited effort within each conflict.
public func mergeText(
  base: [UInt8], ours: [UInt8], theirs: [UInt8], options: TextMergeOptions = TextMergeOptions()
) throws(MergeCancelled) -> Merged {
  try mergeText(base: base, ours: ours, theirs: theirs, options: options, pair: .oneByOne)
}

/// The same; `pair` provides a second thread.
package func mergeText(
  base: [UInt8], ours: [UInt8], theirs: [UInt8], options: TextMergeOptions, pair: PairRunner
) throws(MergeCancelled) -> Merged {
  let texts = LayeredTexts(base: base, ours: ours, theirs: theirs)
  if let refused = texts.refused(style: options.style) { return refused }
  return texts.restore(
    try mergeContents(
      base: texts.base, ours: texts.ours, theirs: texts.theirs, options: options, pair: pair))
}

/// Merges the contents of three texts; see ``LayeredTexts`` for their other layers.
///
/// The structure of the texts, as far as it is known, settles conflicts of the lines, then the rules do;
/// finally the structure checks the result.
func mergeContents(
  base: [UInt8], ours: [UInt8], theirs: [UInt8], options: TextMergeOptions,
  pair: PairRunner = .oneByOne
) throws(MergeCancelled) -> Merged {
  try ComparedLines(base: base, ours: ours, theirs: theirs, options: options, pair: pair)
    .settled(options, pair: pair)
}

/// Three texts whose lines have been compared in the way that leaves less to decide.
struct ComparedLines {
  let base: [UInt8]
  let ours: [UInt8]
  let theirs: [UInt8]
  /// The comparison.
  let comparison: LineMerge
  /// The merge of the lines, in diff3 style.
  let merged: Merged

  init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], options: TextMergeOptions, pair: PairRunner
  ) throws(MergeCancelled) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
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
    (comparison, merged) = (chosen, lines)
  }

  /// The merge of the lines, with equal insertions near each other in one conflict, and so insertions around an attached line.
  private static func guardedPlan(_ comparison: LineMerge) -> MergePlan {
    var lines = comparison
    lines.join(
      over: DoubledInsertions(comparison).stretches + SlidInsertions(comparison).stretches)
    return lines.plan(style: .diff3)
  }

  /// The lines of the texts, and the changes of each side.
  var auditTexts: AuditTexts { AuditTexts(comparison) }

  /// The merge of lines if it is clean and cannot have faults; otherwise the merge by the structure of the texts,
  /// then by the rules, and finally the structure checks the result.
  ///
  /// Rows of both sides that came together are aligned as a side aligned its own.
  func settled(_ options: TextMergeOptions, pair: PairRunner) throws(MergeCancelled) -> Merged {
    try inColumns(try settled(options, pair: pair, refining: nil), options, pair: pair)
  }

  /// The merge; where one is refined whose texts the structure rejects, that one.
  func settled(
    _ options: TextMergeOptions, pair: PairRunner, refining coarse: Merged?
  ) throws(MergeCancelled) -> Merged {
    // A result that equals one of the inputs has no fault of its own.
    if merged.isClean, base == ours || base == theirs || ours == theirs { return merged }
    guard let known = options.structure else { return try applyingRules(options, pair: pair) }
    let expected = merged.clean.map {
      known.expected($0, base: base, ours: ours, theirs: theirs)
    }
    // One text does not show what both sides inserted: the comparison does.
    if expected?.isFaultless == true, !DoubledBlocks(comparison).isPossible,
      !LineFaults(comparison, headings: { known.headings }).arePossible,
      !ReorderedLines(comparison).areThere
    {
      return merged
    }
    let structure = known.read(
      base: base, ours: ours, theirs: theirs, result: expected, pair: pair)
    // Without a structure the lines would be merged unguarded.
    if let coarse, !structure.isKnown { return coarse }
    var settled = try mirrored(settled(options, structure, pair: pair), options, structure)
    // Texts with keys are known better than by a grammar.
    if !structure.isKeyed { settled = try refined(settled, options, pair) }
    guard options.isSuggesting, options.policy != .eager, !settled.isClean else { return settled }
    var bolder = options
    (bolder.policy, bolder.isSuggesting) = (.eager, false)
    return BolderSuggestions(try self.settled(bolder, structure, pair: pair)).given(to: settled)
  }

  /// The merge, or a better one by a structure that takes longer to read.
  private func refined(
    _ merged: Merged, _ options: TextMergeOptions, _ pair: PairRunner
  ) throws(MergeCancelled) -> Merged {
    guard !merged.isClean, let structure = options.structure?.refinement else { return merged }
    var options = options
    (options.structure, options.isSuggesting) = (structure, false)
    let refined = try settled(options, pair: pair, refining: merged)
    return refined.claimedBytes < merged.claimedBytes ? refined : merged
  }

  /// The merge, without decisions of rules that differ with ours and theirs swapped.
  private func mirrored(
    _ merged: Merged, _ options: TextMergeOptions, _ structure: any ReadStructure
  ) throws(MergeCancelled) -> Merged {
    let guarding = MirrorGuard(lines: self, style: options.style)
    guard let known = options.structure, guarding.isNeeded(for: merged, structure) else {
      return merged
    }
    let mirror = try ComparedLines(
      base: base, ours: theirs, theirs: ours, options: options, pair: .oneByOne
    ).settled(options, known.read(base: base, ours: theirs, theirs: ours), pair: .oneByOne)
    return guarding.guarded(merged, mirror: mirror)
  }

  private func settled(
    _ options: TextMergeOptions, _ structure: any ReadStructure, pair: PairRunner
  ) throws(MergeCancelled) -> Merged {
    let guarding = StructureGuard(structure, of: self, style: options.style)
    if merged.isClean, !structure.overridesLines, guarding.allows(merged) { return merged }
    let texts = structure.settled(by: options.policy)
    let isNews = texts.map { merged.isClean || !isSame($0, options.policy) } ?? false
    if let texts, isNews, let structured = try merged(texts, options) {
      // A clean merge of lines with a fault is only replaced by one of the structure without.
      if structured.isClean, guarding.allows(structured) { return structured }
      if !merged.isClean {
        let guarded = guarding.guarded(structured)
        let settled = guarding.guarded(try applyingRules(options, rest: texts.rest, pair: pair))
        return settled.claimedBytes < guarded.claimedBytes ? settled : guarded
      }
    } else if let texts, !isNews {
      return guarding.guarded(try applyingRules(options, rest: texts.rest, pair: pair))
    }
    return guarding.guarded(merged.isClean ? merged : try applyingRules(options, pair: pair))
  }

  /// Whether the structure settled nothing, so that its texts are the inputs, and rules decide them as they
  /// would decide the lines.
  ///
  /// Moves by rules are checked with the structure alone.
  private func isSame(_ texts: StructuredTexts, _ policy: MergePolicy) -> Bool {
    policy < Ladder.moved.policy && texts.base == base && texts.ours == ours
      && texts.theirs == theirs
  }

  /// The merge after the rules.
  func applyingRules(
    _ options: TextMergeOptions, rest: StructuredTexts.Rest = .all,
    pair: PairRunner = .oneByOne
  ) throws(MergeCancelled) -> Merged {
    let surroundings = InputTexts(base: base, ours: ours, theirs: theirs)
    return try LadderMerge(surroundings: surroundings, options: options, rest: rest)
      .applyingRules(to: merged, pair: pair)
  }

  /// The result of the rules for what the structure left; `nil` when a change is unaccounted for.
  private func merged(
    _ texts: StructuredTexts, _ options: TextMergeOptions
  ) throws(MergeCancelled) -> Merged? {
    let left = try ComparedLines(
      base: texts.base, ours: texts.ours, theirs: texts.theirs, options: options, pair: .oneByOne
    ).applyingRules(options, rest: texts.rest)
    let first = placed(left, of: texts, along: .ours, options)
    if let first, first.isClean || !left.isClean { return first }
    // The lines of one side may be unable to show a decision that those of the other can show.
    let second = placed(left, of: texts, along: .theirs, options)
    return second?.isClean == true ? second : first ?? second
  }

  /// A merge of the structure as regions of the inputs; `nil` when a change is unaccounted for.
  func placed(
    _ left: Merged, of texts: StructuredTexts, along side: MergeSide, _ options: TextMergeOptions
  ) -> Merged? {
    let auditTexts = auditTexts
    let placed = StructuredRegions(left, of: texts, texts: auditTexts, along: side, options)
    guard let regions = placed.regions else { return nil }
    var merged = Merged(regions: regions.all, style: options.style)
    merged.profile = comparison.profile
    var auditor = RegionAuditor(auditTexts)
    // An audit of the whole text cannot tell a move from a line that is in a wrong place.
    guard
      let audit = auditor.audited(merged)
        ?? (regions.haveMoves ? nil : wholeAudit(of: merged, auditTexts))
    else { return nil }
    guard audit.isClean else { return nil }
    // Other rules' choices are recorded under the boldest one.
    guard !texts.mayDrop, texts.decisions.allSatisfy(\.rule.keepsAll) else { return merged }
    let lost = LostWords(base: base, ours: ours, theirs: theirs, merged: merged)
    return lost.areIn(audit) ? nil : merged
  }
}

extension Merged {
  /// How much of ours and theirs is left to a person.
  var claimedBytes: Int { regions.reduce(0) { $0 + $1.claimedBytes } }
}
