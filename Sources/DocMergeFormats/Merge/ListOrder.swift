import DocMergeCore

/// The sort order of a list, as shown by the children that all texts have.
///
/// A list is sorted when all of them, and the additions of a side between two of them, follow one order.
struct ListOrder {
  /// The direction; `nil` if the children are not sorted.
  private let direction: SortOrder?
  /// How many children of the base must show the order.
  private static let witnesses = 3

  /// Examines the children that all texts have, in the version of the base.
  ///
  /// - Complexity: O(*n*), *n* being the number of children.
  init(_ children: [Node], in tree: SyntaxTree) {
    guard children.count >= Self.witnesses else {
      direction = nil
      return
    }
    let keys = Self.keys(children, tree)
    direction = [SortOrder.rising, .falling].first { Self.isSorted(keys, $0) }
  }

  /// The additions of both sides at one place, and the children around them.
  struct Place {
    /// The nearest children before and after the place, in the version of the base.
    let around: (before: [Node], behind: [Node])
    /// The additions of each side.
    let added: (ours: [Node], theirs: [Node])
    /// The texts.
    let trees: Triple<SyntaxTree>
  }

  /// The order of the additions of both sides, and the reason for it.
  struct Arrangement {
    /// The side of each addition; those of one side keep their order.
    let sides: [Version]
    /// The rule by which the additions of both sides are kept.
    let rule: MergeRule
  }

  /// Puts the additions of both sides in order; `nil` when the list, or the children around them, are not sorted.
  func arranged(_ place: Place) -> Arrangement? {
    if let sides = Self.sidesByNumber(place) {
      return Arrangement(sides: sides, rule: .numberedRows)
    }
    guard let direction else { return nil }
    let trees = place.trees
    let (ours, theirs) = (
      Self.keys(place.added.ours, trees.ours), Self.keys(place.added.theirs, trees.theirs)
    )
    let before = Self.keys(place.around.before.suffix(1), trees.base)
    let behind = Self.keys(place.around.behind.prefix(1), trees.base)
    // Children that all begin in the same way show no order.
    guard [ours, theirs].allSatisfy({ Self.isSorted(before + $0 + behind, direction) }) else {
      return nil
    }
    return Arrangement(
      sides: Self.merged(ours, theirs, direction.precedes), rule: .addedSortedItems)
  }

  private static func keys(_ nodes: some Sequence<Node>, _ tree: SyntaxTree) -> [SortKey] {
    nodes.map { SortKey(tree.text[$0.key?.range ?? $0.body].prefix { $0 != 0x0A }) }
  }

  private static func isSorted(_ keys: [SortKey], _ direction: SortOrder) -> Bool {
    zip(keys, keys.dropFirst()).allSatisfy { direction.precedes($0, $1) }
  }

  private static func sidesByNumber(_ place: Place) -> [Version]? {
    let (around, added, trees) = (place.around, place.added, place.trees)
    guard around.before.count + around.behind.count >= witnesses,
      let before = numbers(around.before, trees.base),
      let behind = numbers(around.behind, trees.base),
      let ours = numbers(added.ours, trees.ours), let theirs = numbers(added.theirs, trees.theirs)
    else { return nil }
    let isRising = [ours, theirs].allSatisfy { side in
      let numbers = before + side + behind
      return zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
    }
    return isRising ? merged(ours, theirs, <) : nil
  }

  /// The numbers at the start of rows; `nil` when one of them starts with something else.
  private static func numbers(_ rows: [Node], _ tree: SyntaxTree) -> [Int]? {
    var numbers: [Int] = []
    for row in rows {
      guard let cell = row.firstCell(in: tree.text), !cell.isEmpty,
        tree.text[cell].allSatisfy(\.isDecimalDigit),
        let number = Int(String(decoding: tree.text[cell], as: UTF8.self))
      else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// Where both are equal, ours is first.
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
