import DocMergeTestSupport
import Testing

/// Undoing each kind of operation, and undoing that.
struct UndoTests {
  private let replica = Replica()

  private func start(_ documents: [String: String]) throws {
    for (name, text) in documents { replica.write(name, text) }
    try replica.initialize()
  }

  private func undoLast(exits status: Int32 = 0) throws {
    try replica.docmerge("undo", exits: status)
    #expect(try replica.status().isClean)
  }

  /// Takes the last undo back by its id.
  private func redo(exits status: Int32 = 0) throws {
    let last = try #require(replica.operations().first)
    #expect(last.operation == "undo")
    try replica.docmerge("undo", last.id, exits: status)
    #expect(try replica.status().isClean)
  }

  @Test func `undo of a save, and undo of that`() throws {
    try start(["a.md": "one\n", "b.md": "b\n"])
    replica.write("a.md", "two\n")
    replica.write("new.md", "new\n")
    replica.file("b.md").remove()
    try replica.docmerge("save")
    try undoLast()
    #expect(replica.contents == ["a.md": "one\n", "b.md": "b\n"])
    try redo()
    #expect(replica.contents == ["a.md": "two\n", "new.md": "new\n"])
    #expect(Set(try replica.texts("a.md")) == ["one\n", "two\n"])
    #expect(try replica.texts("b.md") == ["b\n"])
  }

  @Test func `undo of a deletion, and undo of that`() throws {
    try start(["a.md": "one\n", "sub/b.md": "b\n"])
    try replica.docmerge("rm", "a.md", "sub/b.md")
    #expect(replica.contents.isEmpty)
    try undoLast()
    #expect(replica.contents == ["a.md": "one\n", "sub/b.md": "b\n"])
    try redo()
    #expect(replica.contents.isEmpty)
  }

  @Test func `undo of a move, and undo of that`() throws {
    try start(["a.md": "one\n"])
    try replica.docmerge("mv", "a.md", "sub/b.md")
    try undoLast()
    #expect(replica.contents == ["a.md": "one\n"])
    try redo()
    #expect(replica.contents == ["sub/b.md": "one\n"])
  }

  @Test func `undo of a restore`() throws {
    try start(["a.md": "one\n"])
    try replica.save("a.md", "two\n")
    try replica.docmerge("restore", "a.md", try replica.history("a.md")[1].version.id)
    #expect(replica.contents == ["a.md": "one\n"])
    try undoLast()
    #expect(replica.contents == ["a.md": "two\n"])
  }

  @Test func `undo again and again goes back step by step`() throws {
    try start(["a.md": "0\n"])
    for number in 1...3 { try replica.save("a.md", "\(number)\n") }
    for number in [2, 1, 0] {
      try undoLast()
      #expect(replica.contents == ["a.md": "\(number)\n"])
    }
    let output = try replica.docmerge("undo", exits: 2)
    #expect(output.messages == "docmerge: there is no operation to undo\n")
    let operations = try replica.operations()
    #expect(
      operations.map(\.operation) == ["undo", "undo", "undo", "save", "save", "save", "init"])
    #expect(operations.map(\.isUndone) == [false, false, false, true, true, true, false])
    #expect(operations[0].undoes == operations[5].id)
    #expect(try replica.texts("a.md").contains("0\n"))
    #expect(
      try replica.git("log", "--all", "--format=%s").lines.filter { $0 == "Save a.md" }.count == 3)
  }

  @Test func `undo refuses what was built on, and says which documents`() throws {
    try start(["a.md": "0\n", "b.md": "0\n"])
    try replica.save("a.md", "1\n")
    let first = try #require(replica.operations().first)
    try replica.save("a.md", "2\n")
    let output = try replica.docmerge("undo", first.id, exits: 2)
    #expect(output.messages.contains("changed by later operations, undo those first: a.md"))
    #expect(replica.contents == ["a.md": "2\n", "b.md": "0\n"])
  }

  @Test func `undo of an older operation leaves other documents alone`() throws {
    try start(["a.md": "0\n", "b.md": "0\n"])
    try replica.save("a.md", "1\n")
    let first = try #require(replica.operations().first)
    try replica.save("b.md", "1\n")
    try replica.docmerge("undo", String(first.id.prefix(8)))
    #expect(replica.contents == ["a.md": "0\n", "b.md": "1\n"])
  }

  @Test func `undo saves an edit in the folder first, and refuses to lose it`() throws {
    try start(["a.md": "0\n"])
    try replica.save("a.md", "1\n")
    let save = try #require(replica.operations().first)
    replica.write("a.md", "typed meanwhile\n")
    try replica.docmerge("undo", save.id, exits: 2)
    #expect(replica.contents == ["a.md": "typed meanwhile\n"])
    #expect(try replica.texts("a.md").contains("typed meanwhile\n"))
  }

  @Test func `undo of a sync takes back what the others did, and only here`() throws {
    let meeting = Meeting()
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "0\n"])
    try replicas[0].save("a.md", "by A\n")
    replicas[0].write("new.md", "new\n")
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync")
    #expect(try replicas[1].operations().first?.operation == "sync")
    try replicas[1].docmerge("undo")
    #expect(replicas[1].contents == ["a.md": "0\n"])
    #expect(replicas[0].contents == ["a.md": "by A\n", "new.md": "new\n"])
    let undo = try #require(replicas[1].operations().first)
    try replicas[1].docmerge("undo", undo.id)
    #expect(replicas[1].contents == replicas[0].contents)
  }

  @Test func `undo of a resolution can be undone, by the same version`() throws {
    let meeting = Meeting()
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "0\n"])
    try replicas[0].save("a.md", "by A\n", date: 2_000_000_000)
    try replicas[1].save("a.md", "by B\n", date: 2_000_000_001)
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    try replicas[1].docmerge("resolve", "--all", "--oldest")
    let resolved = try replicas[1].documents()[0].versions
    try replicas[1].docmerge("undo")
    #expect(replicas[1].read("a.md") == "by B\n")
    let undo = try #require(replicas[1].operations().first)
    try replicas[1].docmerge("undo", undo.id)
    #expect(replicas[1].read("a.md") == "by A\n")
    #expect(try replicas[1].documents()[0].versions == resolved)
    try replicas[1].docmerge("sync")
    try replicas[0].docmerge("sync")
    #expect(try replicas[0].documents()[0].versions == resolved)
  }

  @Test func `undo of keep-both takes the copies away again`() throws {
    let meeting = Meeting()
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "0\n"])
    try replicas[0].save("a.md", "by A\n", date: 2_000_000_000)
    try replicas[1].save("a.md", "by B\n", date: 2_000_000_001)
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    try replicas[1].docmerge("resolve", "a.md", "--keep-both")
    #expect(replicas[1].contents.count == 2)
    try replicas[1].docmerge("undo")
    #expect(replicas[1].contents == ["a.md": "by B\n"])
    #expect(try replicas[1].conflicts().map(\.versions.count) == [2])
    try replicas[1].docmerge("resolve", "a.md", "--keep-both")
    #expect(Set(replicas[1].contents.values) == ["by A\n", "by B\n"])
    let copy = try #require(replicas[1].contents.keys.first { $0 != "a.md" })
    let operations = try replicas[1].history(copy).map(\.operation)
    #expect(operations == ["resolve", "delete", "resolve", "save", "save"])
  }
}
