import DocMergeTestSupport
import Testing

/// Versions that leave the disk: E39 and E40 of the catalogue.
struct PruneEdgeCaseTests {
  private let meeting = Meeting()

  @Test func `E39 only what no head leads to goes, and undo brings it back`() throws {
    let replica = Replica()
    try replica.initialize()
    try replica.save("a.md", "one\n")
    try replica.save("a.md", "two\n")
    try replica.save("a.md", "taken back\n")
    try replica.docmerge("undo")
    try replica.save("gone.md", "deleted\n")
    try replica.docmerge("rm", "gone.md")
    #expect(try replica.prune("--older-than", "1d").versions == 0)
    #expect(try replica.prune("--older-than", "0d", "--dry-run").versions == 3)
    let report = try replica.prune("--older-than", "0d")
    #expect(report.documents.map(\.path) == ["a.md", "gone.md"])
    #expect(report.documents.map(\.reason) == ["undone", "deleted"])
    #expect(report.recycled > 0)
    #expect(try replica.texts("a.md") == ["two\n", "one\n"])
    #expect(try !replica.has("taken back\n") && !replica.has("deleted\n"))
    #expect(
      try replica.docmerge("versions", "gone.md", exits: 2).messages.contains("was pruned by"))
    #expect(try replica.docmerge("show", "no.md", exits: 2).messages.contains("no document no.md"))
    try replica.expectSound()

    try replica.docmerge("undo")
    #expect(try replica.has("taken back\n") && replica.has("deleted\n"))
    #expect(try replica.texts("gone.md") == ["deleted\n"])
    try replica.docmerge("restore", "gone.md", try replica.history("gone.md")[1].version.id)
    #expect(replica.contents == ["a.md": "two\n", "gone.md": "deleted\n"])
    try replica.expectSound()
  }

  @Test func `E40 a replica that was not heard of for long is waited for, and named`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n", "b.md": "b\n"])
    sync(replicas)
    try replicas[0].docmerge("rm", "b.md")
    try replicas[0].docmerge("sync")
    let waiting = try replicas[0].prune("--older-than", "0d")
    #expect(waiting.versions == 0 && waiting.holdups.map(\.computer) == ["B"])
    let text = try replicas[0].docmerge("prune", "--older-than", "0d").messages
    #expect(text.contains("waits for B (") && text.contains("last synced on"))
    // Its edit of a document that was deleted meanwhile arrives late, and wins.
    try replicas[1].save("b.md", "edited\n")
    sync(replicas)
    for replica in replicas {
      #expect(replica.contents == ["a.md": "one\n", "b.md": "edited\n"])
      #expect(try replica.prune("--older-than", "0d").versions == 0)
      try replica.expectSound()
    }
  }

  @Test func `E40 once all have seen a deletion it is forgotten everywhere, and space is freed`()
    throws
  {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n", "b.md": "gone\n"])
    sync(replicas)
    try replicas[0].docmerge("rm", "b.md")
    sync(replicas + replicas)
    #expect(try replicas[0].prune("--older-than", "0d").versions == 2)
    for replica in replicas + replicas { try replica.docmerge("sync") }
    for replica in replicas {
      #expect(try replica.docmerge("versions", "b.md", exits: 2).messages.contains("was pruned by"))
      try replica.expectSound()
    }
    #expect(try replicas[1].prune("--older-than", "0d").versions == 2)
    for replica in replicas + replicas { try replica.docmerge("sync") }
    for replica in replicas { _ = try replica.prune("--older-than", "0d") }
    for replica in replicas {
      #expect(try !replica.has("gone\n"))
      try replica.expectSound()
    }
    try expectAgreement(replicas)
    // On the remote the space is free now, and a new replica gets everything that is left.
    _ = meeting.git("gc", "--prune=now", "--quiet")
    let id = Program("git", in: "/").run(["hash-object", "--stdin"], input: Array("gone\n".utf8))
    #expect(meeting.git("cat-file", "-e", id.lines[0]).status != 0)
    #expect(meeting.git("fsck", "--strict").status == 0)
    let newcomer = try meeting.replica("C")
    try newcomer.docmerge("sync")
    #expect(newcomer.contents == ["a.md": "one\n"])
    try newcomer.expectSound()
  }

  @Test func `E40 an edit that was not sent when its document was forgotten wins`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n", "b.md": "gone\n"])
    sync(replicas)
    try replicas[0].docmerge("rm", "b.md")
    sync(replicas + replicas)
    try replicas[1].docmerge("restore", "b.md", try replicas[1].history("b.md")[1].version.id)
    try replicas[1].save("b.md", "edited\n")
    #expect(try replicas[0].prune("--older-than", "0d").versions == 2)
    sync(replicas + replicas)
    for replica in replicas {
      #expect(replica.contents == ["a.md": "one\n", "b.md": "edited\n"])
      #expect(try replica.texts("b.md") == ["edited\n", "gone\n", "gone\n"])
      try replica.expectSound()
    }
    try expectAgreement(replicas)
  }

  @Test func `E40 a replica that will not come back need not be waited for`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n", "b.md": "gone\n"])
    sync(replicas)
    try replicas[0].docmerge("rm", "b.md")
    try replicas[0].docmerge("sync")
    #expect(try replicas[0].prune("--older-than", "0d").versions == 0)
    #expect(try replicas[0].prune("--older-than", "0d", "--without", "B").versions == 2)
    try replicas[0].docmerge("sync")
    // It syncs again all the same: documents that it has not edited go, and it can undo that.
    sync([replicas[1], replicas[0]])
    for replica in replicas {
      #expect(replica.contents == ["a.md": "one\n"])
      try replica.expectSound()
    }
    try replicas[1].docmerge("undo")
    #expect(replicas[1].contents == ["a.md": "one\n", "b.md": "gone\n"])
    try replicas[1].expectSound()
  }
}
