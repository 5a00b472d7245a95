import DocMergeCore

/// The names that program code gives to values, imports, functions and types, and the places where it uses a name.
///
/// Names in strings and comments do not count, and neither do members: `x.name`, `x->name`, `X::name`. In a shell only
/// names behind `$` and assigned ones do, outside of quotation marks.
struct CodeNames {
  private let text: [UInt8]
  private let isShell: Bool
  private let literals: [Range<Int>]

  init(_ text: [UInt8], _ family: LanguageFamily) {
    self.text = text
    isShell = family.features.contains(.shellWords)
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
    forEachWord { word in
      guard wanted(word), !isMember(word) else { return }
      let statement = NamedStatement(word, in: text)
      found[word, default: []].append(
        Occurrence(place: word.indices, role: statement.role))
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
        // The letters before a string, as in `f"…"`, are no name.
        let isPrefix = offset < text.count && (text[offset] == 0x22 || text[offset] == 0x27)
        if !word[word.startIndex].isDecimalDigit, !isPrefix { body(word) }
      } else {
        offset += 1
      }
    }
  }

  /// Whether a word names a part of something else, or is text: `x.name`, `:name`, `@name`, a bare word of a shell.
  private func isMember(_ word: ArraySlice<UInt8>) -> Bool {
    let before = text[..<word.startIndex].suffix(2)
    guard let last = before.last else { return false }
    if isShell, word.endIndex < text.count, text[word.endIndex] != UInt8(ascii: "=") {
      let words = text[..<word.startIndex].suffix(10).split { !$0.isPartOfName }
      let isBound = words.last.map {
        Self.shellBinders.contains(String(decoding: $0, as: UTF8.self))
      }
      return last != UInt8(ascii: "$") && !before.elementsEqual("${".utf8) && isBound != true
    }
    if last == UInt8(ascii: ".") { return before.first != UInt8(ascii: ".") }
    return "#@".utf8.contains(last) || before.elementsEqual("->".utf8)
      || before.elementsEqual("::".utf8)
  }

  /// Words of a shell that give a value to the name behind them.
  private static let shellBinders: WordList =
    "for read local declare export readonly select typeset"

  /// Words before a function with parameters whose names precede their types.
  static let functions: WordList = "def fn func fun function"

  /// Words of languages, and names that languages and libraries define for everybody.
  static let common: WordList =
    """
    True False None nil null true false self this super cls in is not and or if else elif elsif for
    foreach while until return break continue def class fn func function fun let var const val new
    type int long short char float double void bool string static public private protected internal
    final lambda async await try except catch finally throw raise with as from import export default
    case switch match when where do end then unless yield print len str list dict set tuple range id
    map filter object error Error String Int Bool Double Float Some Ok Err Box Vec Option Result
    Self i8 u8 i32 u32 i64 u64 usize isize window document console module exports require process
    global globalThis name value key index item newValue oldValue it arguments undefined NaN boolean
    byte unsigned signed sizeof struct enum union interface trait impl extends implements throws
    package use mod pub mut ref move unsafe extern crate inline virtual override abstract template
    typename namespace using typedef operator delete defer go chan select fallthrough init deinit
    guard protocol extension any some where get set ifdef ifndef endif define include pragma echo
    puts HOME PATH USER PWD SHELL TMPDIR CC CXX CFLAGS
    """
}

/// A name within its statement.
private struct NamedStatement {
  private let before: ArraySlice<UInt8>
  private let after: ArraySlice<UInt8>
  /// The words before the name in its line.
  private let words: [String]
  private let text: [UInt8]
  private let word: ArraySlice<UInt8>

  init(_ word: ArraySlice<UInt8>, in text: [UInt8]) {
    (self.word, self.text) = (word, text)
    let line = text[..<word.startIndex].suffix(Self.lineReach)
    let start = line.lastIndex(of: 0x0A).map { $0 + 1 } ?? line.startIndex
    before = text[start..<word.startIndex].drop(while: \.isBlankOrTab)
    after = text[word.endIndex...].prefix(Self.lineReach).prefix { $0 != 0x0A }
      .drop(while: \.isBlankOrTab)
    words = before.split { !$0.isPartOfName }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// How far the line of a name is read, in bytes to each side.
  private static let lineReach = 400

  var role: CodeNames.Role {
    if isDeclared || isImported || isParameter { return .definition }
    return isInPattern || isInListOfNames || isBare ? .doubtful : .use
  }

  private var isAssigned: Bool {
    after.first == UInt8(ascii: "=")
      && after.dropFirst().first.map { !"=>~".utf8.contains($0) } ?? true
      || after.starts(with: ":=".utf8)
  }

  /// `name = …`, `let name …`, `int name = …`, `def name(…)`.
  private var isDeclared: Bool {
    let isPlain = before.allSatisfy { $0.isPartOfName || $0.isBlankOrTab || $0 == 0x24 }
    guard isPlain else { return false }
    if words.isEmpty { return isAssigned }
    if let last = words.last, Self.declares(last) { return true }
    let isTyped = words.allSatisfy { !Self.wordsBeforeUse.contains($0) }
    return isTyped && (isAssigned || after.first.map { ";(".utf8.contains($0) } ?? false)
  }

  /// Whether the name behind a word is declared by it.
  private static func declares(_ word: String) -> Bool {
    HeadWords.functions.contains(word) || HeadWords.types.contains(word) || bindings.contains(word)
  }

  private static let bindings: WordList = "let var const val mut my our local auto type typedef"

  private static let wordsBeforeUse: WordList =
    """
    return in not and or if elif elsif else while until await yield new throw raise case is assert
    del delete print echo puts typeof instanceof with unless when then do match guard defer go try
    emit from of select where on export break continue goto include require clone default expect
    render log assert_eq
    """

  /// `import name`, `from x import name`, `import { name } from "x"`, `use x::name;`.
  private var isImported: Bool {
    guard let first = words.first, Self.imports.contains(first) else { return false }
    let isClause = after.first == UInt8(ascii: ".") || after.starts(with: "::".utf8)
    return !isClause && !after.starts(with: "as ".utf8)
      && (first != "from" || words.contains("import"))
  }

  private static let imports: WordList = "import from use using"

  /// A parameter of a function that is declared in the same line.
  private var isParameter: Bool {
    guard let open = before.lastIndex(of: UInt8(ascii: "(")),
      words.contains(where: CodeNames.functions.contains),
      let mark = before.last(where: { !$0.isBlankOrTab && $0 != UInt8(ascii: "*") }),
      mark == UInt8(ascii: "(") || mark == UInt8(ascii: ","), !before[open...].contains(0x3D)
    else { return false }
    return after.first.map { ",):=[*. ".utf8.contains($0) || $0.isPartOfName } ?? false
  }

  // MARK: What may give it a meaning

  /// Whether it stands where a pattern, a label, a parameter or a declaration of a list may be.
  private var isInPattern: Bool {
    if isAssigned || after.first == UInt8(ascii: ":") || after.starts(with: "=>".utf8) {
      return true
    }
    let marks = ",{}[]()*&$:;@|<>?. \t"
    let rest = after.drop { $0.isPartOfName || marks.utf8.contains($0) }
    let passed = after[..<rest.startIndex].split { !$0.isPartOfName }
    if passed.contains(where: { $0.elementsEqual("in".utf8) || $0.elementsEqual("of".utf8) }) {
      return true
    }
    let next = rest.dropFirst().first ?? 0
    let isList = after.first.map { !$0.isPartOfName } ?? false
    if isList, rest.first == UInt8(ascii: "="), next != UInt8(ascii: "=") { return true }
    if rest.first == UInt8(ascii: "-"), next == UInt8(ascii: ">") || next == 0x3E { return true }
    if before.contains(UInt8(ascii: "|")), after.contains(UInt8(ascii: "|")) { return true }
    return isAfterType || isInSignature || words.contains { Self.binders.contains($0) }
  }

  /// Words whose line gives meanings to names.
  private static let binders: WordList =
    """
    let var const val my our local auto def fn func fun function lambda sub proc method constructor
    class struct enum case catch except rescue as for foreach with import from use using static
    global nonlocal matches type interface
    """

  /// `int name`, `char *name`, `List<int> name`, `my $name`, `int first, name`.
  private var isAfterType: Bool {
    let head = before.reversed().drop { "*&$@% \t".utf8.contains($0) }
    let hasGap = head.count < before.count
    guard hasGap, let last = head.first else { return false }
    if last == UInt8(ascii: ",") {
      let first = before.prefix { $0 != UInt8(ascii: ",") }.split(whereSeparator: \.isBlankOrTab)
      return first.count > 1
        && !Self.wordsBeforeUse.contains(String(decoding: first[0], as: UTF8.self))
    }
    let name = head.prefix(while: \.isPartOfName)
    if name.isEmpty { return last == UInt8(ascii: ">") || last == UInt8(ascii: "]") }
    return !Self.wordsBeforeUse.contains(String(decoding: name.reversed(), as: UTF8.self))
  }

  /// `run(name) {`, `catch (name) {`, `(name) => …`, but not `if (name) {`.
  private var isInSignature: Bool {
    guard let open = before.lastIndex(of: UInt8(ascii: "(")),
      let close = after.firstIndex(of: UInt8(ascii: ")"))
    else { return false }
    let next = after[(close + 1)...].drop(while: \.isBlankOrTab)
    guard let mark = next.first, "{:=-".utf8.contains(mark) else { return false }
    let caller = before[..<open].split { !$0.isPartOfName }.last ?? []
    return !Self.conditions.contains(String(decoding: caller, as: UTF8.self))
  }

  private static let conditions: WordList = "if while switch elif elseif until unless return guard"

  /// Whether the line is the name alone: a field, or an item of a list of names.
  private var isBare: Bool {
    before.isEmpty && after.allSatisfy { $0 == UInt8(ascii: ";") || $0.isWhite }
  }

  /// How far back the bracket around a list of names is looked for.
  private static let reach = 2000

  /// Whether it is in brackets over several lines that an import, a function or a declaration opens.
  private var isInListOfNames: Bool {
    var depth = 0
    var place = word.startIndex
    let floor = max(0, place - Self.reach)
    while place > floor {
      place -= 1
      if ")]}".utf8.contains(text[place]) { depth += 1 }
      guard "([{".utf8.contains(text[place]) else { continue }
      if depth == 0 { break }
      depth -= 1
    }
    guard place > floor else { return false }
    let start = text[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let words = text[start..<place].split { !$0.isPartOfName }
    // `function Name({` and `run(` over several lines.
    let isBlock = text[place] == UInt8(ascii: "{") && text[..<place].last != UInt8(ascii: "(")
    let rest = text[word.endIndex...].prefix(Self.reach)
    if !isBlock, let close = rest.firstIndex(of: UInt8(ascii: ")")) {
      let next = rest[(close + 1)...].first { !$0.isBlankOrTab }
      if next == UInt8(ascii: "{") || next == UInt8(ascii: ":") { return true }
    }
    return words.contains { word in
      let word = String(decoding: word, as: UTF8.self)
      return isBlock ? Self.lists.contains(word) : Self.binders.contains(word)
    }
  }

  /// Words that open a list of names in braces.
  private static let lists: WordList =
    "import export const let var use enum struct interface type class"
}
