extension LadderMerge {
  /// The regions of `lines`, with fewer and smaller conflicts; many are settled at the same time.
  func climbed(_ lines: Merged, pair: PairRunner = .oneByOne) throws(MergeCancelled) -> Merged {
    guard !lines.isClean else { return lines }
    var regions = try (pairClimb(lines.regions, pair: pair) ?? climb(lines.regions[...])).finished
    if options.policy >= Ladder.moved.policy {
      regions = MovedBlocks(rule: Ladder.moved).settled(regions)
    }
    var climbed = Merged(regions: regions, style: options.style)
    climbed.profile = lines.profile
    return climbed
  }

  /// The progress of the rungs through the regions of a text.
  private struct Climb: Sendable {
    /// A place after a conflict that the climb can be taken back to.
    struct Rest {
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
    var rests: [Rest] = []
    var isCancelled = false

    /// The regions, unless the merge was cancelled.
    var finished: [Region] {
      get throws(MergeCancelled) {
        if isCancelled { throw MergeCancelled() }
        return regions
      }
    }

    /// How much of a climb that started from nothing also holds after this one: as long as neither
    /// effort reaches its limit.
    func fitting(_ later: Climb, _ options: TextMergeOptions) -> Rest? {
      let suggestionLimit = options.effortLimit / LadderMerge.suggestionShare
      return later.rests.last { rest in
        effort + rest.effort < options.effortLimit
          && suggestionEffort + rest.suggestionEffort < suggestionLimit
      }
    }
  }

  /// Runs regions through the rungs; `start` is the progress so far.
  private func climb(_ lines: ArraySlice<Region>, from start: Climb = Climb()) -> Climb {
    let rungs = Ladder.rungs(for: options.policy, rest)
    var climb = start
    climb.regions.reserveCapacity(climb.regions.count + lines.count)
    for index in lines.indices {
      guard case .conflict(let conflict) = lines[index], let claim = ConflictLines(conflict) else {
        climb.regions.append(lines[index])
        continue
      }
      if options.isCancelled?() == true {
        climb.isCancelled = true
        return climb
      }
      for step in guardedSteps(for: claim, rungs: rungs, effort: &climb.effort) {
        climb.regions += regions(step, of: conflict, suggestionEffort: &climb.suggestionEffort)
      }
      climb.rests.append(
        Climb.Rest(
          next: index + 1, regionCount: climb.regions.count, effort: climb.effort,
          suggestionEffort: climb.suggestionEffort))
    }
    return climb
  }

  /// Fewer conflicts than this are settled quickly on one core.
  private static let leastPair = 64

  /// Runs both halves of the regions through the rungs at the same time, if there are many conflicts.
  ///
  /// The result is that of one climb: of the second half only the part that fits in the remaining effort of
  /// the first half is taken, and the rest climbs once more.
  private func pairClimb(_ lines: [Region], pair: PairRunner) -> Climb? {
    let conflicts = lines.indices.filter { index in
      if case .conflict = lines[index] { true } else { false }
    }
    guard conflicts.count >= Self.leastPair, pair.isPaired(size: .max) else { return nil }
    let middle = conflicts[conflicts.count / 2]
    let (base, ours, theirs) = (surroundings.base, surroundings.ours, surroundings.theirs)
    let (options, rest) = (options, rest)
    @Sendable func climb(_ half: ArraySlice<Region>) -> Climb {
      // The vocabulary of the texts is not shared between threads.
      let surroundings = InputTexts(base: base, ours: ours, theirs: theirs)
      return LadderMerge(surroundings: surroundings, options: options, rest: rest).climb(half)
    }
    var (first, second) = pair.run(size: .max) {
      climb(lines[..<middle])
    } _: {
      climb(lines[middle...])
    }
    if first.isCancelled || second.isCancelled {
      first.isCancelled = true
      return first
    }
    let fitting = first.fitting(second, options)
    first.regions += second.regions[..<(fitting?.regionCount ?? 0)]
    first.effort += fitting?.effort ?? 0
    first.suggestionEffort += fitting?.suggestionEffort ?? 0
    return self.climb(lines[(fitting?.next ?? middle)...], from: first)
  }
}
