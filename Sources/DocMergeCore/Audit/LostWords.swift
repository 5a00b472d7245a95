/// Finds changes that a rule dropped although it should keep everything.
///
/// A rule of the structure settles what each side did to another part, or moves a part together with what the
/// other side did to it. So each new word of a side must be in the result, in any place, and each word that a side
/// deleted may be there no more often than in that side, except where the other side added it.
struct LostWords {
  private let base: [UInt8]
  private let ours: [UInt8]
  private let theirs: [UInt8]
  private let merged: Merged

  init(base: [UInt8], ours: [UInt8], theirs: [UInt8], merged: Merged) {
    (self.base, self.ours, self.theirs, self.merged) = (base, ours, theirs, merged)
  }

  /// Whether a rule of the structure dropped a word that one side inserted, or kept one that it deleted.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes, where a rule dropped something.
  func areIn(_ audit: MergeAudit) -> Bool {
    let dropped = audit.items.filter { item in
      guard case .dropped(let rule) = item.fate else { return false }
      return rule.keepsAll && item.bytes.contains(where: \.isWordByte)
    }
    guard !dropped.isEmpty else { return false }
    let (old, new) = (WordCounts(base[...]), WordCounts(result[...]))
    let sides = (ours: WordCounts(ours[...]), theirs: WordCounts(theirs[...]))
    return dropped.contains { item in
      let side = item.side == .ours ? sides.ours : sides.theirs
      let other = item.side == .ours ? sides.theirs : sides.ours
      return WordCounts.words(of: item.bytes).contains { word in
        guard item.change == .deleted else { return old[word] == 0 && new[word] == 0 }
        return new[word] > side[word] + max(other[word] - old[word], 0)
      }
    }
  }

  /// The text of the merge; both sides of each conflict count, since nothing in a conflict is lost.
  private var result: [UInt8] {
    merged.regions.reduce(into: []) { bytes, region in
      switch region {
      case .agreed(let agreed): bytes += agreed.bytes
      case .conflict(let conflict): bytes += conflict.ours + conflict.theirs
      }
    }
  }
}

/// How often each word occurs in a text.
private struct WordCounts {
  private var counts: [ArraySlice<UInt8>: Int] = [:]

  init(_ text: ArraySlice<UInt8>) {
    for word in Self.words(of: text) { counts[word, default: 0] += 1 }
  }

  subscript(word: ArraySlice<UInt8>) -> Int { counts[word] ?? 0 }

  /// The words of a text.
  static func words(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    text.split { !$0.isWordByte }
  }
}
