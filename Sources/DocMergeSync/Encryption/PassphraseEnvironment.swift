import DocMergeObjects
import Glibc

/// Tells gpg whether a person can be asked for a passphrase.
struct PassphraseEnvironment {
  /// The words for git that pass gpg its options.
  package var words: [String] = []
  /// Additions to the environment.
  package var variables: [String: String] = [:]

  private static let arguments = "gcrypt.gpg-args"

  /// Finds out where a person could be asked.
  ///
  /// With no terminal and no desktop, gpg has to fail at once: it would ask at a terminal on which it was started long
  /// ago, or wait for ever.
  init(mayAsk: Bool, git: GitStore) throws {
    if mayAsk {
      if getenv("GPG_TTY") == nil, let terminal = PassphraseEnvironment.terminal() {
        variables["GPG_TTY"] = terminal
      }
      return
    }
    variables["GPG_TTY"] = ""
    var options = try git.configuration(PassphraseEnvironment.arguments).map { [$0] } ?? []
    options.append("--no-tty")
    let desktop = getenv("DISPLAY") ?? getenv("WAYLAND_DISPLAY")
    if desktop == nil { options.append("--pinentry-mode=error") }
    words = ["-c", "\(PassphraseEnvironment.arguments)=\(options.joined(separator: " "))"]
  }

  /// The name of the terminal, for a program that runs in the background and cannot open `/dev/tty`.
  private static func terminal() -> String? {
    for file in [STDERR_FILENO, STDIN_FILENO, STDOUT_FILENO] where isatty(file) == 1 {
      if let name = ttyname(file) { return String(cString: name) }
    }
    return nil
  }
}
