import DocMergeCore

/// Merges any number of sides with their base, two at a time.
struct FoldMerge {
  /// One of the texts.
  struct Side {
    var id: String
    var bytes: [UInt8]
  }

  /// What came of it.
  enum Outcome {
    case clean(MergedText)
    case conflicts(UnfinishedMerge)
    case refused(MergeAttempt.Reason)
  }

  let pair: PairMerge
  let base: [UInt8]
  /// The sides that changed something, each of them something else, from old to new.
  let sides: [Side]

  /// As many orders start with another side as this at most; a conflict of more is a rarity.
  private static let startLimit = 8

  init(pair: PairMerge, base: [UInt8], sides: [Side]) {
    self.pair = pair
    self.base = base
    var seen: Set = [base]
    self.sides = sides.filter { seen.insert($0.bytes).inserted }
  }

  var outcome: Outcome {
    guard let first = sides.first else { return .clean(MergedText(bytes: base)) }
    guard sides.count > 2 else { return fold(sides.dropFirst(), onto: first) }
    var settled: MergedText?
    for order in orders {
      let outcome = fold(order.dropFirst(), onto: order[0])
      guard let found = settled else {
        guard case .clean(let text) = outcome else { return outcome }
        settled = text
        continue
      }
      guard case .clean(let text) = outcome, text.bytes == found.bytes else {
        return .refused(.orderMatters)
      }
    }
    return settled.map(Outcome.clean) ?? .refused(.nothingToMerge)
  }

  /// Round the circle of sides from each of them, both ways; of three sides that is every order.
  private var orders: [[Side]] {
    sides.indices.prefix(Self.startLimit).flatMap { start in
      let forward = Array(sides[start...] + sides[..<start])
      return [forward, [forward[0]] + forward.dropFirst().reversed()]
    }
  }

  private func fold(_ rest: some Collection<Side>, onto first: Side) -> Outcome {
    var text = MergedText(bytes: first.bytes)
    var merged = [first]
    for side in rest {
      let step = pair.merge(base: base, ours: text.bytes, theirs: side.bytes)
      switch step {
      case .clean(let next): text = MergedText(bytes: next.bytes, rules: text.rules + next.rules)
      case .refused(let reason): return .refused(reason)
      case .conflicts(let result):
        return .conflicts(
          conflict(of: merged, with: side)
            ?? unfinished(result, ours: text.bytes, merged.count > 1 ? nil : first.id, side))
      }
      merged.append(side)
    }
    return .clean(text)
  }

  /// The conflict of two of the sides that a person can look at, if there is one.
  private func conflict(of merged: [Side], with theirs: Side) -> UnfinishedMerge? {
    guard merged.count > 1 else { return nil }
    for ours in merged {
      if case .conflicts(let result) = pair.merge(
        base: base, ours: ours.bytes, theirs: theirs.bytes)
      {
        return unfinished(result, ours: ours.bytes, ours.id, theirs)
      }
    }
    return nil
  }

  private func unfinished(
    _ merged: Merged, ours: [UInt8], _ id: String?, _ theirs: Side
  ) -> UnfinishedMerge {
    UnfinishedMerge(
      merged: merged, ours: id, theirs: theirs.id,
      lines: pair.lines(of: merged, base: base, ours: ours, theirs: theirs.bytes))
  }
}
