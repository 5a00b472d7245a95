import DocMergeTestSupport
import Testing

/// Links, the right to run, modes and attributes.
struct FileKindTests {
  private let meeting = Meeting()

  @Test func `a symbolic link is a document, and never followed`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["real.md": "real\n"])
    replicas[0].file("link.md").link(to: "real.md")
    replicas[0].file("dangling").link(to: "../nowhere/\u{1B}")
    replicas[0].file("folder").link(to: "/")
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync")
    #expect(
      replicas[1].contents == [
        "real.md": "real\n", "link.md": "-> real.md", "dangling": "-> ../nowhere/\u{1B}",
        "folder": "-> /",
      ])
    #expect(try replicas[1].docmerge("show", "dangling").text == "../nowhere/\\u{1B}\n")
    replicas[1].file("link.md").remove()
    replicas[1].file("link.md").link(to: "other.md")
    try replicas[1].docmerge("sync")
    try replicas[0].docmerge("sync")
    #expect(replicas[0].file("link.md").target == "other.md")
    try replicas[0].docmerge("restore", "link.md", try replicas[0].history("link.md")[1].version.id)
    #expect(replicas[0].file("link.md").target == "real.md")
    #expect(replicas[0].read("real.md") == "real\n")
  }

  @Test func `two targets of a link are a conflict that keeping one settles`() throws {
    let replicas = try meeting.replicas("A", "B", documents: [:])
    replicas[0].file("link").link(to: "base")
    for replica in replicas { try replica.docmerge("sync") }
    for replica in replicas {
      replica.file("link").remove()
      replica.file("link").link(to: "by \(replica.name)")
    }
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    try replicas[1].docmerge("resolve", "link", "--merge", exits: 1)
    try replicas[1].docmerge("resolve", "link", "--keep", "@2")
    try replicas[1].docmerge("sync")
    try replicas[0].docmerge("sync")
    #expect(replicas[0].contents == replicas[1].contents)
    #expect(["by A", "by B"].contains(replicas[0].file("link").target))
  }

  @Test func `a file that becomes a link, and a link that becomes a file, arrive so`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a": "a\n", "b": "b\n"])
    replicas[0].file("a").remove()
    replicas[0].file("a").link(to: "b")
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync")
    #expect(replicas[1].contents == ["a": "-> b", "b": "b\n"])
    replicas[1].file("a").remove()
    replicas[1].write("a", "file again\n")
    try replicas[1].docmerge("sync")
    try replicas[0].docmerge("sync")
    #expect(replicas[0].contents == ["a": "file again\n", "b": "b\n"])
  }

  @Test func `the right to run is kept through save, sync, resolve and restore`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["run.sh": "1\n2\n3\n4\n5\n"])
    let (a, b) = (replicas[0], replicas[1])
    a.file("run.sh").setPermissions(0o755)
    try a.docmerge("sync")
    try b.docmerge("sync")
    #expect(b.file("run.sh").permissions.map { $0 & 0o111 } == 0o111)
    try a.save("run.sh", "1 by A\n2\n3\n4\n5\n")
    try b.save("run.sh", "1\n2\n3\n4\n5 by B\n")
    try a.docmerge("sync")
    try b.docmerge("sync", exits: 1)
    try b.docmerge("resolve", "--all", "--merge")
    try b.docmerge("sync")
    try a.docmerge("sync")
    for replica in [a, b] {
      #expect(replica.read("run.sh") == "1 by A\n2\n3\n4\n5 by B\n")
      #expect(replica.file("run.sh").permissions.map { $0 & 0o111 } == 0o111)
    }
    let oldest = try #require(a.history("run.sh").last?.version.id)
    try a.docmerge("restore", "run.sh", oldest)
    #expect(a.file("run.sh").permissions.map { $0 & 0o111 } == 0)
  }

  @Test func `a chmod on one side and an edit on the other merge`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["run.sh": "1\n"])
    replicas[0].file("run.sh").setPermissions(0o755)
    replicas[1].write("run.sh", "2\n")
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    try replicas[1].docmerge("resolve", "--all", "--merge")
    #expect(replicas[1].read("run.sh") == "2\n")
    #expect(replicas[1].file("run.sh").permissions.map { $0 & 0o111 } == 0o111)
  }

  @Test func `mode, owner and extended attributes stay when sync replaces a file`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    let b = replicas[1]
    b.file("a.md").setPermissions(0o640)
    try b.shell(#"python3 -c 'import os; os.setxattr("a.md", "user.note", b"mine")'"#)
    try replicas[0].save("a.md", "two\n")
    try replicas[0].docmerge("sync")
    try b.docmerge("sync")
    #expect(b.read("a.md") == "two\n")
    #expect(b.file("a.md").permissions == 0o640)
    let note = try b.shell(#"python3 -c 'import os; print(os.getxattr("a.md", "user.note"))'"#)
    #expect(note.text == "b'mine'\n")
    #expect(try b.status().isClean)
  }

  @Test func `the date of a document travels with it`() throws {
    let replicas = try meeting.replicas("A", "B", documents: [:])
    try replicas[0].save("a.md", "one\n", date: 1_234_567_890)
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync")
    #expect(replicas[1].file("a.md").date == 1_234_567_890_000_000_000)
    #expect(try replicas[1].documents()[0].versions[0].date == "2009-02-13T23:31:30.000000000Z")
  }

  @Test func `the date of a link travels with it`() throws {
    let replicas = try meeting.replicas("A", "B", documents: [:])
    let link = replicas[0].file("link")
    link.link(to: "a.md")
    link.setDate(seconds: 1_234_567_890)
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync")
    #expect(replicas[1].file("link").date == 1_234_567_890_000_000_000)
  }

  @Test func `pipes and sockets are no documents`() throws {
    let replica = Replica()
    replica.write("a.md", "one\n")
    try replica.shell("mkfifo pipe")
    try replica.docmerge("init")
    #expect(try replica.documents().map(\.path) == ["a.md"])
    #expect(try replica.status().isClean)
    try replica.docmerge("save")
  }

  @Test func `bytes of any kind and size are kept`() throws {
    let replicas = try meeting.replicas("A", "B", documents: [:])
    let all = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) }
    replicas[0].file("binary").write(all)
    replicas[0].file("empty").write([])
    replicas[0].file("crlf").write(Array("a\r\nb\r\n".utf8))
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync")
    #expect(replicas[1].file("binary").bytes == all)
    #expect(replicas[1].file("empty").bytes == [])
    #expect(replicas[1].file("crlf").text == "a\r\nb\r\n")
    #expect(try replicas[1].docmerge("show", "binary").bytes == all)
  }
}
