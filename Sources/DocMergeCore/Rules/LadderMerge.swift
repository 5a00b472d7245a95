/// Applies the rules of a policy to the conflicts that the line merge left.
struct LadderMerge {
  let surroundings: InputTexts
  let options: TextMergeOptions
  /// Which rules may be applied.
  var rest = StructuredTexts.Rest.all

  /// The most lines of a claim that rules are tried on; a result beyond that could not be checked by a person.
  private static let lineLimit = 20_000

  /// The most bytes of a claim for which a suggestion is made.
  private static let suggestionLimit = 1 << 13

  /// Suggestions may take this part of the effort of rules: no one reads thousands of them.
  static let suggestionShare = 8

  /// The cost of a look at a claim, however small it is.
  private static let claimEffort = 200

  /// The result of the rungs for a claim, and the last of their rules; `nil` when they leave anything.
  func settled(
    _ claim: ConflictLines, by rungs: [any Rung], effort: inout Int
  ) -> (bytes: [UInt8], rule: MergeRule?)? {
    var (bytes, rule): ([UInt8], MergeRule?) = ([], nil)
    for step in guardedSteps(for: claim, rungs: rungs, effort: &effort) {
      switch step {
      case .agreed(let part, _): bytes += part
      case .settled(let part, _, let decided):
        bytes += part
        rule = decided
      case .left: return nil
      }
    }
    return (bytes, rule)
  }

  /// The steps of the rungs for a claim, unless a bracket would lose its partner.
  func guardedSteps(for claim: ConflictLines, rungs: [any Rung], effort: inout Int) -> [Step] {
    // Lines that a side added to entries are entries of their own: words across them are not comparable.
    let addsEntries = rest == .values && !claim.hasAsManyLines
    let rungs = addsEntries ? rungs.filter { !$0.comparesAcrossLines } : rungs
    let steps = steps(for: claim, rungs: rungs, effort: &effort)
    return claim.isNested(steps) ? steps : [.left(claim)]
  }

  /// The steps of the rungs for a claim; a part that one of them leaves starts again with the first.
  private func steps(for claim: ConflictLines, rungs: [any Rung], effort: inout Int) -> [Step] {
    guard claim.lineCount <= Self.lineLimit, effort < options.effortLimit else {
      return [.left(claim)]
    }
    effort += Self.claimEffort + claim.effort
    for rung in rungs {
      guard let steps = rung.steps(for: claim, in: surroundings), steps.allSatisfy(Self.isAccounted)
      else { continue }
      return steps.flatMap { step in
        guard case .left(let part) = step, part.lineCount < claim.lineCount else { return [step] }
        return self.steps(for: part, rungs: rungs, effort: &effort)
      }
    }
    return [.left(claim)]
  }

  /// Whether a rule neither lost nor invented anything; a rung whose rule did is skipped.
  static func isAccounted(_ step: Step) -> Bool {
    guard case .settled(let bytes, let claim, let rule) = step else { return true }
    let conflict = claim.conflict(endingLinesWith: .lineFeed)
    return RegionAudit(of: conflict, decidedAs: bytes[...], by: rule).isAccounted
  }

  func regions(
    _ step: Step, of conflict: Region.Conflict, suggestionEffort: inout Int
  ) -> [Region] {
    switch step {
    case .agreed(let bytes, let origin):
      return bytes.isEmpty ? [] : [.agreed(.init(bytes: bytes, origin: origin))]
    case .settled(let bytes, let claim, let rule):
      let part = claim.conflict(endingLinesWith: conflict.lineEnding)
      return [.agreed(.init(bytes: bytes[...], origin: .decided(by: rule, from: part)))]
    case .left(let claim):
      let cutter = ConflictCutter(
        claim: claim, lineEnding: conflict.lineEnding,
        suggestion: suggestion(for: claim, effort: &suggestionEffort))
      return cutter.regions(in: options.style)
    }
  }

  /// The suggestion of bolder rules for a claim.
  private func suggestion(for claim: ConflictLines, effort: inout Int) -> Region.Suggestion? {
    guard options.isSuggesting, claim.byteCount <= Self.suggestionLimit,
      effort < options.effortLimit / Self.suggestionShare
    else { return nil }
    let rungs = Ladder.rungs + Ladder.suggesting
    guard let settled = settled(claim, by: rungs, effort: &effort) else { return nil }
    return settled.rule.map { Region.Suggestion(bytes: settled.bytes, rule: $0) }
  }
}
