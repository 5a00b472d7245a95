import DocMergeTestSupport
import Testing

/// Documents that move to where others are, or were.
struct PlaceTests {
  private let meeting = Meeting()

  @Test func `documents that trade names on A trade them on B`() throws {
    let replicas = try meeting.replicas(
      "A", "B", documents: ["a.md": "was a\n", "b.md": "was b\n"])
    for (from, to) in [("a.md", "t.md"), ("b.md", "a.md"), ("t.md", "b.md")] {
      try replicas[0].docmerge("mv", from, to)
    }
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[1].contents == ["a.md": "was b\n", "b.md": "was a\n"])
  }

  @Test func `three documents that move round on A move round on B, with edits`() throws {
    let replicas = try meeting.replicas(
      "A", "B", documents: ["1": "one\n", "2": "two\n", "3": "three\n"])
    for (from, to) in [("1", "t"), ("2", "1"), ("3", "2"), ("t", "3")] {
      try replicas[0].docmerge("mv", from, to)
    }
    replicas[1].write("1", "one edited by B\n")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[0].contents == ["1": "two\n", "2": "three\n", "3": "one edited by B\n"])
  }

  @Test func `a document replaced by a folder of documents arrives so`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["notes": "file\n"])
    try replicas[0].shell("rm notes && mkdir notes")
    replicas[0].write("notes/one.md", "one\n")
    replicas[0].write("notes/two.md", "two\n")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[1].contents == ["notes/one.md": "one\n", "notes/two.md": "two\n"])
    let paths = try replicas[1].documents().map(\.path)
    #expect(paths == ["notes/one.md", "notes/two.md"])
    try replicas[1].shell("rm -r notes")
    replicas[1].write("notes", "file again\n")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[0].contents == ["notes": "file again\n"])
  }

  @Test func `a document moved into a folder of its own name arrives so`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["notes": "file\n"])
    try replicas[0].shell("mv notes t && mkdir notes && mv t notes/notes")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[1].contents == ["notes/notes": "file\n"])
    let paths = try replicas[1].documents().map(\.path)
    #expect(paths == ["notes/notes"])
  }

  @Test func `a document moved by command into a folder of its own name arrives so`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["notes": "file\n"])
    try replicas[0].docmerge("mv", "notes", "notes/notes")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[1].contents == ["notes/notes": "file\n"])
    #expect(try replicas[1].documents().map(\.path) == ["notes/notes"])
  }

  @Test func `a document makes room for a folder of its old name`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a": "was a\n", "b": "was b\n"])
    try replicas[0].docmerge("mv", "b", "c")
    try replicas[0].docmerge("mv", "a", "b/x")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[1].contents == ["b/x": "was a\n", "c": "was b\n"])
  }

  @Test func `documents that move into folders of each other's names arrive so`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a": "was a\n", "b": "was b\n"])
    for (from, to) in [("a", "t"), ("b", "a/y"), ("t", "b/x")] {
      try replicas[0].docmerge("mv", from, to)
    }
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[1].contents == ["a/y": "was b\n", "b/x": "was a\n"])
  }

  @Test func `a document takes the name of the folder that it was in`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["notes/a.md": "was a\n"])
    try replicas[0].docmerge("mv", "notes/a.md", "t")
    try replicas[0].docmerge("mv", "t", "notes")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[1].contents == ["notes": "was a\n"])
  }

  @Test func `a package moves into a folder that has its own old name`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    replicas[0].write("p.textbundle/text.md", "text\n")
    try replicas[0].docmerge("save")
    sync(replicas)
    try replicas[0].docmerge("mv", "p.textbundle", "d.txt")
    sync(replicas)
    try replicas[0].docmerge("mv", "d.txt", "t.md")
    try replicas[0].docmerge("mv", "t.md", "d.txt/e.md")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[1].contents["d.txt/e.md/text.md"] == "text\n")
  }

  @Test func `an empty folder makes room for a document`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a": "was a\n"])
    try replicas[1].shell("mkdir -p new/inner/most new/other moved/inner")
    try replicas[0].docmerge("mv", "a", "moved")
    try replicas[0].save("new", "new\n")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[1].contents == ["moved": "was a\n", "new": "new\n"])
  }

  @Test func `where a document cannot go where it should, no other one takes its place meanwhile`()
    throws
  {
    let replicas = try meeting.replicas("A", "B", documents: ["a": "was a\n", "b": "was b\n"])
    replicas[1].write(".gitignore", "c\n")
    replicas[1].write("c", "B's own\n")
    try replicas[0].docmerge("mv", "b", "c")
    try replicas[0].docmerge("mv", "a", "b")
    sync(replicas)
    #expect(replicas[1].read("b") == "was a\n")
    #expect(replicas[1].read("c") == "B's own\n")
    #expect(replicas[1].contents.values.contains("was b\n"))
    let left = try replicas[1].shell("find . -name '.docmerge-tmp*'").text
    #expect(left.isEmpty)
    #expect(try replicas[1].docmerge("save").status == 0)
  }

  @Test(arguments: ["x.log", "x.log/inside"])
  func `an ignored file in the way of a document is kept, and so is the document`(
    name: String
  ) throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    replicas[1].write(".gitignore", "*.log\n")
    replicas[1].write("x.log", "B's own\n")
    try replicas[0].save(name, "by A\n")
    sync(replicas)
    #expect(replicas[1].contents.values.contains("B's own\n"))
    #expect(replicas[1].contents.values.contains("by A\n"))
    try replicas[1].docmerge("save")
  }

  @Test func `a folder with only ignored files is kept, and so is a document of its name`()
    throws
  {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    replicas[1].write(".gitignore", "*.log\n")
    replicas[1].write("notes/x.log", "B's own\n")
    try replicas[0].save("notes", "by A\n")
    sync(replicas)
    #expect(replicas[1].contents.values.contains("B's own\n"))
    #expect(replicas[1].contents.values.contains("by A\n"))
    try replicas[1].docmerge("save")
  }
}
