import DocMergeTestSupport
import Glibc
import Testing

/// `docmerge sync --watch` with a real server, which may go away and come back.
@Suite(.enabled(if: GitServer.Kind.ssh.isInstalled))
struct SyncWatchServerTests {
  private let server: GitServer
  private let a: ServedReplica
  private let b: ServedReplica

  init() throws {
    server = try GitServer(.ssh)
    a = try ServedReplica("A", at: server)
    b = try ServedReplica("B", at: server)
    a.replica.write("a.md", "0\n")
    for replica in [a, b] { try replica.docmerge("sync") }
  }

  @Test func `an edit shows up on the other within two intervals`() throws {
    let sender = try SyncWatch(a.program)
    let receiver = try SyncWatch(b.program)
    for round in 1...5 {
      let sent = sender.events.count
      let received = receiver.events.count
      a.replica.write("a.md", "\(round)\n")
      try SyncWatch.wait("edit \(round)") { b.replica.read("a.md") == "\(round)\n" }
      try sender.wait("the sending") { $0[sent...].contains { $0.saved == 1 } }
      try receiver.wait("the receiving") { $0[received...].contains { $0.received == 1 } }
      // By the events, not by a clock: a sync that began before it was sent, and the one after that.
      let sending = try #require(sender.events[sent...].first { $0.saved == 1 })
      let visits = receiver.events[received...].filter { $0.date > sending.date }
      let index = try #require(visits.firstIndex { $0.received == 1 } ?? visits.indices.first)
      #expect(index - visits.startIndex < 2, "\(visits)")
    }
  }

  @Test func `edits on both sides, at the same documents, leave both equal`() throws {
    for number in 0..<3 { a.replica.write("\(number).md", "0\n") }
    for replica in [a, b] { try replica.docmerge("sync") }
    let watches = try [a, b].map { try SyncWatch($0.program, interval: 1) }
    for round in 1...8 {
      for replica in [a, b] {
        replica.replica.write("\(round % 3).md", "\(replica.replica.name) \(round)\n")
        usleep(300_000)
      }
    }
    try SyncWatch.wait("the same on both") {
      a.replica.contents == b.replica.contents && a.replica.contents.count == 4
    }
    for watch in watches { #expect(watch.end().status == 0) }
    for replica in [a, b, a, b] { _ = replica.program.run(["sync"]) }
    #expect(a.replica.contents == b.replica.contents)
    let heads = try [a, b].map { try $0.replica.documents().map { $0.versions.map(\.id) } }
    #expect(heads[0] == heads[1])
    for replica in [a, b] { try replica.docmerge("audit") }
  }

  @Test func `a server that goes away is reported once, and met when it is back`() throws {
    let watch = try SyncWatch(a.program, interval: 1)
    try watch.wait("a sync") { $0.contains { $0.event == "synced" } }
    server.stop()
    try watch.wait("the loss") { $0.contains { $0.event == "offline" } }
    a.replica.write("a.md", "offline\n")
    try SyncWatch.wait("the save") { try a.program.syncStatus().remotes[0].waiting == 1 }
    let status = try a.program.syncStatus()
    #expect(status.remotes[0].state == "offline" && status.remotes[0].reason == "unreachable")
    usleep(2_000_000)
    #expect(watch.events.count { $0.event == "offline" } == 1)
    try server.start()
    try watch.wait("the return") { $0.last?.event == "synced" }
    try SyncWatch.wait("the rest") { try a.program.syncStatus().remotes[0].waiting == 0 }
    try b.docmerge("sync")
    #expect(b.replica.read("a.md") == "offline\n")
  }

  @Test func `kill -9 at any moment, and a new start, lose nothing`() throws {
    for round in 1...6 {
      let watch = try SyncWatch(a.program, interval: 1)
      a.replica.write("\(round).md", String(repeating: "\(round)\n", count: 20_000))
      usleep(UInt32(round) * 350_000)
      #expect(watch.end(by: SIGKILL).status == 128 + SIGKILL)
    }
    let watch = try SyncWatch(a.program, interval: 1)
    try watch.wait("a sync") { $0.contains { $0.event == "synced" } }
    try SyncWatch.wait("all that waits") { try a.program.syncStatus().remotes[0].waiting == 0 }
    try b.docmerge("sync")
    #expect(b.replica.contents == a.replica.contents)
    #expect(b.replica.contents.count == 7)
    try a.docmerge("audit")
    #expect(server.git("fsck", "--strict", "--no-dangling").status == 0)
  }

  @Test func `a signal ends it in the middle of a transfer that hangs`() throws {
    let listener = try Listener()
    try a.docmerge("remote", "set-url", "home", "git://127.0.0.1:\(listener.port)/notes.git")
    let watch = try SyncWatch(a.program)
    try SyncWatch.wait("the hanging") { !Processes.naming("\(listener.port)").isEmpty }
    #expect(try a.program.syncStatus().isRunning)
    let output = watch.end()
    #expect(output.status == 0, "\(output)")
    #expect(Processes.naming("\(listener.port)").isEmpty)
  }

  @Test func `a pause ends a transfer that hangs, and a server that hangs is offline`() throws {
    let listener = try Listener()
    try a.docmerge("remote", "set-url", "home", "git://127.0.0.1:\(listener.port)/notes.git")
    let watch = try SyncWatch(a.program, interval: 1, "--timeout", "600")
    try SyncWatch.wait("the hanging") { !Processes.naming("\(listener.port)").isEmpty }
    try a.docmerge("sync", "--pause")
    try watch.wait("the pause") { $0.last?.event == "paused" }
    #expect(Processes.naming("\(listener.port)").isEmpty)
    #expect(watch.end().status == 0)
    try a.docmerge("sync", "--resume")
    let impatient = try SyncWatch(a.program, interval: 1, "--timeout", "1")
    try impatient.wait("the giving up") { $0.contains { $0.reason == "timed-out" } }
    #expect(impatient.end().status == 0)
  }
}
