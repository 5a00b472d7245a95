import DocMergeTestSupport
import FoundationEssentials
import Glibc
import Testing

/// `docmerge sync --watch`: one process, its events, and how others talk to it.
struct SyncWatchTests {
  private let meeting = Meeting()

  @Test func `changes here are sent, and those of others arrive, without a command`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "0\n"])
    let (a, b) = (replicas[0], replicas[1])
    let watches = try replicas.map { try SyncWatch($0.program) }
    a.write("a.md", "by A\n")
    a.write("new/folder/b.md", "by A\n")
    try SyncWatch.wait("the edit of A") { b.contents == a.contents }
    // In a folder that came with a sync, changes are noticed as well.
    b.write("new/folder/b.md", "by B\n")
    try SyncWatch.wait("the edit of B") { a.read("new/folder/b.md") == "by B\n" }
    for watch in watches {
      let events = watch.events
      #expect(events.first?.event == "watching")
      #expect(events.allSatisfy { $0.format == "docmerge-sync-event" && $0.version == 1 })
      #expect(events.contains { $0.isWork && $0.reason == "change" })
    }
  }

  @Test func `what a sync writes is no reason for another one`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "0\n"])
    let (a, b) = (replicas[0], replicas[1])
    let watch = try SyncWatch(b.program, interval: 1)
    for number in 1...5 { a.write("folder/\(number).md", "\(number)\n") }
    try a.docmerge("sync")
    try watch.wait("what A sent") { $0.contains { $0.received == 5 } }
    try watch.wait("further intervals") { $0.count { $0.reason == "interval" } > 4 }
    #expect(!watch.events.contains { $0.reason == "change" })
    #expect(b.contents == a.contents)
  }

  @Test func `what another command saves is sent`() throws {
    let a = try meeting.replica("A")
    let watch = try SyncWatch(a.program, interval: 600)
    try watch.wait("the first sync") { $0.contains { $0.event == "synced" } }
    try a.docmerge("new", "--name", "todo", "--contents", "-", input: Array("one\n".utf8))
    try watch.wait("the sync") { $0.contains { $0.isWork && $0.reason == "change" } }
    try SyncWatch.wait("the end of it") { try a.program.syncStatus().remotes[0].waiting == 0 }
  }

  @Test func `syncs of a whole day take no more memory than a few`() throws {
    let a = try meeting.replica("A")
    let watch = try SyncWatch(a.program, interval: 1)
    func memory(after syncs: Int) throws -> Int {
      try watch.wait("\(syncs) syncs") { $0.count { $0.event == "synced" } >= syncs }
      let status = try String(contentsOfFile: "/proc/\(watch.id)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
      return try #require(line.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }
    let before = try memory(after: 4)
    #expect(try memory(after: 12) - before < 4096)
    #expect(watch.end().status == 0)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a signal ends it with 0, and it can be started again`(signal: Int32) throws {
    let a = try meeting.replica("A")
    for _ in 0..<2 {
      let watch = try SyncWatch(a.program)
      try watch.wait("a sync") { $0.contains { $0.event == "synced" } }
      let output = watch.end(by: signal)
      #expect(output.status == 0, "\(output)")
      #expect(output.lines.last?.contains(#""event":"ended""#) == true)
    }
    #expect(try !a.program.syncStatus().isRunning)
  }

  @Test func `a second one says who is there, and exits with 69`() throws {
    let a = try meeting.replica("A")
    let watch = try SyncWatch(a.program)
    let output = try a.docmerge("sync", "--watch", exits: 69)
    #expect(output.messages.contains("(\(watch.id))"), "\(output)")
    #expect(output.messages.contains("docmerge sync --status"))
    #expect(try a.program.syncStatus().process == watch.id)
    try a.docmerge("sync")
    #expect(watch.end().status == 0)
  }

  @Test func `a pause lasts until it is taken back, whatever becomes of the process`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "0\n"])
    let (a, b) = (replicas[0], replicas[1])
    var watch = try SyncWatch(b.program, interval: 1)
    try b.docmerge("sync", "--pause")
    try watch.wait("the pause") { $0.last?.event == "paused" }
    a.write("a.md", "1\n")
    try a.docmerge("sync")
    #expect(watch.end(by: SIGKILL).status == 128 + SIGKILL)
    let status = try b.program.syncStatus()
    #expect(status.isPaused && !status.isRunning)
    watch = try SyncWatch(b.program, interval: 1)
    try watch.wait("the pause") { $0.last?.event == "paused" }
    usleep(1_500_000)
    #expect(b.read("a.md") == "0\n")
    try b.docmerge("sync", "--resume")
    try watch.wait("the work") { $0.contains { $0.received == 1 && $0.reason == "resume" } }
    #expect(b.read("a.md") == "1\n")
    #expect(try !b.program.syncStatus().isPaused)
  }

  @Test func `a mass deletion ends nothing: it is reported once, and waits for --force`()
    throws
  {
    let documents = Dictionary(
      uniqueKeysWithValues: (1...20).map { (($0 > 5 ? "most/" : "") + "\($0).md", "\($0)\n") })
    let replicas = try meeting.replicas("A", "B", documents: documents)
    let (a, b) = (replicas[0], replicas[1])
    let watch = try SyncWatch(a.program, interval: 1)
    // All at once: a sync in the middle would take the files that are gone by then for all of them.
    try a.shell("mv most ../gone")
    try watch.wait("the mass deletion guard") { $0.contains { $0.event == "stopped" } }
    let status = try a.program.syncStatus()
    #expect(status.isRunning && status.remotes[0].state == "stopped")
    #expect(status.remotes[0].message?.contains("--force") == true)
    usleep(2_500_000)
    #expect(watch.events.count { $0.event == "stopped" } == 1)
    try a.docmerge("sync", "--force")
    try SyncWatch.wait("the end of the guard") {
      try a.program.syncStatus().remotes[0].state == "done"
    }
    try b.docmerge("sync", "--force")
    #expect(b.contents.count == 5)
    #expect(watch.end().status == 0)
  }

  @Test func `all remotes get what one of them brought`() throws {
    let folder = TemporaryFolder()
    let replicas = try ["A", "B", "C"].map { name in
      let replica = Replica(name, in: folder)
      try replica.initialize()
      return replica
    }
    let remotes = ["one": [0, 1], "two": [1, 2]]
    for (name, users) in remotes {
      for user in users {
        try replicas[user].docmerge("remote", "add", name, "\(folder.path)/\(name).git")
      }
    }
    // B is the only one who knows both.
    let watches = try replicas.map { try SyncWatch($0.program, interval: 1, "--all") }
    replicas[0].write("a.md", "by A\n")
    try SyncWatch.wait("the way from A to C") { replicas[2].read("a.md") == "by A\n" }
    #expect(watches[1].events.contains { $0.remote == "two" && $0.isSent == true })
  }

  @Test func `a service manager gets a message when it is ready, and when it ends`() throws {
    let a = try meeting.replica("A")
    let folder = TemporaryFolder()
    let manager = try NotifySocket("\(folder.path)/notify")
    var program = a.program
    program.environment["NOTIFY_SOCKET"] = manager.path
    let watch = try SyncWatch(program)
    #expect(try manager.next().contains("READY=1"))
    #expect(watch.end().status == 0)
    #expect(try manager.next() == "STOPPING=1")
  }

  @Test func `it prints lines for people, and little if it is to be quiet`() throws {
    let a = try meeting.replica("A")
    for (words, lines) in [
      ([], ["Syncing with home", "home: ", "Ended by SIGTERM."]), (["-q"], []),
    ] {
      let running = a.program.start(["sync", "--watch"] + words)
      try SyncWatch.wait("the start") { try a.program.syncStatus().remotes[0].state == "done" }
      try SyncWatch.wait("the start") { try a.program.syncStatus().process == running.id }
      kill(running.id, SIGTERM)
      let output = running.finish()
      #expect(output.status == 0 && output.messages.isEmpty, "\(output)")
      #expect(output.lines.count == lines.count, "\(output)")
      for (line, words) in zip(output.lines, lines) { #expect(line.contains(words)) }
    }
  }

  @Test func `a container that goes away ends it with 2`() throws {
    let a = try meeting.replica("A")
    let watch = try SyncWatch(a.program, interval: 1)
    try watch.wait("a sync") { $0.contains { $0.event == "synced" } }
    a.file(".docmerge").move(to: a.file("away"))
    let output = watch.wait()
    #expect(output.status == 2, "\(output)")
  }
}

/// Where a service manager listens.
private final class NotifySocket {
  let path: String
  private let file: Int32

  init(_ path: String) throws {
    self.path = path
    file = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let file = file
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    try #require(status == 0)
  }

  deinit { close(file) }

  /// The next message that it gets.
  func next() throws -> String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(file, &buffer, buffer.count, 0)
    try #require(count > 0)
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
