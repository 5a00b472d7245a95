import DocMergeTestSupport
import Testing

/// Two copies of a container that meet at a bare repository.
struct TwoReplicaTests {
  private let meeting = Meeting()

  @Test func `edits of different documents arrive on both without a conflict`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "a\n", "b.md": "b\n"])
    let (a, b) = (replicas[0], replicas[1])
    a.write("a.md", "a by A\n")
    a.write("new by A.md", "A\n")
    b.write("b.md", "b by B\n")
    b.write("sub/new by B.md", "B\n")
    for replica in [a, b, a] { try replica.docmerge("sync") }
    let expected = [
      "a.md": "a by A\n", "b.md": "b by B\n", "new by A.md": "A\n", "sub/new by B.md": "B\n",
    ]
    #expect(a.contents == expected)
    #expect(b.contents == expected)
    try a.docmerge("list")
    try b.docmerge("list")
  }

  /// The same document edited on both; B's edit is the later one.
  private func diverged() throws -> (a: Replica, b: Replica) {
    let replicas = try meeting.replicas("A", "B", documents: ["todo.md": "one\n"])
    replicas[0].write("todo.md", "one by A\n", date: 2_000_000_000)
    replicas[1].write("todo.md", "one by B\n", date: 2_000_000_001)
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    try replicas[0].docmerge("sync", exits: 1)
    return (replicas[0], replicas[1])
  }

  @Test func `edits of the same document are listed alike on both, with exit 1`() throws {
    let (a, b) = try diverged()
    try a.docmerge("list", exits: 1)
    try b.docmerge("list", exits: 1)
    let (ours, theirs) = (try a.conflicts(), try b.conflicts())
    #expect(ours.map(\.path) == ["todo.md"])
    #expect(ours.map(\.state) == ["conflict"])
    #expect(ours.map(\.versions) == theirs.map(\.versions))
    #expect(ours[0].versions.map(\.computer) == ["B", "A"])
    #expect(ours[0].versions.map(\.author.name) == ["Person B", "Person A"])
    #expect(ours[0].versions.map(\.number) == [1, 2])
    #expect(ours[0].versions.map(\.isCurrent) == [true, false])
    #expect(a.read("todo.md") == "one by B\n")
    #expect(b.read("todo.md") == "one by B\n")
    #expect(try a.docmerge("show", "todo.md@2").text == "one by A\n")
    #expect(try b.docmerge("show", "todo.md@2").text == "one by A\n")
    #expect(try b.docmerge("show", "todo.md@base").text == "one\n")
  }

  @Test func `a resolution on A settles the conflict on B too`() throws {
    let (a, b) = try diverged()
    try a.docmerge("resolve", "todo.md", "--keep", "@2")
    try a.docmerge("sync")
    try b.docmerge("sync")
    for replica in [a, b] {
      #expect(try replica.conflicts().isEmpty)
      #expect(replica.read("todo.md") == "one by A\n")
      let texts = try replica.texts("todo.md").sorted()
      #expect(texts == ["one\n", "one by A\n", "one by A\n", "one by B\n"])
    }
    #expect(try a.history("todo.md").map(\.version.id) == b.history("todo.md").map(\.version.id))
    #expect(try a.history("todo.md").first?.strategy == "keep")
  }

  @Test func `undo of a resolution brings the conflict back, on both`() throws {
    let (a, b) = try diverged()
    let before = try a.conflicts().map(\.versions)
    try a.docmerge("resolve", "todo.md", "--keep", "@2")
    try a.docmerge("sync")
    try b.docmerge("sync")
    try b.docmerge("list")
    // The latest operation of A is the resolution: its sync had nothing to take in.
    try a.docmerge("undo")
    #expect(try a.conflicts().map(\.versions) == before)
    #expect(a.read("todo.md") == "one by B\n")
    try a.docmerge("sync", exits: 1)
    try b.docmerge("sync", exits: 1)
    #expect(try b.conflicts().map(\.versions) == before)
    #expect(b.read("todo.md") == "one by B\n")
  }

  @Test func `an edit made while the other resolves is a conflict again`() throws {
    let (a, b) = try diverged()
    try a.docmerge("resolve", "todo.md", "--newest")
    try b.save("todo.md", "one more by B\n", date: 2_000_000_009, exits: 1)
    try a.docmerge("sync")
    try b.docmerge("sync", exits: 1)
    try a.docmerge("sync", exits: 1)
    #expect(try a.conflicts().map(\.versions) == b.conflicts().map(\.versions))
    #expect(a.read("todo.md") == b.read("todo.md"))
    let texts = try a.texts("todo.md")
    #expect(texts.contains("one more by B\n") && texts.contains("one by A\n"))
  }

  @Test func `identical edits on both are no conflict`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["todo.md": "one\n"])
    for replica in replicas { try replica.save("todo.md", "two\n") }
    for replica in replicas + replicas { try replica.docmerge("sync") }
    for replica in replicas {
      #expect(try replica.conflicts().isEmpty)
      #expect(replica.contents == ["todo.md": "two\n"])
    }
    let ids = try replicas.map { try $0.history("todo.md").map(\.version.id) }
    #expect(ids[0] == ids[1])
  }

  @Test func `the same file made on both with the same contents is one document`() throws {
    let replicas = try meeting.replicas("A", "B", documents: [:])
    for replica in replicas { try replica.save("Notes.md", "the same\n") }
    for replica in replicas + replicas { try replica.docmerge("sync") }
    for replica in replicas {
      #expect(replica.contents == ["Notes.md": "the same\n"])
      #expect(try replica.documents().map(\.path) == ["Notes.md"])
    }
    #expect(try replicas[0].documents().map(\.id) == replicas[1].documents().map(\.id))
    for replica in replicas { #expect(try replica.status().isClean) }
  }
}
