import Glibc

/// A terminal that no screen can be shown on.
public struct TerminalError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Whether the input and the output are a terminal at all.
  public let isTerminal: Bool

  /// What the terminal is called in the environment; may be empty.
  public let name: String

  /// Describes the terminal of the program.
  init() {
    isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    name = Curses.variable("TERM")
  }

  /// What is wrong, for a person.
  public var description: String {
    guard isTerminal else { return "the input or the output is not a terminal" }
    guard !name.isEmpty else { return "the variable TERM is not set" }
    return "a terminal of the type “\(name)” cannot show a full screen"
  }
}
