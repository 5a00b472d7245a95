import DocMergeTestSupport
import Testing

/// Names that documents get later.
struct TitleTests {
  private func container() throws -> Replica {
    let replica = Replica()
    try replica.initialize()
    return replica
  }

  @Test func `M121 M119 a title can be given later, and history and extension stay`() throws {
    let replica = try container()
    try replica.docmerge("new")
    try replica.save("Untitled.md", "text")
    #expect(try replica.docmerge("title", "Untitled.md").text == "Untitled\n")
    let output = try replica.docmerge("title", "Untitled.md", "Trip to Rome")
    #expect(output.text == "Trip to Rome.md\n")
    #expect(replica.contents == ["Trip to Rome.md": "text"])
    #expect(try replica.docmerge("versions", "Trip to Rome.md").lines.count == 2)
    #expect(try replica.docmerge("title", "Trip to Rome.md").text == "Trip to Rome\n")
    try replica.docmerge("undo")
    #expect(replica.contents == ["Untitled.md": "text"])
  }

  @Test(arguments: [
    (title: "Taken", path: "f/Taken 2.md"), (title: "a/b", path: "f/a∕b.md"),
    (title: "v1.2", path: "f/v1.2.md"), (title: ".hidden", path: "f/.hidden.md"),
    (title: "note", path: "f/note.md"), (title: "NOTE", path: "f/NOTE.md"),
    (title: "-rf \u{1F600}", path: "f/-rf \u{1F600}.md"),
  ])
  func `a title becomes a name that is free, in the same folder`(title: String, path: String) throws
  {
    let replica = try container()
    replica.write("f/note.md", "text")
    replica.write("f/taken.md", "other")
    try replica.docmerge("save")
    #expect(
      try replica.program.run(["title", "f/note.md", "--", title], exits: 0).text == path + "\n")
    #expect(replica.read(path) == "text")
  }

  @Test(arguments: ["", ".", ".."])
  func `what cannot be a name is refused`(title: String) throws {
    let replica = try container()
    try replica.save("note.md", "text")
    let output = replica.program.run(["title", "note.md", title])
    #expect(output.status == 2 && output.messages.hasPrefix("docmerge: "), "\(output)")
    #expect(replica.contents == ["note.md": "text"])
  }
}
