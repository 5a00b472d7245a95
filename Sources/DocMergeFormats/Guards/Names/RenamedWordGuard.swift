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
/// In prose, words of sentences are skipped. Names have marks beside them or in them: `\name`, `@name`, `a/name`,
/// `` `name` ``, `a_name`, `a-name`, `aName`. In settings and scripts a name stands behind different words, since it is
/// defined on one line and used on others; a value that many entries have stands behind the same one.
struct RenamedWordGuard {
  private let changes: InputChanges
  private var texts: Triple<[UInt8]> { changes.texts }
  private let kind: Kind
  private var isStyles: Bool { kind == .styles }

  /// The kind of a text.
  enum Kind {
    case prose
    /// The names of classes, ids and variables count.
    case styles
    /// Settings, and scripts whose names no other guard knows.
    case settings
  }

  /// The endings of scripts whose variables have no declarations.
  static let scripts: WordList =
    "sh bash zsh ksh fish tf hcl nix sql ps1 psm1 tcl awk bat cmd pkr"

  /// Words before a name that define it.
  fileprivate static let definers: WordList =
    """
    for set let local export def function define alias acl variable upstream map User_Alias Host_Alias Cmnd_Alias \
    Runas_Alias
    """

  /// How many uses of a name show that it was renamed, and not one use reworded.
  private var fewestUses: Int {
    switch kind {
    case .prose: 2
    case .styles: 1
    case .settings: 3
    }
  }
  /// The most names that are examined.
  private static let mostNames = 20
  /// No renamed name is shorter.
  private var shortestName: Int { kind == .settings ? 2 : 3 }

  /// Prepares for the base, ours and theirs.
  init(_ changes: InputChanges, _ kind: Kind) { (self.changes, self.kind) = (changes, kind) }

  /// The uses of such names.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts, for each of a few names.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let words = changes.contestedWords
    let found =
      faults(in: result, renamedBy: texts.ours, words.deletedByOurs, beside: texts.theirs)
      + faults(in: result, renamedBy: texts.theirs, words.deletedByTheirs, beside: texts.ours)
    return found.sorted { $0.stands(before: $1) }
  }

  private func faults(
    in result: [UInt8], renamedBy side: [UInt8], _ suspects: Set<UInt64>, beside other: [UInt8]
  ) -> [StructureFault] {
    guard !suspects.isEmpty else { return [] }
    let wanted = Set(
      texts.base[...].namesAndHyphens.filter {
        $0.count >= shortestName && suspects.contains(ContentHash.of($0))
          && !$0.contains(where: \.isDecimalDigit)
      })
    let places = (
      base: texts.base.places(of: wanted), side: side.places(of: wanted),
      other: other.places(of: wanted), result: result.places(of: wanted)
    )
    let names = wanted.filter { name in
      guard let known = places.base[name], known.count >= fewestUses,
        places.side[name] == nil, places.result[name] != nil,
        (places.other[name]?.count ?? 0) > known.count
      else { return false }
      switch kind {
      case .prose: return known.contains(where: texts.base.isName)
      case .styles: return known.contains(where: texts.base.isNameOfStyle)
      case .settings:
        let words = Set(known.map { texts.base[texts.base.wordBefore($0)] })
        return words.count > 1 && known.contains(where: texts.base.isDefinition)
          && !(places.result[name] ?? []).contains(where: result.isDefinition)
      }
    }.sorted { (places.base[$0]?[0].lowerBound ?? 0) < (places.base[$1]?[0].lowerBound ?? 0) }
    guard !names.isEmpty else { return [] }
    let lines = RenamedLines(side, joinedByHyphens: true)
    return names.prefix(Self.mostNames).compactMap { name in
      guard let new = lines.newName(for: name, at: places.base[name] ?? [], in: texts.base) else {
        return nil
      }
      if kind != .prose, texts.base.places(of: [new])[new] != nil { return nil }
      return .renamed(name.excerpt, to: new.excerpt, usedAt: places.result[name] ?? [])
    }
  }
}

extension [UInt8] {
  /// The word before a place on its line.
  fileprivate func wordBefore(_ place: Range<Int>) -> Range<Int> {
    var end = place.lowerBound
    while end > 0, self[end - 1] != 0x0A, !self[end - 1].isPartOfName { end -= 1 }
    var start = end
    while start > 0, self[start - 1].isPartOfName { start -= 1 }
    return start..<end
  }

  /// Whether a name is defined there: `name =`, `name:`, `name() {`, `set $name`, `acl name`, `:NAME`, `[kind "name"]`.
  fileprivate func isDefinition(_ place: Range<Int>) -> Bool {
    let rest = self[place.upperBound...].prefix(8).drop(while: \.isBlankOrTab)
    if rest.first.map({ "=:".utf8.contains($0) }) ?? false || rest.starts(with: "()".utf8) {
      return true
    }
    let start = place.lowerBound > 0 ? self[place.lowerBound - 1] : 0x0A
    if start == UInt8(ascii: ":") {
      return place.lowerBound < 2 || self[place.lowerBound - 2] == 0x0A
    }
    let isColumn = start == UInt8(ascii: "(") || rest.first.map { $0.isASCIILetter } ?? false
    let line = self[line(around: place.lowerBound)].trimmed
    if line.first == UInt8(ascii: "["), line.last == UInt8(ascii: "]") { return true }
    if isColumn, line.starts(with: "CREATE ".utf8) || line.starts(with: "create ".utf8) {
      return start == UInt8(ascii: "(")
        || self[..<place.lowerBound].last { !$0.isWhite } == UInt8(ascii: ",")
    }
    let word = String(decoding: self[wordBefore(place)], as: UTF8.self)
    return (start.isBlankOrTab || start == UInt8(ascii: "$"))
      && RenamedWordGuard.definers.contains(word)
  }

  /// Whether a word is a name, and no word of a sentence: marks of names stand beside it or in it.
  fileprivate func isName(_ place: Range<Int>) -> Bool {
    let word = self[place]
    if word.dropFirst().contains(where: { $0.isCapital || $0 == 0x5F || $0 == 0x2D }) {
      return true
    }
    let before = place.lowerBound > 0 ? self[place.lowerBound - 1] : 0
    let behind = place.upperBound < count ? self[place.upperBound] : 0
    return "\\@/`".utf8.contains(before) || "`(/".utf8.contains(behind) && before != 0x28
  }

  /// Whether a word is a class, an id or a variable of styles: `.name`, `#name`, `--name`, `$name`, `@name`, `%name`.
  fileprivate func isNameOfStyle(_ place: Range<Int>) -> Bool {
    if self[place].starts(with: "--".utf8) { return true }
    guard place.lowerBound > 0, ".#$@%".utf8.contains(self[place.lowerBound - 1]) else {
      return false
    }
    // The ending of a file is none.
    let before = self[
      ((self[..<place.lowerBound].lastIndex(of: 0x0A) ?? -1) + 1)..<place.lowerBound]
    if before.contains(where: { "\"'".utf8.contains($0) })
      || before.firstRange(of: "url(".utf8) != nil
    {
      return false
    }
    // `#fff` behind a colon is a colour.
    return self[place.lowerBound - 1] != UInt8(ascii: "#")
      || self[..<place.lowerBound].last { $0 == 0x3A || $0 == 0x0A } != 0x3A
  }
}
