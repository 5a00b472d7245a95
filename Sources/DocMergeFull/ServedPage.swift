import Dispatch
import DocMergeCommand
import DocMergeDecisions
import DocMergeLanguage
import DocMergeWeb
import Glibc
import Synchronization

/// The pages of the program `docmerge-full`.
struct ServedPages: PageServer {
  func decide(
    _ session: DecisionSession, host: SessionHost, title: String
  ) throws -> (SessionEnding, DecisionSession) {
    let page = SessionPage(session, host: host, title: title)
    return try ServedPage(
      invitation: { tr("Decide at \($0)") },
      ending: tr("Control-C ends it; what you decided is kept.")
    ) { try await page.run(announce: $0) }.run()
  }

  func show(_ readings: [Reading], title: String, action: ReadingAction?) throws {
    let page = ReadingPage(readings, title: title, action: action)
    try ServedPage(
      invitation: { tr("Read it at \($0)") }, ending: tr("Control-C ends it.")
    ) {
      try await page.run(announce: $0)
    }.run()
  }
}

/// A page in the browser, for a program that waits for it.
struct ServedPage<Outcome: Sendable>: Sendable {
  /// What the person can do at an address: `Decide at http://127.0.0.1:4000/`.
  let invitation: @Sendable (String) -> String
  /// How it can be ended, besides the buttons of the page.
  let ending: String
  /// Serves it until the person leaves; calls its argument with the address.
  let serve: @Sendable (@Sendable (String) -> Void) async throws -> Outcome

  /// The outcome of serving.
  private final class Result: Sendable {
    let value = Mutex<Swift.Result<Outcome, any Error>?>(nil)
  }

  /// Serves the page, opens it in a browser where there is one, and waits until the person leaves.
  func run() throws -> Outcome {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw CommandError(description: tr("cannot make a pipe: \(String(cString: strerror(errno)))"))
    }
    defer { for end in ends { close(end) } }
    let result = Result()
    let bell = ends[1]
    let task = Task.detached {
      let outcome: Swift.Result<Outcome, any Error>
      do {
        outcome = .success(try await serve(announce))
      } catch {
        outcome = .failure(error)
      }
      result.value.withLock { $0 = outcome }
      var sound: UInt8 = 0
      _ = write(bell, &sound, 1)
    }
    wait(for: ends[0], stopping: task)
    guard let outcome = result.value.withLock({ $0 }) else {
      throw CommandError(description: tr("the page ended without a result"))
    }
    return try outcome.get()
  }

  /// Waits until the page has ended; a signal makes it end.
  private func wait(for file: Int32, stopping task: Task<Void, Never>) {
    var files = [
      pollfd(fd: file, events: Int16(POLLIN), revents: 0),
      pollfd(fd: Interruption.file, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let count = poll(&files, nfds_t(files.count), -1)
      if count > 0, files[0].revents != 0 { return }
      guard count > 0, files[1].revents != 0 else { continue }
      task.cancel()
      files[1].fd = -1
    }
  }

  /// Prints the address of the page, and opens it.
  private func announce(_ address: String) {
    Console.message(invitation(address))
    if let browser = Self.browser { Self.open(address, in: browser) }
    guard getenv("SSH_CONNECTION") != nil else { return Console.message(ending) }
    let port = address.split(separator: ":").last?.prefix { $0.isNumber } ?? ""
    Console.message(
      tr(
        """
        From the computer that you came from: ssh -L \(port):127.0.0.1:\(port) THIS-HOST, then open \
        that address there. \(ending)
        """))
  }

  /// The program that opens a page; `nil` where there is no display.
  private static var browser: String? {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    if let chosen = variable("BROWSER") { return chosen }
    return variable("DISPLAY") ?? variable("WAYLAND_DISPLAY") == nil ? nil : "xdg-open"
  }

  /// Starts the program, whose output is not needed here.
  private static func open(_ address: String, in browser: String) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for file in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_RDWR, 0)
    }
    let texts = ["sh", "-c", "\(browser) \"$1\"", "sh", address]
    var words = texts.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, "sh", &actions, nil, &words, environ) == 0 else {
      return Console.message(
        tr("The browser could not be started; open the address yourself."))
    }
  }
}
