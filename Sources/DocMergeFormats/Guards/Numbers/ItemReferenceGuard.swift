import DocMergeCore
import DocMergeLanguage

/// Finds references such as `step 2` that mean another item in a result, because one side numbered the items anew.
///
///     ours  1. Alarm       theirs  1. Door                fault  1. Alarm
///           2. Door                2. Ovens                      2. Door
///           3. Ovens                                             3. Ovens
///                                  Item 2 can wait.              Item 2 can wait.
///
/// Items of two texts are the same one if they have the same text.
struct ItemReferenceGuard: Sendable {
  private let inputs: [[UInt8]]
  private let notation: ItemNotation
  /// The lines of each side that are not in the base and have references, by their text without a number before it.
  private let added: [[ArraySlice<UInt8>: ArraySlice<UInt8>]]

  /// Prepares for the base, ours and theirs.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  init(_ inputs: [[UInt8]], _ added: AddedLines, _ notation: ItemNotation) {
    (self.inputs, self.notation) = (inputs, notation)
    self.added = added.sides.map { lines in
      let referring = lines.filter { !ItemReference.all(in: $0).isEmpty }
      return Dictionary(referring.map { (Self.content(of: $0), $0) }) { first, _ in first }
    }
  }

  /// A line without the number of an item, which can be another one in a result.
  private static func content(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let words = line.trimmed
    guard let mark = ListMark(words), mark.hasNumber else { return words }
    return mark.rest.trimmed
  }

  /// The references that name another item than in the side that they are from.
  ///
  /// - Complexity: O(*n*) for a text with few references, *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard added.contains(where: { !$0.isEmpty }) else { return [] }
    let sides = zip(inputs[1...], added).map {
      NumberedItems($0, notation, sectionsOf: Set($1.values))
    }
    guard sides.contains(where: { !$0.items.isEmpty }) else { return [] }
    let base = NumberedItems(inputs[0], notation)
    let made = NumberedItems(result, notation)
    var faults: [StructureFault] = []
    for line in result.split(separator: 0x0A) {
      for reference in ItemReference.all(in: line) {
        let owners = owners(of: line, reference.place)
        let isWrong =
          !owners.isEmpty
          && owners.allSatisfy { owner, line in
            let items = sides[owner]
            guard let item = meant(by: reference, in: items, section: items.sections[line]) else {
              return false
            }
            return isMoved(item, from: items, to: made, base: base, other: sides[1 - owner])
          }
        guard isWrong else { continue }
        let text = result[reference.place].excerpt
        faults.append(
          StructureFault(
            places: [reference.place], reason: tr("`\(text)` would refer to another item")))
      }
    }
    return faults
  }

  /// How much text before a reference shows which side a line is from that the words of both sides make up, in bytes.
  private static let context = 14

  /// The sides that added the line of a reference, or the words before it, each with its line.
  private func owners(
    of line: ArraySlice<UInt8>, _ reference: Range<Int>
  ) -> [(side: Int, line: ArraySlice<UInt8>)] {
    let content = Self.content(of: line)
    let whole = added.indices.compactMap { side in added[side][content].map { (side, $0) } }
    let words = line[..<reference.upperBound].suffix(Self.context + reference.count)
    guard whole.isEmpty, words.count >= Self.context, inputs[0].firstRange(of: words) == nil else {
      return whole
    }
    return added.indices.compactMap { side in
      added[side].values.first { $0.firstRange(of: words) != nil }.map { (side, $0) }
    }
  }

  /// The item that a reference means.
  private func meant(
    by reference: ItemReference, in items: NumberedItems, section: Int?
  ) -> NumberedItem? {
    for series in reference.series where items.has(series) {
      let isOfText = series != .list || reference.isOfWholeText
      return items.item(reference.label, in: series, section: section, isOfText: isOfText)
    }
    return nil
  }

  /// Whether the label of an item stands for another one in the result, or for none.
  private func isMoved(
    _ item: NumberedItem, from side: NumberedItems, to result: NumberedItems, base: NumberedItems,
    other: NumberedItems
  ) -> Bool {
    guard side.item(like: item) != nil else { return false }
    if let found = result.item(like: item) {
      // Where the other side left the number as it was, the new one is in a conflict.
      let isLeft =
        base.item(like: item)?.label == found.label
        && other.item(like: item)?.label == found.label
      return found.label != item.label && !isLeft
    }
    // The other side deleted it, and moved others up.
    let isGone = ![result, other].contains { $0.has(title: item.title) }
    guard isGone, base.item(like: item)?.label == item.label else { return false }
    let next = result.labelled(item.label, in: item.series)
    guard next.count == 1 else { return false }
    guard let before = base.item(like: next[0]), other.item(like: next[0])?.label == item.label
    else { return false }
    return before.label != item.label
  }
}
