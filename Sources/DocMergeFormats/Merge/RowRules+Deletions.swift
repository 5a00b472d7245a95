import DocMergeCore

extension RowRules {
  /// Leaves children that one side removed and the other changed to a person.
  mutating func openEditedDeletions() {
    for index in slots.indices {
      guard let deleter = slots[index].deleter else { continue }
      guard isChanged(slots[index], by: deleter.opposite) else {
        let isRun =
          node(slots[index], deleter.opposite)?.content != node(slots[index], .base)?.content
        if isRun { decide(.outputsOfText, index..<index + 1) }
        continue
      }
      slots[index].isOpen = true
      if kind == .items || kind == .blocks { openReplacements(of: index, by: deleter) }
    }
  }

  /// Leaves a child that both sides changed to a person where one of the two can have removed it: it has the text of an
  /// addition of the other side now, or both have one text and an addition is like the old child, too.
  ///
  ///     base   - run: make    ours   - run: make all     theirs   - run: make test
  ///                                  - run: make test
  mutating func openUncertainEdits() {
    guard kind != .members else { return }
    for index in slots.indices where slots[index].isAnchor && !slots[index].isAlike {
      guard let base = node(slots[index], .base), let ours = node(slots[index], .ours),
        let theirs = node(slots[index], .theirs), ours.content != base.content,
        theirs.content != base.content
      else { continue }
      let keepsKey = base.key != nil && ours.key == base.key && theirs.key == base.key
      for beside in additions(beside: index) {
        guard let side = slots[beside].inserter, let added = node(slots[beside], side) else {
          continue
        }
        let isUncertain =
          ours.content == theirs.content
          ? !keepsKey
            && Likeness.isRewritten(base, in: trees.base.text, as: added, in: trees[side].text)
          : added.content == (side == .ours ? theirs : ours).content
        guard isUncertain else { continue }
        slots[beside].isOpen = true
        slots[index].isOpen = true
      }
    }
  }

  /// The additions of one side next to a child.
  private func additions(beside index: Int) -> [Int] {
    let before = slots[..<index].indices.reversed().prefix { slots[$0].inserter != nil }
    let behind = slots[(index + 1)...].indices.prefix { slots[$0].inserter != nil }
    return Array(before) + Array(behind)
  }

  /// Leaves values that one side changed to a person where the other side changed a number in the comment behind
  /// them, such as the version that a checksum stands for.
  mutating func openCommentedValues() {
    for index in slots.indices where slots[index].isAnchor && !slots[index].isAlike {
      guard let base = node(slots[index], .base), !base.isContainer else { continue }
      for side in [Version.ours, .theirs] {
        guard let changed = node(slots[index], side), let other = node(slots[index], side.opposite),
          changed.content != base.content, other.content == base.content,
          digits(behind: other, side.opposite) != digits(behind: base, .base)
        else { continue }
        slots[index].isOpen = true
      }
    }
  }

  /// The digits of the comment behind a node.
  private func digits(behind node: Node, _ version: Version) -> [UInt8] {
    trees[version].text[node.comment(in: trees[version].text)].filter(\.isDecimalDigit)
  }

  /// Leaves additions of the deleter beside a removed child to a person, too: they may replace it.
  private mutating func openReplacements(of index: Int, by deleter: Version) {
    for direction in [-1, 1] {
      var beside = index + direction
      while slots.indices.contains(beside), slots[beside].inserter == deleter {
        slots[beside].isOpen = true
        beside += direction
      }
    }
  }

  /// Leaves entries with a key that a text has more than once to a person, when a side changed one of them.
  ///
  /// The entries of the texts cannot be matched with each other then.
  mutating func openDoubledKeys() {
    let versions = [Version.base, .ours, .theirs]
    guard versions.contains(where: { families[$0].hasDoubledKeys }) else { return }
    let counts = versions.map { version in
      families[version].keys.reduce(into: [UInt64: Int]()) { counts, key in
        if let key { counts[key, default: 0] += 1 }
      }
    }
    let doubled = Set(
      counts.joined().filter { $0.value > 1 }.map(\.key)
        .filter { key in Set(counts.map { $0[key] ?? 0 }).count > 1 })
    guard !doubled.isEmpty else { return }
    for index in slots.indices {
      let slot = slots[index]
      let key = [Version.base, .ours, .theirs].compactMap { version in
        slot.places[version].flatMap { families[version].keys[$0] }
      }.first
      guard let key, doubled.contains(key) else { continue }
      if isChanged(slots[index], by: .ours) || isChanged(slots[index], by: .theirs) {
        slots[index].isOpen = true
      }
    }
  }

  /// Leaves groups that one side removed and the other changed to a person.
  mutating func openChangedRemovedGroups() {
    if traits.contains(.groupedRows) { return openChangedRemovedRows() }
    let isAnyGone = slots.contains { slot in
      !slot.isAlike && slot.places.base != nil
        && (isGone(slot, from: .ours) || isGone(slot, from: .theirs))
    }
    guard isAnyGone else { return }
    let groups = groups
    let members = Dictionary(grouping: slots.indices.filter { groups[$0] != nil }) { groups[$0] }
    var disputed: [[Int]] = []
    for group in members.values where group.count > 1 {
      for side in [Version.ours, .theirs] where isRemoved(group, by: side) {
        let isChanged = group.contains { self.isChanged(slots[$0], by: side.opposite) }
        guard isChanged, !isRemoved(group, by: side.opposite) else { continue }
        disputed.append(group)
      }
    }
    if !disputed.isEmpty { openWhole(disputed) }
  }

  /// Leaves the rows with one value in the first column to a person where one side has none of them any more,
  /// because it removed them or changed the value, and the other changed some.
  private mutating func openChangedRemovedRows() {
    let contents = [Version.base, .ours, .theirs].map { version in
      slots.reduce(into: [UInt64: [UInt64]]()) { contents, slot in
        guard let row = node(slot, version), let group = group(of: slot, version) else { return }
        contents[group, default: []].append(row.content)
      }
    }
    let disputed = Set(
      contents[0].keys.filter { group in
        let (base, ours, theirs) = (contents[0][group], contents[1][group], contents[2][group])
        return ours == nil && theirs != nil && theirs != base
          || theirs == nil && ours != nil && ours != base
      })
    guard !disputed.isEmpty else { return }
    gatherReplacedRows(of: disputed)
    var rows: [UInt64: [Int]] = [:]
    for index in slots.indices {
      let values = [Version.base, .ours, .theirs].compactMap { group(of: slots[index], $0) }
      for value in disputed.intersection(values) { rows[value, default: []].append(index) }
    }
    openWhole(rows.values)
  }

  /// Puts rows that a side added where the old rows with their value in the first column were, if none of those
  /// is left: separately, the addition and the removal would both be settled.
  private mutating func gatherReplacedRows(of values: Set<UInt64>) {
    var kept: Set<UInt64> = []
    for slot in slots where slot.places.ours != nil || slot.places.theirs != nil {
      if let value = group(of: slot, .base) { kept.insert(value) }
    }
    func replaced(_ slot: Slot, _ version: Version?) -> UInt64? {
      version.flatMap { group(of: slot, $0) }.flatMap {
        values.contains($0) && !kept.contains($0) ? $0 : nil
      }
    }
    var added: [UInt64: [Slot]] = [:]
    for slot in slots {
      if let value = replaced(slot, slot.inserter) { added[value, default: []].append(slot) }
    }
    guard !added.isEmpty else { return }
    var row: [Slot] = []
    for slot in slots where replaced(slot, slot.inserter) == nil {
      if let value = replaced(slot, .base) { row += added.removeValue(forKey: value) ?? [] }
      row.append(slot)
    }
    slots = row
  }

  /// Leaves groups to a person, each with the additions of a side between its children: settled separately, these would
  /// split what the other side removed as a whole.
  ///
  /// - Complexity: O(*n*), *n* being the number of slots.
  private mutating func openWhole(_ groups: some Sequence<[Int]>) {
    // The number of groups that begin at a slot, less those that end before it.
    var changes = Array(repeating: 0, count: slots.count + 1)
    for group in groups {
      guard let first = group.min(), let last = group.max() else { continue }
      changes[first] += 1
      changes[last + 1] -= 1
      for index in group { slots[index].isOpen = true }
    }
    var depth = 0
    for index in slots.indices {
      depth += changes[index]
      if depth > 0, slots[index].inserter != nil { slots[index].isOpen = true }
    }
  }

  /// The contents of the first cell of a row.
  private func group(of slot: Slot, _ version: Version) -> UInt64? {
    node(slot, version)?.children.first?.content
  }

  private func isRemoved(_ group: [Int], by side: Version) -> Bool {
    group.contains { slots[$0].places.base != nil }
      && group.allSatisfy { isGone(slots[$0], from: side) }
  }

  /// Whether a side no longer has such a child, or has it under another key.
  private func isGone(_ slot: Slot, from side: Version) -> Bool {
    guard let place = slot.places[side] else { return true }
    guard let base = slot.places.base else { return false }
    return families[side].keys[place] != families.base.keys[base]
  }

  /// The number of the group of entries without a blank line between them that each child is in;
  /// `nil` for those in none.
  private var groups: [UInt64?] {
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

  /// The nearest child of the base in the group of an addition.
  private func neighbour(of place: Int, in row: [Int], _ side: Version, _ step: Int) -> Int? {
    var place = place
    while row.indices.contains(place + step) {
      guard let upper = node(slots[row[min(place, place + step)]], side),
        let lower = node(slots[row[max(place, place + step)]], side)
      else { return nil }
      // Where the children have another order than in this text, there are no neighbours.
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

  /// The parts of a lock entry that belong together: the version, and the checks for it.
  static let dependentNames: Set<UInt64> = Set(
    [
      "version", "checksum", "integrity", "resolved", "hash", "sha256", "sha512", "sha1", "md5",
      "oid", "size", "digest", "revision", "rev", "content-hash", "source", "url", "dist", "shasum",
      "resolution", "narHash", "lastModified", "src", "href",
    ].map { name in
      var hash = ContentHash()
      for byte in name.utf8 { hash.add(byte) }
      return hash.value
    })

  /// Leaves the parts of an entry to a person if each side changed a different one.
  mutating func openDependentParts() {
    guard kind == .members || kind == .blocks else { return }
    let parts = slots.indices.filter { !slots[$0].isAlike && isDependent(slots[$0]) }
    guard !parts.isEmpty else { return }
    let changed = Triple(
      base: [], ours: parts.filter { isDependenceChanged(slots[$0], by: .ours) },
      theirs: parts.filter { isDependenceChanged(slots[$0], by: .theirs) })
    guard changed.ours.contains(where: { !changed.theirs.contains($0) }),
      changed.theirs.contains(where: { !changed.ours.contains($0) }),
      slots.contains(where: { isDependent($0) && node($0, .base) != nil }),
      (changed.ours + changed.theirs).contains(where: { !isValue(slots[$0]) })
    else { return }
    for index in changed.ours + changed.theirs { slots[index].isOpen = true }
  }

  /// Whether a part depends on others, or others on it.
  private func isDependent(_ slot: Slot) -> Bool {
    guard let part = node(slot, .ours) ?? node(slot, .theirs) else { return false }
    guard part.dependence == nil, kind == .members else { return part.dependence != nil }
    return part.key.map { Self.dependentNames.contains($0.hash) } ?? false
  }

  /// Whether a side changed a part that others depend on.
  private func isDependenceChanged(_ slot: Slot, by side: Version) -> Bool {
    guard isChanged(slot, by: side) else { return false }
    guard let old = node(slot, .base), let new = node(slot, side) else { return true }
    return new.dependence != old.dependence || new.dependence == nil
  }

  /// Whether a part depends only on conditions, and other values do not depend on it.
  private func isValue(_ slot: Slot) -> Bool {
    [Version.ours, .theirs].allSatisfy { side in
      guard let node = node(slot, side) else { return true }
      if case .value = node.dependence { return true }
      return false
    }
  }
}
