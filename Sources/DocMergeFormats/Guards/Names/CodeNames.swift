import DocMergeCore

/// The names that program code gives to values, imports, functions and types, and the places where it uses a name.
///
/// Names in comments do not count; in strings only those whose values are put in do. In a shell names behind `$`,
/// assigned ones, functions and commands do.
struct CodeNames {
  private let text: [UInt8]
  private let isShell: Bool
  private let isRuby: Bool
  /// Whether members in values that a string puts in count as well.
  private let readsQuotedMembers: Bool
  /// The strings and comments, in their order.
  let literals: [Range<Int>]

  init(_ text: [UInt8], _ family: LanguageFamily, readsQuotedMembers: Bool = false) {
    (self.text, self.readsQuotedMembers) = (text, readsQuotedMembers)
    isShell = family.features.contains(.shellWords)
    isRuby = family.isRuby
    var lexer = OutlineLexer(text, family)
    lexer.recordsLiterals = true
    lexer.scan()
    literals = lexer.literals
  }

  /// A name at a place of the text.
  struct Occurrence {
    let place: Range<Int>
    /// What the text does with the name, as far as a line tells it.
    let role: Role
    /// Whether it is a part of something else there: `x.name`.
    let isMember: Bool
    /// Whether parameters or arguments follow it.
    let isCalled: Bool
    /// Whether it is imported, and so known in all of the text.
    var isImported = false
  }

  /// What a text does with a name.
  enum Role {
    /// Certainly gives it a meaning: an assignment, a declaration, an import, a parameter.
    case definition
    /// Perhaps gives it a meaning: a pattern, a label, a name in a list of names.
    case doubtful
    case use
  }

  /// The places where each of some names stands in the code.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func occurrences(
    of wanted: (ArraySlice<UInt8>) -> Bool
  ) -> [ArraySlice<UInt8>: [Occurrence]] {
    var found: [ArraySlice<UInt8>: [Occurrence]] = [:]
    forEachWord { word, isQuoted in
      guard wanted(word) else { return }
      if isQuoted, isImportedPath(word) {
        found[word, default: []].append(
          Occurrence(
            place: word.indices, role: .definition, isMember: false, isCalled: false,
            isImported: true))
        return
      }
      let statement = NamedStatement(word, in: text)
      var isMember = isMember(word)
      if isMember {
        // `import a.b.name`, `self.name = …`
        if isText(word) {
          guard isRuby, statement.isOwnMember else { return }
        }
        isMember = !statement.isImported
      }
      let isUse = isQuoted || isMember && !isDefinedMember(word)
      let role: Role = isUse ? .use : isMember ? .definition : statement.role
      let isOwn = isMember && statement.isOwnMember
      found[word, default: []].append(
        Occurrence(
          place: word.indices, role: isOwn && statement.isAssigned ? .definition : role,
          isMember: isMember && !isOwn, isCalled: statement.isFollowedByParenthesis))
    }
    return found
  }

  private func forEachWord(_ body: (_ word: ArraySlice<UInt8>, _ isQuoted: Bool) -> Void) {
    var (offset, literal) = (0, 0)
    while offset < text.count {
      while literal < literals.count, literals[literal].upperBound <= offset { literal += 1 }
      if literal < literals.count, literals[literal].contains(offset) {
        let range = literals[literal]
        QuotedNames(text, range, includesMembers: readsQuotedMembers).forEach { body($0, true) }
        if let name = importedName(in: range) { body(name, true) }
        offset = literals[literal].upperBound
      } else if text[offset].isPartOfName {
        let word = text[offset...].prefix(while: \.isPartOfName)
        offset = word.endIndex
        // The letters before a string, as in `f"…"`, are no name.
        let isPrefix = offset < text.count && (text[offset] == 0x22 || text[offset] == 0x27)
        if !word[word.startIndex].isDecimalDigit, !isPrefix { body(word, false) }
      } else {
        offset += 1
      }
    }
  }

  /// The name that a literal gives to a package of Go: the last part of a path, alone on its line.
  private func importedName(in literal: Range<Int>) -> ArraySlice<UInt8>? {
    guard literal.count > 2, text[literal.lowerBound] == 0x22,
      text[literal.upperBound...].first ?? 0x0A == 0x0A
    else { return nil }
    let path = text[literal].dropFirst().dropLast()
    guard let name = path.split(separator: UInt8(ascii: "/")).last,
      name.allSatisfy(\.isPartOfName), isImportedPath(name)
    else { return nil }
    return name
  }

  /// The most lines above an import that are read for the parenthesis around it.
  private static let mostImports = 100

  /// Whether a word is in a path behind `import`, or in one on a line of its own in the parentheses behind it.
  private func isImportedPath(_ word: ArraySlice<UInt8>) -> Bool {
    let reached = text[..<word.startIndex].suffix(NamedStatement.lineReach)
    let start = reached.lastIndex(of: 0x0A).map { $0 + 1 } ?? reached.startIndex
    let before = text[start..<word.startIndex].prefix { $0 != 0x22 }.trimmed
    if before.elementsEqual("import".utf8) { return true }
    guard before.isEmpty, start > 0 else { return false }
    var end = start - 1
    for _ in 0..<Self.mostImports where end > 0 {
      let line = text[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let words = text[line..<end].trimmed
      if words.elementsEqual("import (".utf8) { return true }
      guard words.isEmpty || words.last == 0x22 else { return false }
      end = line - 1
    }
    return false
  }

  /// Whether a word is an attribute, a private name or a bare word of a shell: `@name`, `#name`.
  private func isText(_ word: ArraySlice<UInt8>) -> Bool {
    guard !isShell, let last = text[..<word.startIndex].last else { return true }
    return last == UInt8(ascii: "#") || last == UInt8(ascii: "@")
  }

  /// Whether a function of an object is defined there: `function Map.load(`.
  private func isDefinedMember(_ word: ArraySlice<UInt8>) -> Bool {
    let owner = text[..<word.startIndex].dropLast().reversed().prefix(while: \.isPartOfName).count
    guard word.startIndex > owner else { return false }
    return text[..<(word.startIndex - 1 - owner)].suffix(9).elementsEqual("function ".utf8)
  }

  /// Whether a word names a part of something else, or is text: `x.name`, `@name`, a bare word of a shell.
  private func isMember(_ word: ArraySlice<UInt8>) -> Bool {
    let before = text[..<word.startIndex].suffix(2)
    guard let last = before.last else { return false }
    if isShell, word.endIndex < text.count, text[word.endIndex] != UInt8(ascii: "=") {
      let words = text[..<word.startIndex].suffix(10).split { !$0.isPartOfName }
      let isBound = words.last.map {
        Self.shellBinders.contains(String(decoding: $0, as: UTF8.self))
      }
      return last != UInt8(ascii: "$") && !before.elementsEqual("${".utf8) && isBound != true
        && !isCommand(word)
    }
    if last == UInt8(ascii: ".") { return before.first != UInt8(ascii: ".") }
    return "#@".utf8.contains(last) || before.elementsEqual("->".utf8)
      || before.elementsEqual("::".utf8)
  }

  /// Whether a word is a command of a shell, or the name of a function that is declared: `name() {`.
  private func isCommand(_ word: ArraySlice<UInt8>) -> Bool {
    let head = text[..<word.startIndex].reversed().drop(while: \.isBlankOrTab).first
    return head.map { "\n;&|(`".utf8.contains($0) } ?? true
  }

  /// Words of a shell that give a value to the name behind them.
  private static let shellBinders: WordList =
    "for read local declare export readonly select typeset"

  /// Words before a function with parameters whose names precede their types.
  static let functions: WordList = "def fn func fun function"

  /// Whether a name is one of a language, or one that languages, libraries and many programs define.
  static func isCommon(_ name: String) -> Bool { words.contains(name) || usual.contains(name) }

  /// Names that many things have.
  private static let usual: WordList =
    "id map filter object error range name value key index item newValue oldValue it"

  /// Words of languages, and names that languages define for all programs.
  static let words: WordList =
    """
    True False None nil null true false self this super cls in is not and or if else elif elsif for
    foreach while until return break continue def class fn func function fun let var const val new
    type int long short char float double void bool string static public private protected internal
    final lambda async await try except catch finally throw raise with as from import export default
    case switch match when where do end then unless yield print len str list dict set tuple
    Error String Int Bool Double Float Some Ok Err Box Vec Option Result
    Self i8 u8 i32 u32 i64 u64 usize isize window document console module exports require process
    global globalThis arguments undefined NaN boolean
    byte unsigned signed sizeof struct enum union interface trait impl extends implements throws
    package use mod pub mut ref move unsafe extern crate inline virtual override abstract template
    typename namespace using typedef operator delete defer go chan select fallthrough init deinit
    guard protocol extension any some where get set ifdef ifndef endif define include pragma echo
    puts HOME PATH USER PWD SHELL TMPDIR CC CXX CFLAGS
    """
}
