import DocMergeTestSupport
import Glibc
import Testing

/// What a replica knows, and shows, of documents whose contents are elsewhere.
struct CatalogueTests {
  @Test func `a clone on demand lists a thousand documents and has no contents`() throws {
    let meeting = Meeting()
    let full = try meeting.replica("A")
    for number in 0..<1000 { full.write("folder \(number % 7)/\(number).md", "text \(number)\n") }
    try full.docmerge("sync")
    let lazy = try meeting.cloned("B")
    let (documents, known) = (try lazy.documents(), try full.documents())
    #expect(documents.count == 1000)
    #expect(documents.allSatisfy { $0.contents == "remote" })
    #expect(documents.map(\.path) == known.map(\.path))
    #expect(documents.map(\.versions) == known.map(\.versions))
    #expect(lazy.placeholders.count == 1000)
    let ids = try full.git("for-each-ref", "--format=%(objectname)", "refs/docmerge/versions")
    let versions = try full.git("rev-list", "--objects", ids.lines[0])
    let contents = Set(
      versions.lines.compactMap { $0.split(separator: " ").first.map(String.init) })
    // The empty tree belongs to the commits that keep versions as well.
    let empty = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
    #expect(contents.count >= 3000)
    #expect(try lazy.objects().intersection(contents).subtracting([empty]).isEmpty)
    #expect(try lazy.status().isClean)
    try lazy.expectSoundness()
  }

  @Test func `nothing can take a placeholder for a document, or write through it`() throws {
    let (_, lazy) = try Meeting().pair(documents: ["todo.md": "buy milk\n"])
    #expect(try lazy.shell("ls").text == "todo.md\n")
    for line in [
      "cat todo.md", "echo x > todo.md", "echo x >> todo.md", "cp /etc/hostname todo.md",
    ] {
      let output = Program("sh", in: lazy.path).run(["-c", line])
      #expect(output.status != 0 && output.bytes.isEmpty, "\(line)")
    }
    #expect(lazy.placeholders == ["todo.md"])
    #expect(try lazy.status().isClean)
  }

  @Test func `changes elsewhere show in the catalogue, and stay there`() throws {
    let (full, lazy) = try Meeting().pair(
      documents: ["a.md": "a\n", "b.md": "b\n", "c.md": "c\n"])
    try full.docmerge("mv", "a.md", "folder/renamed.md")
    try full.docmerge("rm", "b.md")
    full.write("c.md", "longer than before\n")
    full.write("new.md", "new\n")
    try full.docmerge("sync")
    try lazy.docmerge("sync")
    #expect(lazy.placeholders == ["folder/renamed.md", "c.md", "new.md"])
    #expect(try lazy.documents().map(\.versions) == full.documents().map(\.versions))
    #expect(try lazy.status().isClean)
    try lazy.expectSoundness()
  }

  @Test func `a conflict of others shows without contents, and is resolved with them`() throws {
    let meeting = Meeting()
    let replicas = try meeting.replicas("A", "C", documents: ["todo.md": "one\n"])
    let lazy = try meeting.cloned("B")
    for (replica, text) in zip(replicas, ["of A\n", "of C\n"]) { try replica.save("todo.md", text) }
    sync(replicas)
    try lazy.docmerge("sync", exits: 1)
    let conflict = try lazy.conflicts()[0]
    #expect(conflict.contents == "remote" && conflict.versions.count == 2)
    #expect(conflict.versions == (try replicas[0].conflicts()[0].versions))
    #expect(lazy.placeholders == ["todo.md"])
    let output = try lazy.docmerge("resolve", "todo.md", "--keep", "@2")
    #expect(output.messages.contains("Downloading todo.md"))
    #expect(lazy.placeholders.isEmpty)
    sync([lazy] + replicas)
    try expectAgreement([lazy] + replicas)
  }

  @Test func `documents whose contents are here are kept up to date, others are not`() throws {
    let (full, lazy) = try Meeting().pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    try lazy.docmerge("download", "a.md")
    full.write("a.md", "a again\n")
    full.write("b.md", "b again\n")
    try full.docmerge("sync")
    try lazy.docmerge("sync")
    #expect(lazy.read("a.md") == "a again\n")
    #expect(lazy.placeholders == ["b.md"])
    #expect(try lazy.availability() == ["a.md": "local", "b.md": "remote"])
    try lazy.git("gc", "--quiet", "--prune=now")
    #expect(try lazy.docmerge("show", "a.md").text == "a again\n")
    try lazy.expectSoundness()
  }

  @Test func `a package is a placeholder as well`() throws {
    let (full, lazy) = try Meeting().pair(documents: ["trip.imagenotes/text.md": "Rome\n"])
    #expect(lazy.placeholders == ["trip.imagenotes"])
    try lazy.docmerge("download", "trip.imagenotes")
    #expect(lazy.contents == full.contents)
    try lazy.docmerge("evict", "trip.imagenotes")
    #expect(lazy.placeholders == ["trip.imagenotes"])
  }

  @Test func `a clone that fails leaves nothing behind`() throws {
    let meeting = Meeting()
    let lazy = meeting.folder("B")
    rmdir(lazy.path)
    let program = Program(Replica.command, in: "/")
    let missing = program.run(["clone", "--on-demand", meeting.remote, lazy.path])
    #expect(missing.status == 2 && missing.messages.contains("no repository"))
    let address = "git://127.0.0.1:\(try GitServer.freePort())/notes.git"
    #expect(program.run(["clone", "--on-demand", address, lazy.path]).status == 75)
    #expect(!lazy.file("").exists)
    mkdir(lazy.path, 0o777)
    lazy.write("mine.md", "mine\n")
    #expect(program.run(["clone", meeting.remote, lazy.path]).status == 2)
    #expect(lazy.contents == ["mine.md": "mine\n"])
  }

  @Test func `a clone without the option has everything`() throws {
    let meeting = Meeting()
    let full = try meeting.replicas("A", documents: ["a.md": "a\n"])[0]
    let other = meeting.folder("B")
    try other.docmerge("clone", meeting.remote, ".")
    #expect(other.contents == full.contents)
    #expect(try other.availability() == ["a.md": "local"])
  }
}
