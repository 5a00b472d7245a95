import DocMergeCore
import DocMergeLanguage

/// A reference to a numbered item of the same text: `see step 3`, `Fig. 4`, `(c) above`.
struct ItemReference {
  /// The series that may be meant, the likeliest first.
  let series: [NumberedItem.Series]
  let label: [UInt8]
  let place: Range<Int>
  /// Whether it names an item of the text, wherever that stands.
  ///
  /// So do `item 3`, `skip step 2` and `step 2 above`; a mere `step 2` may be one of a procedure that the text only
  /// describes.
  var isOfWholeText = false

  /// The references in a line.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  static func all(in line: ArraySlice<UInt8>) -> [ItemReference] {
    guard line.contains(where: { $0.isDecimalDigit || $0 == 0x29 }) else { return [] }
    var found: [ItemReference] = []
    var offset = line.startIndex
    while offset < line.endIndex {
      let isStart =
        offset == line.startIndex || !line[offset - 1].isPartOfName && line[offset - 1] != 0x2D
      guard isStart else {
        offset += 1
        continue
      }
      if let name = NumberedName(at: offset, in: line), !isElsewhere(name, in: line) {
        found += references(name, in: line)
        offset = name.place.upperBound
      } else if let reference = lettered(at: offset, in: line) ?? continued(at: offset, in: line) {
        found.append(reference)
        offset = reference.place.upperBound
      } else {
        offset += 1
      }
    }
    return found.map { reference in
      var reference = reference
      reference.isOfWholeText = isOfWholeText(reference, in: line)
      return reference
    }
  }

  private static let wordsBeforeOwn: WordList =
    "see skip do redo repeat after before as from siehe nach vor voir vedi ver véase"
  private static let wordsBehindOwn: WordList = "above below oben unten"

  /// Whether the words around a reference, or its own, say that its item is in the text.
  private static func isOfWholeText(
    _ reference: ItemReference, in line: ArraySlice<UInt8>
  ) -> Bool {
    func isWord(_ words: ArraySlice<UInt8>?, in list: WordList) -> Bool {
      words.map { list.contains(String(decoding: $0.map(\.lowercased), as: UTF8.self)) } ?? false
    }
    let words = line.split { !$0.isPartOfName && $0 < 0x80 }
    let first = words.last { $0.startIndex <= reference.place.lowerBound }
    let before = words.last { $0.endIndex <= (first ?? line).startIndex }
    let behind = words.first { $0.startIndex >= reference.place.upperBound }
    let named: [NumberedItem.Series] = [.named("item"), .named("punkt"), .named("resolution")]
    return reference.series.first.map(named.contains) ?? false
      || isWord(before, in: wordsBeforeOwn) || isWord(behind, in: wordsBehindOwn)
  }

  // MARK: Words with numbers

  private static func references(
    _ name: NumberedName, in line: ArraySlice<UInt8>
  ) -> [ItemReference] {
    var series: [NumberedItem.Series] = [.named(name.word)]
    if NumberedName.listed.contains(name.word) { series.append(.list) }
    if NumberedName.headed.contains(name.word) { series += [.headings, .list] }
    var found = [
      ItemReference(series: series, label: name.label.map(\.lowercased), place: name.place)
    ]
    var place = name.place.upperBound
    while name.isPlural, let label = joined(at: place, in: line) {
      found.append(ItemReference(series: series, label: Array(label), place: label.indices))
      place = label.endIndex
    }
    return found
  }

  /// The number behind `and` or another word or sign that joins numbers.
  private static func joined(at place: Int, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let rest = line[place...].drop(while: \.isBlankOrTab)
    for word in [
      ",", "–", "-", "&", "and ", "to ", "or ", "und ", "bis ", "oder ", "et ", "y ", "e ",
    ]
    where rest.starts(with: word.utf8) {
      let number = rest.dropFirst(word.utf8.count).drop(while: \.isBlankOrTab)
      guard number.first?.isDecimalDigit == true else { return nil }
      return NumberedName.label(at: number.startIndex, in: line)
    }
    return nil
  }

  private static let wordsOfOthers: WordList = "of von vom des der du de aus dell del della in"
  /// How much of the text behind a reference is read for the work that it belongs to.
  private static let reach = 30

  /// Whether a reference names an item of another text: `step 3 of the manual`, `§ 7 BGB`, `RFC 3161 section 3`.
  private static func isElsewhere(_ name: NumberedName, in line: ArraySlice<UInt8>) -> Bool {
    let rest = line[name.place.upperBound...]
    // `Step 3: …` starts an item, and `step 3-4` is a range.
    let isItem =
      rest.first == 0x3A && line[..<name.place.lowerBound].allSatisfy { !$0.isPartOfName }
    let isRange = rest.first == 0x2D && rest.dropFirst().first?.isDecimalDigit == true
    if isItem || isRange && !name.isPlural { return true }
    if let link = rest.firstRange(of: "](".utf8), !rest[..<link.lowerBound].contains(0x5B),
      rest[link.upperBound...].first != UInt8(ascii: "#")
    {
      return true
    }
    let next = rest.drop(while: \.isBlankOrTab).prefix(while: \.isPartOfName)
    if wordsOfOthers.contains(String(decoding: next, as: UTF8.self)) { return true }
    let before = line[..<name.place.lowerBound].split { !$0.isPartOfName }.last ?? []
    if before.first?.isDecimalDigit == true || before.count(where: \.isCapital) > 1 { return true }
    guard name.word == "§" || name.word == "article" else { return false }
    return rest.prefix(reach).split { !$0.isPartOfName }.contains { word in
      word.count(where: \.isCapital) > 1
    }
  }

  // MARK: Letters and numbers alone

  private static let wordsBefore: WordList = """
    see siehe under unter in by per vide voir ver gemäß nach from to of lit letter buchstabe option point punkt item \
    clause case and und
    """
  private static let wordsBehind: WordList = "above below oben unten ci-dessus supra"

  /// The reference `(c)` or `c)` behind a word such as `see`, or before one such as `above`.
  private static func lettered(at start: Int, in line: ArraySlice<UInt8>) -> ItemReference? {
    let isOpened = line[start] == 0x28
    let label = (isOpened ? line[(start + 1)...] : line[start...]).prefix(1)
    guard let letter = label.first, letter.isDecimalDigit || (0x61...0x7A).contains(letter),
      line[label.endIndex...].first == 0x29, isOpened || !letter.isDecimalDigit
    else { return nil }
    let before = line[..<start].trimmed.split { !$0.isPartOfName }.last ?? []
    let isNext =
      line[..<start].last?.isBlankOrTab == true
      && line[..<start].trimmed.last?.isPartOfName == true
    let next = line[(label.endIndex + 1)...].drop(while: \.isBlankOrTab)
      .prefix(while: \.isPartOfNameOrHyphen)
    guard
      isNext && wordsBefore.contains(String(decoding: before.map(\.lowercased), as: UTF8.self))
        || wordsBehind.contains(String(decoding: next, as: UTF8.self))
    else { return nil }
    return ItemReference(
      series: [.letters], label: Array(label), place: start..<label.endIndex + 1)
  }

  private static let phrases = [
    "repeat from ", "go to ", "back to ", "return to ", "skip to ", "jump to ", "goto ",
    "continue with ", "continue at ", "resume at ", "weiter mit ", "weiter bei ", "zurück zu ",
    "retour à ", "wiederholen ab ",
  ]

  /// The reference `repeat from 2`, which ends a part of a sentence.
  private static func continued(at start: Int, in line: ArraySlice<UInt8>) -> ItemReference? {
    guard line[start].isLetter else { return nil }
    let rest = line[start...]
    for phrase in phrases {
      let isThere = zip(rest, phrase.utf8).allSatisfy { $0.lowercased == $1 }
      guard isThere, rest.count > phrase.utf8.count else { continue }
      let number = rest.dropFirst(phrase.utf8.count)
      guard number.first?.isDecimalDigit == true,
        let label = NumberedName.label(at: number.startIndex, in: line), !label.contains(0x2E)
      else { return nil }
      let next = line[label.endIndex...].first ?? 0x0A
      guard ".,;)!\n\r".utf8.contains(next) else { return nil }
      return ItemReference(series: [.list], label: Array(label), place: label.indices)
    }
    return nil
  }
}
