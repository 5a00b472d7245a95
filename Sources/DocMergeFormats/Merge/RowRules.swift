import DocMergeCore

/// Decides which slots of a row stay open, by a policy, and where additions of both sides stand.
struct RowRules {
  private(set) var slots: [Slot]
  private(set) var decisions: [TreeDecision] = []

  private let nodes: Triple<Node?>
  private let families: Triple<ChildMatch.Family>
  private let trees: Triple<SyntaxTree>
  private let kind: Node.Kind
  private let policy: MergePolicy
  private let path: [TreePlace]
  private let isProse: Bool
  /// Whether the children are rows of a table whose first cell names the group.
  private let hasGroupedRows: Bool

  init(
    _ slots: [Slot], of nodes: Triple<Node?>, _ families: Triple<ChildMatch.Family>,
    in trees: Triple<SyntaxTree>, policy: MergePolicy, path: [TreePlace],
    isProse: Bool, hasGroupedRows: Bool
  ) {
    self.slots = slots
    self.nodes = nodes
    self.families = families
    self.trees = trees
    self.policy = policy
    self.path = path
    self.isProse = isProse
    self.hasGroupedRows = hasGroupedRows
    kind = nodes.ours?.kind ?? .blocks
  }

  mutating func apply() {
    openEditedDeletions()
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

  private func node(_ slot: Slot, _ version: Version) -> Node? {
    slot.places[version].map { families[version].children[$0] }
  }

  /// Whether a side changed, added or removed the child.
  private func isChanged(_ slot: Slot, by side: Version) -> Bool {
    guard let base = node(slot, .base) else { return slot.places[side] != nil }
    guard let node = node(slot, side) else { return true }
    return node.content != base.content
      || trees[side].text[node.leading] != trees.base.text[base.leading]
  }

  /// Leaves what one side removed and the other changed to a person.
  private mutating func openEditedDeletions() {
    for index in slots.indices {
      guard let deleter = slots[index].deleter else { continue }
      if isChanged(slots[index], by: deleter.opposite) { slots[index].isOpen = true }
    }
  }

  /// Leaves groups that one side removed and the other changed to a person.
  private mutating func openChangedRemovedGroups() {
    let groups = groups
    let members = Dictionary(grouping: slots.indices.filter { groups[$0] != nil }) { groups[$0] }
    for group in members.values where group.count > 1 {
      for side in [Version.ours, .theirs] where isRemoved(group, by: side) {
        let isChanged = group.contains { self.isChanged(slots[$0], by: side.opposite) }
        guard isChanged, !isRemoved(group, by: side.opposite) else { continue }
        for index in group { slots[index].isOpen = true }
      }
    }
  }

  private func isRemoved(_ group: [Int], by side: Version) -> Bool {
    group.allSatisfy { slots[$0].places[side] == nil }
      && group.contains { slots[$0].places.base != nil }
  }

  /// The number of the group that each child stands in; `nil` for those in none.
  ///
  /// The rows of a table with one value in the first column are a group, and entries that no blank line parts.
  private var groups: [UInt64?] {
    if hasGroupedRows {
      return slots.map { slot in
        let node = node(slot, .base) ?? node(slot, .ours) ?? node(slot, .theirs)
        return node?.children.first?.content
      }
    }
    var groups: [UInt64?] = Array(repeating: nil, count: slots.count)
    let inBase = slots.indices.filter { slots[$0].places.base != nil }
      .sorted { (slots[$0].places.base ?? 0) < (slots[$1].places.base ?? 0) }
    var group: UInt64 = 0
    for (place, index) in inBase.enumerated() {
      if place > 0, neighbour(of: place, in: inBase, .base, -1) == nil { group += 1 }
      groups[index] = group
    }
    for side in [Version.ours, .theirs] {
      let row = slots.indices.filter { slots[$0].places[side] != nil }
      for (place, index) in row.enumerated() where slots[index].inserter == side {
        let beside =
          neighbour(of: place, in: row, side, -1) ?? neighbour(of: place, in: row, side, 1)
        groups[index] = beside.flatMap { groups[$0] }
      }
    }
    return groups
  }

  /// The nearest child of the base in the group that an addition stands in.
  private func neighbour(of place: Int, in row: [Int], _ side: Version, _ step: Int) -> Int? {
    var place = place
    while row.indices.contains(place + step) {
      guard let upper = node(slots[row[min(place, place + step)]], side),
        let lower = node(slots[row[max(place, place + step)]], side)
      else { return nil }
      // Where the children stand in another order than in this text, there are no neighbours.
      guard upper.body.upperBound <= lower.body.lowerBound else { return nil }
      let text = trees[side].text
      let between = upper.body.upperBound..<lower.body.lowerBound
      var newlines = 0
      for byte in text[between] {
        if byte == 0x0A { newlines += 1 } else if !byte.isWhite { newlines = 0 }
        if newlines > 1 { return nil }
      }
      place += step
      if slots[row[place]].inserter != side { return row[place] }
    }
    return nil
  }

  /// Leaves an addition to a person where the other side gave all children like it another shape.
  ///
  /// Such are calls that one side gave a parameter, while the other added a call without.
  private mutating func openAdditionsOfOldShape() {
    guard kind == .blocks || kind == .items else { return }
    for side in [Version.ours, .theirs] {
      var changed: [UInt64: (all: Int, changed: Int)] = [:]
      for slot in slots where slot.isAnchor {
        guard let base = node(slot, .base), let word = firstWord(of: base, .base) else { continue }
        changed[word, default: (0, 0)].all += 1
        if isChanged(slot, by: side.opposite) { changed[word, default: (0, 0)].changed += 1 }
      }
      for index in slots.indices where slots[index].inserter == side {
        guard let node = node(slots[index], side), let word = firstWord(of: node, side),
          let count = changed[word], count.all > 1, count.all == count.changed
        else { continue }
        slots[index].isOpen = true
        for beside in [index - 1, index + 1] where slots.indices.contains(beside) {
          if isChanged(slots[beside], by: side.opposite) { slots[beside].isOpen = true }
        }
      }
    }
  }

  /// The word that a child begins with, with the bracket behind it.
  private func firstWord(of node: Node, _ version: Version) -> UInt64? {
    guard !node.isContainer else { return nil }
    let text = trees[version].text[node.body].prefix(80)
    guard let bracket = text.firstIndex(of: UInt8(ascii: "(")) else { return nil }
    var hash = ContentHash()
    for byte in text[..<bracket] { hash.add(byte) }
    return hash.value
  }

  /// The parts of a lock entry that say one thing together: which version, and what it must look like.
  private static let dependentNames: Set<UInt64> = Set(
    [
      "version", "checksum", "integrity", "resolved", "hash", "sha256", "sha512", "sha1", "md5",
      "oid", "size", "digest", "revision", "rev", "content-hash", "source", "url", "dist", "shasum",
      "resolution", "narHash", "lastModified",
    ].map { name in
      var hash = ContentHash()
      for byte in name.utf8 { hash.add(byte) }
      return hash.value
    })

  /// Leaves the parts of a lock entry of which each side changed another one to a person.
  private mutating func openDependentParts() {
    guard kind == .members else { return }
    let parts = slots.indices.filter { index in
      let node = node(slots[index], .ours) ?? node(slots[index], .theirs)
      return node?.key.map { Self.dependentNames.contains($0.hash) } ?? false
    }
    let changed = Triple(
      base: [], ours: parts.filter { isChanged(slots[$0], by: .ours) },
      theirs: parts.filter { isChanged(slots[$0], by: .theirs) })
    guard changed.ours.contains(where: { !changed.theirs.contains($0) }),
      changed.theirs.contains(where: { !changed.ours.contains($0) }),
      parts.contains(where: { node(slots[$0], .base) != nil })
    else { return }
    for index in changed.ours + changed.theirs { slots[index].isOpen = true }
  }

  // MARK: - Additions of both sides at one place

  /// Settles what both sides added between two children that all texts have.
  private mutating func settleAdditions(_ gap: Range<Int>) {
    let ours = gap.filter { slots[$0].inserter == .ours }
    let theirs = gap.filter { slots[$0].inserter == .theirs }
    guard !ours.isEmpty, !theirs.isEmpty else { return }
    guard let rule = rule(forAdding: ours, theirs, in: gap), rule.policy <= policy else {
      for index in gap where slots[index].places.ours == nil || slots[index].places.theirs == nil {
        slots[index].isOpen = true
      }
      return
    }
    decide(rule, gap)
    if rule == .addedSortedItems { sort(gap, ours, theirs) }
  }

  private func rule(forAdding ours: [Int], _ theirs: [Int], in gap: Range<Int>) -> MergeRule? {
    let isSorted = isSorted(gap, ours, theirs)
    switch kind {
    case .members, .set: return isSorted ? .addedSortedItems : .addedEntries
    case .items:
      guard !gap.contains(where: { slots[$0].places.base != nil }),
        isProse || families.base.children.count > 0
      else { return nil }
      if !isProse, sharesNewWord(ours, theirs) { return nil }
      if isSorted { return .addedSortedItems }
      // A list of prose that is counted would have to be counted anew.
      if isProse, isCounted(ours, .ours) || isCounted(theirs, .theirs) { return nil }
      // The first item can be a header.
      let isOnTop = gap.lowerBound == 0 || gap.lowerBound == 1 && slots.count - gap.count > 2
      if isOnTop { return .itemsOnTop }
      if isProse { return .addedProseItems }
      return gap.upperBound == slots.count ? .appendedItems : .bothAdded
    case .blocks:
      guard !gap.contains(where: { slots[$0].places.base != nil }), !sharesNewWord(ours, theirs)
      else { return nil }
      // Two statements behind one line are no list.
      let isKeyed =
        ours.allSatisfy { node(slots[$0], .ours)?.key != nil }
        && theirs.allSatisfy { node(slots[$0], .theirs)?.key != nil }
      return isKeyed ? .addedEntries : isProse ? .bothAdded : nil
    case .scalar, .text: return nil
    }
  }

  /// Whether an item starts with a number.
  private func isCounted(_ indices: [Int], _ version: Version) -> Bool {
    indices.contains { index in
      guard let node = node(slots[index], version) else { return false }
      let text = trees[version].text[node.body].drop(while: \.isWhite)
      let digits = text.prefix(while: \.isDecimalDigit)
      let next = text[digits.endIndex...].first
      return !digits.isEmpty && (next == UInt8(ascii: ".") || next == UInt8(ascii: ")"))
    }
  }

  private func words(_ indices: [Int], of version: Version) -> Set<UInt64> {
    indices.reduce(into: []) { words, index in
      guard let node = node(slots[index], version) else { return }
      Likeness.forEachWord(of: node.body, in: trees[version].text) { words.insert($0) }
    }
  }

  /// Whether additions of both sides hold a word that the base does not: they may be about one thing.
  private func sharesNewWord(_ ours: [Int], _ theirs: [Int]) -> Bool {
    let shared = words(ours, of: .ours).intersection(words(theirs, of: .theirs))
    guard !shared.isEmpty else { return false }
    return !shared.isSubset(of: trees.base.words)
  }

  // MARK: - Sorted lists

  /// How many children of the base must take part.
  private static let witnesses = 3

  private func sortKey(_ index: Int, _ version: Version) -> SortKey {
    guard let node = node(slots[index], version) else { return SortKey([]) }
    let text = trees[version].text
    return SortKey(text[node.key?.range ?? node.body].prefix { $0 != 0x0A })
  }

  /// The children around a gap, with the additions of a side.
  private func keys(around gap: Range<Int>, _ added: [Int], of version: Version) -> [SortKey] {
    let before = (0..<gap.lowerBound).filter { slots[$0].isAnchor }.map { sortKey($0, .base) }
    let after = (gap.upperBound..<slots.count).filter { slots[$0].isAnchor }
      .map { sortKey($0, .base) }
    return before + added.map { sortKey($0, version) } + after
  }

  private func isSorted(_ gap: Range<Int>, _ ours: [Int], _ theirs: [Int]) -> Bool {
    order(gap, ours, theirs) != nil
  }

  private func order(_ gap: Range<Int>, _ ours: [Int], _ theirs: [Int]) -> SortOrder? {
    let keys = (keys(around: gap, ours, of: .ours), keys(around: gap, theirs, of: .theirs))
    guard keys.0.count - ours.count >= Self.witnesses else { return nil }
    return [SortOrder.rising, .falling].first { $0.holds(for: keys.0) && $0.holds(for: keys.1) }
  }

  private mutating func sort(_ gap: Range<Int>, _ ours: [Int], _ theirs: [Int]) {
    guard let order = order(gap, ours, theirs) else { return }
    let others = gap.filter { slots[$0].inserter == nil }.map { slots[$0] }
    var merged: [Slot] = []
    var rest = theirs[...]
    for index in ours {
      while let next = rest.first, order.precedes(sortKey(next, .theirs), sortKey(index, .ours)) {
        merged.append(slots[rest.removeFirst()])
      }
      merged.append(slots[index])
    }
    slots.replaceSubrange(gap, with: others + merged + rest.map { slots[$0] })
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
    case .items: return .adjacentItems
    default: return isRemoved ? .besideDeletion : .adjacentItems
    }
  }

  private mutating func decide(_ rule: MergeRule, _ indices: Range<Int>) {
    func range(_ version: Version) -> Range<Int>? {
      let nodes = indices.compactMap { node(slots[$0], version)?.range }
      guard let first = nodes.map(\.lowerBound).min(), let last = nodes.map(\.upperBound).max()
      else { return nil }
      return first..<last
    }
    decisions.append(
      TreeDecision(
        rule: rule, place: path.dropFirst().map { $0.label(in: trees) },
        ranges: Triple(base: range(.base), ours: range(.ours), theirs: range(.theirs))))
  }
}
