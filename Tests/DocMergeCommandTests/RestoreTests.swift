import DocMergeTestSupport
import Testing

/// Old versions and deleted documents, and the output about them.
struct RestoreTests {
  private let replica = Replica()

  private func start() throws {
    replica.write("a.md", "one\n")
    try replica.initialize()
    try replica.save("a.md", "two\n")
  }

  @Test func `restore makes an old version the current one, and keeps the others`() throws {
    try start()
    let old = try replica.history("a.md")[1].version.id
    try replica.docmerge("restore", "a.md", String(old.prefix(8)))
    #expect(replica.contents == ["a.md": "one\n"])
    #expect(try replica.texts("a.md") == ["one\n", "two\n", "one\n"])
    #expect(try replica.history("a.md").map(\.operation) == ["restore", "save", "save"])
    #expect(try replica.status().isClean)
  }

  @Test func `restore brings a deleted document back, in a folder that went with it`() throws {
    replica.write("sub/deep/a.md", "one\n")
    try replica.initialize()
    try replica.docmerge("rm", "sub/deep/a.md")
    #expect(!replica.file("sub").exists)
    let history = try replica.history("sub/deep/a.md")
    #expect(history.map(\.version.kind) == ["deleted", "file"])
    try replica.docmerge("restore", "sub/deep/a.md", history[1].version.id)
    #expect(replica.contents == ["sub/deep/a.md": "one\n"])
    #expect(try replica.documents().map(\.state) == ["normal"])
  }

  @Test func `of several deleted documents of one name the last deleted is meant`() throws {
    for number in 1...3 {
      replica.write("a.md", "\(number)\n")
      if number == 1 { try replica.initialize() } else { try replica.docmerge("save") }
      try replica.docmerge("rm", "a.md")
    }
    #expect(try replica.texts("a.md") == ["3\n"])
    try replica.docmerge("restore", "a.md", try replica.history("a.md")[1].version.id)
    #expect(replica.contents == ["a.md": "3\n"])
  }

  @Test func `restore does not lose what was typed meanwhile`() throws {
    try start()
    replica.write("a.md", "typed\n")
    try replica.docmerge("restore", "a.md", try replica.history("a.md")[1].version.id)
    #expect(replica.contents == ["a.md": "one\n"])
    #expect(try replica.texts("a.md") == ["one\n", "typed\n", "two\n", "one\n"])
  }

  @Test func `rm saves what was typed before it deletes`() throws {
    try start()
    replica.write("a.md", "typed\n")
    try replica.docmerge("rm", "a.md")
    #expect(replica.contents.isEmpty)
    #expect(try replica.texts("a.md").first == "typed\n")
    let output = try replica.docmerge("rm", "a.md", exits: 2)
    #expect(output.messages == "docmerge: a.md is deleted already\n")
  }

  @Test func `versions are named by digits, words and numbers`() throws {
    let meeting = Meeting()
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "base\n"])
    try replicas[0].save("a.md", "by A\n", date: 2_000_000_005)
    try replicas[1].save("a.md", "by B\n", date: 2_000_000_001)
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    let expected = [
      "@current": "by A\n", "@newest": "by A\n", "@oldest": "by B\n", "@base": "base\n",
      "@1": "by A\n", "@2": "by B\n",
    ]
    for (word, text) in expected {
      #expect(try replicas[1].docmerge("show", "a.md\(word)").text == text)
      #expect(try replicas[1].docmerge("show", "a.md@\(word)").text == text)
    }
    for word in ["@3", "@0", "@nobody", "ffffffff", "12", "@-1", "@"] {
      let output = try replicas[1].docmerge("show", "a.md@\(word)", exits: 2)
      #expect(output.bytes.isEmpty)
      #expect(output.messages.hasPrefix("docmerge: no "))
    }
  }

  @Test func `diff shows unsaved changes, between versions, and against the folder`() throws {
    try start()
    let ids = try replica.history("a.md").map(\.version.id)
    #expect(try replica.docmerge("diff", "a.md").bytes.isEmpty)
    let between = try replica.docmerge("diff", "a.md", ids[1], ids[0])
    #expect(
      between.text == """
        --- a.md@\(ids[1].prefix(8))
        +++ a.md@\(ids[0].prefix(8))
        @@ -1 +1 @@
        -one
        +two

        """)
    replica.write("a.md", "three\n")
    #expect(try replica.docmerge("diff", "a.md").text.hasSuffix("-two\n+three\n"))
    #expect(try replica.docmerge("diff", "a.md", ids[1]).text.hasSuffix("-one\n+three\n"))
    replica.write("a.md", "\0\n")
    #expect(try replica.docmerge("diff", "a.md").text == "a.md: binary contents differ\n")
  }

  @Test func `a diff is one that patch applies`() throws {
    let old = (1...40).map { "line \($0)\n" }.joined()
    let new = old.replacing("line 7\n", with: "").replacing("line 30\n", with: "30\nand more\n")
    replica.write("a.md", old)
    try replica.initialize()
    replica.write("a.md", new)
    let diff = try replica.docmerge("diff", "a.md")
    replica.write("copy.md", old)
    replica.file("change.diff").write(diff.bytes)
    try replica.shell(
      "git apply --unidiff-zero -p0 --include=a.md --directory=. change.diff || true")
    try replica.shell("patch -s copy.md change.diff")
    #expect(replica.read("copy.md") == new)
  }

  @Test func `says what became of a document that was removed without docmerge`() throws {
    try start()
    let ids = try replica.history("a.md").map(\.version.id)
    replica.file("a.md").remove()
    let output = try replica.docmerge("restore", "a.md", ids[1])
    #expect(
      output.messages.contains("Brought a.md back, as it was in \(ids[1].prefix(8))"), "\(output)")
    #expect(output.messages.contains("it was missing in the folder"))
    #expect(replica.contents == ["a.md": "one\n"])
    try replica.docmerge("rm", "a.md")
    let deleted = try replica.history("a.md")[0].version.id
    let back = try replica.docmerge("restore", "a.md", ids[0])
    #expect(back.messages == "Brought a.md back, as it was in \(ids[0].prefix(8)).\n")
    let gone = try replica.docmerge("restore", "a.md", deleted)
    #expect(gone.messages == "Deleted a.md, as in \(deleted.prefix(8)).\n")
    #expect(replica.contents.isEmpty)
  }
}
