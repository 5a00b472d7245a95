/// A line for the shell, read to find the program that it starts.
enum ShellLine {
  /// The first program of a line; `nil` where it is more than a word, or built into the shell.
  ///
  ///     ShellLine.program(of: "LC_ALL=C exec 'my tools/merge' %A")  // "my tools/merge"
  static func program(of line: String) -> String? {
    var rest = line[...]
    var isBehindEnv = false
    while let word = word(&rest) {
      if word.isAssignment { continue }
      if isBehindEnv, word.text.hasPrefix("-") { return nil }
      switch word.text {
      case "exec", "command", "env", "nohup": isBehindEnv = word.text == "env"
      case let text: return builtIn.contains(text) || text.isEmpty ? nil : text
      }
    }
    return nil
  }

  private static let builtIn: Set = [
    "true", "false", "exit", ":", "test", "[", "if", "case", "for", "while", "until", "{", "!",
    "cd",
    "eval", "set", "export", "unset", ".", "read", "trap", "echo", "printf", "umask",
  ]

  /// The next word without its quotes; `nil` at the end of the command, and for syntax that only a shell can evaluate.
  private static func word(_ rest: inout Substring) -> (text: String, isAssignment: Bool)? {
    rest = rest.drop { $0 == " " || $0 == "\t" }
    var text = ""
    var isAssignment = false
    var isQuoted = false
    while let character = rest.first, !" \t\n;|&<>()".contains(character) {
      rest.removeFirst()
      switch character {
      case "'":
        isQuoted = true
        text += rest.prefix { $0 != "'" }
        rest = rest.drop { $0 != "'" }.dropFirst()
      case "\"":
        isQuoted = true
        guard let inner = quoted(&rest) else { return nil }
        text += inner
      case "\\": if let next = rest.popFirst() { text.append(next) }
      case "$", "`":
        guard isAssignment, character == "$", rest.first != "(" else { return nil }
        rest = rest.drop { !" \t\n;".contains($0) }
      case "*", "?", "[", "~": return nil
      case "=":
        isAssignment = isAssignment || !isQuoted && isName(text)
        text.append(character)
      default: text.append(character)
      }
    }
    return text.isEmpty && !isQuoted ? nil : (text, isAssignment)
  }

  /// The text between double quotes; `nil` where the shell would expand something.
  private static func quoted(_ rest: inout Substring) -> String? {
    var text = ""
    while let character = rest.popFirst(), character != "\"" {
      if character == "$" || character == "`" { return nil }
      text.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
    }
    return text
  }

  private static func isName(_ text: String) -> Bool {
    text.utf8.first.map { !(0x30...0x39).contains($0) } ?? false
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F
      }
  }
}
