import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Synchronization

/// Processes that coordinate by commands.
struct Client {
  private let folder: TemporaryFolder

  init(in folder: TemporaryFolder) { self.folder = folder }

  private var program: Program {
    let path = URL(filePath: Replica.command).deletingLastPathComponent()
      .appending(path: "DocMergeCoordinationClient").path
    return Program(path, in: folder.path, environment: Client.runtime)
  }

  /// What makes other processes find the same runtime folder.
  static var runtime: [String: String] {
    ProcessInfo.processInfo.environment.filter {
      ["DOCMERGE_RUNTIME_DIR", "XDG_RUNTIME_DIR"].contains($0.key)
    }
  }

  func start(_ words: String...) -> RunningProgram { program.start(words) }

  /// Starts a process and waits until it has printed a line that begins with `word`.
  func start(until word: String, _ words: String...) throws -> RunningProgram {
    let running = program.start(words)
    try running.wait(for: word)
    return running
  }
}

extension RunningProgram {
  /// Waits until the process has printed a line that begins with `word`.
  func wait(for word: String) throws {
    try Patience.wait("\(word), but: \(text)") {
      text.split(separator: "\n").contains { $0.hasPrefix(word) }
    }
  }

  /// What it has printed so far.
  var text: String { outputSoFar }

  /// What it has printed so far, line by line.
  var lines: [String] { text.split(separator: "\n").map(String.init) }

  func stop() { Glibc.kill(id, SIGSTOP) }

  func resume() { Glibc.kill(id, SIGCONT) }
}

/// Waiting for what other threads and processes do.
enum Patience {
  struct Over: Error, CustomStringConvertible { let description: String }

  /// Waits until something holds; after two minutes it never will, however busy the computer is.
  static func wait(_ what: @autoclosure () -> String, until isTrue: () -> Bool) throws {
    let end = Date(timeIntervalSinceNow: 120)
    while !isTrue() {
      guard Date() < end else { throw Over(description: "in vain waited for \(what())") }
      usleep(1000)
    }
  }
}

/// Messages in the order in which they came.
final class Trace: Sendable {
  private let list = Mutex<[String]>([])

  var messages: [String] { list.withLock { $0 } }

  func add(_ message: String) { list.withLock { $0.append(message) } }

  func clear() { list.withLock { $0 = [] } }

  func wait(for message: String) throws {
    try Patience.wait("\(message), but: \(messages)") { messages.contains(message) }
  }

  func wait(count: Int) throws {
    try Patience.wait("\(count) messages, but: \(messages)") { messages.count >= count }
  }
}

/// A file, and the coordinators and presenters of a test.
struct Place {
  let folder = TemporaryFolder()

  func url(_ name: String) -> URL { URL(filePath: "\(folder.path)/\(name)") }

  @discardableResult
  func file(_ name: String, _ text: String = "text") -> URL {
    File("\(folder.path)/\(name)").write(Array(text.utf8))
    return url(name)
  }

  func makeFolder(_ name: String) throws -> URL {
    let url = URL(filePath: "\(folder.path)/\(name)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }

  func text(_ name: String) -> String? { File("\(folder.path)/\(name)").text }

  var client: Client { Client(in: folder) }

  /// A coordinator that fails when it must wait for longer than a moment.
  func impatient() -> FileCoordinator {
    let coordinator = FileCoordinator()
    coordinator.timeout = .milliseconds(60)
    return coordinator
  }

  /// Whether another process could do this just now.
  func isFree(reading url: URL) -> Bool {
    isFree { try impatient().coordinate(readingItemAt: url) { _ in } }
  }

  func isFree(writing url: URL, options: FileCoordinator.WritingOptions = []) -> Bool {
    isFree { try impatient().coordinate(writingItemAt: url, options: options) { _ in } }
  }

  /// Tries until it succeeds, or another holder is in the way: a busy computer alone is no reason to fail.
  private func isFree(_ attempt: @escaping @Sendable () throws -> Void) -> Bool {
    for _ in 0..<1000 {
      do {
        try outside(attempt)
        return true
      } catch CoordinationError.timedOut(holder: nil) {
        continue
      } catch {
        return false
      }
    }
    return false
  }

  /// Runs on another thread: its work does not belong to the accessor around.
  func outside<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    let outcome = Mutex<Swift.Result<Result, any Error>?>(nil)
    let thread = Thread {
      let result = Swift.Result(catching: body); outcome.withLock { $0 = result }
    }
    thread.start()
    try Patience.wait("a thread") { outcome.withLock { $0 != nil } }
    guard let result = outcome.withLock({ $0 }) else { throw Patience.Over(description: "") }
    return try result.get()
  }

  func present(_ url: URL?, _ change: (RecordingPresenter) -> Void = { _ in }) -> RecordingPresenter
  {
    let presenter = RecordingPresenter(url)
    change(presenter)
    FileCoordinator.addFilePresenter(presenter)
    return presenter
  }
}
