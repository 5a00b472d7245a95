import DocMergeCore

/// A name within its statement.
struct NamedStatement {
  let before: ArraySlice<UInt8>
  let after: ArraySlice<UInt8>
  /// The words before the name in its line.
  let words: [String]
  let text: [UInt8]
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
  static let lineReach = 400

  var role: CodeNames.Role {
    if isDeclared || isImported || isParameter { return .definition }
    if isCall || isType || isValue || isTag { return .use }
    return isInPattern || isInListOfNames || isBare ? .doubtful : .use
  }

  var isAssigned: Bool {
    after.first == UInt8(ascii: "=")
      && after.dropFirst().first.map { !"=>~".utf8.contains($0) } ?? true
      || after.starts(with: ":=".utf8) || after.starts(with: "<-".utf8)
  }

  /// Whether parameters or arguments follow it.
  var isFollowedByParenthesis: Bool { after.first == UInt8(ascii: "(") }

  /// Whether it is a part of the object whose method this is: `self.name`.
  var isOwnMember: Bool {
    before.last == UInt8(ascii: "@")
      || (before.last == UInt8(ascii: ".") || before.suffix(2).elementsEqual("->".utf8))
        && words.last.map { ["self", "this", "cls"].contains($0) } ?? false
  }

  /// `name = …`, `let name …`, `int name = …`, `def name(…)`.
  private var isDeclared: Bool {
    // `char *name(…)`, but not `a * name(…)`.
    let head = before.reversed().drop { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "&") }
    let isPlain = head.allSatisfy { $0.isPartOfName || $0.isBlankOrTab || $0 == 0x24 }
    guard isPlain else {
      // `function y = name(x)` of Matlab.
      if words.count < 3, words.first == "function", before.trimmed.last == UInt8(ascii: "=") {
        return true
      }
      return isScoped && isAssigned || words.last.map(Self.definers.contains) ?? false
    }
    if words.isEmpty { return isAssigned || hasSignature }
    if isTag { return false }
    if let last = words.last, Self.declares(last) || Self.definers.contains(last) { return true }
    // `string Name { get; set; }`
    if after.starts(with: "{ get".utf8) { return true }
    let isTyped = words.allSatisfy { !Self.wordsBeforeUse.contains($0) }
    return isTyped
      && (isAssigned || isArray || after.first.map { ";(".utf8.contains($0) } ?? false)
  }

  /// `name[4] = {…}`, `name[];` of C.
  private var isArray: Bool {
    guard after.first == UInt8(ascii: "["), let close = after.lastIndex(of: UInt8(ascii: "]"))
    else {
      return false
    }
    let next = after[(close + 1)...].first { !$0.isBlankOrTab }
    return next == UInt8(ascii: "=") || next == UInt8(ascii: ";")
  }

  /// `let g:name = …` of Vim.
  private var isScoped: Bool {
    before.last == UInt8(ascii: ":") && words.count == 2 && words[0] == "let" && words[1].count == 1
  }

  /// `name :: Int` of Haskell, `name() {` of a shell.
  private var hasSignature: Bool {
    word.endIndex < after.startIndex && after.starts(with: "::".utf8)
      || after.starts(with: "() {".utf8)
  }

  /// `struct name value;`: a type of C that is used, not declared.
  private var isTag: Bool {
    guard let last = words.last, ["struct", "union", "enum"].contains(last),
      let next = after.first
    else { return false }
    let isKeyword = ["extends", "implements", "with", "where", "final", "is"].contains {
      after.starts(with: $0.utf8)
    }
    return (next.isPartOfName && !isKeyword) || next == UInt8(ascii: "*")
  }

  /// Words before a name that they define, in brackets or behind a sign.
  private static let definers: WordList =
    "define defn defmacro defun defp def defvar defconst defonce"

  /// Whether the name behind a word is declared by it.
  private static func declares(_ word: String) -> Bool {
    HeadWords.functions.contains(word) || HeadWords.types.contains(word) || bindings.contains(word)
  }

  private static let bindings: WordList = "let var const val mut my our local auto type typedef"

  static let wordsBeforeUse: WordList =
    """
    return in not and or if elif elsif else while until await yield new throw raise case is assert
    del delete print echo puts typeof instanceof with unless when then do match guard defer go try
    emit from of select where on export break continue goto include require clone default expect
    render log assert_eq stream returns
    """

  /// `import name`, `from x import name`, `import { name } from "x"`, `use x::name;`.
  var isImported: Bool {
    guard let first = words.first, Self.imports.contains(first) else { return false }
    let isClause = after.first == UInt8(ascii: ".") || after.starts(with: "::".utf8)
    return !isClause && !after.starts(with: "as ".utf8)
      && (first != "from" || words.contains("import"))
  }

  private static let imports: WordList = "import from use using alias"

  /// A parameter of a function that is declared in the same line.
  private var isParameter: Bool {
    guard let open = before.lastIndex(of: UInt8(ascii: "(")),
      words.contains(where: CodeNames.functions.contains),
      let mark = before.last(where: { !$0.isBlankOrTab && $0 != UInt8(ascii: "*") }),
      mark == UInt8(ascii: "(") || mark == UInt8(ascii: ","), !before[open...].contains(0x3D),
      before.firstRange(of: ", do: ".utf8) == nil
    else { return false }
    return after.first.map { ",):=[*. ".utf8.contains($0) || $0.isPartOfName } ?? false
  }

  // MARK: What certainly uses it

  /// `… = name(…)`, but not `name(…) {`, `int name(…)` or `public name(…)`.
  private var isCall: Bool {
    guard isFollowedByParenthesis else { return false }
    if let last = words.last, Self.wordsBeforeUse.contains(last) { return true }
    return before.contains { "=([{!?+-,;}".utf8.contains($0) }
      || after.last { !$0.isWhite } == UInt8(ascii: ";") && before.isEmpty
  }

  /// `x: Name`, `-> Name`, `extends Name`, `Name value`.
  private var isType: Bool {
    if let last = words.last, Self.wordsBeforeTypes.contains(last), !before.isEmpty,
      before.last.map(\.isBlankOrTab) ?? false
    {
      return true
    }
    let head = before.reversed().drop(while: \.isBlankOrTab)
    if head.starts(with: ">-".utf8) || head.first == UInt8(ascii: ")") && !isAssigned {
      return true
    }
    // `class Name(Base):`
    if words.first == "class", before.contains(UInt8(ascii: "(")) { return true }
    // `(x: Int): Name`, `x?: Name`, `[key: string]: Name`
    if head.first == UInt8(ascii: ":"),
      head.dropFirst().first.map({ $0.isPartOfName || ")?]".utf8.contains($0) }) ?? false
    {
      return after.first != UInt8(ascii: ":")
    }
    let isCapital = word.first?.isCapital ?? false
    let isFirst = head.isEmpty || head.first.map { "(,<".utf8.contains($0) } ?? false
    return isCapital && isFirst && (after.first.map(\.isPartOfName) ?? false)
      && !words.contains(where: CodeNames.functions.contains)
  }

  private static let wordsBeforeTypes: WordList =
    "extends implements new instanceof throws conforms inherits"

  /// `let x = name`, `for x in name`, `x => name`.
  private var isValue: Bool {
    guard !isAssigned, after.first != UInt8(ascii: ":"), !after.starts(with: "=>".utf8) else {
      return false
    }
    if let last = words.last, last == "in" || last == "of" || isInLoopedValue { return true }
    let start = before.lastIndex(of: UInt8(ascii: ";")) ?? before.startIndex
    let statement = before[start...]
    guard
      let sign = statement.indices.first(where: { index in
        statement[index] == UInt8(ascii: "=")
          && !"=!<>+-*/|&:".utf8.contains(statement[..<index].last ?? 0)
          && statement[(index + 1)...].first.map { !"=>~".utf8.contains($0) } ?? true
      }), !statement[..<sign].contains(where: { "([{".utf8.contains($0) })
    else { return false }
    // A function on the right side has parameters of its own.
    let right = statement[(sign + 1)...]
    return !right.contains(UInt8(ascii: "|"))
      && !["=>", "->"].contains { after.firstRange(of: $0.utf8) != nil }
      && !right.split { !$0.isPartOfName }.contains {
        Self.functions.contains(String(decoding: $0, as: UTF8.self))
      }
  }

  /// Whether it is in the value that a loop goes through: `for x in each(name)`.
  private var isInLoopedValue: Bool {
    guard words.first == "for", let sign = before.firstRange(of: " in ".utf8) else { return false }
    return !before[sign.upperBound...].contains { "{|".utf8.contains($0) }
      && !after.starts(with: "in ".utf8)
  }

  /// Words of a function without a name.
  private static let functions: WordList =
    "lambda function func fn fun sub def proc async match case"

  // MARK: What may give it a meaning

  /// Whether it stands where a pattern, a label, a parameter or a declaration of a list may be.
  private var isInPattern: Bool {
    let hasColon = after.first == UInt8(ascii: ":") && !after.starts(with: "::".utf8)
    if isAssigned || hasColon || after.starts(with: "=>".utf8) {
      return true
    }
    let marks = ",{}[]()*&$:;@|<>?. \t"
    let rest = after.drop { $0.isPartOfName || marks.utf8.contains($0) }
    let passed = after[..<rest.startIndex].split { !$0.isPartOfName }
    if passed.contains(where: { $0.elementsEqual("in".utf8) || $0.elementsEqual("of".utf8) }) {
      return true
    }
    let next = rest.dropFirst().first ?? 0
    // `for x in each(name) do n = 1 end` is a loop.
    let isLoop = passed.contains { $0.elementsEqual("do".utf8) }
    let isList = after.first.map { !$0.isPartOfName } ?? false
    if isList, !isLoop, rest.first == UInt8(ascii: "="), next != UInt8(ascii: "=") { return true }
    if rest.first == UInt8(ascii: "-"), next == UInt8(ascii: ">") || next == 0x3E { return true }
    if before.contains(UInt8(ascii: "|")), after.contains(UInt8(ascii: "|")) { return true }
    return isAfterType || isInSignature || isBound
  }

  /// Whether a word that gives meanings to names stands before it: in the same body, if one is on the line.
  private var isBound: Bool {
    guard let brace = before.lastIndex(of: UInt8(ascii: "{")) else {
      return words.contains { Self.binders.contains($0) }
    }
    let body = before[(brace + 1)...].split { !$0.isPartOfName }
    if body.contains(where: { Self.binders.contains(String(decoding: $0, as: UTF8.self)) }) {
      return true
    }
    // `{ a, name } = x` is a pattern, `var x: Int { name }` is none.
    let end = after.drop { $0 != UInt8(ascii: "}") }.dropFirst()
    return end.first { !$0.isBlankOrTab } == UInt8(ascii: "=")
      || words.contains { $0 != "let" && $0 != "var" && Self.lists.contains($0) }
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
      let list = before.prefix { $0 != UInt8(ascii: ",") }
      let first = list.split(whereSeparator: \.isBlankOrTab)
      return first.count > 1 && !list.contains(UInt8(ascii: "("))
        && !Self.wordsBeforeUse.contains(String(decoding: first[0], as: UTF8.self))
    }
    let name = head.prefix(while: \.isPartOfName)
    if name.isEmpty {
      // `List<int> name`, but not `x > name`.
      let isClosed =
        head.dropFirst().first.map { !$0.isBlankOrTab && !"=-".utf8.contains($0) } ?? false
      return isClosed && (last == UInt8(ascii: ">") || last == UInt8(ascii: "]"))
    }
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
    guard place > floor, after.first != UInt8(ascii: ".") else { return false }
    let line = text[..<place].suffix(Self.lineReach)
    let start = line.lastIndex(of: 0x0A).map { $0 + 1 } ?? line.startIndex
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
