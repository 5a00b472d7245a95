import DocMergeCore

/// The children without keys of one container, which only their text identifies.
struct KeylessChildren {
  /// The fewest bytes of a child outside of lists; shorter ones are alike by chance.
  private static let leastBytes = 12

  /// The number of occurrences of each text.
  private let counts: [UInt64: Int]

  init(_ container: Node) {
    let isList = container.kind == .items || container.kind == .set
    counts = container.children.reduce(into: [:]) { counts, child in
      if child.key == nil, isList && !child.body.isEmpty || child.body.count >= Self.leastBytes {
        counts[child.content, default: 0] += 1
      }
    }
  }

  /// The children of a result that one side removed, or rewrote, while the other one left them alone.
  ///
  ///     base    one two three
  ///     ours    two one three
  ///     theirs      two three
  ///     made    two one three     the removal of `one` is lost
  ///
  /// - Complexity: O(*n*), *n* being the number of children.
  static func lostRemovals(of nodes: Triple<Node>, in made: Node) -> [Node] {
    let base = KeylessChildren(nodes.base).counts
    guard !base.isEmpty else { return [] }
    let sides = (KeylessChildren(nodes.ours).counts, KeylessChildren(nodes.theirs).counts)
    let removed = base.filter { content, count in
      let (ours, theirs) = (sides.0[content] ?? 0, sides.1[content] ?? 0)
      return count == 1 && (ours == 1 && theirs == 0 || ours == 0 && theirs == 1)
    }
    guard !removed.isEmpty else { return [] }
    return made.children.filter { $0.key == nil && removed[$0.content] != nil }
  }
}
