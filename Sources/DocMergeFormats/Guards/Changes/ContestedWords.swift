import DocMergeCore
import DocMergeLanguage

/// The words that one side deleted between its first and its last change, and that the other side put in.
struct ContestedWords: Sendable {
  /// The hashes of those that ours deleted.
  let deletedByOurs: Set<UInt64>
  /// The hashes of those that theirs deleted.
  let deletedByTheirs: Set<UInt64>

  /// Whether a side put in a line with a word of a line that the other one removed.
  let mayMeet: Bool

  /// The hashes of all of them.
  var all: Set<UInt64> { deletedByOurs.union(deletedByTheirs) }

  /// The most names that are examined.
  private static let mostNames = 100

  /// Those of the words that can be names, as a text has them; none where they are too many to examine.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the text; O(1) where there are no such words.
  func names(in text: [UInt8]) -> Set<ArraySlice<UInt8>> {
    let words = all
    guard !words.isEmpty else { return [] }
    let names = Set(
      text[...].namesAndHyphens.filter { name in
        words.contains(ContentHash.of(name))
          && name.first.map { !$0.isDecimalDigit && $0 != 0x2D } ?? false
      })
    return names.count <= Self.mostNames ? names : []
  }

  var isEmpty: Bool { deletedByOurs.isEmpty && deletedByTheirs.isEmpty }

  /// Finds the words in the lines that the sides changed.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes that the sides changed; where there may be such words, of all
  ///   bytes between the first and the last change.
  init(_ changes: InputChanges) {
    let (texts, parts) = (changes.texts, changes.parts)
    let ours = WordChanges(parts.ours, from: texts.base, to: texts.ours)
    let theirs = WordChanges(parts.theirs, from: texts.base, to: texts.theirs)
    deletedByOurs = ours.deleted(among: theirs.added)
    deletedByTheirs = theirs.deleted(among: ours.added)
    mayMeet =
      !ours.removedWords.isDisjoint(with: theirs.putWords)
      || !theirs.removedWords.isDisjoint(with: ours.putWords)
  }
}

/// The words that a side has less often than the base, and those that it has more often.
private struct WordChanges {
  private let side: [UInt8]
  private let changed: Range<Int>
  private let fewer: Set<UInt64>
  let added: Set<UInt64>
  /// The words of the lines of the base that the side changed, and those of its own lines.
  private(set) var (removedWords, putWords): (Set<UInt64>, Set<UInt64>) = ([], [])

  init(_ parts: [InputChanges.ChangedPart], from base: [UInt8], to side: [UInt8]) {
    self.side = side
    changed = Self.span(parts, from: base, to: side)
    var counts: [UInt64: Int] = [:]
    for part in parts {
      for word in base[part.base].namesAndHyphens.map(ContentHash.of) {
        removedWords.insert(word)
        counts[word, default: 0] -= 1
      }
      for word in side[part.side].namesAndHyphens.map(ContentHash.of) {
        putWords.insert(word)
        counts[word, default: 0] += 1
      }
    }
    fewer = Set(counts.lazy.filter { $0.value < 0 }.map(\.key))
    added = Set(counts.lazy.filter { $0.value > 0 }.map(\.key))
  }

  /// From the first to the last word of a side that differ from those of the base.
  private static func span(
    _ parts: [InputChanges.ChangedPart], from base: [UInt8], to side: [UInt8]
  ) -> Range<Int> {
    guard let first = parts.first, let last = parts.last else { return 0..<0 }
    var start = zip(base[first.base], side[first.side]).prefix { $0 == $1 }.count
    while start > 0, side[first.side.lowerBound + start - 1].isPartOfNameOrHyphen { start -= 1 }
    var end = zip(base[last.base].reversed(), side[last.side].reversed()).prefix { $0 == $1 }.count
    while end > 0, side[last.side.upperBound - end].isPartOfNameOrHyphen { end -= 1 }
    let lower = first.side.lowerBound + start
    return lower..<max(lower, last.side.upperBound - end)
  }

  /// Those of some words that the side deleted: it has them nowhere between its first and its last change.
  func deleted(among words: Set<UInt64>) -> Set<UInt64> {
    var candidates = fewer.intersection(words)
    guard !candidates.isEmpty else { return [] }
    var wanted = HashedSet(capacity: candidates.count)
    for word in candidates { wanted.insert(word) }
    side.withUnsafeBufferPointer { side in
      Self.forEachWord(in: UnsafeBufferPointer(rebasing: side[changed])) { hash in
        if wanted.contains(hash) { candidates.remove(hash) }
        return !candidates.isEmpty
      }
    }
    return candidates
  }

  /// Calls `body` with the hash of each word, hyphens included, until it returns `false`.
  private static func forEachWord(
    in text: UnsafeBufferPointer<UInt8>, _ body: (UInt64) -> Bool
  ) {
    var (hash, isInWord) = (ContentHash(), false)
    for byte in text {
      if byte.isPartOfNameOrHyphen {
        hash.add(byte)
        isInWord = true
      } else if isInWord {
        guard body(hash.value) else { return }
        (hash, isInWord) = (ContentHash(), false)
      }
    }
    if isInWord { _ = body(hash.value) }
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
