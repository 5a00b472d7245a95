import DocMerge
import DocMergeSystem
import Glibc
import Synchronization

/// A program that stands in for this one: it gets the signals, and its status is passed on.
enum ForwardedProcess {
  /// The program that runs, for the handler of signals.
  private static let child = Atomic<Int32>(0)

  private static let forwarded = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGWINCH]

  /// Runs a program to its end.
  ///
  /// Signals that arrive here are sent to it. Those of the terminal reach it directly, so it may get
  /// them twice, as from a person who presses the key twice.
  ///
  /// - Returns: its exit status; 128 and the number of the signal when one ended it, as in a shell.
  /// - Throws: ``CommandError`` if it cannot be started.
  static func run(_ words: [String]) throws -> Int32 {
    for number in forwarded {
      signal(number) { number in
        let child = ForwardedProcess.child.load(ordering: .relaxed)
        if child > 0 { kill(child, number) }
      }
    }
    defer { for number in forwarded { signal(number, SIG_DFL) } }
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var number: pid_t = 0
    let problem = posix_spawnp(&number, words[0], nil, nil, &arguments, environ)
    guard problem == 0 else {
      throw CommandError(
        description:
          "cannot start \(PrintableText.escape(words[0])): \(String(cString: strerror(problem)))")
    }
    child.store(number, ordering: .relaxed)
    defer { child.store(0, ordering: .relaxed) }
    var status: Int32 = 0
    while waitpid(number, &status, 0) < 0 {
      guard errno == EINTR else { return 2 }
    }
    let end = status & 0x7F
    return end == 0 ? (status >> 8) & 0xFF : 128 + end
  }
}
