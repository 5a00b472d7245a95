import DocMergeCore

/// The names that program code gives to values and imports, and the places where it uses a name.
///
/// Names in strings and comments do not count, and neither do members: `x.name`, `x->name`, `X::name`.
struct CodeNames {
  private let text: [UInt8]
  private let literals: [Range<Int>]

  init(_ text: [UInt8], _ family: LanguageFamily) {
    self.text = text
    var lexer = OutlineLexer(text, family)
    lexer.recordsLiterals = true
    lexer.scan()
    literals = lexer.literals
  }

  /// A name at a place of the text.
  struct Occurrence {
    let place: Range<Int>
    /// Whether a value gets the name there, as far as can be told: it is assigned, declared, imported or a parameter.
    let isDefinition: Bool
  }

  /// The places where each of some names stands in the code.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func occurrences(
    of wanted: (ArraySlice<UInt8>) -> Bool
  ) -> [ArraySlice<UInt8>: [Occurrence]] {
    var found: [ArraySlice<UInt8>: [Occurrence]] = [:]
    var line = text.startIndex..<text.startIndex
    forEachWord { word in
      guard wanted(word), !isMember(word) else { return }
      if word.startIndex >= line.upperBound { line = self.line(at: word.startIndex) }
      found[word, default: []].append(
        Occurrence(place: word.indices, isDefinition: isDefinition(word, in: text[line])))
    }
    return found
  }

  private func forEachWord(_ body: (ArraySlice<UInt8>) -> Void) {
    var (offset, literal) = (0, 0)
    while offset < text.count {
      while literal < literals.count, literals[literal].upperBound <= offset { literal += 1 }
      if literal < literals.count, literals[literal].contains(offset) {
        offset = literals[literal].upperBound
      } else if text[offset].isPartOfName {
        let word = text[offset...].prefix(while: \.isPartOfName)
        offset = word.endIndex
        if !word[word.startIndex].isDecimalDigit { body(word) }
      } else {
        offset += 1
      }
    }
  }

  private func line(at place: Int) -> Range<Int> {
    let start = text[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return start..<(text[place...].firstIndex(of: 0x0A) ?? text.count)
  }

  private func isMember(_ word: ArraySlice<UInt8>) -> Bool {
    let before = text[..<word.startIndex].suffix(2)
    guard let last = before.last else { return false }
    if last == UInt8(ascii: ".") { return before.first != UInt8(ascii: ".") }
    return before.elementsEqual("->".utf8) || before.elementsEqual("::".utf8)
  }

  // MARK: Definitions

  private func isDefinition(_ word: ArraySlice<UInt8>, in line: ArraySlice<UInt8>) -> Bool {
    let before = line[..<word.startIndex]
    let after = line[word.endIndex...].drop(while: \.isBlankOrTab)
    return isAssigned(after, before) || isDeclared(before) || Self.startsImport(line)
      || isParameter(before, after)
  }

  /// Whether the word is one of those before a mark of assignment: `a, word = …`, `{ word } = …`, `for a, word in …`.
  private func isAssigned(_ after: ArraySlice<UInt8>, _ before: ArraySlice<UInt8>) -> Bool {
    let rest = after.drop { $0.isPartOfName || ",{}[]()*&$: \t<>?|".utf8.contains($0) }
    let passed = after[..<rest.startIndex]
    if passed.split(whereSeparator: { !$0.isPartOfName }).contains(where: {
      $0.elementsEqual("in".utf8)
    }) {
      return true
    }
    guard rest.first == UInt8(ascii: "="),
      !passed.contains(UInt8(ascii: ">")) || passed.contains(0x3C),
      let next = rest.dropFirst().first, next != UInt8(ascii: "="), next != UInt8(ascii: ">")
    else { return passed.last == 0x3C && rest.first == UInt8(ascii: "-") }
    return before.allSatisfy { $0.isPartOfName || ",{}[]()*&$: \t<>?|@".utf8.contains($0) }
  }

  /// Whether a word before it declares it: `let word`, `int word`, `fn word`, `as word`.
  private func isDeclared(_ before: ArraySlice<UInt8>) -> Bool {
    let words = before.trimmedEnd
    guard words.endIndex < before.endIndex || before.last == UInt8(ascii: "$") else { return false }
    let last = words.reversed().prefix { $0.isPartOfName }
    guard !last.isEmpty else {
      // Types with marks: `List<int> word`, `char *word`, `int[] word`.
      return words.last.map { ">]&*".utf8.contains($0) } ?? false
        && words.first { !$0.isBlankOrTab }?.isLetter ?? false
    }
    return !Self.wordsBeforeUse.contains(String(decoding: last.reversed(), as: UTF8.self))
  }

  private static let wordsBeforeUse: WordList =
    """
    return in not and or if elif else while await yield new throw raise case is assert del delete print echo puts typeof
    instanceof with unless until when then do match guard defer go try emit from of select where on
    """

  static func startsImport(_ line: ArraySlice<UInt8>) -> Bool {
    let word = line.drop(while: \.isBlankOrTab).prefix(while: \.isPartOfName)
    return importWords.contains(String(decoding: word, as: UTF8.self))
  }

  private static let importWords: WordList = "import from use using require include"

  /// Whether it is a parameter of a function, or of a closure.
  private func isParameter(_ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>) -> Bool {
    let words = before.split { !$0.isPartOfName }
    if words.contains(where: { Self.functionWords.contains(String(decoding: $0, as: UTF8.self)) }) {
      return true
    }
    // `a => …`, `(a, b) -> …`, `|a| …`, `name: Type`
    let mark = after.drop { $0.isPartOfName || ",) ".utf8.contains($0) }
    return mark.starts(with: "=>".utf8) || mark.starts(with: "->".utf8)
      || before.last { !$0.isBlankOrTab } == UInt8(ascii: "|") || after.first == UInt8(ascii: ":")
  }

  private static let functionWords: WordList =
    "def fn func fun function lambda sub proc method constructor"
}

extension ArraySlice<UInt8> {
  fileprivate var trimmedEnd: ArraySlice<UInt8> {
    dropLast(reversed().prefix(while: \.isBlankOrTab).count)
  }
}
