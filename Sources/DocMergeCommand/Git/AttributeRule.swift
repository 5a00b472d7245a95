import Glibc

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
  /// Which files it speaks of.
  let pattern: String
  /// What it says.
  let value: Value

  /// The rules in a file.
  static func rules(in text: [UInt8], file: String) -> [AttributeRule] {
    // What each macro says of merges; this one is git's own.
    var macros: [String: Value] = ["binary": .unmergeable]
    var rules: [AttributeRule] = []
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let text = String(decoding: line, as: UTF8.self)
      guard let (pattern, words) = parts(of: text) else { continue }
      guard let value = value(of: words, macros) else { continue }
      if pattern.hasPrefix("[attr]") {
        macros[String(pattern.dropFirst("[attr]".count))] = value
      } else {
        rules.append(AttributeRule(file: file, line: index + 1, pattern: pattern, value: value))
      }
    }
    return rules
  }

  /// Whether both patterns could speak of one file, as far as that can be told from them.
  func overlaps(_ other: String) -> Bool {
    let (own, other) = (Self.plain(pattern), Self.plain(other))
    return own == other || fnmatch(own, other, 0) == 0 || fnmatch(other, own, 0) == 0
  }

  private static func plain(_ pattern: String) -> String {
    var pattern = pattern[...]
    while pattern.hasPrefix("/") || pattern.hasPrefix("**/") {
      pattern = pattern.drop { $0 != "/" }.dropFirst()
    }
    return String(pattern)
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
