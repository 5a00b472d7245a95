public import DocMergeCore

extension Merged {
  /// The keys of the conflicts of a merge.
  package var conflictKeys: [ConflictKey] {
    passages.compactMap { passage in
      if case .conflict(let conflict) = passage { return conflict.key }
      return nil
    }
  }

  /// The decisions of a person for each conflict, derived from the resulting text.
  ///
  /// If only conflicts were changed, the agreed lines are in `text` unchanged and the text between
  /// them was decided; unless they could be there in two ways. If agreed lines were edited too, a
  /// conflict must be surrounded by lines that occur only once. Anything else is not remembered, nor
  /// is a result that still has markers, nor one conflict that was decided in two ways.
  ///
  /// - Parameter text: The person's resolution of the merge.
  /// - Returns: The decisions that can be determined, in the order of the conflicts.
  public func decisions(in text: [UInt8]) -> [RememberedResolution] {
    let finder = DecisionFinder(passages: passages, text: Lines(text))
    let found: [RememberedResolution] = zip(
      finder.conflicts, finder.exactRanges ?? finder.likelyRanges
    )
    .compactMap { conflict, range in
      guard let range, conflict.key != nil else { return nil }
      let result = Array(finder.text.text(of: range))
      guard !result.contains(0), ConflictedText(result).isClean else { return nil }
      return RememberedResolution(
        base: conflict.base, ours: conflict.ours, theirs: conflict.theirs, result: result)
    }
    // One conflict that was decided in two ways is not used.
    var results: [ConflictKey: Set<[UInt8]>] = [:]
    for resolution in found {
      if let key = resolution.key { results[key, default: []].insert(resolution.result) }
    }
    return found.filter { resolution in resolution.key.map { results[$0]?.count == 1 } ?? false }
  }

  /// Whether a text has all lines that are not in conflict unchanged.
  func isKept(in text: [UInt8]) -> Bool {
    DecisionFinder(passages: passages, text: Lines(text)).hasAgreedLines
  }
}

/// Finds the places of the conflicts of a merge in a text.
private struct DecisionFinder {
  let text: Lines
  private(set) var conflicts: [LineConflict] = []
  /// The agreed lines before, between and after the conflicts, as numbers; one more than conflicts.
  private var runs: [[Int]] = [[]]
  /// The lines of the text as numbers; the same line has the same number.
  private var tokens: [Int] = []

  init(passages: [Passage], text: Lines) {
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func number(_ line: ArraySlice<UInt8>) -> Int {
      if let known = numbers[line] { return known }
      numbers[line] = numbers.count
      return numbers.count - 1
    }
    self.text = text
    tokens = text.map(number)
    for passage in passages {
      switch passage {
      case .agreed(let bytes): runs[runs.count - 1] += Lines(bytes).map(number)
      case .conflict(let conflict):
        conflicts.append(conflict)
        runs.append([])
      }
    }
  }

  /// The place of each conflict if the agreed lines are there unchanged, in one way only.
  var exactRanges: [Range<Int>?]? {
    guard let window, let first = firstPlaces(in: window), first == lastPlaces(in: window) else {
      return nil
    }
    let starts = [window.lowerBound] + first.map(\.upperBound)
    return zip(starts, first.map(\.lowerBound) + [window.upperBound]).map { $0..<$1 }
  }

  /// Whether the agreed lines are there unchanged, in one way or more.
  var hasAgreedLines: Bool { window.flatMap(firstPlaces) != nil }

  /// The range between the agreed lines before the first conflict and those after the last one.
  private var window: Range<Int>? {
    let end = runs[runs.count - 1]
    guard runs.count > 1, tokens.count >= runs[0].count + end.count,
      tokens.starts(with: runs[0]), tokens.suffix(end.count).elementsEqual(end)
    else { return nil }
    return runs[0].count..<tokens.count - end.count
  }

  /// The places of the runs of agreed lines between conflicts, each as early as possible.
  private func firstPlaces(in window: Range<Int>) -> [Range<Int>]? {
    var places: [Range<Int>] = []
    var start = window.lowerBound
    for run in runs[1..<runs.count - 1] {
      let starts = start...max(start, window.upperBound - run.count)
      guard let place = starts.first(where: { has(run, at: $0, window.upperBound) }) else {
        return nil
      }
      places.append(place..<place + run.count)
      start = place + run.count
    }
    return places
  }

  /// The same, each as late as possible.
  private func lastPlaces(in window: Range<Int>) -> [Range<Int>]? {
    var places: [Range<Int>] = []
    var end = window.upperBound
    for run in runs[1..<runs.count - 1].reversed() {
      let starts = window.lowerBound...max(window.lowerBound, end - run.count)
      guard let place = starts.last(where: { has(run, at: $0, end) }) else { return nil }
      places.insert(place..<place + run.count, at: 0)
      end = place
    }
    return places
  }

  private func has(_ run: [Int], at place: Int, _ end: Int) -> Bool {
    place + run.count <= end && tokens[place..<place + run.count].elementsEqual(run)
  }

  /// The place of each conflict, if the agreed lines next to it determine it.
  var likelyRanges: [Range<Int>?] {
    let agreed = runs.flatMap { $0 }
    var partners = [Int?](repeating: nil, count: agreed.count)
    var (place, other) = (0, 0)
    for hunk in diff(base: agreed, other: tokens)
      + [Hunk(base: agreed.count..<agreed.count, other: tokens.count..<tokens.count)]
    {
      while place < hunk.base.lowerBound {
        partners[place] = other
        (place, other) = (place + 1, other + 1)
      }
      (place, other) = (hunk.base.upperBound, hunk.other.upperBound)
    }
    let rare = Set(agreed.once).intersection(tokens.once)
    var gap = 0
    return conflicts.indices.map { index in
      gap += runs[index].count
      return range(of: conflicts[index], gap, agreed, partners, rare)
    }
  }

  private func range(
    of conflict: LineConflict, _ gap: Int, _ agreed: [Int], _ partners: [Int?], _ rare: Set<Int>
  ) -> Range<Int>? {
    var (start, end) = (0, tokens.count)
    if gap > 0 {
      guard let partner = partners[gap - 1] else { return nil }
      let near = (max(gap - 3, 0)..<gap).filter { partners[$0] == partner + 1 - gap + $0 }
      guard near.contains(where: { rare.contains(agreed[$0]) }) else { return nil }
      start = partner + 1
    }
    if gap < agreed.count {
      guard let partner = partners[gap] else { return nil }
      let near = (gap..<min(gap + 3, agreed.count)).filter { partners[$0] == partner - gap + $0 }
      guard near.contains(where: { rare.contains(agreed[$0]) }) else { return nil }
      end = partner
    }
    guard start <= end else { return nil }
    // Where agreed lines were edited, a conflict without a trace may have moved.
    let mayVanish = conflict.ours.isEmpty || conflict.theirs.isEmpty
    guard start < end || mayVanish else { return nil }
    // The lines next to it must not be interchangeable with the decided text.
    if start < end {
      if gap > 0, tokens[end - 1] == agreed[gap - 1] { return nil }
      if gap < agreed.count, tokens[start] == agreed[gap] { return nil }
    }
    return start..<end
  }
}

extension [Int] {
  /// The elements that occur only once.
  fileprivate var once: [Int] {
    var counts: [Int: Int] = [:]
    for element in self { counts[element, default: 0] += 1 }
    return counts.filter { $0.value == 1 }.map(\.key)
  }
}
