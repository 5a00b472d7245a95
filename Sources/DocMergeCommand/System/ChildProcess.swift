import DocMerge
import DocMergeSystem
import Glibc

/// Other programs that a verb runs.
enum ChildProcess {
  /// Runs a program to its end, at the terminal of this one.
  ///
  /// - Parameter words: its name, and its arguments.
  /// - Returns: its exit status.
  /// - Throws: ``CommandError`` if it cannot be started or is killed.
  static func run(_ words: [String]) throws -> Int32 {
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    let problem = posix_spawnp(&child, words[0], nil, nil, &arguments, environ)
    guard problem == 0 else {
      throw CommandError(
        description: "cannot start \(words[0]): \(String(cString: strerror(problem)))")
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw failure("wait for", words) }
    }
    guard status & 0x7F == 0 else {
      throw CommandError(description: "\(words[0]) was killed by signal \(status & 0x7F)")
    }
    return (status >> 8) & 0xFF
  }

  private static func failure(_ action: String, _ words: [String]) -> CommandError {
    CommandError(
      description:
        "cannot \(action) \(PrintableText.escape(words[0])): \(String(cString: strerror(errno)))")
  }
}
