import DocMerge
import DocMergeTestSupport
import Glibc
import Testing

/// Servers that cannot be reached, refuse, hang or come later.
struct OfflineTests {
  @Test(arguments: GitServer.Kind.installed)
  func `offline everything is saved, reported, and sent by the next sync`(kind: GitServer.Kind)
    throws
  {
    let server = try GitServer(kind)
    let (a, b) = (try ServedReplica("A", at: server), try ServedReplica("B", at: server))
    a.replica.write("a.md", "one\n")
    try a.docmerge("sync")
    let before = try #require(a.remotes().first)
    #expect(before.waiting == 0 && before.met != nil)
    server.stop()
    for name in ["a.md", "b.md"] { a.replica.write(name, "offline\n") }
    let output = try a.docmerge("sync", exits: 75)
    #expect(output.messages.contains("offline: "), "\(output)")
    #expect(output.messages.contains("2 changes will be sent at the next sync."), "\(output)")
    #expect(try a.replica.status().isClean)
    let report = try a.sync(exits: 75)
    #expect(report.remotes[0].state == "offline" && report.remotes[0].reason == "unreachable")
    #expect(report.remotes[0].waiting == 2)
    let status = try #require(a.remotes().first)
    #expect(status.waiting == 2 && status.met == before.met)
    #expect(try a.docmerge("status").text.contains("2 changes to send"))
    try server.start()
    #expect(try a.sync().remotes[0].waiting == 0)
    try b.docmerge("sync")
    #expect(b.replica.contents == a.replica.contents)
  }

  @Test(arguments: GitServer.Kind.installed)
  func `a server that starts while the sync tries again is met`(kind: GitServer.Kind) throws {
    let server = try GitServer(kind, isStarted: false)
    let a = try ServedReplica("A", at: server)
    a.replica.write("a.md", "one\n")
    let running = a.program.start(["sync"])
    usleep(1_500_000)
    try server.start()
    let output = running.finish()
    #expect(output.status == 0, "\(output)")
    #expect(server.git("for-each-ref").lines.count == 2)
  }

  @Test(arguments: ["git", "ssh", "http"])
  func `a server that never answers is given up, and nothing of it stays behind`(
    scheme: String
  ) throws {
    let listener = try Listener()
    let a = try Meeting().replica("A")
    let url = "\(scheme)://127.0.0.1:\(listener.port)/notes.git"
    try a.docmerge("remote", "set-url", "home", url)
    a.write("a.md", "one\n")
    try a.git("config", "docmerge.timeout", "1")
    let output = try a.docmerge("sync", exits: 75)
    #expect(output.messages.contains("does not answer"), "\(output)")
    #expect(output.messages.contains("1 change will be sent"), "\(output)")
    let report = try a.docmerge("sync", "--json", "--timeout", "1", exits: 75).report(SyncJSON.self)
    #expect(report.remotes[0].reason == "timed-out")
    #expect(Processes.naming("\(listener.port)").isEmpty)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal ends a sync and all that it started, in good order`(signal: Int32) throws {
    let listener = try Listener()
    let meeting = Meeting()
    let a = try meeting.replica("A")
    try a.docmerge("remote", "set-url", "home", "git://127.0.0.1:\(listener.port)/notes.git")
    a.write("a.md", "one\n")
    let running = a.program.start(["sync"])
    for _ in 0..<1000 {
      guard Processes.naming("\(listener.port)").isEmpty else { break }
      usleep(10_000)
    }
    kill(running.id, signal)
    let output = running.finish()
    #expect(output.status == (signal == SIGINT ? 130 : 143), "\(output)")
    #expect(output.messages.contains("cancelled"))
    #expect(Processes.naming("\(listener.port)").isEmpty)
    #expect(try a.status().isClean)
    try a.docmerge("remote", "set-url", "home", meeting.remote)
    try a.docmerge("sync")
    #expect(meeting.git("fsck", "--strict").status == 0)
  }

  @Test func `an unknown host name is offline, too`() throws {
    let a = try Meeting().replica("A")
    try a.docmerge("remote", "set-url", "home", "git://no-such-host.invalid/notes.git")
    let report = try a.docmerge("sync", "--json", exits: 75).report(SyncJSON.self)
    #expect(report.remotes[0].reason == "name-not-resolved", "\(report)")
  }

  @Test func `a disk that was there once is offline, one that never was is an error`() throws {
    let disk = TemporaryFolder()
    let a = try Meeting().replica("A")
    try a.docmerge("remote", "set-url", "home", "\(disk.path)/disk/notes.git")
    try a.docmerge("sync", exits: 2)
    mkdir("\(disk.path)/disk", 0o755)
    try a.docmerge("sync")
    File("\(disk.path)/disk").move(to: File("\(disk.path)/away"))
    a.write("a.md", "one\n")
    let output = try a.docmerge("sync", exits: 75)
    #expect(output.messages.contains("1 change will be sent at the next sync."), "\(output)")
    File("\(disk.path)/away").move(to: File("\(disk.path)/disk"))
    try a.docmerge("sync")
  }

  @Test(arguments: GitServer.Kind.installed)
  func `a missing repository, and one that may not be written, are errors with advice`(
    kind: GitServer.Kind
  ) throws {
    let server = try GitServer(kind)
    let a = try ServedReplica("A", at: server, url: server.url("none.git"))
    a.replica.write("a.md", "one\n")
    let missing = try a.docmerge("sync", exits: 2)
    #expect(missing.messages.contains("there is no repository at"), "\(missing)")
    #expect(missing.messages.split(separator: "\n").last?.hasPrefix("docmerge: ") == true)
    try a.replica.docmerge("remote", "set-url", "home", server.url)
    _ = server.git("config", "http.receivepack", "false")
    _ = server.git("config", "daemon.receivepack", "false")
    let hook = server.file("srv/notes.git/hooks/pre-receive")
    hook.write(Array("#!/bin/sh\nexit 1\n".utf8))
    hook.setPermissions(0o755)
    #expect(try a.sync(exits: 2).remotes[0].reason == "not-allowed")
    #expect(try a.replica.status().isClean)
  }

  @Test(.enabled(if: GitServer.Kind.ssh.isInstalled, "OpenSSH is not installed"))
  func `ssh servers that are unknown, changed or do not know us are distinguished`() throws {
    let server = try GitServer(.ssh)
    let a = try ServedReplica("A", at: server)
    let known = server.file("known").bytes ?? []
    server.file("known").write([])
    #expect(try a.sync(exits: 2).remotes[0].reason == "host-unknown")
    let other = server.file("stranger.pub").text ?? ""
    server.file("known").write(Array("[127.0.0.1]:\(server.port) \(other)".utf8))
    #expect(try a.sync(exits: 2).remotes[0].reason == "host-changed")
    server.file("known").write(known)
    server.file("authorized").write(server.file("stranger.pub").bytes ?? [])
    let output = try a.docmerge("sync", exits: 2)
    #expect(output.messages.contains("ssh-agent"), "\(output)")
  }

  @Test func `of all remotes, those that can be met are met`() throws {
    let (one, other) = (Meeting(), Meeting())
    let a = try one.replica("A")
    a.write("a.md", "one\n")
    let b = try other.replica("B")
    try b.save("b.md", "by B\n")
    try b.docmerge("sync")
    try a.docmerge("remote", "add", "other", other.remote)
    let port = try GitServer.freePort()
    try a.docmerge("remote", "add", "down", "git://127.0.0.1:\(port)/notes.git")
    let words = ["sync", "--all", "--join", "--json"]
    let report = try a.program.run(words, exits: 75).report(SyncJSON.self)
    #expect(report.remotes.map(\.name) == ["down", "home", "other"])
    #expect(report.remotes.map(\.state) == ["offline", "done", "done"])
    // What came from the last one was sent to the one before.
    let c = try one.replica("C")
    try c.docmerge("sync")
    #expect(c.contents == ["a.md": "one\n", "b.md": "by B\n"])
    try a.docmerge("sync", "home", "--all", exits: 64)
    let lines = try a.docmerge("sync", "--all", exits: 75).messages.split(separator: "\n")
    #expect(lines.first?.hasPrefix("down: offline: ") == true)
    #expect(lines.dropFirst().allSatisfy { $0.contains(": Received ") })
  }
}
