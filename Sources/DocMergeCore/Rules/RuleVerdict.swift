/// The result of a rule for a conflict that is left, and so why it did not settle it.
package struct RuleVerdict: Sendable, Hashable {
  /// The outcome of the attempt.
  package enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// It settles all of it.
    case settles
    /// It settles a part, and leaves the rest.
    case settlesPart
    /// Its result would lose a change, or hold one that neither side made.
    case losesText
    /// Its result would leave a bracket without its partner.
    case breaksBrackets
    /// The conflict is not of the rule's kind.
    case doesNotFit
  }

  package var rule: MergeRule
  package var outcome: Outcome
  /// Whether the rule only makes suggestions.
  package var isSuggesting = false
}

/// Tries each rule on a conflict that is left.
///
/// Rules of the structure are tried only on whole texts: the one that counts is the one by which a bolder policy
/// would settle the conflict.
///
/// - Parameters:
///   - conflict: The conflict; its slices are of the texts.
///   - base: The whole base.
///   - ours: Our whole text.
///   - theirs: Their whole text.
/// - Returns: A verdict for each rule, the safest first; none where the base is unknown.
/// - Complexity: That of each rule on the lines of the conflict.
package func ruleVerdicts(
  of conflict: Region.Conflict, base: [UInt8], ours: [UInt8], theirs: [UInt8]
) -> [RuleVerdict] {
  guard let claim = ConflictLines(conflict) else { return [] }
  let texts = InputTexts(base: base, ours: ours, theirs: theirs)
  let names = Set(Ladder.suggesting.map(\.rule.name))
  let tried = (Ladder.rungs + Ladder.suggesting).map { rung in
    RuleVerdict(
      rule: rung.rule, outcome: rung.outcome(on: claim, in: texts),
      isSuggesting: names.contains(rung.rule.name))
  }
  let triedNames = Set(tried.map(\.rule.name))
  let structural = MergeRule.ofStructure.filter { !triedNames.contains($0.name) }.map { rule in
    RuleVerdict(
      rule: rule, outcome: conflict.suggestion?.rule == rule ? .settles : .doesNotFit)
  }
  return structural + tried
}

extension Rung {
  fileprivate func outcome(
    on claim: ConflictLines, in texts: InputTexts
  ) -> RuleVerdict.Outcome {
    guard let steps = steps(for: claim, in: texts) else { return .doesNotFit }
    guard steps.allSatisfy(LadderMerge.isAccounted) else { return .losesText }
    guard claim.isNested(steps) else { return .breaksBrackets }
    let isWhole = steps.allSatisfy { step in
      if case .left = step { return false }
      return true
    }
    return isWhole ? .settles : .settlesPart
  }
}
