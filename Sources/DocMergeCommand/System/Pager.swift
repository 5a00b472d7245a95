import DocMergeFiles
import Glibc
import Synchronization

/// The program that shows long output page by page, chosen by git's rules (git-config(1), core.pager).
///
/// Only on a terminal: `DOCMERGE_PAGER`, `GIT_PAGER`, git's `core.pager`, `PAGER`, else less; an empty name and
/// `cat` stand for none. less is told to leave short output alone, unless `LESS` says something of its own.
enum Pager {
  /// The process that shows the output; 0 while there is none.
  private static let process = Atomic<pid_t>(0)

  /// Starts it, if there is one; from now on standard output leads there.
  ///
  /// - Throws: ``CommandError`` if it cannot be started.
  static func start() throws {
    guard process.load(ordering: .relaxed) == 0, isatty(STDOUT_FILENO) == 1, let command else {
      return
    }
    // What is printed afterwards is for the terminal still.
    _ = Console.hasColour
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw failure() }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    if getenv("LESS") == nil { setenv("LESS", "FRX", 1) }
    let texts: [String] = ["sh", "-c", command]
    var words = texts.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    let problem = posix_spawnp(&child, "sh", &actions, nil, &words, environ)
    close(ends[0])
    guard problem == 0 else {
      close(ends[1])
      errno = problem
      throw failure()
    }
    dup2(ends[1], STDOUT_FILENO)
    close(ends[1])
    process.store(child, ordering: .relaxed)
  }

  /// Waits until the person has seen enough.
  static func finish() {
    let child = process.exchange(0, ordering: .relaxed)
    guard child != 0 else { return }
    close(STDOUT_FILENO)
    // Control-C is for the pager as long as it runs.
    signal(SIGINT, SIG_IGN)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
  }

  /// The command of the pager; `nil` where there is to be none.
  private static var command: String? {
    let chosen =
      variable("DOCMERGE_PAGER") ?? variable("GIT_PAGER") ?? configured ?? variable("PAGER")
      ?? (isInstalled("less") ? "less" : "")
    return chosen.isEmpty || chosen == "cat" ? nil : chosen
  }

  private static func isInstalled(_ program: String) -> Bool {
    (variable("PATH") ?? "").split(separator: ":").contains {
      access("\($0)/\(program)", X_OK) == 0
    }
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// What git's settings name.
  private static var configured: String? {
    guard let result = GitProgram.run(["config", "--get", "core.pager"].map { Array($0.utf8) }),
      result.status == 0
    else { return nil }
    return String(decoding: result.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  private static func failure() -> CommandError {
    CommandError(description: "cannot start the pager: \(String(cString: strerror(errno)))")
  }
}
