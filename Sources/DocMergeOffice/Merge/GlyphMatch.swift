import DocMergeCore

/// Which characters of two texts are the same: first by words, and then within words that changed.
struct GlyphMatch {
  /// For each character of the first text the one of the second; `nil` for one that is new.
  private(set) var partners: [Int?]

  /// Compares two texts.
  init(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) {
    partners = Array(repeating: nil, count: one.count)
    if one == other {
      partners = Array(one.indices)
      return
    }
    let (words, others) = (Self.words(of: one), Self.words(of: other))
    let hunks = diff(base: words.map { one[$0] }, other: others.map { other[$0] })
    var (word, partner) = (0, 0)
    for hunk in hunks + [Hunk(base: words.count..<words.count, other: others.count..<others.count)]
    {
      while word < hunk.base.lowerBound {
        for (index, place) in zip(words[word], others[partner]) { partners[index] = place }
        (word, partner) = (word + 1, partner + 1)
      }
      matchWithin(hunk, words, others, one, other)
      (word, partner) = (hunk.base.upperBound, hunk.other.upperBound)
    }
  }

  /// Pairs characters of words that changed, where a word is another form of the one that it replaced.
  private mutating func matchWithin(
    _ hunk: Hunk, _ words: [Range<Int>], _ others: [Range<Int>], _ one: [Unicode.Scalar],
    _ other: [Unicode.Scalar]
  ) {
    guard let first = hunk.base.first, let last = hunk.base.last, let start = hunk.other.first,
      let end = hunk.other.last
    else { return }
    let part = words[first].lowerBound..<words[last].upperBound
    let otherPart = others[start].lowerBound..<others[end].upperBound
    let kept = diff(base: Array(one[part]), other: Array(other[otherPart]))
    let changed = kept.reduce(0) { $0 + $1.base.count }
    // Of words that have nothing to do with each other, single letters are the same by chance.
    guard (part.count - changed) * 2 >= min(part.count, otherPart.count) else { return }
    var (index, place) = (part.lowerBound, otherPart.lowerBound)
    for hunk in kept + [
      Hunk(base: part.count..<part.count, other: otherPart.count..<otherPart.count)
    ] {
      while index < part.lowerBound + hunk.base.lowerBound {
        partners[index] = place
        (index, place) = (index + 1, place + 1)
      }
      index = part.lowerBound + hunk.base.upperBound
      place = otherPart.lowerBound + hunk.other.upperBound
    }
  }

  /// Words, and between them each other character.
  static func words(of text: [Unicode.Scalar]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start = 0
    while start < text.count {
      var end = start + 1
      if text[start].isOfWord {
        while end < text.count, text[end].isOfWord { end += 1 }
      }
      words.append(start..<end)
      start = end
    }
    return words
  }
}

extension Unicode.Scalar {
  fileprivate var isOfWord: Bool {
    value < 0x80
      ? ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
      : properties.isAlphabetic
  }
}

extension [Int?] {
  /// The same pairs seen from the other text.
  func inverted(count: Int) -> [Int?] {
    var inverted = [Int?](repeating: nil, count: count)
    for (index, partner) in enumerated() {
      if let partner { inverted[partner] = index }
    }
    return inverted
  }
}
