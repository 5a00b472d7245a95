import DocMergeCore

extension RowRules {
  /// Leaves the changes of both sides to a person where each changed another part of one value: the month and the day
  /// of a date, the amount and the currency of a price.
  mutating func openComposedValues() {
    guard kind == .members || kind == .blocks else { return }
    let changed = Triple(base: [], ours: changedParts(by: .ours), theirs: changedParts(by: .theirs))
    guard !changed.ours.isEmpty, !changed.theirs.isEmpty else { return }
    for value in Set(changed.ours.flatMap(\.values)) {
      let ours = changed.ours.filter { $0.values.contains(value) }.map(\.index)
      let theirs = changed.theirs.filter { $0.values.contains(value) }.map(\.index)
      guard
        let one = ours.first(where: { !theirs.contains($0) }).flatMap({ node(slots[$0], .base) }),
        let other = theirs.first(where: { !ours.contains($0) }).flatMap({ node(slots[$0], .base) }),
        value.isSaid(by: trees.base.text[one.body], trees.base.text[other.body])
      else { continue }
      for index in ours + theirs { slots[index].isOpen = true }
    }
  }

  /// The parts of values that a side changed, and the values.
  private func changedParts(by side: Version) -> [(index: Int, values: [ComposedValue])] {
    slots.indices.compactMap { index in
      guard let old = node(slots[index], .base), !old.isContainer, let key = old.key,
        node(slots[index], side) != nil, isChanged(slots[index], by: side)
      else { return nil }
      let values = ComposedValue.all(withPart: trees.base.text[key.range])
      return values.isEmpty ? nil : (index, values)
    }
  }
}
