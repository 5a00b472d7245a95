import DocMerge
import DocMergeTestSupport
import Glibc
import Synchronization
import Testing

/// What a sync says while it works, to a person and to a program.
struct SyncProgressTests {
  @Test(.enabled(if: access("/usr/bin/script", X_OK) == 0, "script is not installed"))
  func `a terminal shows the current step, and quiet shows nothing`() throws {
    let listener = try Listener()
    let a = try Meeting().replica("A")
    let url = "git://127.0.0.1:\(listener.port)/notes.git"
    try a.docmerge("remote", "set-url", "home", url)
    func onTerminal(_ words: String) -> Output {
      Program("script", in: a.path, environment: ["TERM": "xterm"])
        .run(["-qec", "'\(Replica.command)' sync --timeout 1 \(words)", "/dev/null"])
    }
    let output = onTerminal("")
    #expect(output.status == 75)
    #expect(output.text.contains("home: connecting…"), "\(output)")
    #expect(output.text.contains("waiting to try again… "), "\(output)")
    #expect(onTerminal("--quiet").bytes.isEmpty)
    let plain = a.program.run(["sync", "--timeout", "1"])
    #expect(!plain.messages.contains("connecting") && !plain.messages.contains("\r"))
  }

  /// A container of the library, on a replica of the command.
  private func container(_ served: ServedReplica) throws -> Container {
    try Container(path: served.replica.path)
  }

  @Test(.enabled(if: GitServer.Kind.http.isInstalled, "lighttpd is not installed"))
  func `a program gets the phases, the objects and the bytes`() throws {
    let server = try GitServer(.http)
    let (a, b) = (try ServedReplica("A", at: server), try ServedReplica("B", at: server))
    for number in 0..<50 { a.replica.write("\(number).md", "\(number)\n") }
    let steps = Mutex<[SyncProgress]>([])
    let report = try container(a).sync(
      with: "home",
      progress: { step in
        steps.withLock { $0.append(step) }
      })
    #expect(report.isSent && report.offline == nil && report.waiting == 0)
    let sent = steps.withLock { $0 }
    #expect(sent.map(\.phase).starts(with: [.saving, .connecting]))
    #expect(sent.contains { $0.phase == .joining })
    #expect(sent.contains { $0.phase == .sending && $0.fraction == 1 && $0.bytes > 0 })
    _ = try container(b).sync(
      with: "home",
      progress: { step in
        steps.withLock { $0.append(step) }
      })
    let received = steps.withLock { $0.dropFirst(sent.count) }
    let last = try #require(received.last { $0.phase == .receiving })
    #expect(last.completed == last.total && last.completed > 50)
  }

  @Test func `a program can cancel while a remote on a path is looked at`() throws {
    let meeting = Meeting()
    let (a, b) = (try meeting.replica("A"), try meeting.replica("B"))
    for number in 0..<20 { try a.save("\(number).md", "\(number)\n") }
    try a.docmerge("sync")
    let calls = Mutex(0)
    let phases = Mutex<[SyncProgress.Phase]>([])
    let error = #expect(throws: RemoteError.self) {
      try Container(path: b.path).sync(
        with: "home",
        isCancelled: {
          calls.withLock { calls in
            calls += 1
            return calls > 10
          }
        }, progress: { step in phases.withLock { $0.append(step.phase) } })
    }
    #expect(error?.reason == .cancelled)
    // Nothing is fetched before all is looked at.
    #expect(!phases.withLock { $0 }.contains(.receiving))
    try b.docmerge("sync")
    #expect(a.contents == b.contents)
  }

  @Test func `a program can cancel, and sync again`() throws {
    let listener = try Listener()
    let meeting = Meeting()
    let replica = try meeting.replica("A")
    let url = "git://127.0.0.1:\(listener.port)/notes.git"
    try replica.docmerge("remote", "set-url", "home", url)
    replica.write("a.md", "one\n")
    let container = try Container(path: replica.path)
    let asked = Atomic(0)
    let error = #expect(throws: RemoteError.self) {
      try container.sync(
        with: "home", isCancelled: { asked.add(1, ordering: .relaxed).newValue > 3 })
    }
    #expect(error?.reason == .cancelled)
    try container.remotes.setURL(of: "home", to: meeting.remote)
    #expect(throws: RemoteError.self) {
      try container.sync(with: "home", isCancelled: { true })
    }
    let report = try container.sync(with: "home")
    #expect(report.isSent)
    #expect(try container.remotes.statuses().map(\.waiting) == [0])
  }

  @Test func `a program says how long to wait and how often to try`() throws {
    let listener = try Listener()
    let replica = try Meeting().replica("A")
    let url = "http://127.0.0.1:\(listener.port)/notes.git"
    try replica.docmerge("remote", "set-url", "home", url)
    var options = SyncOptions()
    options.timeout = .milliseconds(200)
    options.tries = 1
    let container = try Container(path: replica.path)
    let report = try container.sync(with: "home", options: options)
    #expect(report.offline?.reason == .timedOut)
    #expect(report.offline?.mayPass == true)
  }
}
