import DocMergeTestSupport
import Testing

/// Conflicts that a person settles by an edit in the folder.
struct EditedByHandTests {
  private func conflict(_ ours: [UInt8], _ theirs: [UInt8], _ edit: [UInt8]) throws -> Replica {
    let replicas = try Meeting().replicas("A", "B", documents: ["n.md": "1\n2\n3\n"])
    replicas[0].file("n.md").write(ours)
    replicas[1].file("n.md").write(theirs)
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    replicas[1].file("n.md").write(edit)
    return replicas[1]
  }

  @Test(arguments: [["--keep", "@1"], ["--keep", "@current"], ["--edited"]], [true, false])
  func `the edit is kept`(words: [String], isText: Bool) throws {
    let mark: [UInt8] = isText ? [] : [0, 255, 0]
    let edit = Array("1\ntwo, zwei\n3\n".utf8) + mark
    let replica = try conflict(
      Array("1\ntwo\n3\n".utf8) + mark, Array("1\nzwei\n3\n".utf8) + mark, edit)
    let output = try replica.program.run(["resolve", "n.md"] + words, exits: 0)
    #expect("\(output)".contains("Resolved n.md"))
    #expect(replica.file("n.md").bytes == edit)
    #expect(try replica.status().isClean)
  }

  @Test func `another strategy beside it is refused`() throws {
    let replica = try conflict(Array("a\n".utf8), Array("b\n".utf8), Array("c\n".utf8))
    let output = try replica.docmerge("resolve", "n.md", "--edited", "--merge", exits: 2)
    #expect(output.messages.contains("--edited keeps the document as it is in the folder"))
  }
}
