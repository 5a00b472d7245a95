import DocMergeCore
import DocMergeLanguage

/// The words that a text has no more, and those that it has more often, between its first and its last change.
struct ChangedWords {
  private(set) var deleted: Set<UInt64> = []
  private(set) var added: Set<UInt64> = []

  init(from base: [UInt8], to side: [UInt8]) {
    // Whole words are compared: a change may start within one.
    var start = zip(base, side).prefix { $0 == $1 }.count
    while start > 0, base[start - 1].isPartOfNameOrHyphen { start -= 1 }
    let rest = (base[start...], side[start...])
    var end = zip(rest.0.reversed(), rest.1.reversed()).prefix { $0 == $1 }.count
    while end > 0, base[base.count - end].isPartOfNameOrHyphen { end -= 1 }
    var counts: [UInt64: Int] = [:]
    for word in rest.0.dropLast(end).namesAndHyphens {
      counts[ContentHash.of(word), default: 0] -= 1
    }
    let known = Set(counts.keys)
    var kept: Set<UInt64> = []
    for word in rest.1.dropLast(end).namesAndHyphens {
      let hash = ContentHash.of(word)
      counts[hash, default: 0] += 1
      kept.insert(hash)
    }
    deleted = known.subtracting(kept)
    added = Set(counts.lazy.filter { $0.value > 0 }.map(\.key))
  }
}

extension UInt8 {
  /// Whether it can be part of a word, or joins its parts: `build-all`.
  var isPartOfNameOrHyphen: Bool { isPartOfName || self == UInt8(ascii: "-") }
}

extension ArraySlice<UInt8> {
  /// The words of a text, with the hyphens in them.
  var namesAndHyphens: [ArraySlice<UInt8>] { split { !$0.isPartOfNameOrHyphen } }
}

extension [UInt8] {
  /// Where each of some words stands.
  func places(
    of wanted: Set<ArraySlice<UInt8>>
  ) -> [ArraySlice<UInt8>: [Range<Int>]] {
    var found: [ArraySlice<UInt8>: [Range<Int>]] = [:]
    for word in self[...].namesAndHyphens where wanted.contains(word) {
      found[word, default: []].append(word.indices)
    }
    return found
  }
}
