/// Finds changes around the tokens that both sequences have exactly once, as Bram Cohen's patience
/// diff does; a part without such tokens goes to Myers' algorithm.
struct PatienceDiff {
  private typealias Box = HistogramDiff.Box

  /// A token that both sides have exactly once.
  private struct Anchor {
    let base: Int
    let other: Int
    /// The anchor before it in the longest chain that ends with it, or -1.
    var previous = -1
  }

  /// The places of a token in the current box.
  private struct Slot {
    /// The first place in the base part, or -1.
    var base: Int32 = -1
    /// The place in the other part, -1 for none, -2 when either side has the token more than once.
    var other: Int32 = -1
  }

  private let base: [Int32]
  private let other: [Int32]
  private var marks: ChangeMarks
  private var numbers: TokenNumbers
  /// One for each token; all in the initial state outside of a search.
  private var slots: [Slot]
  private var boxes: [Box] = []

  /// The tokens without a partner.
  static func marks(base: [Int32], other: [Int32], tokenCount: Int) -> ChangeMarks {
    var diff = PatienceDiff(base: base, other: other, tokenCount: tokenCount)
    diff.run()
    return diff.marks
  }

  private init(base: [Int32], other: [Int32], tokenCount: Int) {
    self.base = base
    self.other = other
    marks = ChangeMarks(baseCount: base.count, otherCount: other.count)
    numbers = TokenNumbers(tokenCount: tokenCount)
    slots = Array(repeating: Slot(), count: tokenCount)
  }

  private mutating func run() {
    boxes = [Box(base: base.indices, other: other.indices)]
    while let box = boxes.popLast() {
      guard !box.base.isEmpty, !box.other.isEmpty, let anchors = anchors(in: box) else {
        for index in box.base { marks.base[index] = true }
        for index in box.other { marks.other[index] = true }
        continue
      }
      if anchors.isEmpty { fallBack(box) } else { cut(box, at: anchors) }
    }
  }

  private mutating func fallBack(_ box: Box) {
    let part = numbers.difference(base: base[box.base], other: other[box.other]).marks(by: .myers)
    marks.base.replaceSubrange(box.base, with: part.base)
    marks.other.replaceSubrange(box.other, with: part.other)
  }

  /// The anchors to keep, from the first to the last; `nil` when the parts have nothing in common.
  private mutating func anchors(in box: Box) -> [Anchor]? {
    for place in box.base {
      let token = Int(base[place])
      if slots[token].base < 0 {
        slots[token].base = Int32(place)
      } else {
        slots[token].other = -2
      }
    }
    defer { for place in box.base { slots[Int(base[place])] = Slot() } }
    var haveCommon = false
    for place in box.other where slots[Int(other[place])].base >= 0 {
      haveCommon = true
      let token = Int(other[place])
      slots[token].other = slots[token].other == -1 ? Int32(place) : -2
    }
    guard haveCommon else { return nil }
    let candidates = box.base.compactMap { place -> Anchor? in
      let slot = slots[Int(base[place])]
      return slot.other >= 0 ? Anchor(base: place, other: Int(slot.other)) : nil
    }
    return Self.longestRow(candidates)
  }

  /// The longest chain of anchors in the order of both sequences, by patience sorting.
  private static func longestRow(_ candidates: [Anchor]) -> [Anchor] {
    var anchors = candidates
    // The last anchor of the best chain of each length.
    var ends: [Int] = []
    for index in anchors.indices {
      let length = ends.partitioningIndex { anchors[$0].other > anchors[index].other }
      anchors[index].previous = length > 0 ? ends[length - 1] : -1
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var row: [Anchor] = []
    var index = ends.last ?? -1
    while index >= 0 {
      row.append(anchors[index])
      index = anchors[index].previous
    }
    return row.reversed()
  }

  /// Adds the boxes between the anchors; equal tokens around an anchor belong to it.
  private mutating func cut(_ box: Box, at anchors: [Anchor]) {
    var (base, other) = (box.base.lowerBound, box.other.lowerBound)
    for index in 0...anchors.count {
      var (baseEnd, otherEnd) = (box.base.upperBound, box.other.upperBound)
      if index < anchors.count {
        (baseEnd, otherEnd) = (anchors[index].base, anchors[index].other)
        // Adjacent anchors have nothing between them.
        if index > 0, baseEnd == base, otherEnd == other {
          (base, other) = (baseEnd + 1, otherEnd + 1)
          continue
        }
        while baseEnd > base, otherEnd > other,
          self.base[baseEnd - 1] == self.other[otherEnd - 1]
        {
          baseEnd -= 1
          otherEnd -= 1
        }
      }
      while base < baseEnd, other < otherEnd, self.base[base] == self.other[other] {
        base += 1
        other += 1
      }
      if base < baseEnd || other < otherEnd {
        boxes.append(Box(base: base..<baseEnd, other: other..<otherEnd))
      }
      guard index < anchors.count else { break }
      (base, other) = (anchors[index].base + 1, anchors[index].other + 1)
    }
  }
}
