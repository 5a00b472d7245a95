import DocMergeTestSupport
import Foundation
import Glibc
import Testing

/// A running `docmerge sync --watch --json`, which is ended when it is no longer needed.
final class SyncWatch: Sendable {
  /// A line that it printed.
  struct Event: Decodable, Sendable {
    var format: String
    var version: Int
    var date: String
    var event: String
    var remote: String?
    var reason: String?
    var message: String?
    var saved: Int?
    var received: Int?
    var isSent: Bool?
    var waiting: Int?
    var conflicts: Int?
    var resolved: Int?
    var problems: [String]?

    /// Whether a remote was met and something came of it.
    var isWork: Bool {
      event == "synced" && (saved ?? 0) + (received ?? 0) + (isSent == true ? 1 : 0) > 0
    }
  }

  /// What did not happen.
  struct Overdue: Error, CustomStringConvertible {
    var description: String
  }

  private let running: RunningProgram

  /// Starts it and waits until it watches.
  init(_ program: Program, interval: Int = 2, _ words: String...) throws {
    running = program.start(["sync", "--watch", "--json", "--interval", "\(interval)"] + words)
    try wait("watching") { !$0.isEmpty }
  }

  deinit {
    running.kill()
    _ = running.finish()
  }

  /// The number of the process.
  var id: Int32 { running.id }

  /// What it printed until now; a line that is not whole yet is left out.
  var events: [Event] {
    let text = running.outputSoFar
    let whole = text[..<(text.lastIndex(of: "\n") ?? text.startIndex)]
    return whole.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Event.self, from: Data($0.utf8))
    }
  }

  /// Waits for something that the events tell; three minutes are more than anything needs.
  func wait(_ what: String, until isDone: ([Event]) -> Bool) throws {
    try SyncWatch.wait(what) { isDone(events) }
  }

  /// Waits for anything.
  static func wait(_ what: String, until isDone: () throws -> Bool) throws {
    for _ in 0..<18_000 {
      if try isDone() { return }
      usleep(10_000)
    }
    throw Overdue(description: "\(what) did not happen within three minutes")
  }

  /// Waits for its end.
  func wait() -> Output { running.finish() }

  /// Sends a signal and waits for the end.
  func end(by signal: Int32 = SIGTERM) -> Output {
    kill(running.id, signal)
    return running.finish()
  }
}

/// What `docmerge sync --status --json` prints.
struct SyncStatusJSON: Decodable {
  struct Remote: Decodable {
    var name: String
    var waiting: Int
    var state: String?
    var reason: String?
    var message: String?
    var problems: [String]
  }

  var format: String
  var isRunning: Bool
  var process: Int32?
  var interval: Int?
  var isPaused: Bool
  var remotes: [Remote]
}

extension Program {
  /// What `docmerge sync --status --json` says.
  func syncStatus() throws -> SyncStatusJSON {
    try run(["sync", "--status", "--json"], exits: 0).report(SyncStatusJSON.self)
  }
}

/// The processes of this computer.
enum Processes {
  /// Those whose words have a text in them.
  static func naming(_ text: String) -> [String] {
    let list = Program("ps", in: "/").run(["-eo", "stat=,args="])
    return list.lines.filter { $0.contains(text) && !$0.hasPrefix("Z") }
  }
}
