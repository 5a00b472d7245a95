import DocMergeTestSupport
import Glibc
import Testing

/// What other programs do in the folder.
struct FolderTests {
  private let replica = Replica()

  private func start(_ documents: [String: String]) throws {
    for (name, text) in documents { replica.write(name, text) }
    try replica.initialize()
  }

  @Test func `status and save find edits, new, moved and removed documents`() throws {
    try start(["edited.md": "1\n", "gone.md": "gone\n", "moved.md": "moved\n", "same.md": "same\n"])
    replica.write("edited.md", "2\n")
    replica.write("new.md", "new\n")
    replica.file("gone.md").remove()
    replica.file("moved.md").move(to: replica.file("sub/moved.md"))
    let status = try replica.status()
    #expect(status.modified == ["edited.md"])
    #expect(status.added == ["new.md"])
    #expect(status.deleted == ["gone.md"])
    #expect(status.moved.map { [$0.from, $0.to] } == [["moved.md", "sub/moved.md"]])
    let text = try replica.docmerge("status").lines
    #expect(
      Array(text.prefix(4)) == [
        "● edited.md  modified", "● gone.md  deleted", "● new.md  new",
        "● sub/moved.md  moved from moved.md",
      ])
    let saved = try replica.docmerge("save")
    #expect(saved.bytes.isEmpty)
    for line in ["Saved    edited.md", "Added    new.md", "Deleted  gone.md"] {
      #expect(saved.messages.contains(line))
    }
    #expect(saved.messages.contains("Moved    moved.md to sub/moved.md"))
    #expect(try replica.status().isClean)
    #expect(try replica.docmerge("save").messages == "Nothing to save.\n")
  }

  @Test func `a rename is recognised by the file itself, even with an edit`() throws {
    try start(["a.md": "one\n", "b.md": "two\n"])
    let id = try replica.documents()[0].id
    replica.file("a.md").move(to: replica.file("c.md"))
    replica.write("c.md", "renamed and edited\n")
    try replica.docmerge("save")
    #expect(try replica.documents().map(\.path) == ["b.md", "c.md"])
    #expect(try replica.documents()[1].id == id)
    #expect(try replica.texts("c.md") == ["renamed and edited\n", "one\n"])
  }

  @Test func `a rename is recognised by the contents, where the file is another one`() throws {
    try start(["a.md": "the contents of a\n"])
    let id = try replica.documents()[0].id
    try replica.shell("cp a.md sub.md && rm a.md")
    try replica.docmerge("save")
    #expect(try replica.documents().map(\.path) == ["sub.md"])
    #expect(try replica.documents()[0].id == id)
  }

  @Test func `a copy is a document of its own`() throws {
    try start(["a.md": "the contents of a\n"])
    try replica.shell("cp a.md b.md")
    try replica.docmerge("save")
    let documents = try replica.documents()
    #expect(documents.map(\.path) == ["a.md", "b.md"])
    #expect(documents[0].id != documents[1].id)
  }

  @Test func `empty documents are never taken for each other`() throws {
    try start(["a.md": "", "b.md": ""])
    let ids = try replica.documents().map(\.id)
    try replica.shell("rm a.md b.md && touch c.md d.md")
    try replica.docmerge("save")
    #expect(Set(try replica.documents().map(\.id)).isDisjoint(with: ids))
  }

  @Test func `names traded in the folder are traded documents`() throws {
    try start(["a.md": "was a\n", "b.md": "was b\n"])
    try replica.shell("mv a.md t && mv b.md a.md && mv t b.md")
    try replica.docmerge("save")
    #expect(replica.contents == ["a.md": "was b\n", "b.md": "was a\n"])
    #expect(try replica.status().isClean)
    #expect(Set(try replica.texts("a.md") + replica.texts("b.md")) == ["was a\n", "was b\n"])
  }

  @Test func `a save as editors do it, by a new file in its place, is an edit`() throws {
    try start(["a.md": "one\n"])
    let id = try replica.documents()[0].id
    replica.write(".a.md.swp", "two\n")
    replica.file(".a.md.swp").move(to: replica.file("a.md"))
    try replica.docmerge("save")
    #expect(try replica.documents().map(\.id) == [id])
    #expect(try replica.texts("a.md") == ["two\n", "one\n"])
  }

  @Test func `an edit that keeps size and date is found`() throws {
    try start(["a.md": "one\n"])
    replica.write("a.md", "1ne\n", date: 1_000_000_000)
    try replica.docmerge("save")
    replica.write("a.md", "two\n", date: 1_000_000_000)
    try replica.docmerge("save", "a.md")
    #expect(try replica.texts("a.md").first == "two\n")
  }

  @Test func `touch alone makes no version`() throws {
    try start(["a.md": "one\n"])
    replica.file("a.md").setDate(seconds: 1_000_000_000)
    #expect(try replica.status().isClean)
    #expect(try replica.docmerge("save").messages == "Nothing to save.\n")
    #expect(try replica.history("a.md").count == 1)
  }

  @Test func `save of named documents and folders leaves the others`() throws {
    try start(["a.md": "1\n", "sub/b.md": "1\n", "sub/c.md": "1\n", "d.md": "1\n"])
    for name in ["a.md", "sub/b.md", "sub/c.md", "d.md"] { replica.write(name, "2\n") }
    try replica.docmerge("save", "a.md", "sub", "-m", "My words")
    #expect(try replica.status().modified == ["d.md"])
    #expect(try replica.history("sub/c.md")[0].message == "My words")
    try replica.docmerge("save", "missing.md", exits: 2)
    try replica.docmerge("-C", "sub", "save", "../d.md")
    #expect(try replica.status().isClean)
  }

  @Test func `what .gitignore names is left out, and stays out`() throws {
    replica.write(".gitignore", "*.log\nbuild/\n!keep.log\n")
    replica.write("sub/.gitignore", "/secret\n")
    for name in ["a.md", "x.log", "keep.log", "build/out", "sub/secret", "secret"] {
      replica.write(name, "\(name)\n")
    }
    try replica.initialize()
    let paths = try replica.documents().map(\.path)
    #expect(paths == [".gitignore", "a.md", "keep.log", "secret", "sub/.gitignore"])
    replica.write("y.log", "y\n")
    #expect(try replica.status().isClean)
    #expect(replica.read("x.log") == "x.log\n")
  }

  @Test func `a document that is ignored later stays a document`() throws {
    try start(["a.log": "one\n"])
    replica.write(".gitignore", "*.log\n")
    replica.write("a.log", "two\n")
    try replica.docmerge("save")
    #expect(try replica.texts("a.log") == ["two\n", "one\n"])
  }

  @Test func `a link to itself in the place of a folder is a document like other links`() throws {
    try start(["folder/a.md": "a\n", "b.md": "b\n"])
    replica.file("folder").removeAll()
    #expect(symlink("folder", "\(replica.path)/folder") == 0)
    let status = try replica.status()
    #expect(status.deleted == ["folder/a.md"])
    #expect(status.added == ["folder"])
    try replica.docmerge("mv", "b.md", "folder/b.md", exits: 2)
    try replica.docmerge("save")
    #expect(replica.contents == ["b.md": "b\n", "folder": "-> folder"])
    try replica.docmerge("undo")
    #expect(replica.contents["folder/a.md"] == "a\n")
    try replica.docmerge("verify")
  }

  @Test func `other repositories and containers in the folder are left alone`() throws {
    let inner = Replica("inner")
    try start(["a.md": "a\n"])
    try replica.shell("git init -q . && git init -q project && mkdir other")
    replica.write("project/code", "code\n")
    try replica.docmerge("init", "other", exits: 2)
    inner.write("note.md", "inner\n")
    try inner.initialize()
    try replica.shell("mv '\(inner.path)' nested")
    #expect(try replica.status().added == ["project/code"])
  }

  @Test func `a document at the old place of another one can be saved alone`() throws {
    try start(["a": "a\n", "b.md": "b\n"])
    replica.file("a").move(to: replica.file("c.md"))
    replica.file("b.md").move(to: replica.file("a/deep/b.md"))
    try replica.docmerge("save", "b.md")
    #expect(replica.contents == ["c.md": "a\n", "a/deep/b.md": "b\n"])
    #expect(try replica.status().moved.map(\.to) == ["c.md"])
    try replica.docmerge("save")
    #expect(replica.contents == ["c.md": "a\n", "a/deep/b.md": "b\n"])
    #expect(try replica.documents().map(\.path) == ["a/deep/b.md", "c.md"])
    #expect(try replica.status().isClean)
  }
}
