/// Checks a result against the sequence of lines that the two sides ask for.
struct ResultAuditor {
  /// Makes a merge that may explain a place of the result; `nil` if there is none.
  ///
  /// The merge has this style, and its rules may take this much effort.
  typealias Explanation = (_ style: ConflictStyle, _ effort: Int) -> Merged?

  /// The effort that all explanations together may take for their rules.
  ///
  /// In a text with so many conflicts that the effort runs out, what no rule reached is unaccounted for: an audit
  /// should doubt too much rather than too little.
  static let effortLimit = 3 << 20

  /// The least effort for one conflict, besides its bytes.
  static let conflictEffort = 200

  private let texts: AuditTexts
  private let sequence: AuditSequence
  private let result: [Int32]
  private let expected: ExpectedRow
  private var table: AuditTokens
  /// Whether an explanation must name the rules that it followed.
  private let needsRules: Bool
  private var candidates: [AuditCandidate] = []
  /// The merges that were not yet needed as candidates; the next one is last.
  private var pending: [() -> Merged?] = []
  /// The merges that are candidates.
  private var seen: [[Region]] = []
  /// How many more bytes may be searched for words.
  private var wordBudget = ChangeClassifier.wordBudget
  /// The line counts of the whole texts; made when something is not explained.
  private var counts: LineCounts?
  /// The text at the first place that nothing explains.
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

  /// The audit; for a place that needs an explanation, `explanations` are tried in order.
  mutating func audited(explainedBy explanations: [Explanation]) -> MergeAudit {
    let styles = styles
    let effort = ResultAuditor.effortLimit / max(1, MergePolicy.allCases.count * styles.count)
    pending = explanations.flatMap { explain in styles.map { style in { explain(style, effort) } } }
      .reversed()
    defer { pending = [] }
    var run = 0
    for place in expected.places(table.hunks(expected.tokens, result)) {
      while run < expected.runs.count,
        expected.runs[run].span.ends(
          by: place.base.lowerBound, place.ours.lowerBound, place.theirs.lowerBound)
      {
        appendAgreed(expected.runs[run].span)
        run += 1
      }
      judge(place)
      while run < expected.runs.count,
        expected.runs[run].span.ends(
          by: place.base.upperBound, place.ours.upperBound, place.theirs.upperBound)
      {
        run += 1
      }
    }
    for rest in expected.runs[run...] { appendAgreed(rest.span) }
    if let unexplained, audit.isClean {
      // Every line is there as often as it should be, so the order differs.
      audit.findings.append(AuditFinding(kind: .moved, bytes: unexplained))
    }
    return audit
  }

  /// Adds the changes in a span that the result has as they are.
  private mutating func appendAgreed(_ span: AuditSpan) {
    guard span.kind != .unchanged else { return }
    audit.items +=
      span.kind == .conflict ? texts.stretch(span).items(.inConflict) : texts.items(span)
  }

  /// The styles that the conflicts of the result can have: only one style shows no base.
  private var styles: [ConflictStyle] {
    audit.conflicts.contains { $0.base != nil } ? [.diff3, .zdiff3] : [.merge]
  }

  private mutating func judge(_ place: AuditPlace) {
    let stretch = texts.stretch(base: place.base, ours: place.ours, theirs: place.theirs)
    let hasConflict = sequence.conflicts(in: place.result) > 0
    if hasConflict, isLeftOpen(place, stretch) {
      audit.items += stretch.items(.inConflict)
    } else if !hasConflict, stretch.isKept(in: Array(sequence.text(place.result))) {
      audit.items += stretch.items()
    } else if let rules = rules(explaining: place) {
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

  /// The rules of the first merge that has the same text there.
  private mutating func rules(explaining place: AuditPlace) -> [MergeRule]? {
    var index = 0
    while index < candidates.count || takeNextCandidate() {
      let rules = candidates[index].rules(explaining: place.result)
      if let rules, !needsRules || !rules.isEmpty { return rules }
      index += 1
    }
    return nil
  }

  /// Makes one more candidate, if there is one.
  private mutating func takeNextCandidate() -> Bool {
    while let next = pending.popLast() {
      guard let merged = next(), !seen.contains(merged.regions) else { continue }
      seen.append(merged.regions)
      candidates.append(AuditCandidate(merged, result: result, &table))
      return true
    }
    return false
  }

  private mutating func append(
    _ stretch: Stretch, _ place: AuditPlace, _ rules: [MergeRule], _ hasConflict: Bool
  ) {
    guard !hasConflict else {
      audit.items += stretch.items(.inConflict)
      return
    }
    guard let rule = rules.max(by: { $0.policy < $1.policy }),
      !stretch.isKeptButForLayout(in: Array(sequence.text(place.result)))
    else {
      audit.items += stretch.items()
      return
    }
    let classifier = ChangeClassifier(
      stretch, result: sequence.text(place.result), rule: rule, wordBudget: wordBudget)
    wordBudget = classifier.budget
    audit.items += classifier.items.map { item in
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
      let classifier = ChangeClassifier(
        stretch, result: sequence.text(place.result), rule: nil, counts: counts,
        wordBudget: wordBudget)
      wordBudget = classifier.budget
      audit.items += classifier.items
      audit.findings += classifier.findings
      return
    }
    for side in MergeSide.allCases {
      let text = sequence.text(place.result, side: side)
      let classifier = ChangeClassifier(
        stretch, result: text[...], rule: nil, wordBudget: wordBudget)
      wordBudget = classifier.budget
      audit.items += classifier.items.filter { $0.side == side }
      audit.findings += classifier.findings
    }
  }
}

extension AuditTexts {
  /// The lines of the whole texts and of a result, counted.
  func counts(_ result: AuditSequence) -> LineCounts {
    LineCounts(
      base: TokenizedText(linesOf: base.bytes), ours: TokenizedText(linesOf: ours.bytes),
      theirs: TokenizedText(linesOf: theirs.bytes),
      result: result.parts.flatMap { part in
        if let text = part.text { return [text.cut] }
        let sides = [part.conflict?.ours ?? [], part.conflict?.theirs ?? []]
        return sides.map { TokenizedText(linesOf: Array($0)) }
      })
  }
}
