import Glibc

/// What a program wrote, and how it ended.
package struct Output: Sendable, CustomStringConvertible {
  /// The exit status, or 128 and the number of the signal that ended it.
  package var status: Int32
  /// What it wrote to standard output.
  package var bytes: [UInt8]
  /// What it wrote to standard error.
  package var messageBytes: [UInt8]

  /// Standard output as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
  /// Standard error as text.
  package var messages: String { String(decoding: messageBytes, as: UTF8.self) }
  /// Standard output, line by line.
  package var lines: [String] { text.split(separator: "\n").map(String.init) }

  package var description: String { "status \(status)\nstdout: \(text)\nstderr: \(messages)" }
}

/// A program that ended with another status than the test counts on.
package struct UnexpectedStatus: Error, CustomStringConvertible {
  package var words: [String]
  package var output: Output

  package var description: String { "\(words.joined(separator: " ")): \(output)" }
}

/// A program that runs in a folder, without the settings of any user.
package struct Program: Sendable {
  /// The name, or the path, of the program.
  package var name: String
  /// Where it runs.
  package var folder: String
  /// What the environment has besides the usual.
  package var environment: [String: String] = [:]

  package init(_ name: String, in folder: String, environment: [String: String] = [:]) {
    self.name = name
    self.folder = folder
    self.environment = environment
  }

  /// Runs to the end.
  package func run(_ words: [String], input: [UInt8] = []) -> Output {
    run(words.map { Array($0.utf8) }, input: input)
  }

  /// Runs to the end, with arguments that need not be text.
  package func run(_ words: [[UInt8]], input: [UInt8] = []) -> Output {
    start(words, input: input).finish()
  }

  /// Runs to the end and counts on its status.
  @discardableResult
  package func run(
    _ words: [String], exits status: Int32, input: [UInt8] = []
  ) throws -> Output {
    let output = run(words, input: input)
    guard output.status == status else {
      throw UnexpectedStatus(words: [name] + words, output: output)
    }
    return output
  }

  /// Starts, for tests in which two programs run at once.
  package func start(_ words: [String], input: [UInt8] = []) -> RunningProgram {
    start(words.map { Array($0.utf8) }, input: input)
  }

  private func start(_ words: [[UInt8]], input: [UInt8]) -> RunningProgram {
    let files = TemporaryFolder()
    File("\(files.path)/in").write(input)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "\(files.path)/in", O_RDONLY, 0)
    for (number, name) in [(Int32(1), "out"), (2, "err")] {
      posix_spawn_file_actions_addopen(
        &actions, number, "\(files.path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    // The threads of tests block signals, and a program would start with the same ones blocked.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    // Tests that were started in the background have some ignored.
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    // `env` goes to the folder and becomes the program, under the same number.
    var arguments =
      (["env", "-C", folder, name].map { Array($0.utf8) } + words).map(Program.copy) + [nil]
    var settings =
      variables.map { Program.copy(Array("\($0.key)=\($0.value)".utf8)) } + [nil]
    defer { for pointer in arguments + settings { free(pointer) } }
    var child: pid_t = 0
    let failure = posix_spawnp(&child, "env", &actions, &attributes, &arguments, &settings)
    precondition(failure == 0, "\(name) could not be started: \(failure)")
    return RunningProgram(id: child, files: files)
  }

  /// No home, no settings of git, no time zone, no language: the same everywhere.
  package var variables: [String: String] {
    [
      "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin",
      "HOME": "/nonexistent", "TZ": "UTC", "LC_ALL": "C.UTF-8", "TERM": "dumb", "PAGER": "cat",
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CEILING_DIRECTORIES": "/",
    ].merging(sanitizer) { $1 }.merging(environment) { $1 }
  }

  /// What Scripts/sanitize.sh sets, and programs need to be looked at as the tests are.
  private var sanitizer: [String: String] {
    var settings: [String: String] = [:]
    for name in ["LD_PRELOAD", "TSAN_OPTIONS", "ASAN_OPTIONS"] {
      settings[name] = getenv(name).map { String(cString: $0) }
    }
    return settings
  }

  private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
    strdup(bytes.map { CChar(bitPattern: $0) } + [0])
  }
}

/// A program that was started.
package struct RunningProgram: Sendable {
  /// The number of the process.
  package let id: Int32
  fileprivate let files: TemporaryFolder

  /// Ends it at once, as a power cut would.
  package func kill() { Glibc.kill(id, SIGKILL) }

  /// What it wrote to standard output until now.
  package var outputSoFar: String { File("\(files.path)/out").text ?? "" }

  /// Waits for its end.
  package func finish() -> Output {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return Output(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
      bytes: File("\(files.path)/out").bytes ?? [],
      messageBytes: File("\(files.path)/err").bytes ?? [])
  }
}
