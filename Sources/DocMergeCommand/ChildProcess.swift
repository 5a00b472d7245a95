import DocMerge
import Glibc

/// Other programs that a verb runs.
enum ChildProcess {
  /// Runs a program to its end, at the terminal of this one.
  ///
  /// - Parameter words: its name, and its arguments.
  /// - Returns: its exit status.
  /// - Throws: ``CommandError`` if it cannot be started or is killed.
  static func run(_ words: [String]) throws -> Int32 {
    try run(words, input: STDIN_FILENO, output: STDOUT_FILENO)
  }

  /// What a program that must end with 0 writes when it reads `input`.
  ///
  /// Both lie in files, so that neither waits for the other to be read.
  static func output(of words: [String], input: [UInt8] = []) throws -> [UInt8] {
    let (source, target) = (try temporaryFile(), try temporaryFile())
    defer {
      close(source)
      close(target)
    }
    var rest = input[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(source, $0.baseAddress, $0.count) }
      guard count > 0 else { throw failure("write for", words) }
      rest = rest.dropFirst(count)
    }
    lseek(source, 0, SEEK_SET)
    let status = try run(words, input: source, output: target)
    guard status == 0 else {
      throw CommandError(
        description: "\(words.prefix(2).joined(separator: " ")) ended with \(status)")
    }
    lseek(target, 0, SEEK_SET)
    return try InputFile.read(descriptor: target, named: words[0])
  }

  private static func run(_ words: [String], input: Int32, output: Int32) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if input != STDIN_FILENO { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
    if output != STDOUT_FILENO { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    let problem = posix_spawnp(&child, words[0], &actions, nil, &arguments, environ)
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

  /// A file without a name, which is gone when it is closed.
  private static func temporaryFile() throws -> Int32 {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/docmerge-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw failure("make a file in", [folder]) }
    unlink(template)
    guard fcntl(file, F_SETFD, FD_CLOEXEC) == 0 else { throw failure("make a file in", [folder]) }
    return file
  }

  private static func failure(_ action: String, _ words: [String]) -> CommandError {
    CommandError(
      description:
        "cannot \(action) \(PrintableText.escape(words[0])): \(String(cString: strerror(errno)))")
  }
}
