import DocMergeCore
import DocMergeLanguage

/// The start of a line that gives a name among lines each of which gives another: `, limit ::`, `| length =`, `lom [`,
/// `backend files`, `Art. 5`.
struct NameHead: Hashable, Sendable {
  /// The kind of a text.
  enum Kind: Sendable {
    case code, prose, plain
  }

  /// The text that the lines beside it have before their names.
  let form: [UInt8]
  let name: ArraySlice<UInt8>
  /// Whether a name counts in the whole file, and not in a block of lines.
  let isOfFile: Bool
  /// Whether it is that of a definition, whose lines are indented below it.
  let hasBody: Bool
  /// Whether it is a name and a colon: all lines beside it must be so.
  let isLabel: Bool

  /// Reads a line; `nil` for one of another kind.
  init?(_ line: ArraySlice<UInt8>, _ kind: Kind) {
    let content = line.trimmed
    guard let first = content.first, first != UInt8(ascii: "#") else { return nil }
    let isAtMargin = content.startIndex == line.startIndex
    if isAtMargin, kind == .prose, let (form, name) = Self.number(of: content) {
      self.init(form, name, isOfFile: true)
    } else if isAtMargin, kind != .prose, let (form, name, hasBody) = Self.definition(content, kind)
    {
      self.init(form, name, isOfFile: true, hasBody: hasBody)
    } else if let (form, name, isLabel) = Self.member(content, kind) {
      self.init(form, name, isOfFile: false, isLabel: isLabel)
    } else {
      return nil
    }
  }

  private init(
    _ form: [UInt8], _ name: ArraySlice<UInt8>, isOfFile: Bool, hasBody: Bool = false,
    isLabel: Bool = false
  ) {
    (self.form, self.name, self.isOfFile) = (form, name, isOfFile)
    (self.hasBody, self.isLabel) = (hasBody, isLabel)
  }

  /// The column of the first character of a line.
  static func indentation(of line: ArraySlice<UInt8>) -> Int {
    line.prefix(while: \.isBlankOrTab).count
  }

  // MARK: - Members of a block

  /// `name =`, `, name ::`, `name [`, and `type :: name` of Fortran.
  private static func member(
    _ line: ArraySlice<UInt8>, _ kind: Kind
  ) -> (form: [UInt8], name: ArraySlice<UInt8>, isLabel: Bool)? {
    if kind != .prose, let (level, name) = leveled(line) { return (Array(level), name, false) }
    guard let (mark, name) = start(of: line, marks: ",|;") else { return nil }
    let rest = line[name.endIndex...].drop(while: \.isBlankOrTab)
    guard let delimiter = rest.first, "=:[".utf8.contains(delimiter),
      rest.dropFirst().first.map({ !"=>~".utf8.contains($0) }) ?? true
    else { return nil }
    let form = [mark ?? 0x20, delimiter]
    if mark == nil, rest.starts(with: ":: ".utf8) {
      let name = rest.dropFirst(3).trimmed.prefix(while: \.isPartOfName)
      return name.isEmpty ? nil : (Array("::".utf8), name, false)
    }
    switch kind {
    case .prose: guard mark == UInt8(ascii: "|"), delimiter == 0x3D else { return nil }
    case .code:
      let isMarked = mark != nil || line.last == UInt8(ascii: ",")
      guard delimiter != 0x5B, isMarked || delimiter == 0x3A && rest.dropFirst().first == 0x20
      else { return nil }
      return (form, name, !isMarked)
    // Settings of plain texts may come again.
    case .plain: guard mark != nil || delimiter == 0x5B else { return nil }
    }
    return (form, name, false)
  }

  /// The name that a line beside members gives: also the first one of a list, and one without a value.
  static func siblingName(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let line = line.trimmed
    if let (_, name) = leveled(line) { return name }
    guard let (_, name) = start(of: line, marks: ",|;{([") else { return nil }
    let rest = line[name.endIndex...].drop(while: \.isBlankOrTab)
    if rest.starts(with: ":: ".utf8), line.first?.isLetter == true {
      return rest.dropFirst(3).trimmed.prefix(while: \.isPartOfName)
    }
    return rest.first.map { "=:[,;)}".utf8.contains($0) } ?? true ? name : nil
  }

  /// A level of COBOL, and the name behind it: `05 CREW`.
  private static func leveled(
    _ line: ArraySlice<UInt8>
  ) -> (level: ArraySlice<UInt8>, name: ArraySlice<UInt8>)? {
    let digits = line.prefix(while: \.isDecimalDigit)
    guard digits.count == 2, line[digits.endIndex...].first == 0x20 else { return nil }
    let name = line[digits.endIndex...].trimmed.prefix { isPartOfName($0) }
    let isName = name.first?.isCapital ?? false
    return isName && !name.elementsEqual("FILLER".utf8) ? (digits, name) : nil
  }

  /// Words that stand where names do, and give none: settings of a graph, unnamed fields of COBOL.
  private static let repeated: WordList = "node edge graph subgraph FILLER"

  /// The longest name, in bytes.
  private static let longestName = 60

  private static func start(
    of line: ArraySlice<UInt8>, marks: StaticString
  ) -> (mark: UInt8?, name: ArraySlice<UInt8>)? {
    let mark = line.first.flatMap { first in
      marks.withUTF8Buffer { $0.contains(first) } ? first : nil
    }
    let rest = mark == nil ? line : line.dropFirst().drop(while: \.isBlankOrTab)
    let name = rest.prefix { $0.isPartOfName || $0 == 0x2D || $0 >= 0x80 }
    guard let first = name.first, first.isLetter || first == 0x5F, name.count <= longestName,
      !repeated.contains(String(decoding: name, as: UTF8.self))
    else { return nil }
    return (mark, name)
  }

  // MARK: - Definitions of a file

  /// `backend files` and `recipe:` above lines of their own, `executable('probe',`, `>seq3`; in code `(setq name`.
  private static func definition(
    _ line: ArraySlice<UInt8>, _ kind: Kind
  ) -> (form: [UInt8], name: ArraySlice<UInt8>, hasBody: Bool)? {
    if kind == .code {
      guard line.starts(with: "(setq".utf8) else { return nil }
      let words = line.dropFirst().split(maxSplits: 2, whereSeparator: \.isWhite)
      return words.count == 3 ? (Array(words[0]), words[1], false) : nil
    }
    if line.first == UInt8(ascii: ">") {
      let name = line.dropFirst().prefix { !$0.isWhite }
      return name.isEmpty ? nil : ([0x3E], name, false)
    }
    let word = line.prefix(while: isPartOfName)
    guard !word.isEmpty, word.count <= longestName else { return nil }
    let rest = line[word.endIndex...]
    if rest.elementsEqual(":".utf8) { return ([0x3A], word, true) }
    if rest.first == UInt8(ascii: "(") { return target(word, rest.dropFirst()) }
    guard rest.first == 0x20 else { return nil }
    let name = rest.drop(while: \.isBlankOrTab).prefix(while: isPartOfName)
    let next = rest[name.endIndex...].first ?? 0x20
    let isName = name.first.map { $0.isLetter || $0 == 0x5F } ?? false
    return isName && (next.isWhite || next == UInt8(ascii: "{"))
      ? (Array(word) + [0x20], name, true) : nil
  }

  /// A target of a build: `executable('probe',`, `cc_library("core"`.
  private static func target(
    _ word: ArraySlice<UInt8>, _ arguments: ArraySlice<UInt8>
  ) -> (form: [UInt8], name: ArraySlice<UInt8>, hasBody: Bool)? {
    let isTarget = ["library", "executable", "target", "binary", "module", "test"].contains {
      word.suffix($0.utf8.count).elementsEqual($0.utf8)
    }
    guard isTarget, let quote = arguments.first, "'\"".utf8.contains(quote) else { return nil }
    let name = arguments.dropFirst().prefix { $0 != quote }
    return name.isEmpty ? nil : (Array(word) + [0x28], name, false)
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool { byte.isPartOfName || byte == 0x2D }

  // MARK: - Numbers

  /// Words of parts that are numbered once in a text.
  private static let parts: WordList =
    "art article artikel rule regel clause paragraph absatz ziffer § artículo articolo"

  /// `Rule 8: Text`, `Art. 5 Text`.
  private static func number(
    of line: ArraySlice<UInt8>
  ) -> (form: [UInt8], name: ArraySlice<UInt8>)? {
    let word = line.prefix { $0.isLetter }
    guard parts.contains(String(decoding: word, as: UTF8.self).lowercased()) else { return nil }
    var rest = line[word.endIndex...]
    if rest.first == 0x2E { rest = rest.dropFirst() }
    guard rest.first == 0x20 else { return nil }
    let digits = rest.dropFirst().prefix(while: \.isDecimalDigit)
    let next = rest[digits.endIndex...].first
    guard !digits.isEmpty, digits.count < 4, let next, next == 0x3A || next == 0x20 || next == 0x2E,
      rest[digits.endIndex...].contains(where: \.isLetter)
    else { return nil }
    return (Array(word), digits)
  }
}
