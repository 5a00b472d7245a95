/// Takes what the line merge left in conflict through the rules of a policy.
struct LadderMerge {
  let surroundings: Surroundings
  let options: TextMergeOptions

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
    return Merged(regions: regions, style: options.style)
  }

  /// What the rungs make of a claim; a part that one of them leaves starts again with the first.
  private func steps(for claim: Claim, rungs: [any Rung]) -> [Step] {
    for rung in rungs {
      guard let steps = rung.steps(for: claim, in: surroundings) else { continue }
      return steps.flatMap { step in
        guard case .left(let part) = step, part.lineCount < claim.lineCount else { return [step] }
        return self.steps(for: part, rungs: rungs)
      }
    }
    return [.left(claim)]
  }

  private func regions(_ step: Step, of conflict: Region.Conflict) -> [Region] {
    switch step {
    case .agreed(let bytes, let origin):
      return bytes.isEmpty ? [] : [.agreed(.init(bytes: bytes, origin: origin))]
    case .settled(let bytes, let claim, let rule):
      let part = claim.conflict(endingLinesWith: conflict.lineEnding)
      return [.agreed(.init(bytes: bytes[...], origin: .decided(by: rule, from: part)))]
    case .left(let claim):
      return ConflictCutter(claim: claim, lineEnding: conflict.lineEnding).regions(
        in: options.style)
    }
  }
}
