import DocMergeTestSupport
import Testing

/// Folders that are one document.
struct PackageTests {
  private let meeting = Meeting()

  private func pair() throws -> [Replica] {
    let replicas = try meeting.replicas(
      "A", "B", documents: ["trip.imagenotes/text.md": "text\n", "trip.imagenotes/img/1": "one\n"])
    for replica in replicas { #expect(try replica.documents().map(\.path) == ["trip.imagenotes"]) }
    return replicas
  }

  @Test func `a package is one document, with its files as members`() throws {
    let replica = try pair()[1]
    #expect(try replica.documents()[0].versions.map(\.kind) == ["package"])
    #expect(try replica.documents()[0].versions.map(\.size) == [9])
    let members = try replica.docmerge("show", "trip.imagenotes").lines
    #expect(members == ["img/1  4 B", "text.md  5 B"])
    let member = try replica.docmerge("show", "trip.imagenotes", "--member", "img/1")
    #expect(member.text == "one\n")
    try replica.docmerge("show", "trip.imagenotes", "--member", "none", exits: 2)
  }

  @Test func `edits inside of a package travel as one version`() throws {
    let replicas = try pair()
    replicas[0].write("trip.imagenotes/text.md", "edited\n")
    replicas[0].write("trip.imagenotes/img/2", "two\n")
    replicas[0].file("trip.imagenotes/img/1").remove()
    #expect(try replicas[0].status().modified == ["trip.imagenotes"])
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync")
    #expect(
      replicas[1].contents == [
        "trip.imagenotes/text.md": "edited\n", "trip.imagenotes/img/2": "two\n",
      ])
    #expect(try replicas[1].history("trip.imagenotes").count == 2)
    #expect(try replicas[1].status().isClean)
  }

  @Test func `edits of different files of a package are a conflict, never a mixture`() throws {
    let replicas = try pair()
    replicas[0].write("trip.imagenotes/text.md", "by A\n")
    replicas[1].write("trip.imagenotes/img/1", "by B\n")
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    try replicas[0].docmerge("sync", exits: 1)
    #expect(replicas[0].contents == replicas[1].contents)
    let output = try replicas[0].docmerge("resolve", "--all", "--merge", exits: 1)
    #expect(output.messages.contains("packages are only kept whole"))
    try replicas[0].docmerge("resolve", "trip.imagenotes", "--keep-both")
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync")
    #expect(replicas[1].contents == replicas[0].contents)
    #expect(replicas[0].contents.count == 4)
    #expect(try replicas[1].documents().map(\.versions[0].kind) == ["package", "package"])
    try replicas[1].git("fsck", "--strict")
  }

  private func atTerminal(_ line: String, answers: String, in replica: Replica) -> Output {
    Program("script", in: replica.path, environment: ["TERM": "xterm"]).run(
      ["-qec", "'\(Replica.command)' \(line)", "/dev/null"], input: Array(answers.utf8))
  }

  @Test(.enabled(if: File("/usr/bin/script").exists))
  func `a person takes the files that each side changed`() throws {
    let replicas = try pair()
    replicas[0].write("trip.imagenotes/text.md", "by A\n")
    replicas[1].write("trip.imagenotes/img/1", "by B\n")
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    let output = atTerminal("resolve --plain", answers: "mw", in: replicas[1])
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("merged 2 versions, 2 files (by file)"), "\(output)")
    sync(replicas)
    for replica in replicas {
      #expect(replica.read("trip.imagenotes/text.md") == "by A\n")
      #expect(replica.read("trip.imagenotes/img/1") == "by B\n")
      try replica.git("fsck", "--strict")
    }
    try expectAgreement(replicas)
    try replicas[1].docmerge("undo")
    #expect(try replicas[1].conflicts().map(\.path) == ["trip.imagenotes"])
  }

  @Test(.enabled(if: File("/usr/bin/script").exists))
  func `the files that both sides changed are decided one by one`() throws {
    let replicas = try pair()
    for (index, replica) in replicas.enumerated() {
      replica.write("trip.imagenotes/text.md", "by \(replica.name)\n", date: 2_000_000_000 + index)
    }
    replicas[0].write("trip.imagenotes/img/2", "two\n")
    replicas[1].file("trip.imagenotes/img/1").remove()
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    let asked = atTerminal("resolve --plain", answers: "q", in: replicas[1])
    #expect(asked.status == 1, "\(asked)")
    #expect(asked.text.contains("trip.imagenotes: 1 file changed on both sides"), "\(asked)")
    #expect(asked.text.contains("trip.imagenotes/text.md, conflict 1 of 1"), "\(asked)")
    #expect(try replicas[1].conflicts().map(\.path) == ["trip.imagenotes"])
    let output = atTerminal("resolve --plain", answers: "bw", in: replicas[1])
    #expect(output.status == 0, "\(output)")
    sync(replicas)
    for replica in replicas {
      let text = try #require(replica.read("trip.imagenotes/text.md"))
      #expect(Set(text.split(separator: "\n")) == ["by A", "by B"])
      #expect(replica.read("trip.imagenotes/img/2") == "two\n")
      #expect(!replica.file("trip.imagenotes/img/1").exists)
      try replica.git("fsck", "--strict")
    }
    try expectAgreement(replicas)
  }

  @Test func `a package is moved, deleted and restored whole`() throws {
    let replicas = try pair()
    let before = replicas[0].contents
    try replicas[0].docmerge("mv", "trip.imagenotes", "old/trip.imagenotes")
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync")
    #expect(replicas[1].read("old/trip.imagenotes/text.md") == "text\n")
    try replicas[1].docmerge("rm", "old/trip.imagenotes")
    #expect(replicas[1].contents.isEmpty)
    try replicas[1].docmerge("undo")
    try replicas[1].docmerge("mv", "old/trip.imagenotes", "trip.imagenotes")
    try replicas[1].docmerge("sync")
    try replicas[0].docmerge("sync")
    #expect(replicas[0].contents == before)
  }

  @Test func `an attribute makes any folder a package, or a package a folder`() throws {
    let replica = Replica()
    replica.write(".gitattributes", "*.bag docmerge-package\n*.rtfd -docmerge-package\n")
    replica.write("a.bag/one", "1\n")
    replica.write("b.rtfd/two", "2\n")
    try replica.initialize()
    #expect(try replica.documents().map(\.path) == [".gitattributes", "a.bag", "b.rtfd/two"])
  }

  @Test func `links and executables inside of a package are kept`() throws {
    let replicas = try pair()
    replicas[0].file("trip.imagenotes/link").link(to: "text.md")
    replicas[0].file("trip.imagenotes/text.md").setPermissions(0o755)
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync")
    #expect(replicas[1].file("trip.imagenotes/link").target == "text.md")
    #expect(replicas[1].file("trip.imagenotes/text.md").permissions.map { $0 & 0o111 } == 0o111)
  }
}
