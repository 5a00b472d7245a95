import DocMergeCore

extension RowRules {
  /// Leaves an addition to a person where the other side gave similar children another shape or value.
  ///
  /// An example is calls that one side gave a parameter, while the other added a call without it.
  mutating func openAdditionsOfOldShape() {
    // Children that both texts share show a side's changes; additions do not.
    let shared = slots.indices.filter { slots[$0].places.base != nil }
    for side in [Version.ours, .theirs] {
      var before = 0
      var known: (before: Int, changes: ShapeChanges)?
      var opened: Int?
      for index in slots.indices where slots[index].inserter == side {
        while before < shared.count, shared[before] < index { before += 1 }
        // All additions at one place have the same changes around them.
        let changes =
          known.flatMap { $0.before == before ? $0.changes : nil }
          ?? ShapeChanges(
            around: (
              changes(of: shared[..<before].suffix(Self.shapeReach).reversed(), by: side.opposite),
              changes(of: shared[before...].prefix(Self.shapeReach), by: side.opposite)
            ), texts: (trees.base.text, trees[side.opposite].text))
        known = (before, changes)
        guard isOfOldShape(slots[index], of: side, by: changes) else { continue }
        slots[index].isOpen = true
        // All additions at one place have the same neighbours.
        guard opened != before else { continue }
        opened = before
        for beside in neighbours(of: index) where isChanged(slots[beside], by: side.opposite) {
          slots[beside].isOpen = true
        }
      }
    }
  }

  private func isOfOldShape(_ slot: Slot, of side: Version, by changes: ShapeChanges) -> Bool {
    guard let added = node(slot, side) else { return false }
    let text = trees[side].text
    return kind == .members
      ? changes.holdsOldValue(of: added, in: text)
      : changes.holdsOldShape(of: added, in: text)
        || !isProse && changes.holdsOldForm(of: added, in: text)
  }

  /// The most children on either side of an addition that are examined.
  private static var shapeReach: Int { 30 }

  /// The changes of a side to children of the base, by the indices of their slots.
  private func changes(
    of indices: some Sequence<Int>, by side: Version
  ) -> [ShapeChanges.Change] {
    indices.compactMap { index in
      let slot = slots[index]
      return node(slot, .base).map { old in
        .init(old: old, new: node(slot, side), isChanged: isChanged(slot, by: side))
      }
    }
  }
}
