import DocMergeCore

/// A place in a merged list of children: one node, in the version of each of the three texts.
struct Slot {
  /// The index of the node among the children of each text; `nil` where the text lacks it.
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

  /// Whether both sides added it.
  var isSharedAddition: Bool { places.base == nil && places.ours != nil && places.theirs != nil }

  /// The side that added it, if only one did.
  var inserter: Version? {
    guard places.base == nil, (places.ours == nil) != (places.theirs == nil) else { return nil }
    return places.ours == nil ? .theirs : .ours
  }

  /// The side that removed it, if only one did.
  var deleter: Version? {
    guard places.base != nil, (places.ours == nil) != (places.theirs == nil) else { return nil }
    return places.ours == nil ? .ours : .theirs
  }
}

/// The children of three nodes in one row, each child once.
struct SlotRow {
  /// The row, in the order of the merged node.
  private(set) var slots: [Slot]
  /// Whether the place of each child is certain: at most one side moved children, additions keep their neighbours, and
  /// children without keys are unchanged.
  private(set) var isSure = true

  /// Puts the children in one row; `nil` when both sides gave them different orders that matter.
  init?(
    _ families: Triple<ChildMatch.Family>, kind: Node.Kind, isProse: Bool = false,
    keepsOrder: Bool = false
  ) {
    let isFree = kind == .members || kind == .set
    let renaming: ChildMatch.Renaming =
      kind != .blocks ? .none : isProse ? .ofAnything : .ofSharedParts
    func partners(_ side: Version) -> [Int?] {
      ChildMatch(families.base, families[side], inAnyOrder: isFree, renaming).partners
    }
    let fromBase = Triple(
      base: families.base.children.indices.map { $0 }, ours: partners(.ours),
      theirs: partners(.theirs))
    let extent: RowOrder.Extent =
      !isFree || keepsOrder ? .all : kind == .members ? .childrenWithoutKeys : .nothing
    let order = RowOrder(families, partners: fromBase, extent, isProse: isProse)
    guard order.isAgreed else { return nil }
    var row = Row(
      families,
      toBase: Triple(
        base: families.base.children.indices.map { $0 },
        ours: Self.inverse(fromBase.ours, count: families.ours.children.count),
        theirs: Self.inverse(fromBase.theirs, count: families.theirs.children.count)),
      fromBase: fromBase, order: order)
    row.gapNeed =
      switch kind {
      case .items: isProse ? .never : .always
      case .blocks, .members: .withoutKey
      default: .never
      }
    let (canvas, isOrderOfOneSide) = Self.canvas(order, fromBase)
    row.lay(canvas: canvas)
    slots = row.slots
    markAlike(families)
    let isMoved = order.isMoved.ours || order.isMoved.theirs
    isSure =
      isOrderOfOneSide && (!isProse || order.keepsAdditionsInTheirGap)
      && !(isMoved && slots.contains { !$0.isAlike && Self.isChangedWithoutKey($0, families) })
  }

  /// Whether all texts have a child that only its text identifies, with different contents.
  private static func isChangedWithoutKey(_ slot: Slot, _ families: Triple<ChildMatch.Family>)
    -> Bool
  {
    guard slot.isAnchor, let place = slot.places.base, families.base.keys[place] == nil else {
      return false
    }
    let contents = [Version.base, .ours, .theirs].compactMap { version in
      slot.places[version].map { families[version].children[$0].content }
    }
    return Set(contents).count > 1
  }

  /// Records which children are the same in all texts.
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

  /// The side that determines the order of the row: the one that moved children, if the other did not; and whether
  /// at most one side moved children.
  private static func canvas(
    _ order: RowOrder, _ partners: Triple<[Int?]>
  ) -> (side: Version, isOrderOfOneSide: Bool) {
    let common = partners.ours.indices.filter {
      partners.ours[$0] != nil && partners.theirs[$0] != nil
    }
    let isOursMoved = !common.compactMap { partners.ours[$0] }.isRising
    let isTheirsMoved = !common.compactMap { partners.theirs[$0] }.isRising
    let isOrderOfOneSide = !isOursMoved || !isTheirsMoved
    if order.isMoved.ours != order.isMoved.theirs {
      return (order.isMoved.ours ? .ours : .theirs, isOrderOfOneSide)
    }
    return (isOursMoved || !isTheirsMoved ? .ours : .theirs, isOrderOfOneSide)
  }

  private static func inverse(_ partners: [Int?], count: Int) -> [Int?] {
    var inverse: [Int?] = Array(repeating: nil, count: count)
    for (index, partner) in partners.enumerated() { if let partner { inverse[partner] = index } }
    return inverse
  }
}

/// Arranges a row, starting with the children of one side.
private struct Row {
  let families: Triple<ChildMatch.Family>
  /// The matching child of the base for each child of a text.
  let toBase: Triple<[Int?]>
  /// The matching child of a text for each child of the base.
  let fromBase: Triple<[Int?]>
  private(set) var slots: [Slot] = []
  private let order: RowOrder
  /// Which equal additions of both sides count as one only in the same gap.
  var gapNeed = GapNeed.never

  enum GapNeed {
    case never
    case withoutKey
    case always
  }

  init(
    _ families: Triple<ChildMatch.Family>, toBase: Triple<[Int?]>, fromBase: Triple<[Int?]>,
    order: RowOrder
  ) {
    self.families = families
    self.order = order
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

  /// The additions of both sides that have the same key or the same text.
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
      if isGapNeeded(index),
        order.gap(of: index, in: .ours) != order.gap(of: partner, in: .theirs)
      {
        continue
      }
      if gapNeed == .withoutKey, areInDifferentRecords(index, partner) { continue }
      byKey[key]?.removeLast()
      shared.ours[index] = partner
      shared.theirs[partner] = index
    }
    return shared
  }

  /// Whether one side added a line to lines of the base, and the other one to new lines with a blank line before them.
  private func areInDifferentRecords(_ ours: Int, _ theirs: Int) -> Bool {
    guard !families.ours.children[ours].isContainer else { return false }
    let (one, other) = (isPartOfNewLines(ours, .ours), isPartOfNewLines(theirs, .theirs))
    return one != nil && other != nil && one != other
  }

  /// Whether the lines that a child stands in, between blank lines, begin with a new child; `nil` where it is the
  /// first.
  private func isPartOfNewLines(_ index: Int, _ side: Version) -> Bool? {
    let (children, text) = (families[side].children, families[side].text)
    var first = index
    while first > 0 {
      let gap = text[children[first - 1].body.upperBound..<children[first].body.lowerBound]
      guard gap.firstRange(of: [0x0A, 0x0A]) == nil else { break }
      first -= 1
      if toBase[side][first] != nil { return false }
    }
    return first == index ? nil : toBase[side][first] == nil
  }

  /// Whether an addition of ours matches one of theirs only in the same gap.
  private func isGapNeeded(_ index: Int) -> Bool {
    switch gapNeed {
    case .never: false
    case .withoutKey: families.ours.keys[index] == nil
    case .always: true
    }
  }

  /// Whether the sides put an addition of both between different children of the base.
  private func isInAnotherGap(_ slot: Slot) -> Bool {
    guard let ours = slot.places.ours, let theirs = slot.places.theirs else { return false }
    return order.gap(of: ours, in: .ours) != order.gap(of: theirs, in: .theirs)
  }

  /// Adds the children of a text that have no slot yet, each after the one that it follows there.
  private mutating func insertMissing(from version: Version, beside canvas: Version) {
    let count = families[version].children.count
    var following: [Int: [Slot]] = [:]
    var known: [Bool] = Array(repeating: false, count: count)
    var isElsewhere: Set<Int> = []
    for slot in slots {
      guard let place = slot.places[version] else { continue }
      known[place] = true
      if slot.isSharedAddition, isInAnotherGap(slot) { isElsewhere.insert(place) }
    }
    var previous = -1
    for index in 0..<count {
      if known[index] {
        // The additions around one that is elsewhere in the row stay where their side put them.
        if !isElsewhere.contains(index) { previous = index }
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
    // The addition of ours at the same place is first.
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
