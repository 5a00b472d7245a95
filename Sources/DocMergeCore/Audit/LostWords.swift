/// Finds changes that a rule dropped though it should keep everything.
///
/// A rule of the structure settles what each side did to another part, or moves a part with what the other side did
/// to it: the bytes of every change are in the result then, wherever they stand.
struct LostWords {
  private let sides: (ours: [UInt8], theirs: [UInt8])
  private let result: [UInt8]

  init(ours: [UInt8], theirs: [UInt8], merged: Merged) {
    sides = (ours, theirs)
    result = merged.regions.reduce(into: []) { bytes, region in
      switch region {
      case .agreed(let agreed): bytes += agreed.bytes
      // What is left to a person is not lost.
      case .conflict(let conflict): bytes += conflict.ours + conflict.theirs
      }
    }
  }

  /// Whether a rule of the structure dropped a word that one side inserted, or kept one that it deleted.
  ///
  /// - Complexity: O(*n* · *m*), *m* being the number of dropped changes, of which there are few.
  func areIn(_ audit: MergeAudit) -> Bool {
    audit.items.contains { item in
      guard case .dropped(let rule) = item.fate, rule.keepsAll,
        item.bytes.contains(where: \.isWordByte)
      else { return false }
      let side = item.side == .ours ? sides.ours : sides.theirs
      let count = Self.count(item.bytes, in: result)
      return item.change == .inserted
        ? count == 0 : count > Self.count(item.bytes, in: side)
    }
  }

  /// How often bytes stand in a text, without what is white around them.
  private static func count(_ bytes: ArraySlice<UInt8>, in text: [UInt8]) -> Int {
    let words = bytes.drop(while: \.isWhitespace)
    let end = words.lastIndex { !$0.isWhitespace } ?? words.startIndex
    let word = words[...end]
    guard let first = word.first, word.count <= text.count else { return 0 }
    var (count, place) = (0, 0)
    while let start = text[place...].firstIndex(of: first), start + word.count <= text.count {
      let isFound = text[start..<(start + word.count)].elementsEqual(word)
      if isFound { count += 1 }
      place = start + (isFound ? word.count : 1)
    }
    return count
  }
}
