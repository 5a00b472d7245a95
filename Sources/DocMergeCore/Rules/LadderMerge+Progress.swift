extension LadderMerge {
  /// The regions of `lines`, with fewer and smaller conflicts; many are settled at the same time.
  func applyingRules(to lines: Merged, pair: PairRunner = .oneByOne) throws(MergeCancelled)
    -> Merged
  {
    guard !lines.isClean else { return lines }
    let progress =
      applyRulesInHalves(to: lines.regions, pair: pair) ?? applyRules(to: lines.regions[...])
    var regions = try progress.finished
    if options.policy >= Ladder.moved.policy {
      regions = MovedBlocks(rule: Ladder.moved).settled(regions)
    }
    var settled = Merged(regions: regions, style: options.style)
    settled.profile = lines.profile
    return settled
  }

  /// The progress of the rungs through the regions of a text.
  private struct Progress: Sendable {
    /// A place after a conflict to which the progress can be taken back.
    struct Savepoint {
      /// The next region.
      var next: Int
      /// How many regions there were.
      var regionCount: Int
      var effort: Int
      var suggestionEffort: Int
    }

    var regions: [Region] = []
    var effort = 0
    var suggestionEffort = 0
    var savepoints: [Savepoint] = []
    var isCancelled = false

    /// The regions, unless the merge was cancelled.
    var finished: [Region] {
      get throws(MergeCancelled) {
        if isCancelled { throw MergeCancelled() }
        return regions
      }
    }

    /// How much of a progress that started from nothing also holds after this one: as long as neither
    /// effort reaches its limit.
    func fitting(_ later: Progress, _ options: TextMergeOptions) -> Savepoint? {
      let suggestionLimit = options.effortLimit / LadderMerge.suggestionShare
      return later.savepoints.last { savepoint in
        effort + savepoint.effort < options.effortLimit
          && suggestionEffort + savepoint.suggestionEffort < suggestionLimit
      }
    }
  }

  /// Runs regions through the rungs; `start` is the progress so far.
  private func applyRules(
    to lines: ArraySlice<Region>, from start: Progress = Progress()
  ) -> Progress {
    let rungs = Ladder.rungs(for: options.policy, rest)
    var progress = start
    progress.regions.reserveCapacity(progress.regions.count + lines.count)
    for index in lines.indices {
      guard case .conflict(let conflict) = lines[index], let claim = ConflictLines(conflict) else {
        progress.regions.append(lines[index])
        continue
      }
      if options.isCancelled?() == true {
        progress.isCancelled = true
        return progress
      }
      for step in guardedSteps(for: claim, rungs: rungs, effort: &progress.effort) {
        progress.regions += regions(
          step, of: conflict, suggestionEffort: &progress.suggestionEffort)
      }
      progress.savepoints.append(
        Progress.Savepoint(
          next: index + 1, regionCount: progress.regions.count, effort: progress.effort,
          suggestionEffort: progress.suggestionEffort))
    }
    return progress
  }

  /// Fewer conflicts than this are settled quickly on one core.
  private static let leastPair = 64

  /// Runs both halves of the regions through the rungs at the same time, if there are many conflicts.
  ///
  /// The result is that of one pass: of the second half only the part that fits in the remaining effort of
  /// the first half is taken, and the rules are applied to the rest once more.
  private func applyRulesInHalves(to lines: [Region], pair: PairRunner) -> Progress? {
    let conflicts = lines.indices.filter { index in
      if case .conflict = lines[index] { true } else { false }
    }
    guard conflicts.count >= Self.leastPair, pair.isPaired(size: .max) else { return nil }
    let middle = conflicts[conflicts.count / 2]
    let (base, ours, theirs) = (surroundings.base, surroundings.ours, surroundings.theirs)
    let (options, rest) = (options, rest)
    @Sendable func applyRules(to half: ArraySlice<Region>) -> Progress {
      // The vocabulary of the texts is not shared between threads.
      let surroundings = InputTexts(base: base, ours: ours, theirs: theirs)
      let merge = LadderMerge(surroundings: surroundings, options: options, rest: rest)
      return merge.applyRules(to: half)
    }
    var (first, second) = pair.run(size: .max) {
      applyRules(to: lines[..<middle])
    } _: {
      applyRules(to: lines[middle...])
    }
    if first.isCancelled || second.isCancelled {
      first.isCancelled = true
      return first
    }
    let fitting = first.fitting(second, options)
    first.regions += second.regions[..<(fitting?.regionCount ?? 0)]
    first.effort += fitting?.effort ?? 0
    first.suggestionEffort += fitting?.suggestionEffort ?? 0
    return self.applyRules(to: lines[(fitting?.next ?? middle)...], from: first)
  }
}
