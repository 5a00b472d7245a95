import Dispatch
import DocMergeCommand
import DocMergeDecisions
import DocMergeWeb
import Glibc
import Synchronization

/// The pages of the program `docmerge-page`.
struct ServedPages: PageServer {
  func decide(
    _ session: DecisionSession, host: SessionHost, title: String
  ) throws -> (SessionEnding, DecisionSession) {
    try ServedPage(session, host: host, title: title).run()
  }
}

/// A decision session on a page in the browser, for a program that waits for it.
struct ServedPage {
  let session: DecisionSession
  let host: SessionHost
  let title: String

  init(_ session: DecisionSession, host: SessionHost, title: String) {
    (self.session, self.host, self.title) = (session, host, title)
  }

  /// How serving came to its end.
  private final class Outcome: Sendable {
    let result = Mutex<Result<(SessionEnding, DecisionSession), any Error>?>(nil)
  }

  /// Serves the page, opens it in a browser where there is one, and waits until the person leaves.
  func run() throws -> (SessionEnding, DecisionSession) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw CommandError(description: "cannot make a pipe: \(String(cString: strerror(errno)))")
    }
    defer { for end in ends { close(end) } }
    let outcome = Outcome()
    let page = SessionPage(session, host: host, title: title)
    let bell = ends[1]
    let task = Task.detached {
      let result: Result<(SessionEnding, DecisionSession), any Error>
      do {
        result = .success(try await page.run(announce: Self.announce))
      } catch {
        result = .failure(error)
      }
      outcome.result.withLock { $0 = result }
      var sound: UInt8 = 0
      _ = write(bell, &sound, 1)
    }
    wait(for: ends[0], stopping: task)
    guard let result = outcome.result.withLock({ $0 }) else {
      throw CommandError(description: "the page ended without a result")
    }
    return try result.get()
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

  /// Says where the page is, and opens it.
  private static func announce(_ address: String) {
    Console.message("Decide at \(address)")
    if let browser { open(address, in: browser) }
    guard getenv("SSH_CONNECTION") != nil else {
      return Console.message("Control-C ends it; what you decided is kept.")
    }
    let port = address.split(separator: ":").last?.prefix { $0.isNumber } ?? ""
    Console.message(
      "From the computer that you came from: ssh -L \(port):127.0.0.1:\(port) THIS-HOST, then open that "
        + "address there. Control-C ends it; what you decided is kept.")
  }

  /// The program that opens a page; `nil` where there is no display.
  private static var browser: String? {
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    if let chosen = variable("BROWSER") { return chosen }
    return variable("DISPLAY") ?? variable("WAYLAND_DISPLAY") == nil ? nil : "xdg-open"
  }

  /// Starts the program, whose words nobody needs here.
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
      return Console.message("The browser could not be started; open the address yourself.")
    }
  }
}
