import DocMergeCore
import DocMergeLanguage

/// The declarations and the calls of some functions in program code.
struct CodeCalls {
  /// What a declaration says of the arguments of its calls.
  struct Signature: Hashable {
    /// The fewest and the most arguments of a call.
    let counts: ClosedRange<Int>
    /// The parameters as they are written.
    let parameters: [[UInt8]]
    /// The words before its name on its line.
    let head: [UInt8]
    /// What stands between its parameters and its body: the type of the result.
    let tail: [UInt8]
    /// The words of a result that a caller has to handle: `async`, `throws`, `Result`.
    let promises: Set<String>

    /// The type of the result, where it stands before the name; empty where it does not.
    var type: [UInt8] {
      let words = head.split(whereSeparator: \.isWhite)
        .filter { !CodeCalls.modifiers.contains(String(decoding: $0, as: UTF8.self)) }
      return Array(words.joined(separator: [0x20]))
    }

    /// The names of the parameters, without types and default values.
    var parameterNames: [ArraySlice<UInt8>] {
      parameters.map { parameter in
        let name = parameter.prefix { $0 != 0x3D }
        let labelled = name.prefix { $0 != 0x3A }
        return labelled.split { !$0.isPartOfName }.last ?? []
      }
    }

    /// The labels of the arguments in Swift: the first word of each parameter, empty for `_`.
    var labels: [ArraySlice<UInt8>] {
      parameters.map { parameter in
        let label = parameter.prefix { $0 != 0x3A }.split { !$0.isPartOfName }.first ?? []
        return label == [0x5F] ? [] : label
      }
    }

    /// Whether a call can have so many arguments.
    func allows(_ count: Int) -> Bool { counts.contains(count) }

    /// Whether a call can have any number of arguments.
    var isUnlimited: Bool { counts.upperBound == .max }
  }

  /// A call of a function.
  struct Call {
    let place: Range<Int>
    /// How many arguments it has; `nil` where it passes the elements of a list, or a block behind the parenthesis.
    let count: Int?
    /// The words and signs that handle what the function promises: `await`, `try`, `?`.
    let handling: Set<String>
    /// Its line, without the indentation, as far as it is read.
    let line: ArraySlice<UInt8>
    /// The labels of the arguments; empty where one has none.
    let labels: [ArraySlice<UInt8>]
    /// Whether arguments have labels.
    let hasLabels: Bool
    /// The arguments as they are written, with the parentheses; empty where there are none.
    let arguments: ArraySlice<UInt8>
    /// The object of which it is a member; `nil` where it is none.
    let receiver: ArraySlice<UInt8>?
  }

  private(set) var signatures: [ArraySlice<UInt8>: Set<Signature>] = [:]
  private(set) var calls: [ArraySlice<UInt8>: [Call]] = [:]
  /// The texts of the bodies of the declared functions.
  private(set) var bodies: [ArraySlice<UInt8>: Set<[UInt8]>] = [:]
  private let names: CodeNames
  private let family: LanguageFamily

  /// Finds those of the functions with some names, and of the types that are made by a call.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  init(_ text: [UInt8], _ family: LanguageFamily, of wanted: Set<ArraySlice<UInt8>>) {
    self.family = family
    names = CodeNames(text, family)
    for (name, occurrences) in names.occurrences(of: wanted.contains) {
      read(name, occurrences, in: text)
    }
  }

  private mutating func read(
    _ name: ArraySlice<UInt8>, _ occurrences: [CodeNames.Occurrence], in text: [UInt8]
  ) {
    var hasMethods = false
    var found: [(call: Call, isMember: Bool)] = []
    for occurrence in occurrences {
      let word = text[occurrence.place]
      let statement = NamedStatement(word, in: text)
      let isType = statement.words.last.map(Self.types.contains) ?? false
      if isType, let list = constructor(behind: word.endIndex, in: text) {
        signatures[name, default: []].insert(signature(list, statement))
      }
      guard occurrence.isCalled, let list = list(behind: word.endIndex, in: text) else { continue }
      if isType {
        // In Python it is the list of the types above.
        if family.indentation == .colon { continue }
        signatures[name, default: []].insert(signature(list, statement))
      } else if statement.declares(list, family) {
        signatures[name, default: []].insert(signature(list, statement))
        bodies[name, default: []].insert(Self.body(behind: list.end, of: word.startIndex, in: text))
        hasMethods = hasMethods || statement.isMethod
      } else {
        found.append((Self.call(list, at: word.indices, statement), occurrence.isMember))
      }
    }
    // A free function is not called as a member of something else.
    let isFree = signatures[name] != nil && !hasMethods
    calls[name] = found.filter { !$0.isMember || !isFree }.map(\.call)
  }

  private static let types: WordList = "class record"

  /// Words before a function that are no type of its result.
  private static let modifiers: WordList =
    """
    public private protected internal fileprivate package open static inline final export default \
    async override virtual abstract const constexpr extern pub unsafe func fn def defp function fun \
    Public Private Function Sub proc procedure mutating @objc local sub method suspend
    """

  /// The most bytes of a body that are compared.
  private static let bodyLimit = 4000

  /// The rest of the line, and the lines below that are indented more.
  private static func body(behind end: Int, of start: Int, in text: [UInt8]) -> [UInt8] {
    let lineStart = text[..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let indentation = text[lineStart...].prefix(while: \.isBlankOrTab).count
    var place = text[end...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
    while place < text.count, place - end < bodyLimit {
      let line = text[place...].prefix { $0 != 0x0A }
      let words = line.drop(while: \.isBlankOrTab)
      if !words.isEmpty, words.startIndex - place <= indentation, words.first != 0x7B { break }
      place = line.endIndex + 1
    }
    // The type of the result is a part of the signature.
    let start = text[end...].firstIndex { "{=\n".utf8.contains($0) } ?? end
    return text[min(start, place)..<min(place, text.count)].filter { !$0.isWhite }
  }

  private func list(behind place: Int, in text: [UInt8]) -> ArgumentList? {
    guard let open = text[place...].firstIndex(of: 0x28) else { return nil }
    return ArgumentList(text, openedAt: open, literals: names.literals)
  }

  private static let constructors = ["def __init__(", "constructor(", "function __construct("]

  /// The parameters of the function that makes a value of a type, within the indented lines behind its name.
  private func constructor(behind place: Int, in text: [UInt8]) -> ArgumentList? {
    let lineStart = text[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let indentation = text[lineStart...].prefix(while: \.isBlankOrTab).count
    var start = text[place...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
    while start < text.count {
      let line = text[start...].prefix { $0 != 0x0A }
      let words = line.drop(while: \.isBlankOrTab)
      if !words.isEmpty, words.startIndex - start <= indentation, words.first != 0x7B { return nil }
      for constructor in Self.constructors {
        guard let found = words.firstRange(of: constructor.utf8) else { continue }
        return list(behind: found.upperBound - 1, in: text)
      }
      start = line.endIndex + 1
    }
    return nil
  }

  private func signature(_ list: ArgumentList, _ statement: NamedStatement) -> Signature {
    var (required, most) = (0, 0)
    var isUnlimited = false
    let isRuby = family.isRuby
    for (index, part) in list.parts.enumerated() {
      let words = list.text[part]
      // The object of a method is no argument.
      if index == 0, Self.isObject(words) { continue }
      let isRest =
        words.starts(with: "*".utf8) && !words.starts(with: "*const".utf8)
        && !words.starts(with: "*mut".utf8) || words.firstRange(of: "...".utf8) != nil
        || words.first == UInt8(ascii: "[") || words.first == UInt8(ascii: "{")
        || words.starts(with: "params ".utf8) || words.starts(with: "vararg ".utf8)
        || words.first == UInt8(ascii: "&") && statement.words.last == "def"
      if isRest || words.elementsEqual("/".utf8) {
        isUnlimited = true
        continue
      }
      if words.elementsEqual("void".utf8) { continue }
      most += 1
      let isOptional =
        words.contains(0x3D) || words.firstRange(of: "?:".utf8) != nil
        || words.last == UInt8(ascii: "?")
        || isRuby && words.contains(0x3A) && words.last != 0x3A
      if !isOptional { required += 1 }
    }
    let tail = list.text[list.end...].prefix(NamedStatement.lineReach)
      .prefix { !"{=;\n".utf8.contains($0) }.trimmed
    return Signature(
      counts: required...(isUnlimited ? Int.max : most),
      parameters: list.parts.map { Array(list.text[$0]) }, head: Array(statement.before),
      tail: Array(tail), promises: Self.promises(statement.before + tail))
  }

  /// Words before a call that handles what the function promises.
  private static let handlers: WordList = "await try match runBlocking launch Task"

  /// Whether an argument begins with its label.
  private static func isLabelled(_ argument: ArraySlice<UInt8>) -> Bool {
    let name = argument.prefix(while: \.isPartOfName)
    let next = argument[name.endIndex...].drop(while: \.isBlankOrTab)
    return !name.isEmpty
      && (next.first == 0x3A || next.first == 0x3D && next.dropFirst().first != 0x3D)
  }

  /// The label before an argument, with its colon; empty where there is none.
  private static func label(of argument: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let name = argument.prefix(while: \.isPartOfName)
    return argument[name.endIndex...].first == 0x3A ? name : []
  }

  private static func promises(_ words: ArraySlice<UInt8>) -> Set<String> {
    let names = words.split { !$0.isPartOfName }.map { String(decoding: $0, as: UTF8.self) }
    return Set(names.filter(handled.contains)).union(words.last == UInt8(ascii: "?") ? ["?"] : [])
  }

  private static let handled: WordList =
    "async suspend throws rethrows Result Promise Future Task Option Optional Either error"

  private static func isObject(_ parameter: ArraySlice<UInt8>) -> Bool {
    let words = parameter.split { !$0.isPartOfName }.map { String(decoding: $0, as: UTF8.self) }
    return words.first == "self" || words.last == "self" || words.elementsEqual(["cls"])
      || words.starts(with: ["mut", "self"])
  }

  private static func call(
    _ list: ArgumentList, at place: Range<Int>, _ statement: NamedStatement
  ) -> Call {
    let isOpen = list.parts.contains { part in
      let words = list.text[part]
      return words.first == UInt8(ascii: "*") || words.first == UInt8(ascii: "&")
        || words.starts(with: "...".utf8) || words.suffix(3).elementsEqual("...".utf8)
    }
    let rest = list.text[list.end...].drop(while: \.isBlankOrTab)
    let hasBlock =
      rest.first.map { "{|".utf8.contains($0) } ?? false || rest.starts(with: "do".utf8)
    var handling: Set<String> = []
    if rest.first == UInt8(ascii: "?"), list.end == rest.startIndex { handling.insert("?") }
    if [".then", ".catch", ".unwrap", ".expect"].contains(where: { rest.starts(with: $0.utf8) }) {
      handling.insert("then")
    }
    for word in statement.words.suffix(3) where handlers.contains(word) { handling.insert(word) }
    return Call(
      place: place, count: isOpen || hasBlock ? nil : list.parts.count, handling: handling,
      line: statement.line, labels: list.parts.map { label(of: list.text[$0]) },
      hasLabels: list.parts.contains { isLabelled(list.text[$0]) },
      arguments: list.parts.isEmpty ? [] : list.text[place.upperBound..<list.end],
      receiver: statement.receiver)
  }
}

extension NamedStatement {
  /// Whether it declares a function with these parameters.
  fileprivate func declares(_ list: ArgumentList, _ family: LanguageFamily) -> Bool {
    if let last = words.last, HeadWords.functions.contains(last) || last == "define" {
      let mark = before.last { !$0.isBlankOrTab } ?? 0
      return mark.isPartOfName && before.last.map(\.isBlankOrTab) ?? false
    }
    // `func (s *Server) Load(id int) error {`
    let isPlain = before.allSatisfy { $0.isPartOfName || " \t*&<>[],.:~@()".utf8.contains($0) }
    if family.indentation != .colon,
      words.contains(where: { CodeNames.functions.contains($0.lowercased()) })
    {
      return isPlain && before.last != 0x28
    }
    guard isPlain, !before.contains(0x28),
      family == .script || family.features.contains(.semicolons),
      !words.contains(where: { Self.wordsBeforeUse.contains($0) || Self.starts.contains($0) })
    else { return false }
    let rest = list.text[list.end...].prefix(Self.lineReach)
    let line = rest.prefix { $0 != 0x0A }.trimmed
    if line.first.map({ ".,)".utf8.contains($0) }) ?? false { return false }
    // `load(path) {` and `String load(int id);`
    let opensBody = line.last == UInt8(ascii: "{") || rest.trimmed.first == UInt8(ascii: "{")
    return opensBody
      || !words.isEmpty && line.first == UInt8(ascii: ";") && before.last != 0x2E
        && before.last != 0x3A
  }

  /// Whether it is declared within something, so that it is called as a member.
  fileprivate var isMethod: Bool {
    let start = text[..<before.startIndex].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return before.startIndex > start || before.contains { "(.:".utf8.contains($0) }
  }

  /// Words at the start of statements that declare no function.
  private static let starts: WordList =
    "for switch catch lock using synchronized foreach const let var val"
}
