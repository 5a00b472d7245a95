import DocMergeCore

/// A place in a merged list of children: one node, as each of the three texts has it.
struct Slot {
  /// The index of the node among the children of each text; `nil` where it is not.
  var places: Triple<Int?>
  /// Whether it is left as each text has it, for a person to decide.
  var isOpen = false
  /// Whether all three texts have it, byte for byte the same.
  var isAlike = false

  init(base: Int?, ours: Int?, theirs: Int?) {
    places = Triple(base: base, ours: ours, theirs: theirs)
  }

  /// Whether all three texts have it.
  var isAnchor: Bool { places.base != nil && places.ours != nil && places.theirs != nil }

  /// Whether both sides put it in.
  var isSharedAddition: Bool { places.base == nil && places.ours != nil && places.theirs != nil }

  /// The side that put it in, if only one did.
  var inserter: Version? {
    guard places.base == nil, (places.ours == nil) != (places.theirs == nil) else { return nil }
    return places.ours == nil ? .theirs : .ours
  }

  /// The side that took it out, if only one did.
  var deleter: Version? {
    guard places.base != nil, (places.ours == nil) != (places.theirs == nil) else { return nil }
    return places.ours == nil ? .ours : .theirs
  }
}

/// The children of three nodes in one row, each child once.
struct SlotRow {
  /// The row, in the order that the merged node has.
  private(set) var slots: [Slot]

  /// Puts the children in one row; `nil` when both sides gave them different orders that matter.
  init?(
    _ families: Triple<ChildMatch.Family>, kind: Node.Kind, isProse: Bool = false,
    keepsOrder: Bool = false
  ) {
    let isFree = kind == .members || kind == .set
    let renaming: ChildMatch.Renaming =
      kind != .blocks ? .none : isProse ? .ofAnything : .ofSharedParts
    let baseToOurs = ChildMatch(
      families.base, families.ours, inAnyOrder: isFree, renaming
    )
    .partners
    let baseToTheirs = ChildMatch(
      families.base, families.theirs, inAnyOrder: isFree, renaming
    )
    .partners
    let common = baseToOurs.indices.filter { baseToOurs[$0] != nil && baseToTheirs[$0] != nil }
    let isMoved = Triple(
      base: false, ours: !Self.isRising(common.compactMap { baseToOurs[$0] }),
      theirs: !Self.isRising(common.compactMap { baseToTheirs[$0] }))
    if isMoved.ours, isMoved.theirs, !isFree || keepsOrder {
      let byOurs = common.sorted { (baseToOurs[$0] ?? 0) < (baseToOurs[$1] ?? 0) }
      guard Self.isRising(byOurs.compactMap { baseToTheirs[$0] }) else { return nil }
    }
    // What one side moved and the other one took out, or wrote anew, has no place that both agree to.
    if !isFree || keepsOrder {
      guard !Self.hasMoved(baseToOurs, missingFrom: baseToTheirs),
        !Self.hasMoved(baseToTheirs, missingFrom: baseToOurs)
      else { return nil }
    }
    let canvas: Version = isMoved.theirs && !isMoved.ours ? .theirs : .ours
    var row = Row(
      families,
      toBase: Triple(
        base: families.base.children.indices.map { $0 },
        ours: Self.inverse(baseToOurs, count: families.ours.children.count),
        theirs: Self.inverse(baseToTheirs, count: families.theirs.children.count)),
      fromBase: Triple(
        base: families.base.children.indices.map { $0 }, ours: baseToOurs, theirs: baseToTheirs))
    row.isSamePlaceNeeded = kind == .blocks
    row.lay(canvas: canvas)
    slots = row.slots
    markAlike(families)
  }

  /// Notes which children are the same in all texts.
  private mutating func markAlike(_ families: Triple<ChildMatch.Family>) {
    families.base.text.withUnsafeBytes { base in
      families.ours.text.withUnsafeBytes { ours in
        families.theirs.text.withUnsafeBytes { theirs in
          for index in slots.indices {
            let places = slots[index].places
            guard let one = places.base, let two = places.ours, let three = places.theirs else {
              continue
            }
            let old = UnsafeRawBufferPointer(rebasing: base[families.base.children[one].range])
            slots[index].isAlike =
              ByteRuns.areEqual(
                old, UnsafeRawBufferPointer(rebasing: ours[families.ours.children[two].range]))
              && ByteRuns.areEqual(
                old,
                UnsafeRawBufferPointer(rebasing: theirs[families.theirs.children[three].range]))
          }
        }
      }
    }
  }

  private static func isRising(_ places: [Int]) -> Bool {
    zip(places, places.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// Whether a side moved a child that the other one has not, as far as the places tell which one was moved.
  private static func hasMoved(_ partners: [Int?], missingFrom others: [Int?]) -> Bool {
    let known = partners.indices.filter { partners[$0] != nil }
    let places = known.compactMap { partners[$0] }
    guard !isRising(places) else { return false }
    let steady = RisingRun.steady(places)
    return zip(known, steady).contains { index, isSteady in others[index] == nil && !isSteady }
  }

  private static func inverse(_ partners: [Int?], count: Int) -> [Int?] {
    var inverse: [Int?] = Array(repeating: nil, count: count)
    for (index, partner) in partners.enumerated() { if let partner { inverse[partner] = index } }
    return inverse
  }
}

/// Lays out a row, starting with the children of one side.
private struct Row {
  let families: Triple<ChildMatch.Family>
  /// For each child of a text the child of the base that it is.
  let toBase: Triple<[Int?]>
  /// For each child of the base the child of a text that it is.
  let fromBase: Triple<[Int?]>
  private(set) var slots: [Slot] = []
  /// Whether what both sides added counts as one only at one place, unless it has a key.
  var isSamePlaceNeeded = false

  init(
    _ families: Triple<ChildMatch.Family>, toBase: Triple<[Int?]>, fromBase: Triple<[Int?]>
  ) {
    self.families = families
    self.toBase = toBase
    self.fromBase = fromBase
  }

  mutating func lay(canvas: Version) {
    let other = canvas.opposite
    let shared = sharedAdditions()
    slots.reserveCapacity(families[canvas].children.count)
    for index in families[canvas].children.indices {
      var slot = Slot(base: toBase[canvas][index], ours: nil, theirs: nil)
      slot.places[canvas] = index
      if let base = slot.places.base { slot.places[other] = fromBase[other][base] }
      slot.places[other] = slot.places[other] ?? shared[canvas][index]
      slots.append(slot)
    }
    insertMissing(from: other, beside: canvas)
    insertMissing(from: .base, beside: canvas)
  }

  /// What both sides added: children of one key, or that say the same.
  private func sharedAdditions() -> Triple<[Int: Int]> {
    var shared = Triple<[Int: Int]>(base: [:], ours: [:], theirs: [:])
    let added = (
      families.ours.children.indices.filter { toBase.ours[$0] == nil },
      families.theirs.children.indices.filter { toBase.theirs[$0] == nil }
    )
    guard !added.0.isEmpty, !added.1.isEmpty else { return shared }
    var byKey: [UInt64: [Int]] = [:]
    for index in added.1.reversed() {
      byKey[families.theirs.keys[index] ?? families.theirs.children[index].content, default: []]
        .append(index)
    }
    for index in added.0 {
      let key = families.ours.keys[index] ?? families.ours.children[index].content
      guard let partner = byKey[key]?.last else { continue }
      if isSamePlaceNeeded, families.ours.keys[index] == nil,
        place(of: index, in: .ours) != place(of: partner, in: .theirs)
      {
        continue
      }
      byKey[key]?.removeLast()
      shared.ours[index] = partner
      shared.theirs[partner] = index
    }
    return shared
  }

  /// The child of the base that the nearest known child before an addition is.
  private func place(of index: Int, in version: Version) -> Int? {
    toBase[version][..<index].last { $0 != nil } ?? nil
  }

  /// Adds the children of a text that have no slot yet, each behind the one that it follows there.
  private mutating func insertMissing(from version: Version, beside canvas: Version) {
    let count = families[version].children.count
    var following: [Int: [Slot]] = [:]
    var known: [Bool] = Array(repeating: false, count: count)
    for slot in slots { if let place = slot.places[version] { known[place] = true } }
    var previous = -1
    for index in 0..<count {
      if known[index] {
        previous = index
        continue
      }
      var slot = Slot(base: nil, ours: nil, theirs: nil)
      slot.places[version] = index
      if version != .base, let base = toBase[version][index] { slot.places.base = base }
      following[previous, default: []].append(slot)
    }
    guard !following.isEmpty else { return }
    var row: [Slot] = []
    var pending = following[-1] ?? []
    // What ours added at the same place comes first.
    func flush(before slot: Slot?) {
      guard !pending.isEmpty else { return }
      if version == .theirs, let slot, slot.inserter == .ours { return }
      row += pending
      pending = []
    }
    for slot in slots {
      flush(before: slot)
      row.append(slot)
      if let place = slot.places[version], let more = following[place] { pending = more }
    }
    flush(before: nil)
    slots = row
  }
}
