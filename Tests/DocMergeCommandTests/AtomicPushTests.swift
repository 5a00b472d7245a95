import DocMerge
import DocMergeTestSupport
import Glibc
import Synchronization
import Testing

/// Servers that do not take several references at once: `git push --atomic` fails there.
struct AtomicPushTests {
  private func server(_ kind: GitServer.Kind) throws -> GitServer {
    let server = try GitServer(kind)
    #expect(server.git("config", "receive.advertiseAtomic", "false").status == 0)
    return server
  }

  /// The server runs this for each reference; a state waits for the end of who sends it, and is refused.
  private func refuseStates(at server: GitServer) {
    let hook = server.file("srv/notes.git/hooks/update")
    let lines = """
      #!/bin/sh
      case $1 in refs/docmerge/state/*) ;; *) exit 0 ;; esac
      : > state-came
      for i in 1 2 3 4 5 6 7 8 9 10; do [ -e state-came ] || break; sleep 0.2; done
      exit 1

      """
    hook.write(Array(lines.utf8))
    hook.setPermissions(0o755)
  }

  /// Kills a sync when its versions are on the server, and its state is not.
  private func killBetween(_ served: ServedReplica, _ server: GitServer) throws {
    refuseStates(at: server)
    let mark = server.file("srv/notes.git/state-came")
    let running = served.program.start(["sync"])
    for _ in 0..<20_000 where mark.bytes == nil { usleep(1000) }
    running.kill()
    _ = running.finish()
    #expect(mark.bytes != nil)
    mark.remove()
    server.file("srv/notes.git/hooks/update").remove()
  }

  @Test(arguments: GitServer.Kind.installed)
  func `replicas meet at them`(kind: GitServer.Kind) throws {
    let server = try server(kind)
    let (a, b) = (try ServedReplica("A", at: server), try ServedReplica("B", at: server))
    a.replica.write("a.md", "one\n")
    try a.docmerge("sync")
    try b.docmerge("sync")
    #expect(b.replica.contents == ["a.md": "one\n"])
    try b.replica.save("a.md", "two\n")
    for served in [b, a] { try served.docmerge("sync") }
    #expect(a.replica.contents == ["a.md": "two\n"])
    #expect(server.git("fsck", "--strict").status == 0)
  }

  @Test(arguments: [GitServer.Kind.daemon, .http].filter(\.isInstalled))
  func `they are not asked again and again`(kind: GitServer.Kind) throws {
    let server = try server(kind)
    let a = try ServedReplica("A", at: server)
    a.replica.write("a.md", "one\n")
    let phases = Mutex<[SyncProgress.Phase]>([])
    let report = try Container(path: a.replica.path)
      .sync(with: "home", progress: { step in phases.withLock { $0.append(step.phase) } })
    #expect(report.isSent)
    #expect(!phases.withLock { $0 }.contains(.pausing))
  }

  @Test(arguments: GitServer.Kind.installed)
  func `a sync that is killed between the versions and the state does no harm`(
    kind: GitServer.Kind
  ) throws {
    let server = try server(kind)
    let (a, b) = (try ServedReplica("A", at: server), try ServedReplica("B", at: server))
    a.replica.write("a.md", "one\n")
    try a.docmerge("sync")
    try a.replica.save("a.md", "two\n")
    try killBetween(a, server)
    try b.docmerge("sync")
    #expect(b.replica.contents == ["a.md": "one\n"])
    for served in [a, b] { try served.docmerge("sync") }
    #expect(b.replica.contents == ["a.md": "two\n"])
    #expect(server.git("fsck", "--strict").status == 0)
  }

  @Test(arguments: GitServer.Kind.installed)
  func `a prune whose sync is killed in between takes nothing from others`(
    kind: GitServer.Kind
  ) throws {
    let server = try server(kind)
    let (a, b) = (try ServedReplica("A", at: server), try ServedReplica("B", at: server))
    try a.replica.save("a.md", "one\n")
    try a.replica.save("gone.md", "deleted\n")
    try a.docmerge("sync")
    try a.docmerge("rm", "gone.md")
    #expect(try a.replica.prune("--older-than", "0d").versions > 0)
    try killBetween(a, server)
    try b.docmerge("sync")
    #expect(b.replica.contents == ["a.md": "one\n", "gone.md": "deleted\n"])
    for served in [a, b, a] { try served.docmerge("sync") }
    #expect(b.replica.contents == ["a.md": "one\n"])
    for served in [a, b] { try served.replica.expectSound() }
  }
}
