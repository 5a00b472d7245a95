import DocMergeTestSupport
import Glibc
import Testing

/// kill -9 of either side in the middle of a sync: the next one heals.
///
/// `Scripts/sync-kills.sh` does it hundreds of times.
struct SyncKillTests {
  /// Two replicas that have the same thirty documents.
  private func replicas(at server: GitServer) throws -> [ServedReplica] {
    let replicas = try ["A", "B"].map { try ServedReplica($0, at: server) }
    for number in 0..<30 { replicas[0].replica.write("\(number).md", "old \(number)\n") }
    for served in replicas { try served.docmerge("sync") }
    return replicas
  }

  private func edit(_ replica: Replica, _ round: Int) {
    for number in 0..<30 { replica.write("\(number).md", "new \(number) in \(round)\n") }
    // Large enough that a transfer takes a while.
    var generator = SeededGenerator(seed: round)
    let noise = (0..<300_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    replica.file("noise.bin").write(noise)
  }

  /// Where the signal falls: into other steps of the work each round.
  private func pause(_ round: Int) { usleep(UInt32(20_000 + round * 23_000)) }

  private func check(_ replicas: [ServedReplica], _ server: GitServer) throws {
    for _ in 0..<2 { for served in replicas { try served.docmerge("sync") } }
    #expect(replicas[0].replica.contents == replicas[1].replica.contents)
    for served in replicas {
      #expect(try served.replica.status().isClean)
      try served.replica.git("fsck", "--strict")
      let left = try served.replica.shell("find .docmerge -name '*.lock' -size 0 -o -name 'tmp_*'")
      #expect(left.text.isEmpty)
    }
    let check = server.git("fsck", "--strict")
    #expect(check.status == 0, "\(check)")
  }

  private static let kinds = [GitServer.Kind.ssh, .http].filter(\.isInstalled)

  @Test(arguments: kinds)
  func `a client that is killed leaves nothing that the next sync does not mend`(
    kind: GitServer.Kind
  ) throws {
    let server = try GitServer(kind)
    let replicas = try replicas(at: server)
    for round in 0..<6 {
      edit(replicas[0].replica, round)
      let victim = replicas[round % 2]
      if round % 2 == 1 { try replicas[0].docmerge("sync") }
      let running = victim.program.start(["sync"])
      pause(round)
      running.kill()
      _ = running.finish()
      // The very next command works, though what was started by the killed one may still be dying.
      try victim.docmerge("sync")
    }
    try check(replicas, server)
    #expect(replicas[1].replica.read("7.md") == "new 7 in 5\n")
  }

  @Test(arguments: kinds)
  func `a server that is killed leaves nothing that the next sync does not mend`(
    kind: GitServer.Kind
  ) throws {
    let server = try GitServer(kind)
    let replicas = try replicas(at: server)
    for round in 0..<4 {
      edit(replicas[0].replica, round)
      if round % 2 == 1 { try replicas[0].docmerge("sync") }
      let running = replicas[round % 2].program.start(["sync"])
      pause(round + 1)
      server.stop()
      usleep(100_000)
      try server.start()
      let output = running.finish()
      #expect([0, 75].contains(output.status), "\(output)")
    }
    try check(replicas, server)
    #expect(replicas[1].replica.read("7.md") == "new 7 in 3\n")
  }
}
