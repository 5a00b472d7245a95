import DocMergeTestSupport
import Testing

/// Plain git reads what docmerge writes.
struct PlainGitTests {
  private let meeting = Meeting()

  private func conflicted() throws -> [Replica] {
    let replicas = try meeting.replicas(
      "A", "B", documents: ["Notes/todo.md": "one\n", "gone.md": "gone\n", "old.md": "old\n"])
    try replicas[0].save("Notes/todo.md", "by A\n", date: 2_000_000_000)
    try replicas[1].save("Notes/todo.md", "by B\n", date: 2_000_000_001)
    try replicas[0].docmerge("rm", "gone.md")
    try replicas[1].docmerge("mv", "old.md", "new name.md")
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    try replicas[0].docmerge("sync", exits: 1)
    return replicas
  }

  @Test func `git log shows every version with who, when and what`() throws {
    let replica = try conflicted()[0]
    let log = try replica.git("log", "--all", "--format=%an|%aI|%s")
    #expect(log.lines.contains("Person A|2033-05-18T03:33:20+00:00|Save Notes/todo.md"))
    #expect(log.lines.contains("Person B|2033-05-18T03:33:21+00:00|Save Notes/todo.md"))
    #expect(log.lines.contains { $0.hasSuffix("|Delete gone.md") })
    #expect(log.lines.contains { $0.hasSuffix("|delete gone.md") })
  }

  @Test func `git show VERSION:path prints a version of a document`() throws {
    let replica = try conflicted()[0]
    for entry in try replica.history("Notes/todo.md") {
      let shown = try replica.git("show", "\(entry.version.id):Notes/todo.md")
      #expect(
        shown.text == (try replica.docmerge("show", "Notes/todo.md@\(entry.version.id)")).text)
      #expect(
        try replica.git("ls-tree", "-r", "--name-only", entry.version.id).lines
          == ["Notes/todo.md"])
    }
  }

  @Test func `trailers say which document a version belongs to`() throws {
    let replica = try conflicted()[0]
    let document = try #require(replica.documents().first { $0.path == "Notes/todo.md" })
    let entry = try #require(replica.history("Notes/todo.md").first)
    let trailers = try replica.git(
      "log", "-1",
      "--format=%(trailers:key=Docmerge-Document,valueonly)%(trailers:key=Docmerge-Kind)",
      entry.version.id)
    #expect(trailers.lines == [document.id, "Docmerge-Kind: file"])
  }

  @Test func `git fsck is content after conflicts, resolutions, undo and sync`() throws {
    let replicas = try conflicted()
    try replicas[0].docmerge("resolve", "Notes/todo.md", "--keep-both")
    try replicas[0].docmerge("sync")
    try replicas[0].docmerge("undo")
    try replicas[1].docmerge("sync")
    try replicas[1].docmerge("sync")
    try replicas[0].docmerge("sync", exits: 1)
    for output in try replicas.map({ try $0.git("fsck", "--strict", "--full") }) {
      #expect(
        !output.messages.contains("error") && !output.messages.contains("warning"), "\(output)")
    }
    let remote = meeting.git("fsck", "--strict", "--full")
    #expect(remote.status == 0 && !remote.messages.contains("warning"), "\(remote)")
  }

  @Test func `git's own repacking and pruning takes nothing away`() throws {
    let replicas = try conflicted()
    try replicas[0].docmerge("resolve", "Notes/todo.md", "--keep", "@2")
    try replicas[0].docmerge("undo")
    let before = try replicas[0].texts("Notes/todo.md")
    let log = try replicas[0].git("log", "--all", "--format=%H").lines
    try replicas[0].git("gc", "--prune=now", "--quiet")
    #expect(try replicas[0].texts("Notes/todo.md") == before)
    #expect(try replicas[0].git("log", "--all", "--format=%H").lines == log)
    try replicas[0].save("Notes/todo.md", "after gc\n", exits: 1)
    try replicas[0].docmerge("sync", exits: 1)
    #expect(try replicas[0].git("fsck", "--strict").status == 0)
    #expect(try replicas[0].docmerge("show", "gone.md", exits: 2).bytes.isEmpty)
  }

  @Test func `a clone of the remote has all versions`() throws {
    let replicas = try conflicted()
    for entry in try replicas[0].history("Notes/todo.md") {
      let shown = meeting.git("show", "\(entry.version.id):Notes/todo.md")
      #expect(shown.status == 0, "\(shown)")
    }
  }

  @Test func `only references of docmerge are written`() throws {
    let replicas = try conflicted()
    for line in try replicas[0].git("for-each-ref", "--format=%(refname)").lines {
      #expect(line.hasPrefix("refs/docmerge/"))
    }
    let remote = meeting.git("for-each-ref", "--format=%(refname)").lines
    #expect(remote.count == 4)
    #expect(
      remote.allSatisfy {
        $0.hasPrefix("refs/docmerge/state/") || $0.hasPrefix("refs/docmerge/versions/")
      })
  }

  @Test func `the first save of many documents writes one pack that git accepts`() throws {
    let replica = Replica()
    for number in 0..<150 {
      replica.write("\(number % 7)/document \(number).md", "text \(number)\n")
    }
    try replica.initialize()
    #expect(try replica.documents().count == 150)
    let counts = try replica.git("count-objects", "-v").lines
    #expect(counts.contains("packs: 1"))
    #expect(counts.contains { $0.wholeMatch(of: /count: [0-9]/) != nil })
    #expect(try replica.git("fsck", "--strict", "--full").status == 0)
    #expect(try replica.docmerge("show", "2/document 9.md").text == "text 9\n")
  }
}
