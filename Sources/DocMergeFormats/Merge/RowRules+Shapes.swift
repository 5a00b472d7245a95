import DocMergeCore

extension RowRules {
  /// Leaves an addition to a person where the other side gave the children like it another shape or value.
  ///
  /// Such are calls that one side gave a parameter, while the other added a call without.
  mutating func openAdditionsOfOldShape() {
    for side in [Version.ours, .theirs] {
      for index in slots.indices where slots[index].inserter == side {
        guard let added = node(slots[index], side) else { continue }
        let changes = ShapeChanges(
          around: (
            changes(of: slots[..<index].reversed(), by: side.opposite),
            changes(of: slots[(index + 1)...], by: side.opposite)
          ), texts: (trees.base.text, trees[side.opposite].text))
        let text = trees[side].text
        guard
          kind == .members
            ? changes.holdsOldValue(of: added, in: text)
            : changes.holdsOldShape(of: added, in: text)
        else { continue }
        slots[index].isOpen = true
        for beside in neighbours(of: index) where isChanged(slots[beside], by: side.opposite) {
          slots[beside].isOpen = true
        }
      }
    }
  }

  /// The most children on either side of an addition that are looked at.
  private static var shapeReach: Int { 30 }

  private func changes(
    of slots: some Sequence<Slot>, by side: Version
  ) -> [ShapeChanges.Change] {
    var changes: [ShapeChanges.Change] = []
    for slot in slots {
      guard changes.count < Self.shapeReach else { break }
      guard let old = node(slot, .base) else { continue }
      changes.append(.init(old: old, new: node(slot, side), isChanged: isChanged(slot, by: side)))
    }
    return changes
  }
}
