import DocMergeCore

/// The order that a list is sorted in, with the additions of both sides at one place of it.
///
/// A list is sorted when its children and the additions of each side follow one order without exception.
/// Rows that start with a number are compared by it, and of them only the nearest ones.
struct ListOrder {
  /// The side that each addition comes from, in the order of the list; those of one side keep theirs.
  let sides: [Version]
  /// What lets the additions of both sides be kept.
  let rule: MergeRule

  /// How many children of the base must show the order.
  private static let witnesses = 3
  /// How many rows on either side of the place are compared.
  private static let reach = 4

  /// Finds the order; `nil` when the list has none.
  ///
  /// - Parameters:
  ///   - before: The children of the base before the place.
  ///   - after: The children of the base after the place.
  ///   - ours: What ours added.
  ///   - theirs: What theirs added.
  ///   - trees: The texts.
  init?(
    before: [Node], after: [Node], ours: [Node], theirs: [Node], in trees: Triple<SyntaxTree>
  ) {
    let near = (before.suffix(Self.reach), after.prefix(Self.reach))
    if let sides = Self.sidesByNumber(near, (ours, theirs), in: trees) {
      (self.sides, rule) = (sides, .numberedRows)
      return
    }
    guard let sides = Self.sidesByText((before, after), (ours, theirs), in: trees) else {
      return nil
    }
    (self.sides, rule) = (sides, .addedSortedItems)
  }

  private static func sidesByText(
    _ around: (before: [Node], after: [Node]), _ added: (ours: [Node], theirs: [Node]),
    in trees: Triple<SyntaxTree>
  ) -> [Version]? {
    func keys(_ nodes: [Node], _ tree: SyntaxTree) -> [SortKey] {
      nodes.map { SortKey(tree.text[$0.key?.range ?? $0.body].prefix { $0 != 0x0A }) }
    }
    let before = keys(around.before, trees.base)
    let after = keys(around.after, trees.base)
    guard before.count + after.count >= witnesses else { return nil }
    let (ours, theirs) = (keys(added.ours, trees.ours), keys(added.theirs, trees.theirs))
    let order = [SortOrder.rising, .falling].first { order in
      // Children that all begin in one way show no order.
      [ours, theirs].allSatisfy { side in
        let keys = before + side + after
        return zip(keys, keys.dropFirst()).allSatisfy { order.precedes($0, $1) }
      }
    }
    guard let order else { return nil }
    return merged(ours, theirs, order.precedes)
  }

  private static func sidesByNumber(
    _ around: (before: ArraySlice<Node>, after: ArraySlice<Node>),
    _ added: (ours: [Node], theirs: [Node]), in trees: Triple<SyntaxTree>
  ) -> [Version]? {
    guard around.before.count + around.after.count >= witnesses,
      let before = numbers(around.before, trees.base),
      let after = numbers(around.after, trees.base),
      let ours = numbers(added.ours, trees.ours), let theirs = numbers(added.theirs, trees.theirs)
    else { return nil }
    let isRising = [ours, theirs].allSatisfy { side in
      let numbers = before + side + after
      return zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
    }
    return isRising ? merged(ours, theirs, <) : nil
  }

  /// The numbers that rows start with; `nil` when one of them starts with something else.
  private static func numbers(_ rows: some Sequence<Node>, _ tree: SyntaxTree) -> [Int]? {
    var numbers: [Int] = []
    for row in rows {
      guard row.inner == row.body, let cell = row.children.first?.body, !cell.isEmpty,
        tree.text[cell].allSatisfy(\.isDecimalDigit),
        let number = Int(String(decoding: tree.text[cell], as: UTF8.self))
      else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// What stands first where both are the same is ours.
  private static func merged<Key>(
    _ ours: [Key], _ theirs: [Key], _ precedes: (Key, Key) -> Bool
  ) -> [Version] {
    var sides: [Version] = []
    var rest = theirs[...]
    for key in ours {
      while let next = rest.first, precedes(next, key) {
        sides.append(.theirs)
        rest.removeFirst()
      }
      sides.append(.ours)
    }
    return sides + Array(repeating: .theirs, count: rest.count)
  }
}
