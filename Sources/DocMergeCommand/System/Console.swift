import DocMerge
import Glibc

/// Where the program's words go: data to standard output, messages to standard error.
package enum Console {
  /// Prints a line of data.
  static func print(_ text: String) {
    write(Array(text.utf8) + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
  }

  /// Prints bytes as they are.
  static func print(bytes: [UInt8]) {
    write(bytes, to: STDOUT_FILENO)
  }

  /// Prints a line for the person.
  package static func message(_ text: String) {
    write(Array(text.utf8) + [UInt8(ascii: "\n")], to: STDERR_FILENO)
  }

  /// Prints words for the person without ending the line.
  static func prompt(_ text: String) {
    write(Array(text.utf8), to: STDERR_FILENO)
  }

  /// Prints a prompt and reads a line; `nil` at the end of the input.
  static func ask(_ prompt: String) -> String? {
    self.prompt(prompt)
    return readLine()
  }

  /// Whether a person sits at both ends.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Whether standard output shows colours (https://no-color.org).
  static let hasColour: Bool = {
    guard isatty(STDOUT_FILENO) == 1 else { return false }
    if let none = getenv("NO_COLOR"), none.pointee != 0 { return false }
    if let terminal = getenv("TERM"), String(cString: terminal) == "dumb" { return false }
    return true
  }()

  private static func write(_ bytes: [UInt8], to file: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // Nobody can be told that there is nowhere to write to, except by the exit status.
      guard count > 0 else { exit(ExitStatus.failed.rawValue) }
      rest = rest.dropFirst(count)
    }
  }
}

/// Colours of the terminal; plain text where there are none.
enum Style: String {
  case red = "31"
  case green = "32"
  case yellow = "33"
  case bold = "1"
  case dim = "2"
  case cyan = "36"
  case blue = "34"
  case redWord = "31;7"
  case greenWord = "32;7"

  /// The text in this style.
  func callAsFunction(_ text: String) -> String {
    Console.hasColour ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}
