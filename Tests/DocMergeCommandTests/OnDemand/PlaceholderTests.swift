import DocMergeTestSupport
import Glibc
import Testing

/// What people and programs do to placeholders.
struct PlaceholderTests {
  private let meeting = Meeting()

  @Test func `a placeholder that was removed is restored`() throws {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n", "folder/b.md": "b\n"])
    try lazy.shell("rm -r a.md folder")
    #expect(try lazy.status().deleted.isEmpty)
    try lazy.docmerge("save")
    #expect(lazy.placeholders == ["a.md", "folder/b.md"])
    try lazy.docmerge("sync")
    try full.docmerge("sync")
    #expect(full.contents == ["a.md": "a\n", "folder/b.md": "b\n"])
  }

  @Test func `a placeholder that was moved is the document renamed`() throws {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    try lazy.shell("mkdir folder && mv a.md folder/c.md && cp -P b.md d.md && rm b.md")
    #expect(try lazy.status().moved.map(\.to).sorted() == ["d.md", "folder/c.md"])
    try lazy.docmerge("sync")
    #expect(lazy.placeholders == ["folder/c.md", "d.md"])
    try full.docmerge("sync")
    #expect(full.contents == ["folder/c.md": "a\n", "d.md": "b\n"])
    try lazy.expectSoundness()
  }

  @Test func `a copy of a placeholder is no document`() throws {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n"])
    try lazy.shell("cp -P a.md copy.md")
    try lazy.docmerge("save", exits: 1)
    #expect(try lazy.documents().map(\.path) == ["a.md"])
    try lazy.shell("rm copy.md")
    try lazy.docmerge("sync")
    try full.docmerge("sync")
    #expect(full.contents == ["a.md": "a\n"])
  }

  @Test func `a folder of placeholders does not become a package, nor do packages take any in`()
    throws
  {
    let (full, lazy) = try meeting.pair(documents: ["notes/a.md": "a\n", "b.md": "b\n"])
    try lazy.shell("mv notes Notes.textbundle")
    #expect(try lazy.docmerge("save", exits: 1).messages.contains("holds the placeholder"))
    try lazy.shell("mkdir -p P.textbundle/assets && echo one > P.textbundle/text.md")
    // The placeholders are back where they were, and the copies made from them are left to the user.
    #expect(lazy.placeholders == ["Notes.textbundle/a.md", "b.md", "notes/a.md"])
    try lazy.shell("rm -r Notes.textbundle && mv b.md P.textbundle/assets")
    #expect(try lazy.docmerge("save", exits: 1).messages.contains("holds the placeholder"))
    #expect(try lazy.documents().map(\.path) == ["b.md", "notes/a.md"])
    try lazy.shell("rm P.textbundle/assets/b.md && echo two > P.textbundle/text.md")
    try lazy.docmerge("sync")
    #expect(lazy.placeholders == ["b.md", "notes/a.md"])
    try full.docmerge("sync")
    #expect(
      full.contents == ["notes/a.md": "a\n", "b.md": "b\n", "P.textbundle/text.md": "two\n"])
    try lazy.expectSoundness()
  }

  @Test func `a package that is moved and takes in a placeholder is saved once that is gone`()
    throws
  {
    let (full, lazy) = try meeting.pair(documents: ["b.md": "b\n"])
    try lazy.shell("mkdir P.textbundle && echo one > P.textbundle/text.md")
    try lazy.docmerge("save")
    try lazy.shell("mv P.textbundle Q.textbundle && mv b.md Q.textbundle")
    try lazy.shell("echo two > Q.textbundle/text.md")
    // It is reported every time.
    for _ in 0..<2 {
      #expect(try lazy.docmerge("save", exits: 1).messages.contains("holds the placeholder"))
    }
    #expect(try lazy.documents().map(\.path) == ["Q.textbundle", "b.md"])
    try lazy.shell("rm Q.textbundle/b.md")
    try lazy.docmerge("sync")
    try full.docmerge("sync")
    #expect(full.contents == ["b.md": "b\n", "Q.textbundle/text.md": "two\n"])
  }

  @Test func `a package with a placeholder in it that others delete keeps nothing from going on`()
    throws
  {
    let (full, lazy) = try meeting.pair(documents: ["b.md": "b\n"])
    try lazy.shell("mkdir P.textbundle && echo one > P.textbundle/text.md")
    for replica in [lazy, full] { try replica.docmerge("sync") }
    try full.docmerge("rm", "P.textbundle")
    try full.docmerge("sync")
    try lazy.shell("mv b.md P.textbundle")
    #expect(lazy.program.run(["sync"]).status == 1)
    lazy.write("c.md", "c\n")
    #expect(lazy.program.run(["sync"]).status == 1)
    try full.docmerge("sync")
    #expect(full.contents == ["b.md": "b\n", "c.md": "c\n"])
    #expect(lazy.read("P.textbundle/text.md") == "one\n")
  }

  @Test func `a file in the place of a placeholder is kept beside what it did not see`() throws {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "old\n"])
    try lazy.git("remote", "set-url", "origin", "/nonexistent/remote.git")
    try lazy.shell("echo mine > new && mv new a.md")
    try lazy.docmerge("save", exits: 1)
    #expect(try lazy.conflicts()[0].versions.count == 2)
    #expect(lazy.read("a.md") == "mine\n")
    try lazy.git("remote", "set-url", "origin", meeting.remote)
    try lazy.docmerge("sync", exits: 1)
    try full.docmerge("sync", exits: 1)
    try full.git("fsck", "--strict")
    try full.docmerge("resolve", "a.md", "--merge", exits: 1)
    try full.docmerge("resolve", "a.md", "--newest")
    try full.docmerge("sync")
    try lazy.docmerge("sync")
    #expect(lazy.contents == ["a.md": "mine\n"] && full.contents == ["a.md": "mine\n"])
    #expect(Set(try full.texts("a.md")) == ["mine\n", "old\n"])
    try lazy.expectSoundness()
  }

  @Test func `a file in the place of a placeholder makes it step aside`() throws {
    let (full, lazy) = try meeting.pair(documents: ["a": "a\n"])
    try lazy.shell("rm a && mkdir a && echo new > a/new.md")
    try lazy.docmerge("sync")
    #expect(lazy.read("a/new.md") == "new\n" && lazy.placeholders.count == 1)
    try full.docmerge("sync")
    try lazy.docmerge("download", "--all")
    try lazy.docmerge("sync")
    #expect(lazy.contents == full.contents)
    #expect(full.contents.values.sorted() == ["a\n", "new\n"])
  }

  @Test func `the index is made anew from placeholders, contents and edits`() throws {
    let (_, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    try lazy.docmerge("download", "b.md")
    try lazy.shell("rm .docmerge/docmerge/index*; printf edited > b.md")
    // The index is a part of what tells the place: the container goes on as a new replica.
    try lazy.docmerge("sync")
    #expect(lazy.contents["b.md"] == "edited" && lazy.placeholders == ["a.md"])
    #expect(try lazy.conflicts().isEmpty)
    try lazy.expectSoundness()
  }

  @Test func `acts on a document bring it first, and change nothing offline`() throws {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n", "c.md": "c\n"])
    let version = try full.history("a.md")[0].version.id
    let before = (try lazy.operations().map(\.id), lazy.contents)
    try lazy.shell("mv '\(meeting.remote)' '\(meeting.remote)-away'")
    for words in [
      ["rm", "a.md"], ["show", "a.md"], ["diff", "a.md", "@current"], ["versions", "a.md"],
      ["restore", "a.md", version], ["download", "a.md"],
    ] {
      let output = lazy.program.run(words)
      #expect(output.status == 75 && output.bytes.isEmpty, "\(words): \(output)")
    }
    #expect(try lazy.operations().map(\.id) == before.0 && lazy.contents == before.1)
    // Names are a matter of the catalogue.
    try lazy.docmerge("mv", "c.md", "d.md")
    try lazy.shell("mv '\(meeting.remote)-away' '\(meeting.remote)'")
    try lazy.docmerge("rm", "a.md")
    #expect(try lazy.docmerge("show", "b.md").text == "b\n")
    try lazy.docmerge("sync")
    try full.docmerge("sync")
    #expect(full.contents == ["b.md": "b\n", "d.md": "c\n"])
    try lazy.docmerge("restore", "a.md", version)
    #expect(lazy.read("a.md") == "a\n")
  }

  @Test func `a placeholder that was moved is known, whatever came to its place`() throws {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    try lazy.docmerge("download", "b.md")
    try lazy.shell("mv a.md c.md && mv b.md a.md")
    try lazy.docmerge("sync")
    try full.docmerge("sync")
    #expect(full.contents == ["c.md": "a\n", "a.md": "b\n"])
    #expect(lazy.placeholders == ["c.md"] && lazy.read("a.md") == "b\n")
    #expect(try full.conflicts().isEmpty)
    #expect(try full.texts("a.md") == ["b\n"])
  }

  @Test func `a placeholder at the old place of another one can be downloaded`() throws {
    let (full, lazy) = try meeting.pair(documents: ["a": "a\n", "b.md": "b\n"])
    try lazy.shell("mv a c.md && mkdir -p a/deep && mv b.md a/deep/b.md")
    try lazy.docmerge("download", "b.md")
    #expect(lazy.placeholders == ["c.md"] && lazy.contents["a/deep/b.md"] == "b\n")
    try lazy.docmerge("sync")
    #expect(lazy.placeholders == ["c.md"] && lazy.contents.count == 2)
    try full.docmerge("sync")
    #expect(full.contents == ["a/deep/b.md": "b\n", "c.md": "a\n"])
    try lazy.expectSoundness()
  }

  @Test func `a link at the old place of a placeholder that was moved is another document`() throws
  {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n"])
    try lazy.shell("mv a.md b.md && ln -s elsewhere a.md")
    try lazy.docmerge("save", "a.md")
    #expect(try lazy.documents().map(\.path) == ["a.md", "b.md"])
    try lazy.docmerge("sync")
    try full.docmerge("sync")
    #expect(full.contents == ["a.md": "-> elsewhere", "b.md": "a\n"])
    try lazy.expectSoundness()
  }

  @Test(arguments: [
    ("mv a.md c.md && mv b.md a.md", ["a.md": "b\n", "c.md": "a\n"]),
    ("mv a.md c.md && mv b.md a.md && mv c.md b.md", ["a.md": "b\n", "b.md": "a\n"]),
    ("mv a.md c.md && mv b.md a.md && cp -P a.md b.md", ["a.md": "b\n", "c.md": "a\n"]),
  ])
  func `placeholders are known wherever they are moved`(line: String, contents: [String: String])
    throws
  {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    try lazy.shell(line)
    let isCopied = line.contains("cp")
    try lazy.docmerge("save", exits: isCopied ? 1 : 0)
    if isCopied { try lazy.shell("rm b.md") }
    try lazy.docmerge("sync")
    #expect(lazy.placeholders == Set(contents.keys))
    try full.docmerge("sync")
    #expect(full.contents == contents)
    try lazy.docmerge("download", "--all")
    #expect(lazy.contents == contents)
    try lazy.expectSoundness()
  }

  @Test func `a placeholder that is moved onto a document replaces it`() throws {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    try lazy.docmerge("download", "b.md")
    try lazy.shell("mv a.md b.md")
    try lazy.docmerge("save", "a.md")
    try lazy.docmerge("sync")
    try full.docmerge("sync")
    #expect(full.contents == ["b.md": "a\n"])
    #expect(lazy.placeholders == ["b.md"] && lazy.contents.count == 1)
    try lazy.expectSoundness()
  }

  @Test func `an undo that would delete contents that are not here says so`() throws {
    // Of a single other replica, so that one operation brings both documents.
    let full = try meeting.replicas("A", documents: ["a.md": "a\n", "gone.md": "gone\n"])[0]
    try full.docmerge("rm", "gone.md")
    try full.docmerge("sync")
    let lazy = try meeting.cloned("B")
    try lazy.docmerge("undo")
    try lazy.docmerge("undo", lazy.operations()[0].id)
    let output = try lazy.docmerge("undo", lazy.operations()[0].id, exits: 2)
    #expect(output.messages.contains("a.md is not downloaded"))
    try lazy.docmerge("download", "a.md")
    try lazy.docmerge("undo", lazy.operations()[0].id)
    #expect(lazy.contents.isEmpty)
    try lazy.docmerge("sync")
    try full.docmerge("sync")
    #expect(full.contents == lazy.contents)
    try lazy.expectSoundness()
  }

  @Test(arguments: [["save", "a.md"], ["download", "a.md"]])
  func `a placeholder in the place of another one brings that along`(words: [String]) throws {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    try lazy.shell("mv b.md c.md && mv a.md b.md")
    try lazy.program.run(words, exits: 0)
    try lazy.docmerge("sync")
    #expect(lazy.contents.count == 2 && lazy.placeholders.contains("c.md"))
    try full.docmerge("sync")
    #expect(full.contents == ["b.md": "a\n", "c.md": "b\n"])
    try lazy.expectSoundness()
  }
}
