import DocMergeTestSupport
import Testing

/// A sync between two steps of an editor's save.
struct EditorSaveTests {
  private let meeting = Meeting()

  /// The first step of a save, and the last ones.
  static let ways = [
    ("mv a.md a.md~", "printf 'one\\ntwo\\n' > a.md; rm a.md~"),
    ("mv a.md .a.md~", "printf 'one\\ntwo\\n' > a.md"),
    ("mv a.md '#a.md#'", "printf 'one\\ntwo\\n' > a.md"),
    ("mv a.md a.md.bak", "printf 'one\\ntwo\\n' > a.md; rm a.md.bak"),
    ("printf 'one\\ntwo\\n' > a.md.tmp123", "mv a.md.tmp123 a.md"),
    ("printf 'one\\ntwo\\n' > a.tmp.md.new", "mv a.tmp.md.new a.tmp.md; cp a.tmp.md a.md"),
    ("printf 'one\\ntwo\\n' > a.md.x7Kq2Z", "mv a.md.x7Kq2Z a.md"),
    ("printf 'one\\ntwo\\n' > .a.md.x7Kq2Z", "mv .a.md.x7Kq2Z a.md"),
  ]

  @Test(arguments: ways) func `the document goes on with its history, under its name`(
    first: String, rest: String
  ) throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n", "a.tmp.md": "x\n"])
    let documents = try replicas[0].documents().map(\.id)
    try replicas[0].shell(first)
    let output = try replicas[0].docmerge("sync")
    #expect(output.messages.contains("an editor seems to be replacing it"), "\(output)")
    try replicas[1].docmerge("sync")
    #expect(replicas[1].contents == ["a.md": "one\n", "a.tmp.md": "x\n"])
    try replicas[0].shell(rest)
    for replica in replicas { try replica.docmerge("sync") }
    #expect(replicas[1].read("a.md") == "one\ntwo\n")
    #expect(replicas[1].contents.count == 2)
    #expect(try replicas[0].documents().map(\.id) == documents)
    #expect(try replicas[1].docmerge("versions", "a.md").lines.count == 2)
  }

  @Test func `what others did meanwhile is neither lost nor in the way`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n\ntwo\n"])
    try replicas[1].save("a.md", "one\n\ntwo of B\n")
    try replicas[1].docmerge("sync")
    try replicas[0].shell("mv a.md a.md~")
    try replicas[0].docmerge("sync")
    try replicas[0].shell("printf 'one of A\\n\\ntwo\\n' > a.md; rm a.md~")
    try replicas[0].docmerge("sync", exits: 1)
    #expect(
      Set(try replicas[0].texts("a.md"))
        == ["one\n\ntwo\n", "one\n\ntwo of B\n", "one of A\n\ntwo\n"])
    #expect(try replicas[0].documents().count == 1)
  }

  @Test func `who names the document gets it moved`() throws {
    let replica = try meeting.replicas("A", documents: ["a.md": "one\n"])[0]
    try replica.shell("mv a.md a.md.old")
    #expect(try replica.docmerge("save").messages.contains("seems to be replacing it"))
    try replica.docmerge("save", "a.md", "a.md.old")
    #expect(try replica.documents().map(\.path) == ["a.md.old"])
  }

  @Test func `names that only look alike, and other moves, do not wait`() throws {
    let replica = try meeting.replicas("A", documents: ["a.md": "one\n", "b.md": "two\n"])[0]
    try replica.shell("mv a.md c.md; rm b.md; echo three > d.tmp; echo four > e.backup")
    #expect(!(try replica.docmerge("save").messages.contains("replacing")))
    #expect(Set(try replica.documents().map(\.path)) == ["c.md", "d.tmp", "e.backup"])
  }
}
