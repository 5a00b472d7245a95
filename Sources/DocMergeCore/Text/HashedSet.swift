/// A set of hashes, in a table with open addressing.
///
/// Hashes need not be hashed again, which is what a `Set` would do.
package struct HashedSet: Sendable {
  private var slots: [UInt64]
  private let mask: Int

  /// Makes room for so many hashes; more must not be put in.
  package init(capacity: Int) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    mask = size - 1
  }

  /// Puts a hash in; whether it was not there yet.
  @discardableResult
  package mutating func insert(_ hash: UInt64) -> Bool {
    let hash = max(hash, 1)
    let place = place(of: hash)
    guard slots[place] == 0 else { return false }
    slots[place] = hash
    return true
  }

  /// Whether a hash is in the set.
  package func contains(_ hash: UInt64) -> Bool {
    let hash = max(hash, 1)
    return slots[place(of: hash)] == hash
  }

  /// The slot that holds a hash, or would hold it.
  private func place(of hash: UInt64) -> Int {
    // Keys that are numbers or short words differ in few bits.
    var place = Int(truncatingIfNeeded: (hash &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    while slots[place] != 0, slots[place] != hash { place = (place + 1) & mask }
    return place
  }
}
