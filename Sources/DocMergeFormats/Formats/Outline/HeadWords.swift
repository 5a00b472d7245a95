/// The words at the start of a statement, and what they show about it.
struct HeadWords {
  let text: [UInt8]
  let range: Range<Int>
  let family: LanguageFamily

  init(_ text: [UInt8], _ range: Range<Int>, _ family: LanguageFamily) {
    self.text = text
    self.range = range
    self.family = family
  }

  static let modifiers: Set<String> = [
    "public", "private", "protected", "internal", "static", "final", "abstract", "async", "export",
    "default", "open", "override", "pub", "unsafe", "inline", "virtual", "mutating", "fileprivate",
    "nonisolated", "package", "sealed", "partial", "readonly", "extern", "declare", "local",
    "global", "lazy", "weak", "indirect", "nonmutating", "required", "convenience", "suspend",
    "data", "constexpr", "explicit", "friend", "companion", "inner", "implicit", "case",
    "synchronized", "native", "transient", "volatile", "external", "operator", "create", "or",
    "replace", "temporary", "unique", "borrowing", "consuming", "optional", "repeated", "alias",
  ]
  static let functions: Set<String> = [
    "func", "fn", "def", "defp", "function", "fun", "sub", "procedure", "proc", "defun", "defn",
    "defmacro", "macro", "init", "deinit", "constructor", "subscript", "macro_rules", "task",
    "rpc", "test",
  ]
  static let types: Set<String> = [
    "class", "struct", "interface", "protocol", "extension", "enum", "union", "trait", "impl",
    "mod", "module", "namespace", "object", "record", "message", "service", "actor", "library",
    "contract", "defmodule", "schema", "input", "oneof", "mixin", "resource", "table",
  ]
  static let values: Set<String> = [
    "let", "var", "val", "const", "type", "typealias", "typedef", "newtype", "define", "defvar",
    "data", "variable", "output", "index", "view", "trigger", "associatedtype", "scalar", "macro",
  ]
  private static let controls: Set<String> = [
    "if", "for", "while", "switch", "match", "try", "do", "else", "catch", "with", "case",
    "default", "when", "guard", "repeat", "loop", "unless", "until", "foreach", "begin", "return",
    "elif", "elsif", "elseif", "except", "finally", "defer", "select", "using", "lock", "in",
  ]
  /// Words before a body that computes something.
  private static let computed: Set<String> = [
    "var", "let", "val", "get", "set", "willSet", "didSet",
  ]
  private static let imports: Set<String> = [
    "import", "using", "use", "require", "require_relative", "include", "from", "imports", "uses",
    "load", "source", "alias",
  ]

  /// The words with their places; other bytes between them are left out.
  var words: some Sequence<(word: String, range: Range<Int>)> {
    sequence(state: range.lowerBound) { place -> (word: String, range: Range<Int>)? in
      while place < range.upperBound, !text[place].isPartOfWord { place += 1 }
      let start = place
      while place < range.upperBound, text[place].isPartOfWord { place += 1 }
      guard place > start else { return nil }
      return (String(decoding: text[start..<min(place, start + 20)], as: UTF8.self), start..<place)
    }
  }

  /// The kind of children of a container that these words open.
  func scope(within outer: BlockContext.Scope) -> BlockContext.Scope {
    if text[range].first == 0x29 { return .statements }
    let isCall = text[range].contains(0x28)
    for (word, _) in words.prefix(8) {
      if Self.types.contains(word) {
        let isFunction = isCall && family.features.contains([.conditions, .semicolons])
        return isFunction ? .statements : .declarations
      }
      if Self.functions.contains(word) || Self.controls.contains(word)
        || Self.computed.contains(word)
      {
        return .statements
      }
      if !Self.modifiers.contains(word) { break }
    }
    return outer == .declarations && !isCall ? .declarations : .statements
  }

  /// Whether the statement imports something.
  var isImport: Bool {
    guard let first = text[range].first, first | 0x20 >= 0x61 || first == 0x23 || first == 0x40
    else {
      return false
    }
    guard let (word, place) = words.first(where: { _ in true }) else { return false }
    let next = text[place.upperBound..<range.upperBound].first { !$0.isBlankOrTab } ?? 0
    if word == "const" || word == "let" || word == "var" { return requires }
    guard Self.imports.contains(word), next != 0x3D, next != 0x3A, next != 0x2E else {
      return false
    }
    switch word {
    case "from": return hasWord("import")
    case "using": return next != 0x28
    case "import": return next != 0x28
    case "load": return family.indentation == .colon && next == 0x28
    case "source", "alias": return false
    case "include": return first == 0x23 || family.features.contains(.makefile)
    default:
      return next != 0x5B && (next == 0x22 || next == 0x27 || next.isPartOfWord || next == 0x5C)
    }
  }

  private func hasWord(_ word: String) -> Bool { words.prefix(12).contains { $0.word == word } }

  /// Whether the value is the result of `require`.
  private var requires: Bool {
    var cursor = ByteCursor(text, at: range.lowerBound)
    while cursor.offset < range.upperBound, cursor.next != 0x0A {
      if cursor.isAt("= require(") { return true }
      cursor.offset += 1
    }
    return false
  }
}
