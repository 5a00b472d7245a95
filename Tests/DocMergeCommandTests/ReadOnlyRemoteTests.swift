import DocMergeContainer
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Glibc
import Testing

/// Remotes with permission to read and not to write.
struct ReadOnlyRemoteTests {
  /// A server with the documents of A, which goes on writing them by a path.
  private func published(
    _ kind: GitServer.Kind, _ documents: [String: String]
  ) throws -> (server: GitServer, a: Replica) {
    let server = try GitServer(kind)
    let a = try ServedReplica("A", at: server).replica
    try a.docmerge("remote", "set-url", "home", server.repository)
    for (name, text) in documents { a.write(name, text) }
    try a.docmerge("sync")
    _ = server.git("config", "http.receivepack", "false")
    _ = server.git("config", "daemon.receivepack", "false")
    let hook = server.file("srv/notes.git/hooks/pre-receive")
    hook.write(Array("#!/bin/sh\nexit 1\n".utf8))
    hook.setPermissions(0o755)
    return (server, a)
  }

  @Test(arguments: GitServer.Kind.installed)
  func `who may only read clones and follows, and hears of what waits once something does`(
    kind: GitServer.Kind
  ) throws {
    let (server, a) = try published(kind, ["a.md": "a\n", "sub/b.md": "b\n"])
    let b = ServedReplica(Replica("B"), at: server)
    let made = try b.docmerge("clone", "--replica-name", "B", server.url, ".")
    #expect(b.replica.contents == a.contents)
    #expect(made.messages.contains("can only be read"), "\(made)")
    #expect(try b.docmerge("sync", exits: 0).messages.contains("can only be read"))
    a.write("a.md", "newer\n")
    try a.docmerge("sync")
    let visit = try b.sync(exits: 0).remotes[0]
    #expect(visit.state == "done" && visit.reason == "not-allowed" && visit.waiting == 0)
    #expect(b.replica.read("a.md") == "newer\n")
    b.replica.write("sub/b.md", "by B\n")
    a.write("a.md", "newest\n")
    try a.docmerge("sync")
    let refused = try b.sync(exits: 2).remotes[0]
    #expect(refused.state == "failed" && refused.reason == "not-allowed" && refused.waiting == 1)
    #expect(b.replica.contents == ["a.md": "newest\n", "sub/b.md": "by B\n"])
    let output = try b.docmerge("sync", exits: 2)
    #expect(output.messages.contains("you may not write to"), "\(output)")
  }

  @Test(.enabled(if: GitServer.Kind.installed.contains(.http), "no server for http"))
  func `who wrote before and may not any more goes on following`() throws {
    let (server, a) = try published(.http, ["a.md": "a\n", "b.md": "b\n"])
    _ = server.git("config", "http.receivepack", "true")
    let hook = server.file("srv/notes.git/hooks/pre-receive")
    hook.setPermissions(0o644)
    let b = ServedReplica(Replica("B"), at: server)
    try b.docmerge("clone", "--replica-name", "B", server.url, ".")
    b.replica.write("b.md", "by B\n")
    try b.docmerge("sync")
    _ = server.git("config", "http.receivepack", "false")
    try a.docmerge("sync")
    a.write("a.md", "newer\n")
    try a.docmerge("sync")
    let visit = try b.sync(exits: 0).remotes[0]
    #expect(visit.state == "done" && visit.received == 1 && visit.waiting == 0)
    #expect(b.replica.contents == a.contents)
    let watch = try SyncWatch(b.program, interval: 1)
    b.replica.write("b.md", "more by B\n")
    try watch.wait("the refusal") {
      $0.contains { $0.event == "failed" && $0.reason == "not-allowed" }
    }
    a.write("a.md", "newest\n")
    try a.docmerge("sync")
    try SyncWatch.wait("what A did") { b.replica.read("a.md") == "newest\n" }
    #expect(watch.end().status == 0)
  }

  /// Whether file systems can be put together for a process here.
  private static let canMount =
    Program("unshare", in: "/").run(["-m", "true"]).status == 0

  @Test(.enabled(if: canMount)) func `so it is with a folder on a disk that is read-only`() throws {
    let meeting = Meeting()
    let a = try meeting.replica("A")
    a.write("a.md", "a\n")
    try a.docmerge("sync")
    let b = Replica("B")
    func onReadOnly(_ words: String) -> Output {
      Program("unshare", in: b.path).run([
        "-m", "sh", "-c",
        """
        mount --bind '\(meeting.remote)' '\(meeting.remote)' && \
        mount -o remount,ro,bind '\(meeting.remote)' && \(words)
        """,
      ])
    }
    let clone = onReadOnly("'\(Replica.command)' clone '\(meeting.remote)' .")
    #expect(clone.status == 0, "\(clone)")
    #expect(clone.messages.contains("can only be read"))
    #expect(b.contents == a.contents)
    b.write("a.md", "by B\n")
    let sync = onReadOnly("'\(Replica.command)' sync")
    #expect(sync.status == 2, "\(sync)")
    #expect(sync.messages.contains("you may not write to"))
    try b.docmerge("sync")
  }

  @Test func `of what a remote has like this replica nothing is read to tell what waits`() throws {
    let b = try Meeting().replicas("A", "B", documents: ["a.md": "a\n", "b.md": "b\n"])[1]
    let state = try #require(
      b.git("for-each-ref", "--format=%(refname)", "refs/docmerge/state").lines.first)
    // As where B may only read: nothing of its own is known to be there.
    let sent = state.replacing("refs/docmerge/", with: "refs/docmerge/remotes/home/")
    try b.git("update-ref", "-d", sent)
    let texts = try b.git("ls-tree", "-r", "--object-only", state, "documents").lines
    #expect(texts.count == 2)
    for text in texts {
      try Repository("\(b.path)/.docmerge").looseFile(of: text).remove()
    }
    #expect(throws: (any Error).self) { try Container(path: b.path).documents() }
    #expect(try Container(path: b.path).remotes.statuses().map(\.waiting) == [0])
  }
}
