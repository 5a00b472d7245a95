/// Checks the result of any merge, by the changes of the two sides to the base.
///
///     audit(base: base, ours: ours, theirs: theirs, result: result).isClean
///
/// Where only one side changed something, or both made the same change, the result must have just that. Where
/// both changed the same lines, the result must have all of it (in the order of the lines, or one side's
/// addition after the other's), or leave a conflict, or be the result of a rule of the engine for that
/// place under some policy; otherwise the missing text is unaccounted for.
///
/// - Parameters:
///   - base: The text that both sides were made from.
///   - ours: One side.
///   - theirs: The other side.
///   - result: The merge by any tool or person; conflicts may be between markers.
/// - Returns: The fate of each change, and the unexplained parts of the result.
/// - Complexity: That of a merge and one more comparison; where the result is neither, that of a few
///   merges.
public func audit(
  base: [UInt8], ours: [UInt8], theirs: [UInt8], result: [UInt8]
) -> MergeAudit {
  audit(base: base, ours: ours, theirs: theirs, result: result, structure: nil)
}

/// The same for texts whose structure is known.
package func audit(
  base: [UInt8], ours: [UInt8], theirs: [UInt8], result: [UInt8],
  structure: (any MergeStructure)?
) -> MergeAudit {
  let sections = ResultSections.sections(of: result, inputs: [base, ours, theirs])
  // A result with markers is compared with git's own profiles: git put the conflicts there.
  let isMarked = sections.contains { section in
    if case .conflict = section { true } else { false }
  }
  let (histogram, myers) =
    isMarked
    ? (MergeProfile.gitMerge, MergeProfile.gitMergeFile)
    : (MergeProfile.gitMerge.hasty, MergeProfile.gitMergeFile.hasty)
  let comparison = LineMerge(base: base, ours: ours, theirs: theirs, profile: histogram)
  var auditor = ResultAuditor(
    AuditTexts(comparison), sections: sections)
  let lines: [ResultAuditor.Explanation] = [
    { style, _ in comparison.merged(style: style) },
    { style, _ in
      LineMerge(comparison, profile: myers, pair: .oneByOne).merged(style: style)
    },
  ]
  let rules = MergePolicy.allCases.map { policy -> ResultAuditor.Explanation in
    { style, effort in
      if comparison.isCrowded { return nil }
      var options = TextMergeOptions(policy: policy, style: style)
      options.effortLimit = effort
      options.structure = structure
      return try? mergeText(base: base, ours: ours, theirs: theirs, options: options)
    }
  }
  var audit = auditor.audited(explainedBy: lines + rules)
  audit.findings += BaseParts(of: audit.conflicts).findings(explainedBy: lines + rules)
  return audit
}

extension LineMerge {
  /// Whether the lines alone have more conflicts than the rules of an audit may examine.
  fileprivate var isCrowded: Bool {
    let conflicts = merged(style: .diff3).conflicts
    let effort = conflicts.reduce(0) { effort, conflict in
      effort + ResultAuditor.conflictEffort + conflict.ours.count + conflict.theirs.count
        + (conflict.base?.count ?? 0)
    }
    return effort > ResultAuditor.effortLimit / MergePolicy.allCases.count
  }
}
