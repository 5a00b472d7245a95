/// The places of each token in a part of the base, and their number.
///
/// It holds pointers that ``HistogramDiff`` lends it.
struct HistogramIndex {
  /// The entry of a token.
  struct Slot {
    /// How often it occurs in the part; 0 outside of a search.
    var count: Int32 = 0
    /// The first place; only meaningful where the count is not 0.
    var first: Int32 = 0
  }

  let base: UnsafeBufferPointer<Int32>
  private let slots: UnsafeMutableBufferPointer<Slot>
  /// The next place of the same token, or -1; it may be after the part.
  private let next: UnsafeMutableBufferPointer<Int32>

  init(
    base: UnsafeBufferPointer<Int32>, slots: UnsafeMutableBufferPointer<Slot>,
    next: UnsafeMutableBufferPointer<Int32>
  ) {
    self.base = base
    self.slots = slots
    self.next = next
  }

  /// The entry of a token.
  @inline(__always)
  subscript(token: Int32) -> Slot { slots[Int(token)] }

  /// The next place of the token at `place`, or -1.
  @inline(__always)
  func place(after place: Int) -> Int { Int(next[place]) }

  /// Adds a part to an empty index.
  func add(_ part: Range<Int>) {
    var place = part.upperBound
    while place > part.lowerBound {
      place &-= 1
      let token = Int(base[place])
      let slot = slots[token]
      next[place] = slot.count == 0 ? -1 : slot.first
      slots[token] = Slot(count: slot.count &+ 1, first: Int32(truncatingIfNeeded: place))
    }
  }

  /// Removes the first places of the part.
  func removeFirst(_ places: Range<Int>) {
    for place in places {
      let token = Int(base[place])
      slots[token] = Slot(count: slots[token].count &- 1, first: next[place])
    }
  }

  /// Removes the last places of the part.
  func removeLast(_ places: Range<Int>) {
    for place in places { slots[Int(base[place])].count &-= 1 }
  }

  /// Removes the whole part.
  func removeAll(_ places: Range<Int>) {
    for place in places { slots[Int(base[place])].count = 0 }
  }
}
