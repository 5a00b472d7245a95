/// A line of an attributes file about how some files are merged.
struct AttributeRule: Equatable {
  /// A line's value for the attribute `merge`.
  enum Value: Equatable {
    /// `merge=name`, or plain `merge`, which is the driver `text`.
    case driver(String)
    /// `-merge` or `binary`: ours is kept, in conflict.
    case unmergeable
  }

  /// The file of the line.
  let file: String
  /// The number of the line, from 1.
  let line: Int
  /// The pattern for files, in the folder of the file.
  let pattern: String
  /// That folder, from the top of the worktree; empty for a file that applies everywhere.
  var folder = ""
  /// The value.
  let value: Value

  /// The values of macros for merges; this one is git's own.
  static let macros: [String: Value] = ["binary": .unmergeable]

  /// The rules in a file.
  static func rules(in text: [UInt8], file: String) -> [AttributeRule] {
    var macros = macros
    return rules(in: text, of: AttributeFile(path: file), &macros)
  }

  /// The rules in a file, with the macros of other files; macros that it defines are added.
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
        // Files in deeper folders cannot define macros.
        if file.folder.isEmpty { macros[String(pattern.dropFirst("[attr]".count))] = value }
      } else {
        rules.append(
          AttributeRule(
            file: file.path, line: index + 1, pattern: pattern, folder: file.folder, value: value))
      }
    }
    return rules
  }

  /// Whether a pattern from the top of the worktree could match a file that this one matches.
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

  /// The last word counts; `!merge` cancels the words before it.
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
  /// The folder of its patterns, from the top of the worktree; empty for all.
  var folder = ""
}
