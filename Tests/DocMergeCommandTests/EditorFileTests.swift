import DocMergeTestSupport
import Testing

/// Files that programs leave beside documents.
struct EditorFileTests {
  private static let names = [
    ".~lock.a.odt#", ".#a.md", "#a.md#", "a.md~", ".a.md.swp", ".a.md.swx", "~$a.docx", ".DS_Store",
    "._a.md", "desktop.ini", "Desktop.ini", "Thumbs.db", "film.mp4.part", "film.crdownload",
  ]

  @Test func `they are no documents, unless a person says so`() throws {
    let replica = Replica()
    for name in Self.names { replica.write(name, "x\n") }
    replica.write(".Trash-1000/files/gone.md", "x\n")
    replica.write("a.md", "a\n")
    replica.write("swap.md", "a\n")
    try replica.initialize()
    #expect(try replica.docmerge("list", "--all").lines.count == 2)
    replica.write(".gitignore", "!*~\n")
    #expect(try replica.docmerge("save").messages.contains("a.md~"))
  }

  @Test func `a clone knows them, too`() throws {
    let meeting = Meeting()
    let a = try meeting.replica("A")
    a.write("a.md", "a\n")
    try a.docmerge("sync")
    let b = meeting.folder("B")
    try b.docmerge("clone", meeting.remote, ".")
    b.write("a.md~", "old\n")
    #expect(try b.status().isClean)
  }

  @Test func `a git repository around a container takes none of it in`() throws {
    let replica = Replica()
    replica.write("notes/n.md", "n\n")
    try replica.shell("git init -q . && '\(Replica.command)' init notes && git add -A")
    #expect(try replica.shell("git status --short").lines == ["A  notes/n.md"])
  }
}
