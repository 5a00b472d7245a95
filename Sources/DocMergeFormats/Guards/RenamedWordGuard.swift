import DocMergeCore
import DocMergeLanguage

/// Finds a word that one side replaced everywhere by one other word while the other side put in another use of it.
///
///     base   /api  @web      ours   /api  @frontend     theirs  /api  @web       fault   /api  @frontend
///            /site @web             /site @frontend             /site @web               /site @frontend
///                                                               /shop @web               /shop @web
///
/// Most lines of the base with the word must be, with the new word, lines of the side, which has the old word nowhere.
struct RenamedWordGuard {
  private let texts: Triple<[UInt8]>
  /// How many uses of a word show that it was renamed, and not one use reworded.
  private let fewestUses: Int
  /// The most lines of the base that are compared for a word.
  private static let mostLines = 200
  /// Words that are values, and no names.
  private static let values: WordList = "true false yes no on off null none nil"
  /// How many uses are examined for the new word.
  private static let attempts = 4
  /// No renamed word is shorter.
  private static let shortestWord = 3

  /// Prepares for texts; the values of records can be alike by chance.
  init(_ texts: Triple<[UInt8]>, areRecords: Bool) {
    self.texts = texts
    fewestUses = areRecords ? 3 : 2
  }

  /// The uses of such words.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts, for each word that one side removed and the other
  ///   one put in.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let (base, ours, theirs) = (texts.base, texts.ours, texts.theirs)
    let (one, other) = (ChangedWords(from: base, to: ours), ChangedWords(from: base, to: theirs))
    let suspects = (
      ours: one.deleted.intersection(other.added), theirs: other.deleted.intersection(one.added)
    )
    if suspects.ours.isEmpty, suspects.theirs.isEmpty { return [] }
    let found = faults(in: result, renamedTo: ours, suspects.ours, beside: theirs)
    return (found + faults(in: result, renamedTo: theirs, suspects.theirs, beside: ours))
      .sorted { $0.stands(before: $1) }
  }

  private func faults(
    in result: [UInt8], renamedTo side: [UInt8], _ suspects: Set<UInt64>, beside other: [UInt8]
  ) -> [StructureFault] {
    guard !suspects.isEmpty else { return [] }
    let wanted = Set(
      texts.base[...].namesAndHyphens.filter {
        $0.count >= Self.shortestWord && suspects.contains(ContentHash.of($0))
          && !$0.contains(where: \.isDecimalDigit)
          && !Self.values.contains(String(decoding: $0, as: UTF8.self))
      })
    let counts = [texts.base, side, other].map { $0.places(of: wanted) }
    let uses = result.places(of: wanted)
    return wanted.compactMap { word -> StructureFault? in
      guard let known = counts[0][word], known.count >= fewestUses, counts[1][word] == nil,
        (counts[2][word]?.count ?? 0) > known.count, let places = uses[word],
        let new = Self.newWord(for: word, at: known, from: texts.base, to: side)
      else { return nil }
      let (old, name) = (
        String(decoding: word.prefix(60), as: UTF8.self),
        String(decoding: new.prefix(60), as: UTF8.self)
      )
      return StructureFault(
        places: places, reason: tr("one side replaced `\(old)` by `\(name)` everywhere"))
    }
  }

  /// The word that a side put in place of a word on each line of the base; `nil` where it did not.
  private static func newWord(
    for word: ArraySlice<UInt8>, at places: [Range<Int>], from base: [UInt8], to side: [UInt8]
  ) -> ArraySlice<UInt8>? {
    let lines = Set(side.split(separator: 0x0A))
    let found = places.prefix(attempts).lazy.compactMap {
      replacement(of: $0, in: base, among: lines)
    }
    guard let new = found.first, new != word else { return nil }
    var line = 0..<0
    var (checked, renamed) = (0, 0)
    for place in places where !line.contains(place.lowerBound) && checked < mostLines {
      line = base.line(around: place.lowerBound)
      checked += 1
      if lines.contains(base[line].replacingWord(word, with: new)[...]) { renamed += 1 }
    }
    // Some of the lines can be changed otherwise, too.
    return renamed * 2 > checked ? new : nil
  }

  /// The word in place of another one on a line that is the same otherwise.
  private static func replacement(
    of place: Range<Int>, in text: [UInt8], among lines: Set<ArraySlice<UInt8>>
  ) -> ArraySlice<UInt8>? {
    let line = text.line(around: place.lowerBound)
    let (before, after) = (
      text[line.lowerBound..<place.lowerBound], text[place.upperBound..<line.upperBound]
    )
    for candidate in lines
    where candidate.count > before.count + 1 && candidate.starts(with: before) {
      let rest = candidate.dropFirst(before.count)
      let new = rest.prefix(while: \.isPartOfNameOrHyphen)
      guard new.count >= shortestWord - 1 else { continue }
      let word = text[place]
      let others = Array(after).replacingWord(word, with: new)
      if rest.dropFirst(new.count).elementsEqual(others) { return new }
    }
    return nil
  }
}

extension [UInt8] {
  /// The line around a place, without its end.
  fileprivate func line(around place: Int) -> Range<Int> {
    let start = self[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return start..<(self[place...].firstIndex(of: 0x0A) ?? count)
  }
}

extension Collection where Element == UInt8 {
  /// A text with one word in place of each use of another.
  fileprivate func replacingWord(_ word: ArraySlice<UInt8>, with new: ArraySlice<UInt8>) -> [UInt8]
  {
    var bytes: [UInt8] = []
    var rest = Array(self)[...]
    while let next = rest.first {
      let run = rest.prefix(while: \.isPartOfNameOrHyphen)
      if run.isEmpty {
        bytes.append(next)
        rest = rest.dropFirst()
      } else {
        bytes += run == word ? new : run
        rest = rest.dropFirst(run.count)
      }
    }
    return bytes
  }
}
