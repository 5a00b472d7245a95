import DocMergeCore

/// Decides which slots of a row stay open, by a policy, and the order of the additions of both sides.
struct RowRules {
  var slots: [Slot]
  private(set) var decisions: [TreeDecision] = []

  let families: Triple<ChildMatch.Family>
  let trees: Triple<SyntaxTree>
  let kind: Node.Kind
  let policy: MergePolicy
  /// The order of the list, once it was computed.
  var order: ListOrder?
  let traits: FormatTraits
  /// Whether a side cleaned the list up, so that a person checks its other removals.
  private(set) var isCleanedUp = false
  /// The numbering of the children, if they are items of prose with numbers.
  let numbers: ItemNumbers?

  init(
    _ slots: [Slot], of nodes: Triple<Node?>, _ families: Triple<ChildMatch.Family>,
    in trees: Triple<SyntaxTree>, policy: MergePolicy, _ traits: FormatTraits
  ) {
    self.slots = slots
    self.families = families
    self.trees = trees
    self.policy = policy
    self.traits = traits
    kind = nodes.ours?.kind ?? .blocks
    numbers = traits.contains(.prose) && kind == .items ? ItemNumbers(families) : nil
  }

  /// Whether the list is one of prose.
  var isProse: Bool { traits.contains(.prose) }

  mutating func apply() {
    isCleanedUp = hasCleanup()
    openEditedDeletions()
    openUncertainEdits()
    openCommentedValues()
    if kind == .members || kind == .set { openDoubledKeys() }
    openDependentParts()
    openAdditionsOfOldShape()
    openTuples()
    openComposedValues()
    if families.base.isPositional { openShiftedChildren() }
    if kind == .members { openChangedRemovedGroups() }
    var start = 0
    for index in 0...slots.count where index == slots.count || slots[index].isAnchor {
      if start < index { settleAdditions(start..<index) }
      start = index + 1
    }
    settleNeighbours()
    if isCountedAnew, trees.hasReferredItems { openChanges() }
  }

  /// Leaves the changes of both sides to a person if one side put a child in one place and removed another: the
  /// other side changed a child that has another place now.
  private mutating func openShiftedChildren() {
    for side in [Version.ours, .theirs] {
      let isShifted =
        slots.contains { $0.inserter == side } && slots.contains { $0.deleter == side }
      guard isShifted, slots.contains(where: { isChanged($0, by: side.opposite) }) else { continue }
      return openChanges()
    }
  }

  /// Leaves all changes of a side to a person.
  mutating func openChanges() {
    for index in slots.indices {
      let isChanged = [Version.ours, .theirs].contains { self.isChanged(slots[index], by: $0) }
      if isChanged { slots[index].isOpen = true }
    }
  }

  // MARK: Changes of a side

  /// The child of a text that a slot holds.
  func node(_ slot: Slot, _ version: Version) -> Node? {
    slot.places[version].map { families[version].children[$0] }
  }

  /// Whether a side changed, added or removed the child.
  func isChanged(_ slot: Slot, by side: Version) -> Bool {
    if slot.isAlike { return false }
    guard let base = node(slot, .base) else { return slot.places[side] != nil }
    guard let node = node(slot, side) else { return true }
    return node.written != base.written
      || trees[side].text[node.leading] != trees.base.text[base.leading]
      || finalBlanks(node, side) != finalBlanks(base, .base)
      || !hasSameComments(base, node, of: side)
  }

  /// Whether a node of the base and a side's version of it have the same comments, except for white space.
  private func hasSameComments(_ old: Node, _ new: Node, of side: Version) -> Bool {
    guard old.children.count == new.children.count else { return true }
    return zip(old.children, new.children).allSatisfy { old, new in
      // The output of a cell does not count.
      new.settlement != nil
        || haveSameWords(old.leading, new.leading, of: side)
          && haveSameWords(
            old.separator.upperBound..<old.range.upperBound,
            new.separator.upperBound..<new.range.upperBound, of: side)
          && hasSameComments(old, new, of: side)
    }
  }

  /// Whether the base and a side have the same text in two places except for white space.
  private func haveSameWords(_ old: Range<Int>, _ new: Range<Int>, of side: Version) -> Bool {
    let (text, sideText) = (trees.base.text[old], trees[side].text[new])
    if text == sideText { return true }
    return text.lazy.filter { !$0.isWhite }.elementsEqual(sideText.lazy.filter { !$0.isWhite })
  }

  /// Whether a side removed many children.
  private func hasCleanup() -> Bool {
    [Version.ours, .theirs].contains { side in
      slots.count { $0.places.base != nil && $0.places[side] == nil } > Self.cleanup
    }
  }

  /// The most children that a side removes without cleaning the list up.
  private static var cleanup: Int { 16 }

  /// The blanks at the end of the line that a child ends on.
  private func finalBlanks(_ node: Node, _ version: Version) -> ArraySlice<UInt8> {
    let text = trees[version].text
    let blanks = text[node.gap(in: text)].prefix(while: \.isBlankOrTab)
    return text[blanks.endIndex...].first == 0x0A ? blanks : []
  }

  /// Whether the items of a numbered list must be renumbered: each side added or removed some, and none
  /// is left to a person.
  var isCountedAnew: Bool {
    numbers != nil && !slots.contains(where: \.isOpen)
      && [Version.ours, .theirs].allSatisfy { side in
        slots.contains { $0.inserter == side || $0.deleter == side }
      }
  }

  // MARK: - Neighbours

  /// The children beside a child.
  ///
  /// Additions at one place can have either order: each of them is beside the children before and after all of them.
  func neighbours(of index: Int) -> [Int] {
    func row(_ indices: some Sequence<Int>) -> [Int] {
      var row: [Int] = []
      for index in indices {
        row.append(index)
        if slots[index].inserter == nil { break }
      }
      return row
    }
    return row(slots[..<index].indices.reversed()) + row(slots[(index + 1)...].indices)
  }

  /// Settles changes of different sides to adjacent children.
  private mutating func settleNeighbours() {
    var last: Int?
    var additions: [Int] = []
    for index in slots.indices {
      if let last { settle(last, beside: index) }
      if slots[index].inserter != nil {
        additions.append(index)
        continue
      }
      for addition in additions { settle(addition, beside: index) }
      (last, additions) = (index, [])
    }
  }

  private mutating func settle(_ one: Int, beside other: Int) {
    guard !slots[one].isAlike, !slots[other].isAlike else { return }
    guard !slots[one].isOpen, !slots[other].isOpen else { return }
    let sides = [one, other].map { index in
      [Version.ours, .theirs].filter { isChanged(slots[index], by: $0) }
    }
    guard sides.allSatisfy({ $0.count == 1 }), sides[0] != sides[1] else { return }
    // Additions of both sides are already settled.
    if slots[one].inserter != nil, slots[other].inserter != nil { return }
    let rule = rule(forNeighbours: one, other)
    if rule.policy <= policy, !leadsOn(from: one, to: other) {
      decide(rule, one..<other + 1)
    } else {
      slots[one].isOpen = true
      slots[other].isOpen = true
      openAdditions(upTo: other)
    }
  }

  /// Leaves all additions before a child to a person, since they can have either order.
  private mutating func openAdditions(upTo end: Int) {
    for index in slots[..<end].indices.reversed() {
      guard slots[index].inserter != nil else { return }
      slots[index].isOpen = true
    }
  }

  private func rule(forNeighbours one: Int, _ other: Int) -> MergeRule {
    let isRemoved = [one, other].contains { slots[$0].deleter != nil }
    // The position of an element of a drawing depends on its text.
    if traits.contains(.dependentNeighbours),
      isRemoved || node(slots[one], .base)?.isPartOfElement == true
    {
      return .dependentElements
    }
    if traits.contains(.outline), isUsed(one, by: other) { return .dependentStatements }
    // An element beside one that the other side changed may have been meant for its old version.
    if traits.contains(.independentItems), kind == .members,
      [one, other].contains(where: { slots[$0].inserter != nil })
    {
      return isRemoved ? .besideRemovedEntry : .adjacentItems
    }
    switch kind {
    case .members, .set:
      guard isRemoved else { return .independentEntries }
      return isCleanedUp ? .besideDeletion : .besideRemovedEntry
    case _ where traits.contains(.dependentNeighbours): return .dependentElements
    case .items where traits.contains(.independentItems) && [one, other].allSatisfy(isKeyedAnchor):
      return .independentEntries
    case .items: return .adjacentItems
    case .blocks where !isProse && !isCleanedUp && [one, other].allSatisfy(isKeyed):
      return isRemoved ? .besideRemovedEntry : .adjacentItems
    default: return isRemoved ? .besideDeletion : .adjacentItems
    }
  }

  /// Whether a child has a key in each text that has it.
  private func isKeyed(_ index: Int) -> Bool {
    [Version.base, .ours, .theirs].allSatisfy { version in
      slots[index].places[version].map { families[version].keys[$0] != nil } ?? true
    }
  }

  /// Whether all texts have the child, under a key.
  private func isKeyedAnchor(_ index: Int) -> Bool {
    guard slots[index].isAnchor, let place = slots[index].places.base else { return false }
    return families.base.keys[place] != nil
  }

  /// Records that a rule settled some slots.
  mutating func decide(_ rule: MergeRule, _ indices: Range<Int>) {
    func range(_ version: Version) -> Range<Int>? {
      let nodes = indices.compactMap { node(slots[$0], version)?.range }
      guard let first = nodes.map(\.lowerBound).min(), let last = nodes.map(\.upperBound).max()
      else { return nil }
      return first..<last
    }
    decisions.append(
      TreeDecision(
        rule: rule,
        ranges: Triple(base: range(.base), ours: range(.ours), theirs: range(.theirs))))
  }
}

extension Triple<SyntaxTree> {
  /// Whether a text refers to items of lists by their numbers.
  fileprivate var hasReferredItems: Bool {
    [base, ours, theirs].contains { ItemNumbers.areReferredTo(in: $0.text) }
  }
}
