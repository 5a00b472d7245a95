import DocMerge
import DocMergeLanguage
import DocMergeSystem
import Glibc

/// The output of the program: data to standard output, messages to standard error.
package enum Console {
  /// Prints a line of data.
  static func print(_ text: String) {
    write(Array(text.utf8) + [UInt8(ascii: "\n")], to: .output)
  }

  /// Prints bytes as they are.
  static func print(bytes: [UInt8]) {
    write(bytes, to: .output)
  }

  /// Prints a line for the person.
  package static func message(_ text: String) {
    write(Array(text.utf8) + [UInt8(ascii: "\n")], to: .error)
  }

  /// Prints text for the person without ending the line.
  static func prompt(_ text: String) {
    write(Array(text.utf8), to: .error)
  }

  /// Prints a prompt and reads a line; `nil` at the end of the input.
  static func ask(_ prompt: String) -> String? {
    self.prompt(prompt)
    return readLine()
  }

  /// Whether both ends are a terminal.
  static var isInteractive: Bool { StandardFile.input.isTerminal && StandardFile.error.isTerminal }

  /// Whether standard output shows colours (https://no-color.org).
  static let hasColour = StandardFile.output.hasColour

  private static func write(_ bytes: [UInt8], to file: StandardFile) {
    do {
      try file.write(bytes)
    } catch {
      if file == .output, error.code != EPIPE {
        let words = tr("cannot write: \(error.description)")
        try? StandardFile.error.write(Array("docmerge: \(words)\n".utf8))
      }
      // If nothing can be written, only the exit status can report it.
      exit(ExitStatus.failed.rawValue)
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
