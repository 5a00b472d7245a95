extension WordMerge {
  /// Whether one side replaced a word wherever it stands, and the other side put it in again.
  ///
  ///     base  use(foo, foo)    ours  use(bar, bar)    theirs  use(foo, foo, foo)
  ///
  /// A word that stands once may have been replaced for its place alone; a pronoun stands for the same thing everywhere.
  var putsInReplacedWord: Bool {
    let counts = (Self.counts(base), Self.counts(ours), Self.counts(theirs))
    return counts.0.contains { word, count in
      let (ours, theirs) = (counts.1[word, default: 0], counts.2[word, default: 0])
      guard min(ours, theirs) == 0, max(ours, theirs) > count else { return false }
      let name = String(decoding: word, as: UTF8.self).lowercased()
      return count > 1 && !Self.articles.contains(name) || Self.pronouns.contains(name)
    }
  }

  private static let pronouns: Set<String> = [
    "i", "you", "he", "she", "it", "we", "they", "my", "your", "his", "her", "its", "our", "their",
    "me", "him", "us", "them",
  ]

  /// Words that stand before any other.
  private static let articles: Set<String> = ["a", "an", "the", "of", "and", "or", "to", "in"]

  /// How often each word stands in a text; numbers are no words.
  private static func counts(_ tokens: WordTokens) -> [ArraySlice<UInt8>: Int] {
    tokens.bytes[...].split { !$0.isWordByte }.reduce(into: [:]) { counts, word in
      if word.contains(where: { !$0.isDigit }) { counts[word, default: 0] += 1 }
    }
  }
}
