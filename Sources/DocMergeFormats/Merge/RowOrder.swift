import DocMergeCore

/// The order of the children of three nodes, where it matters.
///
/// Items and blocks have an order; among members, only children without keys have one, such as `[[server]]` in TOML.
struct RowOrder {
  /// The children that all texts have before and after an addition, by their places in the base.
  struct Gap: Hashable {
    fileprivate(set) var before: Int?
    fileprivate(set) var behind: Int?
  }

  /// The children whose order matters.
  enum Extent {
    case nothing
    case childrenWithoutKeys
    case all
  }

  /// Whether a side reordered children that all texts have.
  let isMoved: Triple<Bool>

  /// The place of each child of the base on each side; `nil` for those whose order does not matter.
  private let toSide: Triple<[Int?]>
  /// The children of the base that all texts have.
  private let common: [Int]
  /// Whether each child of a side is an addition whose order matters.
  private let isOrderedAddition: Triple<[Bool]>
  private let gaps: Triple<[Gap]>
  private let isProse: Bool

  /// Examines the children of three nodes.
  ///
  /// - Parameters:
  ///   - families: The children of each text.
  ///   - partners: For each child of the base its place on each side; `nil` where the side lacks it.
  ///   - extent: The children whose order matters.
  ///   - isProse: Whether an addition stays where it is, even between children that the other side moved apart.
  ///
  /// - Complexity: O(*n* log *n*), *n* being the number of children.
  init(
    _ families: Triple<ChildMatch.Family>, partners: Triple<[Int?]>, _ extent: Extent, isProse: Bool
  ) {
    self.isProse = isProse
    func isOrdered(_ index: Int, _ version: Version) -> Bool {
      switch extent {
      case .nothing: false
      case .childrenWithoutKeys: families[version].keys[index] == nil
      case .all: true
      }
    }
    func places(_ side: Version) -> [Int?] {
      partners[side].indices.map { isOrdered($0, .base) ? partners[side][$0] : nil }
    }
    let (ours, theirs) = (places(.ours), places(.theirs))
    let common = ours.indices.filter { ours[$0] != nil && theirs[$0] != nil }
    toSide = Triple(base: [], ours: ours, theirs: theirs)
    self.common = common
    isMoved = Triple(
      base: false, ours: !common.compactMap { ours[$0] }.isRising,
      theirs: !common.compactMap { theirs[$0] }.isRising)
    func additions(_ side: Version) -> [Bool] {
      var isAddition = families[side].children.indices.map { isOrdered($0, side) }
      for place in partners[side] { if let place { isAddition[place] = false } }
      return isAddition
    }
    isOrderedAddition = Triple(base: [], ours: additions(.ours), theirs: additions(.theirs))
    gaps = Triple(
      base: [], ours: Self.gaps(common, ours, count: families.ours.children.count),
      theirs: Self.gaps(common, theirs, count: families.theirs.children.count))
  }

  /// The gap of each child of a side.
  private static func gaps(_ common: [Int], _ places: [Int?], count: Int) -> [Gap] {
    var known: [Int?] = Array(repeating: nil, count: count)
    for base in common { if let place = places[base] { known[place] = base } }
    var gaps = Array(repeating: Gap(), count: count)
    var (before, behind): (Int?, Int?) = (nil, nil)
    for index in known.indices {
      gaps[index].before = before
      before = known[index] ?? before
    }
    for index in known.indices.reversed() {
      gaps[index].behind = behind
      behind = known[index] ?? behind
    }
    return gaps
  }

  /// The gap of an addition of a side.
  func gap(of index: Int, in side: Version) -> Gap { gaps[side][index] }

  /// Whether there is one order that has the moves of both sides, and a place for all their additions.
  var isAgreed: Bool {
    if isMoved.ours, isMoved.theirs {
      let byOurs = common.sorted { (toSide.ours[$0] ?? 0) < (toSide.ours[$1] ?? 0) }
      guard byOurs.compactMap({ toSide.theirs[$0] }).isRising else { return false }
    }
    // A child that one side moved and the other one removed, or rewrote, has no place that both agree on.
    guard !hasMoved(.ours), !hasMoved(.theirs) else { return false }
    return isProse || keepsAdditionsInTheirGap
  }

  /// Whether a side moved a child that the other one has not, as far as the places show which one was moved.
  private func hasMoved(_ side: Version) -> Bool {
    let (partners, others) = (toSide[side], toSide[side.opposite])
    let known = partners.indices.filter { partners[$0] != nil }
    let places = known.compactMap { partners[$0] }
    guard !places.isRising else { return false }
    let steady = RisingRun.steady(places)
    return zip(known, steady).contains { index, isSteady in others[index] == nil && !isSteady }
  }

  /// Whether the children around each addition of one side still follow each other where the other side moved some.
  var keepsAdditionsInTheirGap: Bool {
    guard isMoved.ours != isMoved.theirs else { return true }
    let mover: Version = isMoved.ours ? .ours : .theirs
    let row = common.sorted { (toSide[mover][$0] ?? 0) < (toSide[mover][$1] ?? 0) }
    let known = Set(
      zip([nil] + row.map { $0 }, row.map { $0 } + [nil]).map { Gap(before: $0, behind: $1) })
    let adder = mover.opposite
    return isOrderedAddition[adder].indices.allSatisfy {
      !isOrderedAddition[adder][$0] || known.contains(gaps[adder][$0])
    }
  }
}

extension [Int] {
  /// Whether each number is greater than the one before it.
  var isRising: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}
