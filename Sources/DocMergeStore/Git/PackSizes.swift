/// How many bytes the packs of a repository take.
///
/// Each pack has one version of a large document as a whole, so that many packs take much more than one. To
/// write all of them anew costs as much as they are large, so only small ones are.
struct PackSizes {
  /// Together, packs of fewer bytes become one.
  private static let mostInOne = 1 << 30
  /// So many bytes in other packs than the largest one are no waste.
  private static let slack = 32 << 20

  let sum: Int
  let largest: Int

  init(_ sizes: [Int]) {
    sum = sizes.reduce(0, +)
    largest = sizes.max() ?? 0
  }

  /// Whether all packs are to become one.
  var areOne: Bool { sum < Self.mostInOne }

  /// Whether one pack would take much less.
  var areWasteful: Bool { areOne && sum - largest > max(Self.slack, largest / 2) }

  /// How many times as many objects as all smaller packs together a pack has that stays.
  ///
  /// Git ends with an error where that times the objects of a pack is no number of 32 bits.
  var factor: Int { areOne ? 100 : 2 }
}
