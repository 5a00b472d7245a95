/// A set of hashes, in a table with open addressing.
///
/// Hashes need not be hashed again, as a `Set` would do.
package struct HashedSet: Sendable {
  private var slots: [UInt64]
  private let mask: Int

  /// Makes room for a number of hashes; more must not be inserted.
  package init(capacity: Int) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    mask = size - 1
  }

  /// How many slots there are, each with room for a hash.
  package var slotCount: Int { slots.count }

  /// Inserts a hash; returns whether it was new.
  @discardableResult
  package mutating func insert(_ hash: UInt64) -> Bool { slot(inserting: hash).isNew }

  /// Inserts a hash; returns its slot, and whether it was new.
  package mutating func slot(inserting hash: UInt64) -> (slot: Int, isNew: Bool) {
    let hash = max(hash, 1)
    let place = place(of: hash)
    guard slots[place] == 0 else { return (place, false) }
    slots[place] = hash
    return (place, true)
  }

  /// The slot of a hash, below ``slotCount``; `nil` when it is not in the set.
  package func slot(of hash: UInt64) -> Int? {
    let hash = max(hash, 1)
    let place = place(of: hash)
    return slots[place] == hash ? place : nil
  }

  /// Whether a hash is in the set.
  package func contains(_ hash: UInt64) -> Bool { slot(of: hash) != nil }

  /// The slot that holds a hash, or would hold it.
  private func place(of hash: UInt64) -> Int {
    // Keys made from numbers or short words differ in few bits.
    var place = Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while slots[place] != 0, slots[place] != hash { place = (place + 1) & mask }
    return place
  }
}
