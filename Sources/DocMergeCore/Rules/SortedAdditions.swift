/// Items that both sides added to a sorted list, put in their order.
///
/// The list counts as sorted when its items around the place and the additions of each side follow
/// one order, rising or falling, without exception.
struct SortedAdditions: Rung {
  let rule: MergeRule

  /// How many items of the base must be compared.
  private static let witnesses = 3
  /// How many lines around the place are examined.
  private static let horizon = 60
  /// How many items on either side of the place must be in order.
  private static let reach = 4

  func steps(for claim: ConflictLines, in surroundings: InputTexts) -> [Step]? {
    guard claim.base.isBlank, Novelty(of: claim, in: surroundings).isApart,
      let ours = ListItems(claim.ours), let theirs = ListItems(claim.theirs),
      ours.shape == theirs.shape
    else { return nil }
    let before = keys(
      surroundings.baseLines(before: claim, count: Self.horizon).reversed(), of: ours.shape)
    let after = keys(surroundings.baseLines(after: claim, count: Self.horizon), of: ours.shape)
    guard before.count + after.count >= Self.witnesses else { return nil }
    func fits(_ items: ListItems, _ order: SortOrder) -> Bool {
      order.holds(for: before.reversed() + items.keys + after)
    }
    for order in [SortOrder.rising, .falling] where fits(ours, order) && fits(theirs, order) {
      guard let items = order.merged(ours, theirs) else { return nil }
      return [.settled(Separator(around: claim, in: surroundings).joined(items), claim, rule)]
    }
    return nil
  }

  /// The keys of the nearest items; a line that is indented less ends the list.
  private func keys(_ lines: some Sequence<ArraySlice<UInt8>>, of shape: LineShape) -> [SortKey] {
    var keys: [SortKey] = []
    for line in lines where line.holdsText {
      let other = LineShape(line)
      if other == shape { keys.append(SortKey(line)) }
      if other.isShallower(than: shape) || keys.count == Self.reach { break }
    }
    return keys
  }
}

/// The direction in which a list is sorted.
package enum SortOrder {
  case rising, falling

  /// Whether a key sorts before another one.
  package func precedes(_ one: SortKey, _ other: SortKey) -> Bool {
    self == .rising ? one < other : other < one
  }

  /// Whether no key follows one that it should precede.
  package func holds(for keys: [SortKey]) -> Bool {
    zip(keys, keys.dropFirst()).allSatisfy { !precedes($1, $0) }
  }

  /// The items of two sorted lists in order; `nil` when both have an item under the same key.
  func merged(_ ours: ListItems, _ theirs: ListItems) -> [ArraySlice<UInt8>]? {
    let (oursKeys, theirsKeys) = (ours.keys, theirs.keys)
    var merged: [ArraySlice<UInt8>] = []
    var other = 0
    for (key, item) in zip(oursKeys, ours.items) {
      while other < theirs.items.count, precedes(theirsKeys[other], key) {
        merged.append(theirs.items[other].text)
        other += 1
      }
      if other < theirs.items.count, theirsKeys[other] == key { return nil }
      merged.append(item.text)
    }
    return merged + theirs.items[other...].map(\.text)
  }
}
