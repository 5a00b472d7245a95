import DocMergeContainer
import DocMergeObjects
import DocMergeRemoteFuzzing
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Testing

/// A writer of a remote can neither break a replica nor hide the edits of honest people (E55).
///
/// Replicas A and B are honest. C's word on the remote is not its own.
struct HostilePeerTests {
  private let meeting = Meeting()
  private var store: HostileStore { HostileStore(path: meeting.remote) }

  /// Who is who on the remote.
  private struct Names {
    var a: String
    var b: String
    var c: String
  }

  /// Lets A sync after the test has spoilt something, and returns what it said.
  @discardableResult
  private func attack(
    blaming reason: String, _ spoil: (HostileStore, Names) throws -> Void
  ) throws -> [Replica] {
    let replicas = try meeting.replicas("A", "B", "C", documents: ["a.md": "one\n"])
    for replica in replicas.dropFirst() {
      try replica.save("by \(replica.name).md", "\(replica.name)\n")
      try replica.docmerge("sync")
    }
    let ids = try replicas.map { try $0.git("config", "docmerge.replica").lines[0] }
    try spoil(store, Names(a: ids[0], b: ids[1], c: ids[2]))
    // Far less memory than the data sent to it would need.
    let output = Program("prlimit", in: replicas[0].path)
      .run(["--data=\(250 << 20)", "timeout", "-s", "KILL", "60", Replica.command, "sync"])
    #expect(output.status == 1, "\(output)")
    #expect(output.messages.contains(reason), "\(output)")
    #expect(RemoteTrial.isHarmless(output.bytes + output.messageBytes))
    #expect(replicas[0].contents["by B.md"] == "B\n")
    #expect(replicas[0].contents["a.md"] == "one\n")
    try replicas[0].git("fsck", "--strict")
    return replicas
  }

  @Test func `random false data does no harm`() {
    let folder = TemporaryFolder()
    let beside = Replica.command.split(separator: "/").dropLast().joined(separator: "/")
    let output = Program("/\(beside)/DocMergeRemoteFuzz", in: folder.path)
      .run([Replica.command, folder.path, "600", "1", "12"])
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("12 remotes"))
  }

  @Test(arguments: [true, false])
  func `a reference that is no state is named while the remote has it, and no longer`(
    _ isOfPeer: Bool
  ) throws {
    let remote = meeting
    let replicas = try attack(
      blaming: isOfPeer ? "not a commit" : "is not the name of a replica"
    ) { _, names in
      let state = "refs/docmerge/state/\(names.c)"
      _ = remote.git("update-ref", "refs/kept", state)
      let tree = remote.git("hash-object", "-t", "tree", "-w", "/dev/null").lines[0]
      let lie = isOfPeer ? (state, tree) : ("refs/docmerge/state/00112233445566FF", state)
      #expect(remote.git("update-ref", lie.0, lie.1).status == 0)
    }
    let id = try replicas[2].git("config", "docmerge.replica").lines[0]
    _ = remote.git("update-ref", "-d", "refs/docmerge/state/00112233445566FF")
    #expect(remote.git("update-ref", "refs/docmerge/state/\(id)", "refs/kept").status == 0)
    let output = try replicas[0].docmerge("sync")
    #expect(!output.messages.contains("eft out"))
  }

  @Test func `a clock that counts acts which were never done`() throws {
    try attack(blaming: "does not show") { store, names in
      try store.change(names.c) { files, _ in
        let lines = String(decoding: files["clock"] ?? [], as: UTF8.self).split(separator: "\n")
        let others = lines.filter { !$0.hasPrefix(names.b) }.map { "\($0)\n" }.joined()
        files["clock"] = Array("\(others)\(names.b) 1000000\n".utf8)
      }
    }
  }

  @Test func `a clock that counts acts of the one who looks`() throws {
    try attack(blaming: "acts of this replica that it never did") { store, names in
      try store.change(names.c) { files, _ in
        files["clock", default: []] += Array("\(names.a) 1000000\n".utf8)
        let lines = String(decoding: files["clock"] ?? [], as: UTF8.self).split(separator: "\n")
        let others = lines.filter { !$0.hasPrefix(names.a) }.map { "\($0)\n" }.joined()
        files["clock"] = Array("\(others)\(names.a) 1000000\n".utf8)
      }
    }
  }

  @Test func `a document in another shard than its own`() throws {
    try attack(blaming: "is out of place") { store, names in
      try store.change(names.c) { files, _ in
        let paths = files.keys.filter { $0.hasPrefix("documents/") }.sorted()
        let free = paths.contains("documents/00/00") ? "documents/00/01" : "documents/00/00"
        files[free] = files[paths[0]]
      }
    }
  }

  @Test func `a state of half a gibibyte that was a few kilobytes to send`() throws {
    try attack(blaming: "more than 67108864") { store, names in
      let zeros = [UInt8](repeating: 0, count: 512 << 20)
      let blob = try store.write(.blob, zeros)
      try store.change(names.c) { _, commit in
        var entries = try store.entries(commit.tree)
        for index in entries.indices where entries[index].name == Array("clock".utf8) {
          entries[index].id = blob
        }
        commit.tree = try store.writeTree(entries)
      }
    }
  }

  @Test func `a few folders that hold each other without end`() throws {
    try attack(blaming: "has too much in it") { store, names in
      let blob = try store.write(.blob, [0x78])
      var tree = try store.writeTree([.init("100644", "x".utf8, blob)])
      for _ in 0..<20 {
        tree = try store.writeTree((0..<10).map { .init("40000", "d\($0)".utf8, tree) })
      }
      try store.change(names.c) { _, commit in
        commit.tree = try store.writeTree(
          store.entries(commit.tree) + [.init("40000", "z".utf8, tree)])
      }
    }
  }

  /// An object of A, which C gives out for something else.
  @Test(arguments: ["100644", "120000", "40000", "parent"])
  func `a known object, in the place of another one`(mode: String) throws {
    try attack(blaming: mode == "parent" ? "not a commit" : "not a ") { store, names in
      let known = try store.tip(HostileStore.versions(names.a))
      let tree = try store.git.commit(known).tree
      try store.change(names.c) { _, commit in
        if mode == "parent" { return commit.parents.append(tree) }
        commit.tree = try store.writeTree(
          store.entries(commit.tree) + [.init(mode, "z".utf8, known)])
      }
    }
  }

  @Test func `an object whose file was cut off`() throws {
    try attack(blaming: "cut off") { store, names in
      try store.change(names.c) { _, commit in commit.message += "\n" }
      let id = try store.tip(HostileStore.state(names.c)).description
      let file = try Repository(meeting.remote).looseFile(of: id)
      let bytes = file.bytes ?? []
      file.remove()
      file.write(Array(bytes.prefix(bytes.count / 2)))
    }
  }

  @Test func `what others put in the place of our own states makes room for them`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    let id = try replicas[0].git("config", "docmerge.replica").lines[0]
    let rubbish = try store.write(.blob, [0x1B])
    for name in [HostileStore.state(id), HostileStore.versions(id)] {
      try store.move(name, to: rubbish)
    }
    try replicas[0].save("a.md", "two\n")
    try replicas[0].docmerge("sync", exits: 1)
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync")
    #expect(replicas[1].contents == ["a.md": "two\n"])
  }

  @Test func `a document that is larger than the limit is not saved, and named`() throws {
    let replica = try meeting.replica("A")
    try replica.git("config", "docmerge.maxsize", "1k")
    replica.write("large.md", String(repeating: "x", count: 1025))
    replica.write("small.md", String(repeating: "x", count: 1024))
    let output = try replica.docmerge("save", exits: 1)
    #expect(output.messages.contains("large.md: has 1025 bytes, more than 1024 (docmerge.maxsize)"))
    #expect(try replica.documents().map(\.path) == ["small.md"])
  }

  @Test func `a document that was moved, and has become too large, is reported until it is saved`()
    throws
  {
    let replica = try meeting.replica("A")
    try replica.git("config", "docmerge.maxsize", "1k")
    try replica.save("a.md", "small\n")
    try replica.shell("mv a.md b.md && head -c 2000 /dev/zero > b.md")
    for _ in 0..<2 {
      let output = replica.program.run(["save"])
      #expect(output.status == 1 && output.messages.contains("b.md: has 2000 bytes"), "\(output)")
    }
    // Nothing else waits for it.
    replica.write("c.md", "c\n")
    #expect(replica.program.run(["save"]).status == 1)
    #expect(try replica.documents().map(\.path) == ["b.md", "c.md"])
    #expect(try replica.texts("b.md") == ["small\n"])
    try replica.git("config", "docmerge.maxsize", "1m")
    try replica.docmerge("save")
    #expect(try replica.texts("b.md").count == 2)
    #expect(try replica.status().isClean)
  }

  @Test func `a document that is larger than our limit is left out, and its sender named`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    try replicas[0].git("config", "docmerge.maxsize", "1k")
    try replicas[1].save("large.md", String(repeating: "x", count: 1025))
    try replicas[1].docmerge("sync")
    let output = try replicas[0].docmerge("sync", exits: 1)
    #expect(output.messages.contains("large.md has 1025 bytes, more than 1024 (docmerge.maxsize)"))
    try replicas[0].git("config", "docmerge.maxsize", "2k")
    try replicas[0].docmerge("sync")
    #expect(replicas[0].contents.count == 2)
  }
}
