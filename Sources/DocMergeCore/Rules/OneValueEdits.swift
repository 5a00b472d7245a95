extension WordMerge {
  /// Whether each side changed another part of one value that is written without blanks, such as an address or a tag,
  /// or of values that belong together: two numbers of one phrase, a number in words, a code, a name of a person.
  ///
  ///     node:18-alpine    2 tablets of 50 mg    room B 214    flight LH 452    two hundred and fifty    Anna Maria Berg
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the base.
  var splitsOneValue: Bool {
    let edits = edits
    return zip(edits, edits.dropFirst()).contains { one, other in
      guard one.side != other.side, one.place.upperBound <= other.place.lowerBound else {
        return false
      }
      let gap = base.bytes[one.place.upperBound..<other.place.lowerBound]
      // Scripts without blanks between words are not ASCII.
      if gap.allSatisfy({ $0 < 0x80 && !$0.separatesValues }) { return one.isPart && other.isPart }
      if gap.contains(.newline) { return false }
      return one.isOfOneNumber(as: other, with: gap) || one.isOfOneName(as: other, with: gap)
        || one.isMeasured(by: other, with: gap) || one.isOfOneQuantity(as: other, with: gap)
    }
  }

  /// Whether one side put another name of a person, and the other side changed a number or a name on its line: the
  /// change may be about the old one.
  var changesReplacedPerson: Bool {
    let edits = edits
    let persons =
      edits.filter(\.isFullName)
      + zip(edits, edits.dropFirst()).compactMap { one, next in
        let gap = base.bytes[
          one.place.upperBound..<max(one.place.upperBound, next.place.lowerBound)]
        return one.isName && next.isName && one.side == next.side && gap.elementsEqual(" ".utf8)
          ? next : nil
      }
    return persons.contains { person in
      let end = base.bytes[person.place.upperBound...].firstIndex(of: .newline)
      return edits.contains { other in
        other.side != person.side && (other.isNumber || other.isName)
          && other.place.lowerBound >= person.place.upperBound
          && other.place.lowerBound < end ?? base.bytes.count
      }
    }
  }

  /// The edits of both sides, in the order of the base.
  var edits: [WordEdit] {
    merge.pieces.filter { $0.kind == .ours || $0.kind == .theirs }.map { piece in
      let place = base.offsets(of: piece.base)
      return WordEdit(
        side: piece.kind, place: place, old: base.bytes[place],
        new: piece.kind == .ours
          ? ours.bytes[ours.offsets(of: piece.ours)]
          : theirs.bytes[theirs.offsets(of: piece.theirs)])
    }
  }
}

/// An edit of one side.
struct WordEdit {
  let side: ChunkKind
  /// Its place in the base, in bytes.
  let place: Range<Int>
  let old: ArraySlice<UInt8>
  let new: ArraySlice<UInt8>

  /// Whether it replaces a number by a number.
  var isNumber: Bool { old.isNumberWord && new.isNumberWord }

  /// Whether it replaces a single letter by a letter.
  private var isLetter: Bool { old.isSingleLetter && new.isSingleLetter }

  /// Whether it replaces a name by a name.
  var isName: Bool { old.areNames && new.areNames }

  /// Whether it replaces a name of several words.
  var isFullName: Bool { isName && old.words.count > 1 && new.words.count > 1 }

  /// Whether it replaces the letters of a code by others: `LH`.
  private var isCode: Bool { old.isCapitals && new.isCapitals }

  /// Whether it replaces a part of a number in words, or a month.
  private var isNumberInWords: Bool {
    [old, new].allSatisfy { $0.allSatisfy(\.isWhitespace) || $0.areNumberWords }
      && [old, new].contains(where: \.areNumberWords)
  }

  /// Whether it changes a part of a value, without what separates the value from others.
  var isPart: Bool { !(old + new).contains(where: \.separatesValues) }

  func isOfOneNumber(as other: WordEdit, with gap: ArraySlice<UInt8>) -> Bool {
    if isNumber, other.isNumber {
      return gap.isWithinPhrase || gap.isWithinCoordinates || gap.isReference
    }
    if isNumberInWords, other.isNumberInWords {
      // `one two three` is a count.
      return (gap.allSatisfy(\.isWhitespace) || gap.areNumberWords)
        && (old + gap + other.old).holdMoreThanDigits
    }
    guard isNumber || other.isNumber else { return false }
    let rest = gap.drop { $0.isWhitespace || $0.isDigit }
    if isCode || other.isCode, rest.isEmpty || gap.isReference { return true }
    // `Ubuntu 22.04 LTS (Jammy)`, not `3 eggs (large)`
    if isNumber, gap.opensNote { return [other.old, other.new].allSatisfy(\.isOneWord) }
    // `Wintersemester 2023/24`
    if isName, old.isOneWord, new.isOneWord, gap.elementsEqual(" ".utf8) { return true }
    // `Luke 2, 1-14`
    if isName, rest.allSatisfy({ $0.isWhitespace || $0.isDigit || ",.:-".utf8.contains($0) }) {
      return gap.contains(where: \.isDigit)
    }
    return (isLetter || other.isLetter) && (rest.isEmpty || gap.isWithinPhrase)
  }

  /// Whether it changes a number, and the other edit the word behind it, which says of what: `2 teaspoons`.
  func isMeasured(by other: WordEdit, with gap: ArraySlice<UInt8>) -> Bool {
    isNumber && gap.elementsEqual(" ".utf8)
      && [other.old, other.new].allSatisfy { word in
        !word.isEmpty && !word.contains { $0.isWhitespace || $0.isDigit }
          && word[word.startIndex].isWordByte
      }
  }

  /// Whether two words of the name of one person were replaced: at most two more stand between.
  func isOfOneName(as other: WordEdit, with gap: ArraySlice<UInt8>) -> Bool {
    isName && other.isName
      && (gap.allSatisfy { $0 == 0x20 } || gap.areNames && gap.words.count <= 2)
  }
}

extension ArraySlice<UInt8> {
  /// The words between blanks.
  fileprivate var words: [ArraySlice<UInt8>] { split(whereSeparator: \.isWhitespace) }

  /// Whether it is digits, with marks of numbers between.
  var isNumberWord: Bool {
    first.map(\.isDigit) ?? false && allSatisfy { $0.isDigit || "-./:".utf8.contains($0) }
  }

  /// Whether it is one letter of ASCII.
  fileprivate var isSingleLetter: Bool { count == 1 && allSatisfy { !$0.isDigit && $0.isWordByte } }

  /// Whether it is a word of a few capital letters.
  fileprivate var isCapitals: Bool { (1...4).contains(count) && allSatisfy(\.isCapital) }

  /// Whether it is words that begin with a capital letter and go on with small ones, or initials.
  fileprivate var areNames: Bool {
    let words = words
    return !words.isEmpty
      && words.allSatisfy { word in
        word.count > 1 && word.startsWithCapital
          && word.dropFirst().allSatisfy {
            ($0.isWordByte && !$0.isDigit && !$0.isCapital) || $0 == 0x2E
          }
      }
  }

  /// Whether its first letter is a capital one, of ASCII or such as `É`.
  private var startsWithCapital: Bool {
    guard let first else { return false }
    return first.isCapital
      || first == 0xC3 && dropFirst().first.map { (0x80...0x9E).contains($0) } ?? false
  }

  /// Whether it is words of a number, such as `hundred and fifty`, or of a date.
  fileprivate var areNumberWords: Bool {
    let words = split { !$0.isWordByte }
    return !words.isEmpty && words.allSatisfy(\.isWordOfNumber)
  }

  /// Whether some of its words are none for a single digit.
  fileprivate var holdMoreThanDigits: Bool {
    split { !$0.isWordByte }.contains { ValueRole($0) != .digitWord }
  }

  /// Whether it is a single word.
  fileprivate var isOneWord: Bool {
    !isEmpty && allSatisfy { $0.isWordByte && !$0.isDigit }
  }

  /// Whether it is the start of a note behind a number: ` LTS (`.
  fileprivate var opensNote: Bool {
    last == UInt8(ascii: "(") && dropLast().allSatisfy { $0.isWhitespace || $0.isCapital }
      && words.count <= 2
  }

  private static var references: Set<String> {
    [
      "section", "sections", "chapter", "page", "pages", "line", "lines", "article", "art",
      "paragraph", "table", "figure", "verse", "scene", "act", "part", "item", "clause",
      "appendix", "version", "seite", "kapitel", "abschnitt", "absatz", "abs", "satz", "zeile",
      "teil", "artikel", "szene",
    ]
  }

  /// Whether it leads from one number of a reference to the next: ` section `, `, Scene `.
  fileprivate var isReference: Bool {
    let found = split { !$0.isWordByte }
    return found.count == 1 && !contains(.newline) && count <= 16
      && Self.references.contains(String(decoding: found[0], as: UTF8.self).lowercased())
      && allSatisfy { $0.isWordByte || " ,.".utf8.contains($0) }
  }

  private static var germanEndings: [String] {
    [
      "hundert", "tausend", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig",
      "achtzig", "neunzig",
    ]
  }

  private var isWordOfNumber: Bool {
    switch ValueRole(self) {
    case .numberWord?, .digitWord?, .magnitude?, .month?, .weekday?, .joiner(.and)?, .joiner(.of)?:
      return true
    default: break
    }
    let word = String(decoding: self, as: UTF8.self).lowercased()
    return wordsOfNumbers.contains(word)
      || Self.germanEndings.contains { word.hasSuffix($0) }
  }

  /// Whether it is a word and a preposition, or only this: ` tablets of `; or the name of a part: `, Room `.
  fileprivate var isWithinPhrase: Bool {
    guard !contains(.newline) else { return false }
    if first == UInt8(ascii: ","), dropFirst().areNames { return dropFirst().words.count == 1 }
    let words = words.map { String(decoding: $0, as: UTF8.self) }
    return words.count <= 2
      && ["of", "at", "per", "à", "de", "zu", "von", "mit"].contains(words.last)
  }

  /// Whether it is the middle of coordinates: `° 38' 12" N, 8° `.
  fileprivate var isWithinCoordinates: Bool {
    firstRange(of: "°".utf8) != nil
      && !contains { $0 < 0x80 && $0.isWordByte && !$0.isDigit && !"NSEWO".utf8.contains($0) }
  }
}

extension UInt8 {
  /// Whether it stands between two values: blanks, marks of lists, quotation marks and brackets.
  fileprivate var separatesValues: Bool {
    isWhitespace || ",;|\"'`()[]{}<>=&\\$".utf8.contains(self)
  }
}

/// Words of numbers besides those that every value can have: ordinals, and numbers of other languages.
private let wordsOfNumbers: Set<String> = Set(
  """
  first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
  fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth last every
  hundert tausend ersten zweiten dritten vierten fünften sechsten siebten achten neunten zehnten
  elften zwölften dreizehnten zwanzigsten dreißigsten letzten
  premier première deuxième troisième un une neuf onze douze treize quatorze quinze seize cent cents
  mil cien ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos
  ochocientos novecientos doce trece catorce quince primero
  heures heure quart demie demi
  """.split { $0 == " " || $0 == "\n" }.map(String.init))
