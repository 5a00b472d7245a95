/// Where each token stands in a part of the base, and how often.
///
/// It holds pointers that ``HistogramDiff`` lends it.
struct HistogramIndex {
  /// What is known of a token.
  struct Slot {
    /// How often it stands in the part; 0 outside of a search.
    var count: Int32 = 0
    /// The first place; only meaningful where the count is not 0.
    var first: Int32 = 0
  }

  let base: UnsafeBufferPointer<Int32>
  private let slots: UnsafeMutableBufferPointer<Slot>
  /// The next place of the same token, or -1; it may lie behind the part.
  private let next: UnsafeMutableBufferPointer<Int32>

  init(
    base: UnsafeBufferPointer<Int32>, slots: UnsafeMutableBufferPointer<Slot>,
    next: UnsafeMutableBufferPointer<Int32>
  ) {
    self.base = base
    self.slots = slots
    self.next = next
  }

  /// What is known of a token.
  @inline(__always)
  subscript(token: Int32) -> Slot { slots[Int(token)] }

  /// The next place of the token at `place`, or -1.
  @inline(__always)
  func place(after place: Int) -> Int { Int(next[place]) }

  /// Takes in a part, when the index is empty.
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

  /// Takes the first places of the part out.
  func removeFirst(_ places: Range<Int>) {
    for place in places {
      let token = Int(base[place])
      slots[token] = Slot(count: slots[token].count &- 1, first: next[place])
    }
  }

  /// Takes the last places of the part out.
  func removeLast(_ places: Range<Int>) {
    for place in places { slots[Int(base[place])].count &-= 1 }
  }

  /// Takes the whole part out.
  func removeAll(_ places: Range<Int>) {
    for place in places { slots[Int(base[place])].count = 0 }
  }
}
