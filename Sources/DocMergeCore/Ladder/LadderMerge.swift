/// Takes what the line merge left in conflict through the rules of a policy.
struct LadderMerge {
  let surroundings: Surroundings
  let options: TextMergeOptions

  /// The most lines of a claim that rules are tried on; beyond, nobody could check what they did.
  private static let lineLimit = 20_000

  /// The most bytes of a claim that a suggestion is worked out for.
  private static let suggestionLimit = 1 << 13

  /// The regions of `lines`, with fewer and smaller conflicts.
  func climbed(_ lines: Merged) throws(MergeCancelled) -> Merged {
    let rungs = Ladder.rungs(for: options.policy)
    var regions: [Region] = []
    for region in lines.regions {
      guard case .conflict(let conflict) = region, let claim = Claim(conflict) else {
        regions.append(region)
        continue
      }
      if options.isCancelled?() == true { throw MergeCancelled() }
      for step in steps(for: claim, rungs: rungs) {
        regions += self.regions(step, of: conflict)
      }
    }
    if options.policy >= Ladder.moved.policy {
      regions = MovedBlocks(rule: Ladder.moved).settled(regions)
    }
    var climbed = Merged(regions: regions, style: options.style)
    climbed.profile = lines.profile
    return climbed
  }

  /// What the rungs make of a claim; a part that one of them leaves starts again with the first.
  private func steps(for claim: Claim, rungs: [any Rung]) -> [Step] {
    guard claim.lineCount <= Self.lineLimit else { return [.left(claim)] }
    for rung in rungs {
      guard let steps = rung.steps(for: claim, in: surroundings), steps.allSatisfy(isAccounted)
      else { continue }
      return steps.flatMap { step in
        guard case .left(let part) = step, part.lineCount < claim.lineCount else { return [step] }
        return self.steps(for: part, rungs: rungs)
      }
    }
    return [.left(claim)]
  }

  /// Whether a rule neither lost nor made up anything; a rung that did is passed over.
  private func isAccounted(_ step: Step) -> Bool {
    guard case .settled(let bytes, let claim, let rule) = step else { return true }
    let conflict = claim.conflict(endingLinesWith: .lineFeed)
    return RegionReceipt(of: conflict, decidedAs: bytes[...], by: rule).isAccounted
  }

  private func regions(_ step: Step, of conflict: Region.Conflict) -> [Region] {
    switch step {
    case .agreed(let bytes, let origin):
      return bytes.isEmpty ? [] : [.agreed(.init(bytes: bytes, origin: origin))]
    case .settled(let bytes, let claim, let rule):
      let part = claim.conflict(endingLinesWith: conflict.lineEnding)
      return [.agreed(.init(bytes: bytes[...], origin: .decided(by: rule, from: part)))]
    case .left(let claim):
      let cutter = ConflictCutter(
        claim: claim, lineEnding: conflict.lineEnding, suggestion: suggestion(for: claim))
      return cutter.regions(in: options.style)
    }
  }

  /// What bolder rules would make of a claim.
  private func suggestion(for claim: Claim) -> Region.Suggestion? {
    guard
      claim.base.text.count + claim.ours.text.count + claim.theirs.text.count
        <= Self.suggestionLimit
    else { return nil }
    var bytes: [UInt8] = []
    var boldest: MergeRule?
    for step in steps(for: claim, rungs: Ladder.rungs + Ladder.suggesting) {
      switch step {
      case .agreed(let part, _): bytes += part
      case .settled(let part, _, let rule):
        bytes += part
        boldest = rule
      case .left: return nil
      }
    }
    return boldest.map { Region.Suggestion(bytes: bytes, rule: $0) }
  }
}
