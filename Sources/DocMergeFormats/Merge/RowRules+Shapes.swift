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

  /// The most numbers that are one value: a point, a range, a version, a colour, a date.
  private static var longestTuple: Int { 4 }

  /// The most numbers of a call that are one value: a date with its time.
  private static var mostArguments: Int { 7 }

  /// Leaves the changes of both sides to a person in a short list of numbers on one line: they are one value.
  mutating func openTuples() {
    let count = families.base.children.count
    guard kind == .items || kind == .blocks, !isProse,
      (2...(kind == .items ? Self.longestTuple : Self.mostArguments)).contains(count),
      [Version.base, .ours, .theirs].allSatisfy({ version in
        families[version].children.count == count
          && families[version].children.allSatisfy { isNumber($0, in: trees[version].text) }
      })
    else { return }
    let (base, ours, theirs) = (tuple(.base), tuple(.ours), tuple(.theirs))
    guard let first = families.base.children.first, let last = families.base.children.last,
      !trees.base.text[first.body.lowerBound..<last.body.upperBound].contains(0x0A)
    else { return }
    func changesMore(_ side: [ArraySlice<UInt8>], than other: [ArraySlice<UInt8>]) -> Bool {
      base.indices.contains { side[$0] != base[$0] && side[$0] != other[$0] }
    }
    if changesMore(ours, than: theirs), changesMore(theirs, than: ours) { openChanges() }
  }

  private func tuple(_ version: Version) -> [ArraySlice<UInt8>] {
    families[version].children.map { trees[version].text[$0.body] }
  }

  /// Whether a child is a number, with its unit: `12`, `-0.5`, `50%`, `12px`.
  private func isNumber(_ node: Node, in text: [UInt8]) -> Bool {
    let value = text[node.body]
    return value.first.map { $0.isDecimalDigit || "-+.".utf8.contains($0) } ?? false
      && value.contains(where: \.isDecimalDigit)
      && value.allSatisfy { $0.isDecimalDigit || $0.isASCIILetter || "-+._%".utf8.contains($0) }
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
