import DocMergeCore

/// Decides which slots of a row stay open, by a policy, and where additions of both sides stand.
struct RowRules {
  var slots: [Slot]
  private(set) var decisions: [TreeDecision] = []

  let families: Triple<ChildMatch.Family>
  let trees: Triple<SyntaxTree>
  let kind: Node.Kind
  let policy: MergePolicy
  /// The order of the list, once it was asked for.
  var order: ListOrder?
  let isProse: Bool
  /// Whether the children are rows of a table whose first cell names the group.
  let hasGroupedRows: Bool
  /// Whether children that follow each other depend on each other.
  var hasDependentNeighbours = false

  init(
    _ slots: [Slot], of nodes: Triple<Node?>, _ families: Triple<ChildMatch.Family>,
    in trees: Triple<SyntaxTree>, policy: MergePolicy, isProse: Bool, hasGroupedRows: Bool
  ) {
    self.slots = slots
    self.families = families
    self.trees = trees
    self.policy = policy
    self.isProse = isProse
    self.hasGroupedRows = hasGroupedRows
    kind = nodes.ours?.kind ?? .blocks
  }

  mutating func apply() {
    openEditedDeletions()
    if kind == .members { openDoubledKeys() }
    openDependentParts()
    openAdditionsOfOldShape()
    if kind == .members { openChangedRemovedGroups() }
    var start = 0
    for index in 0...slots.count where index == slots.count || slots[index].isAnchor {
      settleAdditions(start..<index)
      start = index + 1
    }
    settleNeighbours()
  }

  // MARK: - What a side did

  /// The child of a text that a slot holds.
  func node(_ slot: Slot, _ version: Version) -> Node? {
    slot.places[version].map { families[version].children[$0] }
  }

  /// Whether a side changed, added or removed the child.
  func isChanged(_ slot: Slot, by side: Version) -> Bool {
    guard let base = node(slot, .base) else { return slot.places[side] != nil }
    guard let node = node(slot, side) else { return true }
    return node.content != base.content
      || trees[side].text[node.leading] != trees.base.text[base.leading]
      || finalBlanks(node, side) != finalBlanks(base, .base)
  }

  /// The blanks at the end of the line that a child ends on.
  private func finalBlanks(_ node: Node, _ version: Version) -> ArraySlice<UInt8> {
    let text = trees[version].text
    let blanks = text[node.gap(in: text)].prefix(while: \.isBlankOrTab)
    return text[blanks.endIndex...].first == 0x0A ? blanks : []
  }

  // MARK: - Neighbours

  /// Settles changes of different sides of children that follow each other.
  private mutating func settleNeighbours() {
    var last: (index: Int, sides: [Version])?
    for index in slots.indices {
      if slots[index].isOpen {
        last = nil
        continue
      }
      let sides = [Version.ours, .theirs].filter { isChanged(slots[index], by: $0) }
      defer { last = sides.isEmpty ? nil : (index, sides) }
      guard sides.count == 1, let last, last.sides.count == 1, last.sides != sides else { continue }
      let isAdded = [last.index, index].allSatisfy { slots[$0].inserter != nil }
      // Additions of both sides are settled already.
      if isAdded { continue }
      let rule = rule(forNeighbours: last.index, index)
      if rule.policy <= policy {
        decide(rule, last.index..<index + 1)
      } else {
        slots[last.index].isOpen = true
        slots[index].isOpen = true
      }
    }
  }

  private func rule(forNeighbours one: Int, _ other: Int) -> MergeRule {
    let isRemoved = [one, other].contains { slots[$0].deleter != nil }
    switch kind {
    case .members, .set: return isRemoved ? .besideRemovedEntry : .independentEntries
    case _ where hasDependentNeighbours: return .dependentElements
    case .items: return .adjacentItems
    default: return isRemoved ? .besideDeletion : .adjacentItems
    }
  }

  /// Notes that a rule settled some slots.
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
