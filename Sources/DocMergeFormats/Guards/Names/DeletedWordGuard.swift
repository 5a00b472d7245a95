import DocMergeCore
import DocMergeLanguage

/// Finds a name of data or prose whose definition one side deleted or renamed, while the other side put in another use.
///
///     base   upstream api {…}     ours   upstream web {…}     theirs  upstream api {…}             fault   upstream web {…}
///            listen 80;                  listen 80;                   listen 80;                           listen 80;
///                                                                     proxy_pass http://api;               proxy_pass http://api;
///
/// The words before the definition and before the use must differ: lines such as `host: api` and `host: web` give one
/// setting two values, and use no name.
struct DeletedWordGuard {
  private let changes: InputChanges
  private var texts: Triple<[UInt8]> { changes.texts }
  private let isProse: Bool
  /// No name is shorter.
  private static let shortestName = 2
  /// The most names that are examined.
  private static let mostNames = 100

  /// Prepares for the base, ours and theirs.
  init(_ changes: InputChanges, isProse: Bool) {
    (self.changes, self.isProse) = (changes, isProse)
  }

  /// The uses of such names.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let suspects = changes.contestedWords.all
    guard !suspects.isEmpty else { return [] }
    let wanted = Set(
      texts.base[...].namesAndHyphens.filter {
        $0.count >= Self.shortestName && suspects.contains(ContentHash.of($0))
          && $0.first.map { !$0.isDecimalDigit && $0 != 0x2D } ?? false
      })
    guard !wanted.isEmpty, wanted.count <= Self.mostNames else { return [] }
    let places = texts.map { $0.places(of: wanted) }
    return result.places(of: wanted).compactMap { name, found -> StructureFault? in
      let count = places.map { $0[name]?.count ?? 0 }
      guard
        count.ours == 0 && count.theirs > count.base || count.theirs == 0 && count.ours > count.base
      else { return nil }
      let definitions = (places.base[name] ?? []).map { WordInLine($0, in: texts.base) }
        .filter { $0.isDefinition(inProse: isProse) }
      let words = found.map { WordInLine($0, in: result) }
      guard !definitions.isEmpty, !words.contains(where: { $0.isDefinition(inProse: isProse) })
      else { return nil }
      let uses = words.filter { use in
        use.isUse(inProse: isProse) && definitions.allSatisfy { use.canMean($0) }
      }
      return uses.isEmpty ? nil : .deleted(name.excerpt, usedAt: uses.map(\.place))
    }.sorted { $0.stands(before: $1) }
  }
}

/// A word, and what stands beside it on its line.
private struct WordInLine {
  let place: Range<Int>
  private let text: [UInt8]
  private let before: ArraySlice<UInt8>
  private let after: ArraySlice<UInt8>
  /// The words before it on its line.
  private let names: [String]
  /// The key of the list that it is all of an item of.
  private let listName: String?
  /// How far the line of a word is read, in bytes to each side.
  private static let lineReach = 400

  init(_ place: Range<Int>, in text: [UInt8]) {
    (self.place, self.text) = (place, text)
    let line = text[..<place.lowerBound].suffix(Self.lineReach)
    let start = line.lastIndex(of: 0x0A).map { $0 + 1 } ?? line.startIndex
    before = text[start..<place.lowerBound].drop(while: \.isBlankOrTab)
    after = text[place.upperBound...].prefix(Self.lineReach).prefix { $0 != 0x0A }
    names = before.namesAndHyphens.filter { !$0.elementsEqual("-".utf8) }
      .map { String(decoding: $0, as: UTF8.self) }
    let isItem = before.elementsEqual("- ".utf8) && after.allSatisfy(\.isWhite)
    listName = isItem ? Self.listName(above: before.startIndex, in: text) : nil
  }

  // MARK: Definitions

  /// How lines of prose begin that define the name behind.
  private static let proseMarks = [
    ".. [", ".. |", "<<", "#+NAME: ", "\\newcommand{\\", "\\newcommand\\", "\\def\\",
    "\\DeclareMathOperator{\\", "@string{",
  ]

  /// Members that name the record they are in.
  private static let idNames: WordList = "id name key uuid uid slug"

  /// Commands whose first argument is a new name.
  private static let definers: WordList = "set option macro function string define"

  func isDefinition(inProse: Bool) -> Bool {
    if inProse { return Self.proseMarks.contains { before.elementsEqual($0.utf8) } }
    let next = after.drop { $0.isBlankOrTab || $0 == 0x22 || $0 == 0x27 }.first
    if names.isEmpty {
      return next.map { "=:{]".utf8.contains($0) } ?? false || listName != nil
    }
    guard names.count <= 2, let word = names.last else { return false }
    let gap = gap
    if gap.contains(where: { "=:".utf8.contains($0) }) { return Self.idNames.contains(word) }
    if gap.contains(where: { "({".utf8.contains($0) }) { return Self.definers.contains(word) }
    // `Host gate`, `upstream api {`
    return names.count == 1 && gap.allSatisfy(\.isBlankOrTab) && !gap.isEmpty
      && after.allSatisfy { $0.isWhite || $0 == UInt8(ascii: "{") }
  }

  /// The most items of a list above one that are read for its key.
  private static let longestList = 50

  /// The key of the list with an item at a place: that of the next line above that is no item.
  private static func listName(above place: Int, in text: [UInt8]) -> String? {
    var end = text[..<place].suffix(lineReach).lastIndex(of: 0x0A) ?? 0
    for _ in 0..<longestList where end > 0 {
      let line = text[..<end].suffix(lineReach)
      let start = line.lastIndex(of: 0x0A).map { $0 + 1 } ?? line.startIndex
      let words = text[start..<end].trimmed
      let isSkipped = words.isEmpty || words.first == UInt8(ascii: "#")
      if !isSkipped, !words.starts(with: "- ".utf8) {
        guard words.last == UInt8(ascii: ":") else { return nil }
        return words.namesAndHyphens.last.map { String(decoding: $0, as: UTF8.self) }
      }
      end = max(0, start - 1)
    }
    return nil
  }

  /// What stands between the last word before it and it.
  private var gap: ArraySlice<UInt8> {
    let head = before.reversed().drop { !$0.isPartOfNameOrHyphen }
    return before.suffix(before.count - head.count)
  }

  // MARK: Uses

  /// The most words of a line that is no sentence.
  private static let longestLine = 6

  func isUse(inProse: Bool) -> Bool {
    guard let last = before.last else { return false }
    if inProse {
      switch last {
      case UInt8(ascii: "\\"): return true
      case UInt8(ascii: "|"): return after.first == UInt8(ascii: "|")
      case UInt8(ascii: "["):
        return after.starts(with: "]_".utf8)
          || before.dropLast().last == last && after.starts(with: "]]".utf8)
      default: return false
      }
    }
    let next = after.first ?? 0x0A
    guard names.count < Self.longestLine, after.namesAndHyphens.count < Self.longestLine,
      next.isWhite || "\"'})];,/<>".utf8.contains(next)
    else { return false }
    let sign = before.last { !$0.isBlankOrTab } ?? 0
    // `needs: [build, lint]`
    if sign == UInt8(ascii: ","), before.contains(UInt8(ascii: "[")), !before.contains(0x5D) {
      return true
    }
    return ":=@{$/\"'[(".utf8.contains(sign)
      || names.count == 1 && last.isBlankOrTab && after.allSatisfy { $0.isWhite || $0 == 0x3B }
  }

  /// Whether a definition can be meant: the words before the two differ, and a list is named for what it lists.
  func canMean(_ definition: WordInLine) -> Bool {
    guard let word = names.last else { return false }
    if let list = definition.listName {
      return list.lowercased().hasPrefix(word.lowercased()) && list != word
    }
    // The key of one value is only meant where a reference is marked: `${paths:tmp}`, but not `type: module`.
    return definition.names.last != word && (!definition.isKeyOfScalar || isReference)
  }

  /// Whether it is the key of a value on its line.
  private var isKeyOfScalar: Bool {
    guard names.isEmpty, before.last != UInt8(ascii: "["), listName == nil else { return false }
    let value = after.drop { !"=:".utf8.contains($0) }.dropFirst().drop { $0.isWhite }
    return value.first.map { !"{[&".utf8.contains($0) } ?? false
  }

  /// Whether a mark before it says that it refers to something.
  private var isReference: Bool {
    guard let last = before.last else { return false }
    if "$@".utf8.contains(last) { return true }
    guard let open = before.lastIndex(of: UInt8(ascii: "{")), open > before.startIndex else {
      return false
    }
    return before[open - 1] == UInt8(ascii: "$") && !before[open...].contains(UInt8(ascii: "}"))
  }
}
