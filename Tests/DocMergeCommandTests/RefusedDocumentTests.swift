import DocMergeContainer
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Testing

/// Servers with a rule against some of the sent contents.
struct RefusedDocumentTests {
  private static let hook = """
    #!/bin/sh
    while read old new name; do
      for id in $(git rev-list --objects $new --not --all | cut -d' ' -f1); do
        if [ "$(git cat-file -t $id)" = blob ] && git cat-file blob $id | grep -q secret; then
          echo "GL-HOOK-ERR: no secrets here" >&2
          exit 1
        fi
      done
    done

    """

  private func served(_ kind: GitServer.Kind) throws -> (server: GitServer, a: ServedReplica) {
    let server = try GitServer(kind)
    let a = try ServedReplica("A", at: server)
    a.replica.write("note.md", "one\n")
    try a.docmerge("sync")
    let hook = server.file("srv/notes.git/hooks/pre-receive")
    hook.write(Array(Self.hook.utf8))
    hook.setPermissions(0o755)
    return (server, a)
  }

  @Test(arguments: GitServer.Kind.installed)
  func `the document and the words of the server are named, and all else goes on without it`(
    kind: GitServer.Kind
  ) throws {
    let (server, a) = try served(kind)
    for name in ["a", "b", "c", "d", "e"] { a.replica.write("\(name).md", "\(name)\n") }
    a.replica.write("keys [old].txt", "a secret\n")
    let output = try a.docmerge("sync", exits: 2)
    #expect(output.messages.contains("refused the push"), "\(output)")
    #expect(output.messages.contains("no secrets here"))
    #expect(output.messages.contains("docmerge forget 'keys [old].txt'"))
    let visit = try a.sync(exits: 2).remotes[0]
    #expect(visit.reason == "refused" && visit.refusedDocuments == ["keys [old].txt"])
    try a.docmerge("forget", "keys [old].txt")
    #expect(a.replica.read("keys [old].txt") == "a secret\n")
    #expect(try a.sync().remotes[0].waiting == 0)
    a.replica.write("keys [old].txt", "another secret\n")
    try a.docmerge("sync")
    let b = ServedReplica(Replica("B"), at: server)
    try b.docmerge("clone", "--replica-name", "B", server.url, ".")
    let names = b.replica.contents.keys.sorted()
    #expect(names == ["a.md", "b.md", "c.md", "d.md", "e.md", "note.md"])
    try a.docmerge("verify")
    try a.docmerge("audit")
  }

  @Test(.enabled(if: GitServer.Kind.daemon.isInstalled, "no git daemon"))
  func `a server that takes nothing but what continues takes all of it`() throws {
    let (server, a) = try served(.daemon)
    _ = server.git("config", "receive.denyNonFastForwards", "true")
    for name in ["a", "b", "c"] { a.replica.write("\(name).md", "\(name)\n") }
    a.replica.write("keys.txt", "a secret\n")
    for _ in 0..<2 { try a.docmerge("sync", exits: 2) }
    try a.docmerge("forget", "keys.txt")
    try a.docmerge("sync")
    a.replica.write("d.md", "d\n")
    try a.docmerge("sync")
    try a.docmerge("verify")
  }

  @Test func `what was sent to a remote that is gone is not forgotten`() throws {
    let replicas = try Meeting().replicas("A", "B", documents: ["a.md": "1\n"])
    try replicas[0].docmerge("remote", "remove", "home")
    try replicas[0].docmerge("forget", "a.md", exits: 2)
    #expect(replicas[0].contents == ["a.md": "1\n"])
  }

  @Test func `names that mean something in the list are taken as they are`() throws {
    let a = try Meeting().replica("A")
    let names = ["#a!.md", " b*.md", "c\nd.md", "e\\f.md"]
    for name in names { a.write(name, "\(name)\n") }
    a.write("bb.md", "kept\n")
    a.write("d.md", "kept\n")
    try a.docmerge("save")
    for name in names { try a.docmerge("forget", "./\(name)") }
    #expect(try a.documents().map(\.path).sorted() == ["bb.md", "d.md"])
    for _ in names { try a.docmerge("undo") }
    try a.docmerge("save")
    #expect(try a.documents().count == 6)
    #expect(a.contents.count == 6)
  }

  @Test func `undo makes a document of it again`() throws {
    let a = try Meeting().replica("A")
    try a.save("film.mp4", "one\n")
    try a.save("film.mp4", "two\n")
    try a.docmerge("forget", "film.mp4")
    #expect(try a.docmerge("list", "--all").text.contains("film.mp4") == false)
    #expect(a.read("film.mp4") == "two\n")
    try a.docmerge("undo")
    #expect(try a.docmerge("versions", "film.mp4").lines.count == 2)
    #expect(a.contents == ["film.mp4": "two\n"])
    try a.save("film.mp4", "three\n")
    #expect(try a.docmerge("versions", "film.mp4").lines.count == 3)
    try a.docmerge("verify")
  }

  @Test func `what others have is not forgotten here alone`() throws {
    let replicas = try Meeting().replicas("A", "B", documents: ["a.md": "1\n"])
    for replica in replicas {
      let output = try replica.docmerge("forget", "a.md", exits: 2)
      #expect(output.messages.contains("other replicas have"), "\(output)")
      #expect(replica.contents == ["a.md": "1\n"])
      try replica.docmerge("status")
    }
  }
}
