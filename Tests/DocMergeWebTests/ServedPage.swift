import DocMergeCore
import DocMergeDecisions
import Foundation
import Synchronization

@testable import DocMergeWeb

/// A page that is being served, and requests to it over real sockets.
struct ServedPage {
  let port: UInt16
  let token: String
  fileprivate let run: Task<(SessionEnding, DecisionSession), any Error>

  /// Serves a session while a test runs.
  static func with<T>(
    _ documents: [SessionDocument],
    keep: @escaping @Sendable (DecisionSession) throws -> Void = { _ in },
    patience: Duration = .seconds(60), silenceLimit: Duration = .seconds(20),
    _ body: (ServedPage) async throws -> T
  ) async throws -> T {
    let host = SessionHost(
      place: { _, _ in "line 1, Setup" }, faults: { _ in ["a key stands twice"] }, keep: keep)
    var page = SessionPage(DecisionSession(documents), host: host, title: "test")
    page.server.patience = patience
    page.server.silenceLimit = silenceLimit
    return try await serving({ [page] in try await page.run(announce: $0) }, body)
  }

  /// Serves a page that only shows while a test runs.
  static func reading<T>(
    _ readings: [Reading], action: ReadingAction? = nil,
    _ body: (ServedPage) async throws -> T
  ) async throws -> T {
    let page = ReadingPage(readings, title: "test", action: action)
    return try await serving(
      {
        try await page.run(announce: $0)
        return (.leave, DecisionSession([]))
      }, body)
  }

  private static func serving<T>(
    _ serve:
      @escaping @Sendable (@Sendable (String) -> Void) async throws -> (
        SessionEnding, DecisionSession
      ), _ body: (ServedPage) async throws -> T
  ) async throws -> T {
    let (addresses, announce) = AsyncStream<String>.makeStream()
    let run = Task { try await serve { _ = announce.yield($0) } }
    defer { run.cancel() }
    var address = ""
    for await first in addresses {
      address = first
      break
    }
    let parts = address.split(separator: "/")
    let port = parts[1].split(separator: ":").last.flatMap { UInt16($0) } ?? 0
    return try await body(ServedPage(port: port, token: String(parts[2]), run: run))
  }

  /// How the session ended.
  var ending: (SessionEnding, DecisionSession) {
    get async throws { try await run.value }
  }

  /// Ends the task that serves.
  func cancel() { run.cancel() }

  // MARK: - Requests

  func get(_ path: String, host: String? = nil, headers: String = "") -> String {
    "GET \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\nConnection: close\r\n\(headers)\r\n"
  }

  func post(
    _ name: String, _ body: String, origin: String? = nil, type: String = "application/json",
    token: String? = nil
  ) -> String {
    "POST /\(token ?? self.token)/\(name) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
      + "Origin: \(origin ?? "http://127.0.0.1:\(port)")\r\nContent-Type: \(type)\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  func status(_ request: String) async throws -> Int {
    try await RawClient.status(of: request, port: port)
  }

  /// A report that the server answers with.
  func report<T: Decodable>(_ type: T.Type, _ request: String) async throws -> T {
    let answer = try await RawClient.answer(to: request, port: port).text
    let body = answer.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n")
    return try JSONDecoder().decode(type, from: Data(body.utf8))
  }

  func state() async throws -> StateReport {
    try await report(StateReport.self, get("/\(token)/state"))
  }

  func step(_ command: PageCommand) async throws -> StateReport {
    let body = String(decoding: try JSONEncoder().encode(command), as: UTF8.self)
    return try await report(StateReport.self, post("step", body))
  }
}

/// Documents in conflict.
enum Documents {
  static let base = (1...12).map { "line \($0)\n" }.joined()

  /// A text with two conflicts.
  static func text(_ path: String = "a.md") throws -> SessionDocument {
    try text(
      path, base: Array(base.utf8),
      ours: Array(
        base.replacing("line 2\n", with: "ours 2\n").replacing("line 9\n", with: "ours 9\n").utf8),
      theirs: Array(
        base.replacing("line 2\n", with: "theirs 2\n").replacing("line 9\n", with: "theirs 9\n")
          .utf8))
  }

  static func text(
    _ path: String, base: [UInt8], ours: [UInt8], theirs: [UInt8]
  ) throws -> SessionDocument {
    let options = TextMergeOptions(policy: .strict, style: .zdiff3, isSuggesting: true)
    let merge = try LayeredMerge(
      base: base, ours: ours, theirs: theirs, options: options, pair: .oneByOne)
    return SessionDocument(
      path: path,
      versions: [.init(name: "ours", size: ours.count), .init(name: "theirs", size: theirs.count)],
      identity: path, text: TextDecisions(merge, inputs: (base, ours, theirs)))
  }

  /// A document without regions, and what its versions hold.
  static func contents(
    _ path: String, _ versions: [String], base: String? = nil
  ) -> SessionDocument {
    var document = whole(path)
    document.contents = versions.map(contents)
    document.baseContents = base.map(contents)
    return document
  }

  static func contents(_ text: String) -> VersionContents {
    VersionContents { Array(text.utf8) }
  }

  /// A document without regions.
  static func whole(_ path: String = "b.png") -> SessionDocument {
    SessionDocument(
      path: path, versions: [.init(name: "ours", size: 3), .init(name: "theirs", size: nil)],
      identity: path, text: nil)
  }
}
