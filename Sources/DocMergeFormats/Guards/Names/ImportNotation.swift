import DocMergeCore
import DocMergeLanguage

/// How a language writes imports.
enum ImportNotation {
  /// `import a, { b as c } from "d"`
  case script
  /// `import a as b`, `from a import b as c`
  case python
  /// `use a::b::{c, d as e};`
  case rust
  /// `import ("a/b")`, `import c "a/b"`
  case go
  /// `import a.b.C`, `import a.b.C as D`
  case java
  /// `use A\B\C;`, `use A\B\C as D;`
  case php
  /// `alias A.B.C`, `alias A.{B, C}`, `alias A.B, as: C`
  case elixir
  /// `import qualified A.B as C`
  case haskell

  init?(fileAt path: String) {
    switch path.split(separator: ".").last.map({ $0.lowercased() }) ?? "" {
    case "js", "jsx", "mjs", "ts", "tsx", "mts", "vue", "svelte": self = .script
    case "py", "pyi": self = .python
    case "rs": self = .rust
    case "go": self = .go
    case "java", "kt", "kts", "groovy": self = .java
    case "php": self = .php
    case "ex", "exs": self = .elixir
    case "hs": self = .haskell
    default: return nil
    }
  }

  // MARK: Statements

  /// The imports of a text: lines that start with the word, and those that they continue on.
  func statements(in text: [UInt8]) -> [Range<Int>] {
    var statements: [Range<Int>] = []
    var cursor = ByteCursor(text)
    var isConditional = false
    while !cursor.isAtEnd {
      let start = cursor.offset
      guard isAtImport(cursor) else {
        isConditional = cursor.isAt("#[")
        cursor.skipLine()
        continue
      }
      let isBlock =
        self == .go && cursor.isAt("import (")
        && !text[start...].prefix { $0 != 0x0A }.contains(0x29)
      if isBlock { cursor.skipLine() }
      let first = cursor.offset
      skipStatement(&cursor, isBlock: isBlock)
      if isBlock {
        statements += Self.lines(of: first..<cursor.offset, in: text)
      } else if !isConditional {
        statements.append(start..<cursor.offset)
      }
      isConditional = false
    }
    return statements
  }

  private func isAtImport(_ cursor: ByteCursor) -> Bool {
    switch self {
    case .php: cursor.isAt("use ")
    // In the module that a file consists of.
    case .elixir: cursor.isAt("alias ") || cursor.isAt("  alias ")
    case .script, .go, .java, .haskell: cursor.isAt("import ")
    case .python: cursor.isAt("import ") || cursor.isAt("from ")
    case .rust: cursor.isAt("use ") || cursor.isAt("pub use ")
    }
  }

  private func skipStatement(_ cursor: inout ByteCursor, isBlock: Bool) {
    var depth = isBlock ? 1 : 0
    while let byte = cursor.next {
      if byte == 0x7B || byte == 0x28 { depth += 1 }
      if byte == 0x7D || byte == 0x29 { depth -= 1 }
      if byte == 0x0A, depth <= 0 { break }
      cursor.offset += 1
    }
    cursor.skipLine()
  }

  private static func lines(of range: Range<Int>, in text: [UInt8]) -> [Range<Int>] {
    text[range].split(separator: 0x0A).map(\.indices).filter { text[$0].contains(.quotationMark) }
  }

  // MARK: Names

  /// The names that an import gives, each with what it stands for.
  func names(in statement: String) -> [(name: String, source: String)] {
    let words = statement.split { $0.isWhitespace || $0 == ";" }
    let line = words.joined(separator: " ")
    return switch self {
    case .script: scriptNames(line)
    case .python: pythonNames(line)
    case .rust: rustNames(String(line.dropFirst(line.hasPrefix("pub use ") ? 8 : 4)))
    case .go: goNames(line)
    case .java: javaNames(line)
    case .php: phpNames(words)
    case .elixir: elixirNames(String(line.dropFirst("alias ".count)))
    case .haskell: haskellNames(words)
    }
  }

  private func scriptNames(_ line: String) -> [(String, String)] {
    guard let from = line.firstRange(of: " from ") else { return [] }
    let source = String(line[from.upperBound...].filter { !"\"'".contains($0) })
    var list = line[..<from.lowerBound].dropFirst("import ".count)
    if list.hasPrefix("type ") { list = list.dropFirst(5) }
    return list.split { "{},".contains($0) }.compactMap { part in
      var words = part.split(separator: " ")
      if words.count > 1, words[0] == "type" { words.removeFirst() }
      guard let name = words.last else { return nil }
      return (String(name), source + "\0" + words[0])
    }
  }

  private func pythonNames(_ line: String) -> [(String, String)] {
    var list = line[...]
    var source = ""
    if let word = line.firstRange(of: " import ") {
      source = line[..<word.lowerBound].dropFirst("from ".count) + "."
      list = line[word.upperBound...]
    } else if line.hasPrefix("import ") {
      list = list.dropFirst("import ".count)
    } else {
      return []
    }
    return list.split { "(),".contains($0) }.compactMap { part in
      let words = part.split(separator: " ")
      // `import a.b` gives `a`, as `import a` does.
      guard let first = words.first, let name = words.last, name != "*",
        words.count == 3 && words[1] == "as" || words.count == 1 && !first.contains(".")
      else { return nil }
      return (String(name), source + first)
    }
  }

  private func rustNames(_ path: String) -> [(String, String)] {
    var names: [(String, String)] = []
    var prefixes = [""]
    var current = ""
    func close() {
      let words = current.split(separator: " ")
      current = ""
      guard let path = words.first.map({ prefixes.joined() + $0 }) else { return }
      let parts = path.split(separator: ":").filter { $0 != "self" }
      guard let name = words.count == 3 && words[1] == "as" ? words[2] : parts.last, name != "*",
        name != "_"
      else {
        return
      }
      names.append((String(name), parts.joined(separator: "::")))
    }
    for character in path {
      switch character {
      case "{":
        prefixes.append(current)
        current = ""
      case "}":
        close()
        if prefixes.count > 1 { prefixes.removeLast() }
      case ",": close()
      default: current.append(character)
      }
    }
    close()
    return names
  }

  private func goNames(_ line: String) -> [(String, String)] {
    let words = line.split(separator: " ").filter { $0 != "import" }
    guard let place = words.firstIndex(where: { $0.hasPrefix("\"") }) else { return [] }
    let path = words[place].filter { $0 != "\"" }
    if place > 0 {
      let alias = String(words[place - 1])
      return ["_", "."].contains(alias) ? [] : [(alias, path)]
    }
    // The name of a package whose path ends with a version, or has other marks, is not certain.
    guard let name = path.split(separator: "/").last,
      name.allSatisfy({ $0.isLetter || $0.isNumber }), name.first != "v"
    else { return [] }
    return [(String(name), path)]
  }

  private func javaNames(_ line: String) -> [(String, String)] {
    let words = line.split(separator: " ")
    guard words.count == 2 || words.count == 4 && words[2] == "as" else { return [] }
    let name = words.count == 4 ? words[3] : words[1].split(separator: ".").last ?? ""
    // Functions of one name can be imported from several packages.
    guard name.first?.isUppercase == true else { return [] }
    return [(String(name), String(words[1]))]
  }

  private func phpNames(_ words: [Substring]) -> [(String, String)] {
    guard words.count == 2 || words.count == 4 && words[2] == "as", !words[1].contains("{"),
      let name = words.count == 4 ? words[3] : words[1].split(separator: "\\").last
    else { return [] }
    return [(String(name), String(words[1]))]
  }

  private func elixirNames(_ list: String) -> [(String, String)] {
    if let name = list.firstRange(of: ", as: ") {
      return [(String(list[name.upperBound...]), String(list[..<name.lowerBound]))]
    }
    let parts = list.split(separator: "{", maxSplits: 1)
    guard parts.count == 2 else {
      return list.split(separator: ".").last.map { [(String($0), list)] } ?? []
    }
    return parts[1].split { ", }".contains($0) }.map { part in
      (String(part.split(separator: ".").last ?? part), String(parts[0] + part))
    }
  }

  private func haskellNames(_ words: [Substring]) -> [(String, String)] {
    guard words.contains("qualified"), let alias = words.firstIndex(of: "as"),
      alias + 1 < words.count, let module = words.dropFirst().first(where: { $0 != "qualified" })
    else { return [] }
    return [(String(words[alias + 1]), String(module))]
  }
}
