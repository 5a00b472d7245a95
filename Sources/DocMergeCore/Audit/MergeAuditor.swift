/// Checks the result of any merge, by what the two sides did to the base.
///
///     audit(base: base, ours: ours, theirs: theirs, result: result).isClean
///
/// Where only one side changed something, or both did the same, the result must have just that. Where
/// both changed the same lines, it must have all of it (in the order of the lines, or one side's
/// addition after the other's), or leave a conflict, or be what a rule of the engine makes of that
/// place under some policy; otherwise what is gone is unaccounted for.
///
/// - Parameters:
///   - base: What both sides were made from.
///   - ours: One side.
///   - theirs: The other side.
///   - result: What some tool, or person, made of them; conflicts may stand between markers.
/// - Returns: What became of each change, and what stands in the result without reason.
/// - Complexity: That of a merge and one more comparison; where the result is neither, that of a few
///   merges.
public func audit(
  base: [UInt8], ours: [UInt8], theirs: [UInt8], result: [UInt8]
) -> MergeAudit {
  let comparison = LineMerge(base: base, ours: ours, theirs: theirs, profile: .gitMerge)
  var auditor = MergeAuditor(
    AuditTexts(base: base, ours: ours, theirs: theirs, comparison: comparison),
    sections: ResultSections.sections(of: result, inputs: [base, ours, theirs]))
  return auditor.audited { style in
    let profile = LineMerge(base: base, ours: ours, theirs: theirs, profile: .gitMergeFile)
    let policies = MergePolicy.allCases.compactMap { policy in
      let options = TextMergeOptions(policy: policy, style: style)
      return try? mergeText(base: base, ours: ours, theirs: theirs, options: options)
    }
    return [comparison.merged(style: style), profile.merged(style: style)] + policies
  }
}

/// Checks a result against the row of lines that the two sides ask for.
struct MergeAuditor {
  private let texts: AuditTexts
  private let sequence: AuditSequence
  private let result: [Int32]
  private let expected: ExpectedRow
  private var table: AuditTokens
  /// Whether an explanation must name the rules that it followed.
  private let needsRules: Bool
  private var candidates: [AuditCandidate]?
  /// The lines of the whole texts; counted when something is not explained.
  private var counts: LineCounts?
  /// What stands at the first place that nothing explains.
  private var unexplained: ArraySlice<UInt8>?
  private var audit = MergeAudit()

  init(_ texts: AuditTexts, sections: [MarkedSection], needsRules: Bool = false) {
    self.texts = texts
    self.needsRules = needsRules
    sequence = AuditSequence(sections)
    table = AuditTokens(capacity: texts.base.count + texts.ours.count)
    expected = ExpectedRow(texts, &table)
    result = table.tokens(of: sequence)
    audit.conflicts = sequence.parts.compactMap(\.conflict)
  }

  /// The receipt; `merges` gives the merges that may explain a place, for a style.
  mutating func audited(explainedBy merges: (ConflictStyle) -> [Merged]) -> MergeAudit {
    var run = 0
    for place in expected.places(table.hunks(expected.tokens, result)) {
      while run < expected.runs.count,
        expected.runs[run].span.ends(
          by: place.base.lowerBound, place.ours.lowerBound, place.theirs.lowerBound)
      {
        appendAgreed(expected.runs[run].span)
        run += 1
      }
      judge(place, merges)
      while run < expected.runs.count,
        expected.runs[run].span.ends(
          by: place.base.upperBound, place.ours.upperBound, place.theirs.upperBound)
      {
        run += 1
      }
    }
    for rest in expected.runs[run...] { appendAgreed(rest.span) }
    if let unexplained, audit.isClean {
      // Every line is there as often as it should be, so the order is what differs.
      audit.findings.append(AuditFinding(kind: .moved, bytes: unexplained))
    }
    return audit
  }

  /// Takes up the changes in a span that the result has as they are.
  private mutating func appendAgreed(_ span: AuditSpan) {
    guard span.claim != .nobody else { return }
    audit.items +=
      span.claim == .conflict ? texts.stretch(span).items(.inConflict) : texts.items(span)
  }

  private mutating func judge(
    _ place: AuditPlace, _ merges: (ConflictStyle) -> [Merged]
  ) {
    let stretch = texts.stretch(base: place.base, ours: place.ours, theirs: place.theirs)
    let hasConflict = sequence.conflicts(in: place.result) > 0
    if hasConflict, isLeftOpen(place, stretch) {
      audit.items += stretch.items(.inConflict)
    } else if !hasConflict, stretch.isKept(in: Array(sequence.text(place.result))) {
      audit.items += stretch.items()
    } else if let rules = rules(explaining: place, merges) {
      append(stretch, place, rules, hasConflict)
    } else {
      appendUnexplained(stretch, place, hasConflict)
    }
  }

  /// Whether taking ours everywhere gives ours, and taking theirs gives theirs.
  private func isLeftOpen(_ place: AuditPlace, _ stretch: Stretch) -> Bool {
    MergeSide.allCases.allSatisfy { side in
      let text = sequence.text(place.result, side: side)
      return text.withoutFinalLineEnding == stretch.part(of: side).slice.withoutFinalLineEnding
    }
  }

  private mutating func rules(
    explaining place: AuditPlace, _ merges: (ConflictStyle) -> [Merged]
  ) -> [MergeRule]? {
    if candidates == nil {
      let styles = audit.conflictCount > 0 ? ConflictStyle.allCases : [.merge]
      var seen: Set<[Region]> = []
      candidates = styles.flatMap(merges).filter { seen.insert($0.regions).inserted }
        .map { AuditCandidate($0, result: result, &table) }
    }
    for candidate in candidates ?? [] {
      let rules = candidate.rules(explaining: place.result)
      if let rules, !needsRules || !rules.isEmpty { return rules }
    }
    return nil
  }

  private mutating func append(
    _ stretch: Stretch, _ place: AuditPlace, _ rules: [MergeRule], _ hasConflict: Bool
  ) {
    guard !hasConflict else {
      audit.items += stretch.items(.inConflict)
      return
    }
    guard let rule = rules.max(by: { $0.policy < $1.policy }) else {
      audit.items += stretch.items()
      return
    }
    let judge = StretchJudge(stretch, result: sequence.text(place.result), rule: rule)
    audit.items += judge.items.map { item in
      var item = item
      if item.fate == .unaccounted { item.fate = .dropped(by: rule) }
      return item
    }
  }

  private mutating func appendUnexplained(
    _ stretch: Stretch, _ place: AuditPlace, _ hasConflict: Bool
  ) {
    let counts = counts ?? texts.counts(sequence)
    self.counts = counts
    if unexplained == nil { unexplained = hasConflict ? [] : sequence.text(place.result) }
    guard hasConflict else {
      let judge = StretchJudge(
        stretch, result: sequence.text(place.result), rule: nil, counts: counts)
      audit.items += judge.items
      audit.findings += judge.findings
      return
    }
    for side in MergeSide.allCases {
      let text = sequence.text(place.result, side: side)
      let judge = StretchJudge(stretch, result: text[...], rule: nil)
      audit.items += judge.items.filter { $0.side == side }
      audit.findings += judge.findings
    }
  }
}

extension AuditTexts {
  /// The lines of the whole texts and of a result, counted.
  func counts(_ result: AuditSequence) -> LineCounts {
    LineCounts(
      base: Cut(linesOf: base.bytes), ours: Cut(linesOf: ours.bytes),
      theirs: Cut(linesOf: theirs.bytes),
      result: result.parts.flatMap { part in
        if let text = part.text { return [text.cut] }
        let sides = [part.conflict?.ours ?? [], part.conflict?.theirs ?? []]
        return sides.map { Cut(linesOf: Array($0)) }
      })
  }
}
