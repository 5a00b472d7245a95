/// Finds adjacent children of a merged node that are the same in all three texts, byte for byte.
///
/// They need no decision, and are printed as they are.
struct AlikeRuns {
  private let slots: [Slot]
  private let children: Triple<[Node]>
  private let text: [UInt8]
  /// The mark between the children; `nil` where there is none.
  private let mark: UInt8?

  init(_ slots: [Slot], of parents: Triple<Node?>, in trees: Triple<SyntaxTree>) {
    self.slots = slots
    children = parents.map { $0?.children ?? [] }
    text = trees.ours.text
    mark = parents.ours?.mark ?? parents.theirs?.mark ?? parents.base?.mark
  }

  /// The children from one on that are the same and followed by the same child; `nil` for fewer than two.
  func run(from start: Int) -> (piece: ListPrinter.Piece, end: Int)? {
    var end = start
    while end + 1 < slots.count, isQuiet(end) { end += 1 }
    guard end > start + 1, let first = slots[start].places.ours,
      let last = slots[end - 1].places.ours
    else { return nil }
    let bytes = text[
      children.ours[first].range.lowerBound..<children.ours[last].range.upperBound]
    let piece = ListPrinter.Piece(
      slot: slots[start], text: Triple<[UInt8]>(bytes), comment: .empty,
      isThere: Triple(base: true, ours: true, theirs: true), isClosed: true)
    return (piece, end)
  }

  /// Whether a child is the same in all texts, and the next one follows it in all of them.
  private func isQuiet(_ index: Int) -> Bool {
    let (slot, next) = (slots[index], slots[index + 1].places)
    guard slot.isAlike, !slot.isOpen, let base = slot.places.base, let ours = slot.places.ours,
      let theirs = slot.places.theirs
    else { return false }
    guard next.base == base + 1, next.ours == ours + 1, next.theirs == theirs + 1 else {
      return false
    }
    return mark == nil || !children.ours[ours].separator.isEmpty
  }
}
