/// A line of attributes that says how some files are merged.
struct AttributeRule: Equatable {
  /// What a line says of the attribute `merge`.
  enum Value: Equatable {
    /// `merge=name`, or plain `merge`, which is the driver `text`.
    case driver(String)
    /// `-merge` or `binary`: ours is kept, in conflict.
    case unmergeable
  }

  /// The file that the line stands in.
  let file: String
  /// The number of the line, from 1.
  let line: Int
  /// Which files it speaks of, in the folder of the file.
  let pattern: String
  /// That folder, from the top of the worktree; empty for what holds everywhere.
  var folder = ""
  /// What it says.
  let value: Value

  /// What macros say of merges; this one is git's own.
  static let macros: [String: Value] = ["binary": .unmergeable]

  /// The rules in a file.
  static func rules(in text: [UInt8], file: String) -> [AttributeRule] {
    var macros = macros
    return rules(in: text, of: AttributeFile(path: file), &macros)
  }

  /// The rules in a file, with the macros of other files; those that it defines itself are added.
  static func rules(
    in text: [UInt8], of file: AttributeFile, _ macros: inout [String: Value]
  ) -> [AttributeRule] {
    var rules: [AttributeRule] = []
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let text = String(decoding: line, as: UTF8.self)
      guard let (pattern, words) = parts(of: text) else { continue }
      guard let value = value(of: words, macros) else { continue }
      if pattern.hasPrefix("[attr]") {
        // Deeper folders cannot define any.
        if file.folder.isEmpty { macros[String(pattern.dropFirst("[attr]".count))] = value }
      } else {
        rules.append(
          AttributeRule(
            file: file.path, line: index + 1, pattern: pattern, folder: file.folder, value: value))
      }
    }
    return rules
  }

  /// Whether a pattern of the top of the worktree could speak of a file that this one speaks of.
  func overlaps(_ other: String) -> Bool {
    AttributePattern(pattern, in: folder).overlaps(AttributePattern(other))
  }

  private static func parts(of line: String) -> (pattern: String, words: [Substring])? {
    let trimmed = line.drop { $0.isWhitespace }
    guard let first = trimmed.first, first != "#" else { return nil }
    guard first == "\"" else {
      let words = trimmed.split(whereSeparator: \.isWhitespace)
      return words.first.map { (String($0), Array(words.dropFirst())) }
    }
    var pattern = ""
    var rest = trimmed.dropFirst()
    while let character = rest.popFirst(), character != "\"" {
      pattern.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
    }
    return (pattern, rest.split(whereSeparator: \.isWhitespace))
  }

  /// The last word counts; `!merge` takes the words before it back.
  private static func value(of words: [Substring], _ macros: [String: Value]) -> Value? {
    var value: Value?
    for word in words {
      switch word {
      case "merge": value = .driver("text")
      case "-merge": value = Value.unmergeable
      case "!merge": value = nil
      default:
        if word.hasPrefix("merge=") {
          value = .driver(String(word.dropFirst("merge=".count)))
        } else if let macro = macros[String(word)] {
          value = macro
        }
      }
    }
    return value
  }
}

/// A file of attributes.
struct AttributeFile {
  let path: String
  /// The folder that its patterns are about, from the top of the worktree; empty for all.
  var folder = ""
}
