import DocMergeTestSupport
import Testing

/// What becomes of an edit on one replica when the other deletes, renames or makes documents.
struct EditAgainstOtherChangesTests {
  private let meeting = Meeting()

  private func pair(_ documents: [String: String] = ["todo.md": "one\n"]) throws -> [Replica] {
    try meeting.replicas("A", "B", documents: documents)
  }

  private func sync(_ replicas: [Replica]) {
    for replica in replicas + replicas { _ = replica.program.run(["sync"]) }
  }

  @Test(arguments: [true, false])
  func `an edit survives a deletion, which is listed as a version`(isEditFirst: Bool) throws {
    let replicas = try pair()
    let (editor, deleter) = isEditFirst ? (replicas[0], replicas[1]) : (replicas[1], replicas[0])
    try editor.save("todo.md", "edited\n")
    try deleter.docmerge("rm", "todo.md")
    sync(replicas)
    for replica in replicas {
      #expect(replica.contents == ["todo.md": "edited\n"])
      let conflicts = try replica.conflicts()
      #expect(conflicts.map(\.path) == ["todo.md"])
      #expect(conflicts[0].versions.map(\.kind) == ["file", "deleted"])
      let list = try replica.docmerge("list", exits: 1).text
      #expect(list.contains("deleted"))
    }
    #expect(try replicas[0].conflicts()[0].versions == replicas[1].conflicts()[0].versions)
  }

  @Test func `an edit against a deletion is resolved either way`() throws {
    for (strategy, result) in [("@1", ["todo.md": "edited\n"]), ("@2", [:])] {
      let meeting = Meeting()
      let replicas = try meeting.replicas("A", "B", documents: ["todo.md": "one\n"])
      try replicas[0].save("todo.md", "edited\n")
      try replicas[1].docmerge("rm", "todo.md")
      sync(replicas)
      try replicas[0].docmerge("resolve", "todo.md", "--merge", exits: 1)
      try replicas[1].docmerge("resolve", "todo.md", "--keep", strategy)
      sync(replicas)
      for replica in replicas {
        try replica.docmerge("list")
        #expect(replica.contents == result)
      }
    }
  }

  @Test func `a deletion on both is no conflict`() throws {
    let replicas = try pair()
    for replica in replicas { try replica.docmerge("rm", "todo.md") }
    sync(replicas)
    for replica in replicas {
      try replica.docmerge("list")
      #expect(replica.contents.isEmpty)
      #expect(try replica.texts("todo.md") == ["one\n"])
    }
  }

  @Test(arguments: [true, false])
  func `a rename and an edit both apply`(isByCommand: Bool) throws {
    let replicas = try pair()
    if isByCommand {
      try replicas[0].docmerge("mv", "todo.md", "sub/done.md")
    } else {
      replicas[0].file("todo.md").move(to: replicas[0].file("sub/done.md"))
    }
    replicas[1].write("todo.md", "edited\n")
    sync(replicas)
    for replica in replicas {
      try replica.docmerge("list")
      #expect(replica.contents == ["sub/done.md": "edited\n"])
    }
    #expect(try replicas[0].texts("sub/done.md") == ["edited\n", "one\n"])
  }

  @Test func `two names given apart: one counts, the other is an alias, and nothing is lost`()
    throws
  {
    let replicas = try pair()
    try replicas[0].docmerge("mv", "todo.md", "by A.md")
    try replicas[1].docmerge("mv", "todo.md", "by B.md")
    sync(replicas)
    let contents = replicas[0].contents
    #expect(contents == replicas[1].contents)
    #expect(contents.count == 1)
    #expect(contents.values.first == "one\n")
    #expect(try replicas[0].documents().map(\.aliases.count) == [1])
  }

  @Test(arguments: [true, false])
  func `a renamed document survives a deletion under its new name`(isByCommand: Bool) throws {
    let replicas = try pair()
    if isByCommand {
      try replicas[0].docmerge("mv", "todo.md", "done.md")
    } else {
      replicas[0].file("todo.md").move(to: replicas[0].file("done.md"))
    }
    try replicas[1].docmerge("rm", "todo.md")
    sync(replicas)
    for replica in replicas {
      #expect(replica.contents == ["done.md": "one\n"])
      #expect(try replica.conflicts().map { $0.versions.map(\.kind) } == [["file", "deleted"]])
    }
  }

  @Test func `two new documents of one name both stay, under the same names on both`() throws {
    let replicas = try pair([:])
    replicas[0].write("Notes 3.md", "by A\n")
    replicas[1].write("Notes 3.md", "by B\n")
    sync(replicas)
    let contents = replicas[0].contents
    #expect(contents == replicas[1].contents)
    #expect(Set(contents.values) == ["by A\n", "by B\n"])
    #expect(contents["Notes 3.md"] != nil)
    let other = try #require(contents.keys.first { $0 != "Notes 3.md" })
    #expect(other.wholeMatch(of: /Notes 3 \([0-9a-f]{8}\)\.md/) != nil)
    for replica in replicas {
      try replica.docmerge("list")
      #expect(try replica.status().isClean)
    }
  }

  @Test func `a document that made room goes on as itself`() throws {
    let replicas = try pair([:])
    replicas[0].write("Notes 3.md", "by A\n")
    replicas[1].write("Notes 3.md", "by B\n")
    sync(replicas)
    let other = try #require(replicas[0].contents.keys.first { $0 != "Notes 3.md" })
    try replicas[0].save(other, "edited under the other name\n")
    sync(replicas)
    #expect(replicas[1].read(other) == "edited under the other name\n")
    try replicas[1].docmerge("rm", "Notes 3.md")
    sync(replicas)
    for replica in replicas {
      #expect(replica.contents == ["Notes 3.md": "edited under the other name\n"])
      #expect(try replica.status().isClean)
    }
  }
}
