/// Checks a merge of the engine, region by region.
///
/// Text that no rule touched is compared with what the two sides ask for; a decision of a rule is checked as by
/// ``RegionAudit``, and what it dropped is listed under its name.
///
/// - Parameters:
///   - merged: The merge; the slices of its conflicts must be slices of the three texts.
///   - base: The text that both sides were made from.
///   - ours: One side.
///   - theirs: The other side.
///   - comparison: The comparison that the merge was made from; without it the texts are compared anew.
/// - Returns: The fate of each change.
/// - Complexity: O(*n*) for the lines, then a comparison of each changed place; that of a merge when
///   there is no `comparison`.
public func audit(
  of merged: Merged, base: [UInt8], ours: [UInt8], theirs: [UInt8],
  comparison: LineMerge? = nil
) -> MergeAudit {
  audit(
    of: merged, base: base, ours: ours, theirs: theirs, comparison: comparison, structure: nil)
}

/// The same for a merge that asked a structure.
package func audit(
  of merged: Merged, base: [UInt8], ours: [UInt8], theirs: [UInt8],
  comparison: LineMerge? = nil, structure: (any MergeStructure)?
) -> MergeAudit {
  let first =
    comparison
    ?? LineMerge(
      base: base, ours: ours, theirs: theirs, profile: merged.profile ?? .gitMerge.hasty)
  let texts = AuditTexts(first)
  var auditor = RegionAuditor(texts)
  if !merged.isMadeAnew, let audit = auditor.audited(merged) { return audit }
  if !merged.isMadeAnew, comparison == nil, merged.profile == nil {
    let second = LineMerge(first, profile: .gitMergeFile.hasty, pair: .oneByOne)
    var auditor = RegionAuditor(
      AuditTexts(second))
    if let audit = auditor.audited(merged) { return audit }
  }
  // The regions do not follow the lines: their text is checked.
  if let result = merged.clean {
    return audit(base: base, ours: ours, theirs: theirs, result: result, structure: structure)
  }
  let whole = wholeAudit(of: merged, texts)
  guard !whole.isClean else { return whole }
  let layered = LayeredTexts(base: base, ours: ours, theirs: theirs)
  return layeredAudit(of: merged, layered, structure) ?? whole
}

/// Checks a merge without its layers; `nil` if that does not make it clean.
///
/// Where a layer was merged, a line need not be in the result byte for byte: its contents count.
private func layeredAudit(
  of merged: Merged, _ layered: LayeredTexts, _ structure: (any MergeStructure)?
) -> MergeAudit? {
  guard let contents = layered.contents(of: merged) else { return nil }
  let (base, ours, theirs) = (layered.base, layered.ours, layered.theirs)
  let comparison = LineMerge(
    base: base, ours: ours, theirs: theirs, profile: merged.profile ?? .gitMerge.hasty)
  let texts = AuditTexts(comparison)
  let whole = wholeAudit(of: contents, texts)
  if whole.isClean { return whole }
  // A merge that equals this one when its layers are put on shows what its regions were made from.
  for policy in MergePolicy.allCases {
    var options = TextMergeOptions(
      policy: policy, style: merged.style,
      isSuggesting: merged.conflicts.contains { $0.suggestion != nil })
    options.structure = structure
    guard
      let candidate = try? mergeContents(base: base, ours: ours, theirs: theirs, options: options),
      layered.restore(candidate) == merged
    else { continue }
    var auditor = RegionAuditor(texts)
    return auditor.audited(candidate).flatMap { $0.isClean ? $0 : nil }
  }
  return nil
}

/// Checks the text of a merge.
func wholeAudit(of merged: Merged, _ texts: AuditTexts) -> MergeAudit {
  var auditor = ResultAuditor(texts, sections: merged.joinedSections, needsRules: true)
  return auditor.audited(explainedBy: [{ _, _ in merged }])
}

extension Merged {
  /// Whether regions are not slices of the inputs in their order, because a layer or a move made them.
  fileprivate var isMadeAnew: Bool {
    layers != nil
      || regions.contains { region in
        guard case .agreed(let agreed) = region, case .decided(let rule, _) = agreed.origin else {
          return false
        }
        return rule.name == Ladder.moved.name
      }
  }
}
