import DocMergeCore

/// What a line declares, or for which value it is a branch.
struct LineHead: Hashable {
  let words: [UInt8]

  // MARK: Branches

  private static let branchWords = [
    "elif ", "else if ", "} else if ", "elsif ", "} elsif ", "elseif ", "when ", "case ", "| ",
  ]

  /// The heads of a branch, one for each of its values; none for another line.
  static func branches(_ line: ArraySlice<UInt8>, _ clauses: ClauseNotation?) -> Set<LineHead> {
    if let heads = clauses?.heads(of: line), !heads.isEmpty {
      return Set(heads.map { LineHead(words: Array($0)) })
    }
    if clauses == .haskell, let constructor = DeclaredHead.constructor(line) {
      return [LineHead(words: Array(constructor))]
    }
    if isDefault(line) { return [LineHead(words: Array("default".utf8))] }
    if let label = numericLabel(of: line) { return [LineHead(words: Array(label))] }
    guard let head = LineHead(branch: line) else { return [] }
    return Set(head.values)
  }

  init(words: [UInt8]) { self.words = words }

  /// Whether a line starts the branch for all other values.
  private static func isDefault(_ line: ArraySlice<UInt8>) -> Bool {
    ["default:", "default ->", "default =>", "else ->", "_ =>"].contains {
      line.starts(with: $0.utf8)
    }
  }

  /// A number of Verilog with a colon: `2'b01:`.
  private static func numericLabel(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let label = line.prefix { $0.isPartOfName || $0 == 0x27 }
    let rest = line[label.endIndex...].drop(while: \.isBlankOrTab)
    guard label.first?.isDecimalDigit == true, label.contains(0x27), rest.first == 0x3A else {
      return nil
    }
    return label
  }

  /// One head for each of the values in a list of plain ones: `case 4, 5`, `case "a" | "b"`.
  private var values: [LineHead] {
    let word = words.prefix { $0 != 0x20 }
    guard word.elementsEqual("case".utf8) || word.elementsEqual("when".utf8) else { return [self] }
    let values = words.dropFirst(word.count).split { ",|".utf8.contains($0) }.map(\.trimmed)
    let isList = values.allSatisfy { value in
      value.allSatisfy { $0.isPartOfName || "\"'.:@-".utf8.contains($0) }
    }
    guard values.count > 1, isList else { return [self] }
    return values.map { LineHead(words: Array(word) + [0x20] + $0) }
  }

  /// The head of a branch, up to its body; `nil` for another line.
  private init?(branch line: ArraySlice<UInt8>) {
    guard
      Self.branchWords.contains(where: { line.starts(with: $0.utf8) }) || Self.isShellPattern(line)
    else { return nil }
    let ends = ["->", "=>", " then", ": ", " {"].compactMap {
      line.firstRange(of: $0.utf8)?.lowerBound
    }
    var head = line[..<(ends.min() ?? line.endIndex)]
    if Self.isShellPattern(line), let end = line.firstIndex(of: UInt8(ascii: ")")) {
      head = line[...end]
    }
    head = head.trimmed
    if head.last == UInt8(ascii: ":") { head = head.dropLast() }
    // A value that several branches can have is none.
    guard !["case _", "| _"].contains(where: { head.elementsEqual($0.utf8) }) else { return nil }
    words = Array(head)
  }

  /// `name)` and what a shell does for it, up to `;;`.
  private static func isShellPattern(_ line: ArraySlice<UInt8>) -> Bool {
    guard let end = line.firstIndex(of: UInt8(ascii: ")")), end > line.startIndex else {
      return false
    }
    return line[..<end].allSatisfy { $0.isPartOfName || "-.*|\" ".utf8.contains($0) }
      && line[(end + 1)...].firstRange(of: ";;".utf8) != nil
  }

  /// Whether a line goes on with the branches above it.
  static func continuesBranches(_ line: ArraySlice<UInt8>, _ clauses: ClauseNotation?) -> Bool {
    ["else", "} else", ";;", "//", "#", "--", "|"].contains { line.starts(with: $0.utf8) }
      || clauses == .elixir && line.elementsEqual("end".utf8)
  }

  // MARK: Declarations

  /// The names that a line declares for its block, or what it registers; none for another line.
  static func names(
    _ line: ArraySlice<UInt8>, isAtMargin: Bool, _ clauses: ClauseNotation?
  ) -> [LineHead] {
    if let head = registration(line) ?? named(line) { return [LineHead(words: Array(head))] }
    if let head = DeclaredHead.words(of: line) { return [LineHead(words: head)] }
    // At the left margin, another scope can begin without an indentation.
    guard !isAtMargin else { return [] }
    return BoundNames.of(line).map { LineHead(words: Array($0)) }
  }

  /// `@app.route("/a")`, `app.get("/a", …)`, `parser.add_argument("-v", …)`: a call whose first argument is a name.
  private static func registration(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let callee = line.prefix { $0.isPartOfName || "@.$:".utf8.contains($0) }
    let names = callee.split { !$0.isPartOfName }.map { String(decoding: $0, as: UTF8.self) }
    guard let name = names.last, callee.endIndex < line.endIndex, line[callee.endIndex] == 0x28
    else { return nil }
    let isRoute = routes.contains(name) && names.dropLast().last.map(routers.contains) ?? false
    guard isRoute || registrars.contains(name) && callee.first != UInt8(ascii: "@") else {
      return nil
    }
    let argument = line[(callee.endIndex + 1)...]
    guard let mark = argument.first, "\"'`".utf8.contains(mark),
      let end = argument.dropFirst().firstIndex(of: mark)
    else { return nil }
    guard isRoute else { return line[...end] }
    // The methods of a route are among its arguments.
    if line.last == 0x29 { return line }
    return argument[(end + 1)...].contains(mark) ? nil : line[...end]
  }

  private static let routes: WordList = "route get post put patch delete"
  private static let routers: WordList = "app router bp api blueprint server mux"
  private static let registrars: WordList =
    "add_argument add_option addOption test it describe specify field add_field"

  private static let atRules = [
    "@keyframes ", "@counter-style ", "@property ", "@mixin ", "@function ",
  ]
  /// Words of VHDL before a name and a colon.
  private static let signals = [
    "signal ", "constant ", "variable ", "SIGNAL ", "CONSTANT ", "VARIABLE ",
  ]

  /// What a line names: `@keyframes fade`, `signal busy :`, `export default`.
  private static func named(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    if line.starts(with: "export default ".utf8) { return line.prefix(14) }
    let isAtRule =
      line.first == UInt8(ascii: "@") && atRules.contains { line.starts(with: $0.utf8) }
    if isAtRule || signals.contains(where: { line.starts(with: $0.utf8) }) {
      let words = line.split(maxSplits: 2, whereSeparator: \.isBlankOrTab)
      guard words.count > 1, isAtRule || words.count > 2 && words[2].first == 0x3A else {
        return nil
      }
      return line[..<words[1].endIndex]
    }
    return nil
  }
}
