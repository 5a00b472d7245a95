/// A command from the user's settings as a line for the shell.
enum ShellLine {
  /// The command with values in place of `%` and a letter; `%%` is one `%`, and other letters stay unchanged.
  ///
  /// - Returns: The line; values are inserted unchanged.
  static func filled(_ command: String, _ values: [Character: String]) -> String {
    var line = ""
    var rest = command[...]
    while let next = rest.popFirst() {
      let value = rest.first.flatMap { $0 == "%" ? "%" : values[$0] }
      if next == "%", let value {
        line += value
        rest.removeFirst()
      } else {
        line.append(next)
      }
    }
    return line
  }

  /// A path as one word; plain characters need no quotation marks, which would close those of the command.
  static func word(_ path: [UInt8]) -> String {
    let word = String(decoding: path, as: UTF8.self)
    if !path.isEmpty, path.allSatisfy({ isPlain($0) || $0 == UInt8(ascii: "/") || $0 == 0x2E }) {
      return word
    }
    return "'" + word.replacing("'", with: #"'\''"#) + "'"
  }

  /// Whether a byte is a letter or a digit of ASCII, a hyphen or an underscore.
  static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
