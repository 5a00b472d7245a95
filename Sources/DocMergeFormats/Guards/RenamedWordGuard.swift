import DocMergeCore
import DocMergeLanguage

/// Finds a name that one side replaced by one other name wherever it was used, while the other side put in another use
/// of it.
///
///     base   /api  @web      ours   /api  @frontend     theirs  /api  @web       fault   /api  @frontend
///            /site @web             /site @frontend             /site @web               /site @frontend
///                                                               /shop @web               /shop @web
///
/// Most lines of the base with the name must be, with the new name, lines of the side, which has the old name nowhere.
/// Words of sentences are skipped. Names have marks beside them or in them: `\name`, `@name`, `a/name`, `` `name` ``,
/// `a_name`, `a-name`, `aName`.
struct RenamedWordGuard {
  private let texts: Triple<[UInt8]>
  /// How many uses of a name show that it was renamed, and not one use reworded.
  private static let fewestUses = 2
  /// The most names that are examined.
  private static let mostNames = 20
  /// No renamed name is shorter.
  private static let shortestName = 3

  init(_ texts: Triple<[UInt8]>) { self.texts = texts }

  /// The uses of such names.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts, for each of a few names.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let (base, ours, theirs) = (texts.base, texts.ours, texts.theirs)
    let words = (
      ours: ChangedWords(from: base, to: ours), theirs: ChangedWords(from: base, to: theirs)
    )
    let found =
      faults(
        in: result, renamedBy: ours, words.ours.deleted.intersection(words.theirs.added),
        beside: theirs)
      + faults(
        in: result, renamedBy: theirs, words.theirs.deleted.intersection(words.ours.added),
        beside: ours)
    return found.sorted { $0.stands(before: $1) }
  }

  private func faults(
    in result: [UInt8], renamedBy side: [UInt8], _ suspects: Set<UInt64>, beside other: [UInt8]
  ) -> [StructureFault] {
    guard !suspects.isEmpty else { return [] }
    let wanted = Set(
      texts.base[...].namesAndHyphens.filter {
        $0.count >= Self.shortestName && suspects.contains(ContentHash.of($0))
          && !$0.contains(where: \.isDecimalDigit)
      })
    let places = (
      base: texts.base.places(of: wanted), side: side.places(of: wanted),
      other: other.places(of: wanted), result: result.places(of: wanted)
    )
    let names = wanted.filter { name in
      guard let known = places.base[name], known.count >= Self.fewestUses,
        places.side[name] == nil, places.result[name] != nil,
        (places.other[name]?.count ?? 0) > known.count
      else { return false }
      return known.contains { texts.base.isName($0) }
    }.sorted { (places.base[$0]?[0].lowerBound ?? 0) < (places.base[$1]?[0].lowerBound ?? 0) }
    guard !names.isEmpty else { return [] }
    let lines = SideLines(side)
    return names.prefix(Self.mostNames).compactMap { name in
      guard let new = lines.newName(for: name, at: places.base[name] ?? [], in: texts.base) else {
        return nil
      }
      let (old, text) = (
        String(decoding: name.prefix(60), as: UTF8.self),
        String(decoding: new.prefix(60), as: UTF8.self)
      )
      return StructureFault(
        places: places.result[name] ?? [],
        reason: tr("one side replaced `\(old)` by `\(text)` everywhere"))
    }
  }
}

/// The lines of a side, in which a name of the base may have become another one.
private struct SideLines {
  private let lines: [ArraySlice<UInt8>]
  private let known: Set<ArraySlice<UInt8>>
  /// How many uses are examined for the new name.
  private static let attempts = 4
  /// The most lines of the base that are compared for a name.
  private static let mostLines = 200

  init(_ text: [UInt8]) {
    lines = text.split(separator: 0x0A)
    known = Set(lines)
  }

  /// The name that the side has in place of a name on most lines of the base; `nil` where there is none.
  func newName(
    for name: ArraySlice<UInt8>, at places: [Range<Int>], in base: [UInt8]
  ) -> ArraySlice<UInt8>? {
    var candidates: [ArraySlice<UInt8>] = []
    for place in places.prefix(Self.attempts) {
      for new in replacements(of: place, in: base) where new != name && !candidates.contains(new) {
        candidates.append(new)
      }
    }
    return candidates.first { new in
      var line = 0..<0
      var (checked, renamed) = (0, 0)
      for place in places where !line.contains(place.lowerBound) && checked < Self.mostLines {
        line = base.line(around: place.lowerBound)
        checked += 1
        if known.contains(base[line].replacingWord(name, with: new)[...]) { renamed += 1 }
      }
      // Some of the lines can be changed otherwise, too.
      return renamed * 2 > checked
    }
  }

  /// The names in place of another one on lines that are the same otherwise, in the order of the text.
  private func replacements(of place: Range<Int>, in base: [UInt8]) -> [ArraySlice<UInt8>] {
    let line = base.line(around: place.lowerBound)
    let before = base[line.lowerBound..<place.lowerBound]
    let after = base[place.upperBound..<line.upperBound]
    // What follows up to the next name is the same.
    let next = after.prefix { !$0.isPartOfNameOrHyphen }
    return lines.compactMap { candidate in
      guard candidate.count > before.count, candidate.starts(with: before) else { return nil }
      let rest = candidate.dropFirst(before.count)
      let new = rest.prefix(while: \.isPartOfNameOrHyphen)
      guard new.count > 1, rest.dropFirst(new.count).starts(with: next) else { return nil }
      let others = after.replacingWord(base[place], with: new)
      return rest.dropFirst(new.count).elementsEqual(others) ? new : nil
    }
  }
}

extension [UInt8] {
  /// The line around a place, without its end.
  fileprivate func line(around place: Int) -> Range<Int> {
    let start = self[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return start..<(self[place...].firstIndex(of: 0x0A) ?? count)
  }

  /// Whether a word is a name, and no word of a sentence: marks of names stand beside it or in it.
  fileprivate func isName(_ place: Range<Int>) -> Bool {
    let word = self[place]
    if word.dropFirst().contains(where: { (0x41...0x5A).contains($0) || $0 == 0x5F || $0 == 0x2D })
    {
      return true
    }
    let before = place.lowerBound > 0 ? self[place.lowerBound - 1] : 0
    let behind = place.upperBound < count ? self[place.upperBound] : 0
    return "\\@/`".utf8.contains(before) || "`(/".utf8.contains(behind) && before != 0x28
  }
}

extension Collection where Element == UInt8 {
  /// The text with one word in place of each use of another.
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
