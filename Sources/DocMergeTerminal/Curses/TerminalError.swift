import DocMergeLanguage
import Glibc

/// The error for a terminal that cannot show a screen.
package struct TerminalError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Whether the input and the output are a terminal at all.
  package let isTerminal: Bool

  /// The name of the terminal in the environment; may be empty.
  package let name: String

  /// Describes the terminal of the program.
  init() {
    isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    name = Curses.variable("TERM")
  }

  /// The problem, for a person.
  package var description: String {
    guard isTerminal else { return tr("the input or the output is not a terminal") }
    guard !name.isEmpty else { return tr("the variable TERM is not set") }
    return tr("a terminal of the type “\(name)” cannot show a full screen")
  }
}
