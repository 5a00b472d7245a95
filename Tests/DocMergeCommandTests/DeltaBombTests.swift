import DocMergeContainer
import DocMergeObjects
import DocMergeRemoteFuzzing
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Testing

/// Few bytes on a remote that would take gibibytes of memory here (E55).
struct DeltaBombTests {
  /// What C's state names as one of its files.
  enum Part: CaseIterable {
    case large, small
  }

  /// Puts the bomb into C's state.
  private func spoil(_ repository: String, of id: String, _ part: Part) throws {
    let bomb = try DeltaBomb(in: repository)
    let store = HostileStore(path: repository)
    try store.change(id) { _, commit in
      var entries = try store.entries(commit.tree)
      for index in entries.indices where entries[index].name == Array("clock".utf8) {
        entries[index].id = part == .large ? bomb.large : bomb.small
      }
      // A server sends as a difference what it sends together with the other one only.
      if part == .large { entries.append(.init("100644", "zeros".utf8, bomb.base)) }
      commit.tree = try store.writeTree(entries)
    }
  }

  private func id(of replica: Replica) throws -> String {
    try replica.git("config", "docmerge.replica").lines[0]
  }

  /// Expects that A takes in what B did, names C, takes little memory and is sound.
  private func check(_ a: Replica, blaming bad: String, _ environment: [String: String]?) throws {
    var program = Program("/bin/sh", in: a.path)
    program.environment = environment ?? [:]
    // The memory of docmerge itself, in blocks of 1024 bytes; a git has a limit of its own.
    let bound = environment == nil ? "ulimit -S -d 400000; " : ""
    let line = "\(bound)'\(Replica.command)' sync"
    let output = program.run(["-c", line])
    #expect(output.status == 1, "\(output)")
    #expect(output.messages.contains("Left out: replica \(bad): "), "\(output)")
    let words = ["takes more memory than documents may have", "bytes, more than"]
    #expect(words.contains { output.messages.contains($0) }, "\(output)")
    #expect(a.contents == ["a.md": "one\n", "by B.md": "B\n"])
    try a.git("fsck", "--strict")
    let left = try a.shell("find .docmerge -name 'tmp_*'")
    #expect(left.text.isEmpty, "\(left)")
  }

  @Test(arguments: [GitServer.Kind.daemon, .ssh].filter(\.isInstalled))
  func `a server`(kind: GitServer.Kind) throws {
    let server = try GitServer(kind)
    let replicas = try ["A", "B", "C"].map { try ServedReplica($0, at: server) }
    replicas[0].replica.write("a.md", "one\n")
    for served in replicas { try served.docmerge("sync") }
    for served in replicas.dropFirst() {
      let name = served.replica.name
      try served.replica.save("by \(name).md", "\(name)\n")
      try served.docmerge("sync")
    }
    let bad = try id(of: replicas[2].replica)
    try spoil(server.repository, of: bad, .large)
    try replicas[0].replica.git("config", "docmerge.maxsize", "16m")
    try check(replicas[0].replica, blaming: bad, server.environment)
  }

  @Test(arguments: Part.allCases)
  func `a path`(part: Part) throws {
    let meeting = Meeting()
    let replicas = try meeting.replicas("A", "B", "C", documents: ["a.md": "one\n"])
    for replica in replicas.dropFirst() {
      try replica.save("by \(replica.name).md", "\(replica.name)\n")
      try replica.docmerge("sync")
    }
    let bad = try id(of: replicas[2])
    try spoil(meeting.remote, of: bad, part)
    try check(replicas[0], blaming: bad, nil)
    // At a first meeting git itself would fetch large objects.
    let fresh = try meeting.replica("D")
    try fresh.git("config", "docmerge.maxsize", "16m")
    try check(fresh, blaming: bad, nil)
  }

  @Test(.enabled(if: GitServer.Kind.daemon.isInstalled, "git daemon is not installed"))
  func `documents of the size that is allowed pass, whole and as differences`() throws {
    let server = try GitServer(.daemon)
    let (a, b) = (try ServedReplica("A", at: server), try ServedReplica("B", at: server))
    var generator = SeededGenerator(seed: 5)
    var noise = (0..<(8 << 20)).flatMap { _ in withUnsafeBytes(of: generator.next(), Array.init) }
    for served in [a, b] { try served.replica.git("config", "docmerge.maxsize", "64m") }
    for _ in 0..<2 {
      a.replica.file("photo.raw").write(noise)
      for served in [a, b] { try served.docmerge("sync") }
      #expect(b.replica.file("photo.raw").bytes == noise)
      noise[1_000_000] ^= 1
    }
  }

  @Test(arguments: ["16m", "1g"])
  func `a git that fetches has a limit that goes with that of documents`(size: String) throws {
    let meeting = Meeting()
    let a = try meeting.replica("A")
    try a.git("config", "docmerge.maxsize", size)
    a.file("bin/git").write(Array("#!/bin/sh\nulimit -d >> '\(a.path)/limits'\nexit 1\n".utf8))
    a.file("bin/git").setPermissions(0o755)
    try a.docmerge("remote", "set-url", "home", "git://127.0.0.1/notes.git")
    let line = "PATH='\(a.path)/bin':\"$PATH\" '\(Replica.command)' sync"
    try Program("sh", in: a.path).run(["-c", line], exits: 2)
    let most = size == "16m" ? (32 + 512) << 10 : (2048 + 512) << 10
    #expect(a.read("limits")?.split(separator: "\n").first == "\(most)")
  }
}
