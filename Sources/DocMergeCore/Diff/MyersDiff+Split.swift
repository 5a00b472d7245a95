extension MyersDiff {
  /// The place where a box is cut in two.
  struct Split {
    var base: Int
    var other: Int
    var firstNeedsShortest = true
    var secondNeedsShortest = true
  }

  /// The diagonals that a search has reached.
  private struct Frontier {
    let middle: Int
    var low: Int
    var high: Int

    init(middle: Int) {
      self.middle = middle
      low = middle
      high = middle
    }
  }

  /// The length above which a snake (a run of equal tokens) is considered.
  private static let longSnake = 20
  /// The number of changes up to which the search is not cut short.
  private static let patience = 256

  /// Searches from both ends until the searches meet or the patience is used up.
  ///
  /// Each further change costs as many steps as there are diagonals.
  func split(_ box: Box, costLimit: Int, steps: inout Int) -> Split {
    var front = Frontier(middle: box.baseStart - box.otherStart)
    var back = Frontier(middle: box.baseEnd - box.otherEnd)
    forward[front.middle] = Int32(box.baseStart)
    backward[back.middle] = Int32(box.baseEnd)
    // The two searches can only meet in the forward step when the middles differ by an odd number.
    let meetsForward = (front.middle - back.middle) & 1 != 0
    var cost = 1
    while true {
      steps += cost
      var sawLongSnake = false
      let fromFront = stepForward(
        box, &front, meeting: meetsForward ? back : nil, sawLongSnake: &sawLongSnake)
      if let fromFront { return fromFront }
      let fromBack = stepBackward(
        box, &back, meeting: meetsForward ? nil : front, sawLongSnake: &sawLongSnake)
      if let fromBack { return fromBack }
      if !box.needsShortest {
        if sawLongSnake, cost > Self.patience {
          if let split = promisingForward(box, front, cost: cost) { return split }
          if let split = promisingBackward(box, back, cost: cost) { return split }
        }
        if cost >= costLimit { return furthest(box, front, back) }
      }
      cost += 1
    }
  }

  /// One more change from the start; returns the place where it meets the other search.
  private func stepForward(
    _ box: Box, _ frontier: inout Frontier, meeting: Frontier?, sawLongSnake: inout Bool
  ) -> Split? {
    Self.widen(&frontier, box, edge: -1, in: forward)
    // Locals, so that the compiler need not expect a write to change them.
    let (base, other, forward, backward) = (base, other, forward, backward)
    let (baseEnd, otherEnd) = (box.baseEnd, box.otherEnd)
    let (low, meetsLow, meetsHigh) = (frontier.low, meeting?.low ?? .max, meeting?.high ?? .min)
    var diagonal = frontier.high
    var above = forward[diagonal &+ 1]
    while diagonal >= low {
      let below = forward[diagonal &- 1]
      var place = Int(below >= above ? below &+ 1 : above)
      above = below
      if place < baseEnd, place &- diagonal < otherEnd, base[place] == other[place &- diagonal] {
        let start = place
        let limit = min(baseEnd, otherEnd &+ diagonal)
        repeat { place &+= 1 } while place < limit && base[place] == other[place &- diagonal]
        if place &- start > Self.longSnake { sawLongSnake = true }
      }
      forward[diagonal] = Int32(truncatingIfNeeded: place)
      if meetsLow <= diagonal, diagonal <= meetsHigh, backward[diagonal] <= place {
        return Split(base: place, other: place &- diagonal)
      }
      diagonal &-= 2
    }
    return nil
  }

  /// One more change from the end; returns the place where it meets the other search.
  private func stepBackward(
    _ box: Box, _ frontier: inout Frontier, meeting: Frontier?, sawLongSnake: inout Bool
  ) -> Split? {
    Self.widen(&frontier, box, edge: .max, in: backward)
    // The tokens before each place are compared.
    let (base, other, forward, backward) = (base - 1, other - 1, forward, backward)
    let (baseStart, otherStart) = (box.baseStart, box.otherStart)
    let (low, meetsLow, meetsHigh) = (frontier.low, meeting?.low ?? .max, meeting?.high ?? .min)
    var diagonal = frontier.high
    var above = backward[diagonal &+ 1]
    while diagonal >= low {
      let below = backward[diagonal &- 1]
      var place = Int(below < above ? below : above &- 1)
      above = below
      if place > baseStart, place &- diagonal > otherStart, base[place] == other[place &- diagonal]
      {
        let start = place
        let limit = max(baseStart, otherStart &+ diagonal)
        repeat { place &-= 1 } while place > limit && base[place] == other[place &- diagonal]
        if start &- place > Self.longSnake { sawLongSnake = true }
      }
      backward[diagonal] = Int32(truncatingIfNeeded: place)
      if meetsLow <= diagonal, diagonal <= meetsHigh, place <= forward[diagonal] {
        return Split(base: place, other: place &- diagonal)
      }
      diagonal &-= 2
    }
    return nil
  }

  /// Adds a diagonal at either end, or removes one where the box ends.
  ///
  /// The slot beyond the last diagonal gets `edge`, so that it never wins a comparison.
  private static func widen(
    _ frontier: inout Frontier, _ box: Box, edge: Int32, in reach: UnsafeMutablePointer<Int32>
  ) {
    if frontier.low > box.baseStart - box.otherEnd {
      frontier.low -= 1
      reach[frontier.low - 1] = edge
    } else {
      frontier.low += 1
    }
    if frontier.high < box.baseEnd - box.otherStart {
      frontier.high += 1
      reach[frontier.high + 1] = edge
    } else {
      frontier.high -= 1
    }
  }

  /// The best place behind a long snake that is far beyond what the cost suggests.
  private func promisingForward(_ box: Box, _ frontier: Frontier, cost: Int) -> Split? {
    var best: (value: Int, split: Split)?
    for diagonal in stride(from: frontier.high, through: frontier.low, by: -2) {
      let place = Int(forward[diagonal])
      let otherPlace = place - diagonal
      let progress = (place - box.baseStart) + (otherPlace - box.otherStart)
      let value = progress - abs(diagonal - frontier.middle)
      guard value > 4 * cost, value > best?.value ?? 0,
        box.baseStart + Self.longSnake <= place, place < box.baseEnd,
        box.otherStart + Self.longSnake <= otherPlace, otherPlace < box.otherEnd,
        (1...Self.longSnake).allSatisfy({ base[place - $0] == other[otherPlace - $0] })
      else { continue }
      best = (value, Split(base: place, other: otherPlace, secondNeedsShortest: false))
    }
    return best?.split
  }

  /// As ``promisingForward(_:_:cost:)``, seen from the end.
  private func promisingBackward(_ box: Box, _ frontier: Frontier, cost: Int) -> Split? {
    var best: (value: Int, split: Split)?
    for diagonal in stride(from: frontier.high, through: frontier.low, by: -2) {
      let place = Int(backward[diagonal])
      let otherPlace = place - diagonal
      let progress = (box.baseEnd - place) + (box.otherEnd - otherPlace)
      let value = progress - abs(diagonal - frontier.middle)
      guard value > 4 * cost, value > best?.value ?? 0,
        box.baseStart < place, place <= box.baseEnd - Self.longSnake,
        box.otherStart < otherPlace, otherPlace <= box.otherEnd - Self.longSnake,
        (0..<Self.longSnake).allSatisfy({ base[place + $0] == other[otherPlace + $0] })
      else { continue }
      best = (value, Split(base: place, other: otherPlace, firstNeedsShortest: false))
    }
    return best?.split
  }

  /// The place that either search got furthest to, when the search has cost enough.
  private func furthest(_ box: Box, _ front: Frontier, _ back: Frontier) -> Split {
    var best = (sum: -1, place: -1)
    for diagonal in stride(from: front.high, through: front.low, by: -2) {
      let place = min(Int(forward[diagonal]), box.baseEnd, box.otherEnd + diagonal)
      if best.sum < 2 * place - diagonal { best = (2 * place - diagonal, place) }
    }
    var least = (sum: Int.max, place: Int.max)
    for diagonal in stride(from: back.high, through: back.low, by: -2) {
      let place = max(Int(backward[diagonal]), box.baseStart, box.otherStart + diagonal)
      if 2 * place - diagonal < least.sum { least = (2 * place - diagonal, place) }
    }
    let rest = box.baseEnd + box.otherEnd - least.sum
    if rest < best.sum - (box.baseStart + box.otherStart) {
      return Split(base: best.place, other: best.sum - best.place, secondNeedsShortest: false)
    }
    return Split(base: least.place, other: least.sum - least.place, firstNeedsShortest: false)
  }
}
