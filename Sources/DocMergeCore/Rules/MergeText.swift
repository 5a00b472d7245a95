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
/// What the lines leave in conflict is settled by the structure of the texts, as far as that is known, then
/// by the rules; at last the structure looks at the result.
func mergeContents(
  base: [UInt8], ours: [UInt8], theirs: [UInt8], options: TextMergeOptions,
  pair: PairRunner = .oneByOne
) throws(MergeCancelled) -> Merged {
  let lines = try ComparedLines(
    base: base, ours: ours, theirs: theirs, options: options, pair: pair)
  guard let structure = options.structure?.read(base: base, ours: ours, theirs: theirs) else {
    return try lines.climbed(options)
  }
  let guarding = StructureGuard(structure, of: lines, style: options.style)
  if lines.merged.isClean, !structure.overridesLines, guarding.allows(lines.merged) {
    return lines.merged
  }
  if let structured = try lines.structured(by: structure, options) {
    // Where both the lines and the structure end in a fault, the smaller conflicts are those of the lines.
    if !lines.merged.isClean || structured.isClean && guarding.allows(structured) {
      return guarding.guarded(structured)
    }
  }
  return guarding.guarded(lines.merged.isClean ? lines.merged : try lines.climbed(options))
}

/// Three texts whose lines have been merged, by the comparison that leaves less to decide.
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
    let lines = LineMerge(
      base: base, ours: ours, theirs: theirs, profile: .gitMerge.hasty, pair: pair)
    let first = Self.guarded(lines)
    guard !first.isClean else {
      (comparison, merged) = (lines, first)
      return
    }
    if options.isCancelled?() == true { throw MergeCancelled() }
    let otherLines = LineMerge(lines, profile: .gitMergeFile.hasty, pair: pair)
    let other = Self.guarded(otherLines)
    (comparison, merged) =
      other.claimedBytes < first.claimedBytes ? (otherLines, other) : (lines, first)
  }

  private static func guarded(_ comparison: LineMerge) -> Merged {
    var lines = comparison
    lines.guardAgainstDoubledInsertions()
    var merged = lines.merged(style: .diff3)
    merged.profile = lines.profile
    return merged
  }

  /// The lines of the texts, and what each side did to them.
  var auditTexts: AuditTexts {
    AuditTexts(base: base, ours: ours, theirs: theirs, comparison: comparison)
  }

  /// What the rules make of the merge.
  func climbed(
    _ options: TextMergeOptions, rest: StructuredTexts.Rest = .all
  ) throws(MergeCancelled) -> Merged {
    let surroundings = InputTexts(base: base, ours: ours, theirs: theirs)
    return try LadderMerge(surroundings: surroundings, options: options, rest: rest).climbed(merged)
  }

  /// What the structure makes of the texts, and the rules of what it leaves; `nil` when it says nothing.
  func structured(
    by structure: any ReadStructure, _ options: TextMergeOptions
  ) throws(MergeCancelled) -> Merged? {
    guard let texts = structure.settled(by: options.policy) else { return nil }
    let left = try ComparedLines(
      base: texts.base, ours: texts.ours, theirs: texts.theirs, options: options, pair: .oneByOne
    ).climbed(options, rest: texts.rest)
    guard let regions = StructuredRegions(left, of: texts, texts: auditTexts).regions else {
      return nil
    }
    var merged = Merged(regions: regions, style: options.style)
    merged.profile = comparison.profile
    return merged
  }
}

extension Merged {
  /// How much of ours and theirs lies within conflicts.
  fileprivate var claimedBytes: Int {
    conflicts.reduce(0) { $0 + $1.ours.count + $1.theirs.count }
  }
}
