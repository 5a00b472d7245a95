import DocMergeTestSupport
import Testing

/// Several processes at once in one container.
struct ConcurrentSaveTests {
  private func replica(_ documents: [String: String]) throws -> Replica {
    let replica = Replica()
    for (name, text) in documents { replica.write(name, text) }
    try replica.initialize()
    return replica
  }

  private func save(
    _ document: String, _ text: String, from version: String, in replica: Replica
  ) -> RunningProgram {
    let words = ["save", document, "--contents", "-", "--from", version]
    return replica.program.start(words, input: Array(text.utf8))
  }

  @Test func `two saves of one document from one version are a conflict of both texts`() throws {
    let replica = try replica(["todo.md": "base\n"])
    for round in 1...5 {
      let version = try replica.history("todo.md")[0].version.id
      let texts = ["by one in round \(round)\n", "by two in round \(round)\n"]
      let running = texts.map { save("todo.md", $0, from: version, in: replica) }
      let outputs = running.map { $0.finish() }
      #expect(outputs.map(\.status).sorted() == [0, 1], "\(outputs)")
      let conflicts = try replica.conflicts()
      #expect(conflicts.map(\.versions.count) == [2])
      let shown = try (1...2).map { try replica.docmerge("show", "todo.md@\($0)").text }
      #expect(Set(shown) == Set(texts))
      #expect(replica.read("todo.md") == shown[0])
      try replica.docmerge("resolve", "todo.md", "--keep", "@1")
    }
    #expect(try replica.texts("todo.md").count == 1 + 5 * 3)
    try replica.git("fsck", "--strict")
  }

  @Test func `saves of different documents both succeed`() throws {
    let names = (0..<6).map { "\($0).md" }
    let replica = try replica(Dictionary(uniqueKeysWithValues: names.map { ($0, "base\n") }))
    let running = names.map { name in
      replica.program.start(
        ["save", name, "--contents", "-"], input: Array("new \(name)\n".utf8))
    }
    for output in running.map({ $0.finish() }) { #expect(output.status == 0, "\(output)") }
    for name in names {
      #expect(replica.read(name) == "new \(name)\n")
      #expect(try replica.texts(name) == ["new \(name)\n", "base\n"])
    }
    #expect(try replica.status().isClean)
  }

  @Test func `many saves from one version all stay`() throws {
    let replica = try replica(["todo.md": "base\n"])
    let version = try replica.history("todo.md")[0].version.id
    let texts = (0..<8).map { "text \($0)\n" }
    let running = texts.map { save("todo.md", $0, from: version, in: replica) }
    for output in running.map({ $0.finish() }) { #expect(output.status <= 1, "\(output)") }
    #expect(Set(try replica.texts("todo.md")) == Set(texts + ["base\n"]))
    #expect(try replica.conflicts().map(\.versions.count) == [8])
  }

  @Test func `saving the same contents twice from one version is no conflict`() throws {
    let replica = try replica(["todo.md": "base\n"])
    let version = try replica.history("todo.md")[0].version.id
    let running = (0..<2).map { _ in save("todo.md", "same\n", from: version, in: replica) }
    for output in running.map({ $0.finish() }) { #expect(output.status == 0, "\(output)") }
    try replica.docmerge("list")
    #expect(replica.read("todo.md") == "same\n")
  }

  @Test func `a save meanwhile does not overwrite an edit in the folder`() throws {
    let replica = try replica(["todo.md": "base\n"])
    let version = try replica.history("todo.md")[0].version.id
    replica.write("todo.md", "typed in the folder\n")
    try replica.docmerge(
      "save", "todo.md", "--contents", "-", "--from", version, exits: 1,
      input: Array("by a program\n".utf8))
    let texts = try replica.texts("todo.md")
    #expect(Set(texts) == ["base\n", "typed in the folder\n", "by a program\n"])
    #expect(try replica.conflicts().map(\.versions.count) == [2])
  }

  @Test func `two replicas sync with one remote at the same time`() throws {
    let meeting = Meeting()
    let replicas = try meeting.replicas("A", "B", "C", documents: ["a.md": "a\n"])
    for replica in replicas { replica.write("by \(replica.name).md", "\(replica.name)\n") }
    for output in replicas.map({ $0.program.start(["sync"]) }).map({ $0.finish() }) {
      #expect(output.status == 0, "\(output)")
    }
    for replica in replicas { try replica.docmerge("sync") }
    for replica in replicas {
      #expect(Set(replica.contents.keys) == ["a.md", "by A.md", "by B.md", "by C.md"])
    }
  }

  @Test func `a save and a sync at the same time lose nothing`() throws {
    let meeting = Meeting()
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "a\n", "b.md": "b\n"])
    for round in 1...3 {
      try replicas[1].save("b.md", "b \(round)\n")
      try replicas[1].docmerge("sync")
      replicas[0].write("a.md", "a \(round)\n")
      let running = [["sync"], ["save"], ["status"], ["list"]].map {
        replicas[0].program.start($0)
      }
      for output in running.map({ $0.finish() }) { #expect(output.status == 0, "\(output)") }
      #expect(replicas[0].contents == ["a.md": "a \(round)\n", "b.md": "b \(round)\n"])
    }
    try replicas[0].docmerge("sync")
    #expect(try replicas[0].texts("a.md") == ["a 3\n", "a 2\n", "a 1\n", "a\n"])
  }
}
