import DocMergePOSIX
import Glibc

/// How a process ended.
package enum ProcessEnd: Sendable, Hashable {
  case exited(Int32)
  case killed(signal: Int32)

  /// The status in a shell's form: 128 and the number of the signal that ended it.
  package var shellStatus: Int32 {
    switch self {
    case .exited(let status): status
    case .killed(let signal): 128 + signal
    }
  }

  /// Parses the status of `waitpid`.
  init(_ status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
  }
}

/// A program that this process starts and waits for.
///
///     try ChildProcess.run(["git", "gc"]).shellStatus  // 0
///
/// It has the terminal of this process, and its environment but for variables that are given. See ``HelperProcess`` for one that ends with it.
package struct ChildProcess: Sendable {
  /// The number of the process.
  package let number: Int32

  /// Starts a program.
  ///
  /// Calls `posix_spawnp`.
  ///
  /// - Parameters:
  ///   - words: its name, which is looked up in `PATH`, and its arguments.
  ///   - variables: variables that replace those of this process, or are added to them.
  ///   - input: an open file for its standard input; -1 for that of this process.
  ///   - output: the same for its standard output.
  ///   - error: the same for its standard error.
  /// - Throws: ``Errno``, also if there is no such program.
  package init(
    _ words: [[UInt8]], variables: [String: [UInt8]] = [:], input: Int32 = -1,
    output: Int32 = -1, error: Int32 = -1
  ) throws(Errno) {
    number = try CStrings.lend(words) { words throws(Errno) in
      try CStrings.lend(Variable.all(replacing: variables)) { variables throws(Errno) in
        try Errno.check(docmerge_spawn(words, variables, input, output, error))
      }
    }
  }

  /// A child that was started before.
  package init(number: Int32) { self.number = number }

  /// Waits for its end.
  ///
  /// Calls `waitpid`, again where a signal interrupts it.
  package func end() throws(Errno) -> ProcessEnd {
    var status: Int32 = 0
    while waitpid(number, &status, 0) < 0 {
      if errno != EINTR { throw .current }
    }
    return ProcessEnd(status)
  }

  /// Sends it a signal; safe in a handler of signals.
  ///
  /// Calls `kill`.
  package func send(_ signal: Int32) { kill(number, signal) }

  /// Starts a program, and waits for its end.
  package static func run(
    _ words: [[UInt8]], variables: [String: [UInt8]] = [:], input: Int32 = -1,
    output: Int32 = -1, error: Int32 = -1
  ) throws(Errno) -> ProcessEnd {
    try ChildProcess(
      words, variables: variables, input: input, output: output, error: error
    ).end()
  }

  /// Runs it with words that are text.
  package static func run(_ words: [String]) throws(Errno) -> ProcessEnd {
    try run(words.map { Array($0.utf8) })
  }

  /// Starts a program by its path, in a session of its own, without input or output, and does not wait for it.
  ///
  /// Calls `posix_spawn` with `POSIX_SPAWN_SETSID`.
  package static func detach(_ words: [String]) throws(Errno) {
    try CStrings.lend(words.map { Array($0.utf8) }) { words throws(Errno) in
      _ = try Errno.check(docmerge_detach(words))
    }
  }
}

/// Words in C's form.
enum CStrings {
  /// Lends an array of words that ends with a null pointer.
  static func lend<Result>(
    _ words: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) throws(Errno) -> Result
  ) throws(Errno) -> Result {
    let words = words.map { strdup(SystemPath(bytes: $0).characters) } + [nil]
    defer { for word in words { free(word) } }
    return try body(words)
  }
}
