import DocMergeTestSupport
import Testing

/// E53: a remote that appears late, moves, is emptied or rewritten takes nothing from any replica.
struct RewrittenRemoteTests {
  /// Two replicas in sync, with a history.
  private func replicas(at server: GitServer) throws -> [ServedReplica] {
    let replicas = try ["A", "B"].map { try ServedReplica($0, at: server) }
    replicas[0].replica.write("a.md", "one\n")
    replicas[0].replica.write("b.md", "one\n")
    for served in replicas { try served.docmerge("sync") }
    try replicas[0].replica.save("a.md", "two\n")
    for served in replicas + replicas { try served.docmerge("sync") }
    return replicas
  }

  /// Syncs until no replica has news, and checks that everything is everywhere.
  private func check(
    _ replicas: [ServedReplica], at server: GitServer, have contents: [String: String]
  ) throws {
    for served in replicas + replicas { try served.docmerge("sync") }
    for served in replicas {
      #expect(served.replica.contents == contents)
      #expect(try served.replica.texts("a.md") == ["two\n", "one\n"])
      #expect(try served.remotes().map(\.waiting) == [0])
      try served.replica.git("fsck", "--strict")
    }
    #expect(server.git("fsck", "--strict").status == 0)
    let late = try ServedReplica("late", at: server)
    try late.docmerge("sync")
    #expect(late.replica.contents == contents)
    #expect(try late.replica.texts("a.md") == ["two\n", "one\n"])
  }

  private let contents = ["a.md": "two\n", "b.md": "one\n"]

  @Test(arguments: GitServer.Kind.installed)
  func `E53 a remote that is emptied gets everything again`(kind: GitServer.Kind) throws {
    let server = try GitServer(kind)
    let replicas = try replicas(at: server)
    for name in server.git("for-each-ref", "--format=%(refname)").lines {
      #expect(server.git("update-ref", "-d", name).status == 0)
    }
    #expect(server.git("gc", "--prune=now", "--quiet").status == 0)
    #expect(try replicas[0].sync().remotes[0].isSent == true)
    try check(replicas, at: server, have: contents)
  }

  @Test(arguments: GitServer.Kind.installed)
  func `E53 a remote that goes back to an older state takes nothing back`(
    kind: GitServer.Kind
  ) throws {
    let server = try GitServer(kind)
    let replicas = try replicas(at: server)
    for name in server.git("for-each-ref", "--format=%(refname)").lines {
      #expect(server.git("update-ref", name, "\(name)^").status == 0)
    }
    #expect(server.git("gc", "--prune=now", "--quiet").status == 0)
    try check(replicas, at: server, have: contents)
  }

  @Test(arguments: GitServer.Kind.installed)
  func `E53 a remote that lost one replica gets it again`(kind: GitServer.Kind) throws {
    let server = try GitServer(kind)
    let replicas = try replicas(at: server)
    let id = try replicas[0].replica.git("config", "docmerge.replica").lines[0]
    for kind in ["state", "versions"] {
      #expect(server.git("update-ref", "-d", "refs/docmerge/\(kind)/\(id)").status == 0)
    }
    try check(replicas, at: server, have: contents)
    #expect(server.git("for-each-ref", "refs/docmerge/state/\(id)").lines.count == 1)
  }

  @Test(arguments: GitServer.Kind.installed)
  func `E53 a new address gets everything, whatever the old one had`(kind: GitServer.Kind) throws {
    let (old, new) = (try GitServer(kind), try GitServer(kind))
    var replicas = try replicas(at: old)
    for index in replicas.indices {
      try replicas[index].docmerge("remote", "set-url", "home", new.url)
      replicas[index].environment = new.environment
      #expect(try replicas[index].remotes().map(\.met) == [nil])
      #expect(try replicas[index].remotes().map(\.waiting) == [2])
    }
    try check(replicas, at: new, have: contents)
  }

  @Test(arguments: GitServer.Kind.installed)
  func `E53 a remote that is added later gets all that is there`(kind: GitServer.Kind) throws {
    let server = try GitServer(kind)
    let replica = Replica()
    replica.write("a.md", "one\n")
    try replica.initialize()
    try replica.save("a.md", "two\n")
    replica.write("b.md", "one\n")
    try replica.docmerge("save")
    try replica.docmerge("remote", "add", "late", server.url)
    var program = replica.program
    program.environment = server.environment
    try program.run(["sync"], exits: 0)
    let other = try ServedReplica("B", at: server)
    try check([other], at: server, have: contents)
  }

  @Test func `E53 a remote that goes back to before a prune is met again`() throws {
    let meeting = Meeting()
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    try replicas[1].save("a.md", "two\n")
    for replica in replicas.reversed() { try replica.docmerge("sync") }
    try replicas[0].docmerge("rm", "a.md")
    for replica in replicas + replicas { try replica.docmerge("sync") }
    try replicas[0].shell("cp -a '\(meeting.remote)' '\(meeting.remote)-backup'")
    // It is not sent before the prune: the rest of the old chain is the remote's last state.
    try replicas[0].save("b.md", "one\n")
    for replica in replicas {
      try replica.docmerge("prune", "--older-than", "0d")
      for replica in [replica] + replicas.reversed() { try replica.docmerge("sync") }
    }
    try replicas[0].docmerge("prune", "--older-than", "0d")
    try replicas[0].shell(
      "rm -rf '\(meeting.remote)' && mv '\(meeting.remote)-backup' '\(meeting.remote)'")
    for replica in replicas + replicas { try replica.docmerge("sync") }
    for replica in replicas {
      #expect(replica.contents == ["b.md": "one\n"])
      try replica.git("fsck", "--strict")
      try replica.docmerge("verify")
    }
    #expect(meeting.git("fsck", "--strict").status == 0)
  }
}
