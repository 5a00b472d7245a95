import DocMergeTestSupport
import Testing

/// Names that meet: E7 to E18 of the catalogue.
struct NameEdgeCaseTests {
  private let meeting = Meeting()

  @Test func `E7 a rename and an edit never meet: both apply`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    try replicas[0].docmerge("mv", "a.md", "sub/b.md")
    replicas[1].write("a.md", "two\n")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[0].contents == ["sub/b.md": "two\n"])
  }

  @Test func `E8 two renames of one document keep one name, and show the other`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    try replicas[0].docmerge("mv", "a.md", "by A.md")
    try replicas[1].docmerge("mv", "a.md", "by B.md")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[0].contents.count == 1)
    let document = try replicas[0].documents()[0]
    #expect(Set([document.path] + document.aliases) == ["by A.md", "by B.md"])
  }

  @Test func `E9 two documents renamed to one name both stay`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "a\n", "b.md": "b\n"])
    try replicas[0].docmerge("mv", "a.md", "c.md")
    try replicas[1].docmerge("mv", "b.md", "c.md")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[0].contents.count == 2)
    #expect(Set(replicas[0].contents.values) == ["a\n", "b\n"])
    #expect(replicas[0].read("c.md") != nil)
  }

  @Test func `E10 a rename and a deletion: the document stays, and the deletion is listed`() throws
  {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    try replicas[0].docmerge("mv", "a.md", "b.md")
    replicas[0].write("b.md", "edited\n")
    try replicas[1].docmerge("rm", "a.md")
    sync(replicas)
    try expectSameFolders(replicas)
    #expect(replicas[1].contents == ["b.md": "edited\n"])
    #expect(try replicas[1].conflicts()[0].versions.map(\.kind) == ["file", "deleted"])
  }

  @Test(arguments: [[0, 1], [1, 0]])
  func `E10 a document that one moves, and another deletes, stays at its new place`(order: [Int])
    throws
  {
    let replicas = try meeting.replicas("A", "B", "C", documents: ["a.md": "one\n", "b.md": "b\n"])
    try replicas[0].docmerge("mv", "a.md", "Archive/a.md")
    try replicas[1].docmerge("rm", "a.md")
    sync(order.map { replicas[$0] } + [replicas[2]])
    sync(replicas)
    try expectSameFolders(replicas)
    #expect(replicas[2].contents == ["Archive/a.md": "one\n", "b.md": "b\n"])
    #expect(try replicas[2].conflicts()[0].versions.map(\.kind) == ["file", "deleted"])
    try replicas[2].docmerge("resolve", "--all", "--keep", "@2")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[0].contents == ["b.md": "b\n"])
  }

  @Test func `E10 a deletion after a move that it has seen is none that asks`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    try replicas[0].docmerge("mv", "a.md", "Archive/a.md")
    sync(replicas)
    try replicas[1].docmerge("rm", "Archive/a.md")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[0].contents == [:])
  }

  @Test func `E11 the same file made on both with the same contents is one document`() throws {
    let replicas = try meeting.replicas("A", "B", documents: [:])
    for replica in replicas { replica.write("a.md", "same\n") }
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[0].contents == ["a.md": "same\n"])
    #expect(try replicas[1].documents().count == 1)
  }

  @Test func `E12 the same name made on both with other contents is two documents`() throws {
    let replicas = try meeting.replicas("A", "B", documents: [:])
    for replica in replicas { replica.write("Notes 3.md", "by \(replica.name)\n") }
    sync(replicas)
    try expectAgreement(replicas)
    #expect(Set(replicas[0].contents.values) == ["by A\n", "by B\n"])
    #expect(replicas[0].read("Notes 3.md") != nil)
    #expect(try replicas[0].conflicts().isEmpty)
  }

  @Test(arguments: [("Note.md", "note.md", "E13"), ("Caf\u{E9}.md", "Cafe\u{301}.md", "E14")])
  func `E13 E14 names that differ in case or composition only are kept apart`(
    one: String, two: String, row: String
  ) throws {
    let replicas = try meeting.replicas("A", "B", documents: [:])
    replicas[0].write(one, "by A\n")
    replicas[1].write(two, "by B\n")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(Set(replicas[0].contents.values) == ["by A\n", "by B\n"], "\(row)")
    #expect(replicas[0].contents.keys.count { $0.contains(" (") } == 1, "\(row)")
  }

  @Test func `E15 a file and a folder of one name both stay`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["keep.md": "k\n"])
    replicas[0].write("notes", "file\n")
    replicas[1].write("notes/one.md", "one\n")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(Set(replicas[0].contents.values) == ["file\n", "one\n", "k\n"])
  }

  @Test func `E16 E18 edits of different members are a conflict of the whole package`() throws {
    let replicas = try meeting.replicas(
      "A", "B",
      documents: ["t.imagenotes/index": "x y\n", "t.imagenotes/x": "x\n", "t.imagenotes/y": "y\n"])
    replicas[0].write("t.imagenotes/x", "by A\n")
    replicas[1].write("t.imagenotes/z", "new\n")
    replicas[1].write("t.imagenotes/index", "x y z\n")
    sync(replicas)
    try expectSameFolders(replicas)
    #expect(try replicas[0].conflicts().map(\.path) == ["t.imagenotes"])
    // Whole, one or the other: an index never names a missing file.
    let index = try #require(replicas[0].read("t.imagenotes/index"))
    #expect((replicas[0].read("t.imagenotes/z") != nil) == index.contains("z"))
    let output = try replicas[0].docmerge("resolve", "--all", "--merge", exits: 1)
    #expect(output.messages.contains("packages are only kept whole"))
  }

  @Test func `E17 an edit of a member wins over the deletion of its package, whole`() throws {
    let replicas = try meeting.replicas(
      "A", "B", documents: ["t.imagenotes/x": "x\n", "t.imagenotes/y": "y\n"])
    replicas[0].write("t.imagenotes/x", "by A\n")
    try replicas[1].docmerge("rm", "t.imagenotes")
    sync(replicas)
    try expectSameFolders(replicas)
    #expect(replicas[1].contents == ["t.imagenotes/x": "by A\n", "t.imagenotes/y": "y\n"])
    #expect(try replicas[1].conflicts()[0].versions.map(\.kind) == ["package", "deleted"])
  }
}
