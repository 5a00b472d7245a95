import DocMergeCore

/// Merges any number of sides with their base, two at a time.
struct FoldMerge {
  /// One of the texts.
  struct Side {
    var id: String
    var bytes: [UInt8]
  }

  /// The outcome.
  enum Outcome {
    case clean(MergedText)
    case conflicts(UnfinishedMerge)
    case refused(MergeAttempt.Reason)
  }

  let pair: PairMerge
  let base: [UInt8]
  /// The sides that changed something, each differently, from old to new.
  let sides: [Side]

  /// The most orders that start with different sides; a conflict of more sides is rare.
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

  /// The sides in a circle from each of them, in both directions; for three sides these are all orders.
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

  /// The conflict of two of the sides that a person can examine, if there is one.
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
