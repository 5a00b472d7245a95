import DocMerge
import DocMergeTestSupport
import Testing

/// Downloaded contents stay on the disk: no housekeeping of git removes them until they are evicted.
struct KeptDownloadTests {
  private let meeting = Meeting()

  /// Lets git throw away what nothing leads to, and takes the remote out of reach.
  private func cleanUp(_ lazy: Replica) throws {
    try lazy.git("gc", "-q", "--prune=now")
    try lazy.shell("mv '\(meeting.remote)' '\(meeting.remote)-away'")
  }

  @Test func `what was evicted and downloaded again is kept, though it never left the disk`()
    throws
  {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n"])
    for verb in ["download", "evict", "download"] { try lazy.docmerge(verb, "a.md") }
    try cleanUp(lazy)
    #expect(try lazy.availability() == ["a.md": "local"])
    #expect(try lazy.texts("a.md") == full.texts("a.md"))
    try lazy.expectSoundness()
  }

  @Test func `an eviction leaves what others hold, of deleted documents too`() throws {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    try lazy.docmerge("download", "--all")
    full.file("b.md").remove()
    for replica in [full, lazy] { try replica.docmerge("sync") }
    try lazy.docmerge("evict", "a.md")
    try cleanUp(lazy)
    #expect(try lazy.texts("b.md") == ["b\n"])
    try lazy.docmerge("restore", "b.md", full.history("b.md").last?.version.id ?? "")
    #expect(lazy.read("b.md") == "b\n")
  }

  @Test func `an eviction leaves what a download put in place before it was killed`() throws {
    let (_, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    try lazy.docmerge("download", "--all")
    try lazy.docmerge("evict", "a.md")
    try lazy.shell("cd .docmerge/docmerge; mkdir before; cp index index-wal before")
    try lazy.docmerge("download", "a.md")
    // The index says that a.md is a placeholder; another file would make this another replica.
    try lazy.shell("cd .docmerge/docmerge; rm index-*; cp before/* .; rm -r before")
    try lazy.docmerge("evict", "b.md")
    try lazy.docmerge("save")
    try cleanUp(lazy)
    #expect(try lazy.availability() == ["a.md": "local", "b.md": "remote"])
    #expect(try lazy.texts("a.md") == ["a\n"])
  }

  @Test func `what came of a deleted document before a download was killed is kept by the next`()
    throws
  {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    full.file("b.md").remove()
    for replica in [full, lazy] { try replica.docmerge("sync") }
    let deletion = try full.history("b.md")[0].version.id
    try meeting.bring(deletion, to: lazy)
    let container = try Container(path: lazy.path)
    let documents = try container.documents(includesDeleted: true)
    let deleted = try #require(documents.first { $0.path.display == "b.md" })
    #expect(try container.local.download([deleted.id]).isComplete)
    try cleanUp(lazy)
    #expect(try lazy.texts("b.md") == ["b\n"])
    try lazy.expectSoundness()
  }

  @Test func `what came of a conflict before a download was killed is kept by the next`() throws {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "0\n"])
    try lazy.docmerge("download", "a.md")
    try full.save("a.md", "by A\n")
    try full.docmerge("sync")
    try lazy.save("a.md", "by B\n")
    let theirs = try full.history("a.md")[0].version.id
    try meeting.lose(theirs)
    try lazy.docmerge("sync", exits: 1)
    try meeting.find(theirs)
    try meeting.bring(theirs, to: lazy)
    let container = try Container(path: lazy.path)
    #expect(try container.local.download(container.documents().map(\.id)).isComplete)
    try cleanUp(lazy)
    #expect(try lazy.conflicts().map(\.path) == ["a.md"])
    #expect(try lazy.availability() == ["a.md": "local"])
    try lazy.git("cat-file", "-e", "\(theirs)^{tree}")
    try lazy.expectSoundness()
  }

  @Test func `what a sync brings once more, after its undo, is kept`() throws {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    try lazy.docmerge("download", "--all")
    try full.save("a.md", "newer\n")
    for replica in [full, lazy] { try replica.docmerge("sync") }
    #expect(lazy.read("a.md") == "newer\n")
    try lazy.docmerge("undo")
    try lazy.docmerge("evict", "b.md")
    #expect(lazy.read("a.md") == "a\n")
    try full.save("c.md", "c\n")
    for replica in [full, lazy] { try replica.docmerge("sync") }
    #expect(lazy.read("a.md") == "newer\n")
    try cleanUp(lazy)
    #expect(try lazy.availability()["a.md"] == "local")
    #expect(try lazy.texts("a.md") == ["newer\n", "a\n"])
  }

  @Test
  func `an eviction leaves the version in the folder when a newer one could not be fetched`()
    throws
  {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    try lazy.docmerge("download", "--all")
    let old = try full.history("a.md")[0].version.id
    try full.save("a.md", "newer\n")
    try full.docmerge("sync")
    let lost = try full.history("a.md")[0].version.id
    try meeting.lose(lost)
    try lazy.docmerge("sync")
    #expect(try lazy.availability()["a.md"] == "partial")
    try lazy.docmerge("evict", "b.md")
    try lazy.git("gc", "-q", "--prune=now")
    try lazy.git("cat-file", "-e", "\(old)^{tree}")
    lazy.write("a.md", "edit\n")
    try lazy.docmerge("save", exits: 1)
    try meeting.find(lost)
    try lazy.docmerge("sync", exits: 1)
    #expect(try lazy.conflicts().map(\.path) == ["a.md"])
    try lazy.docmerge("download", "--all")
    try lazy.expectSoundness()
  }

  @Test func `both are kept where a copy was deleted that is not here`() throws {
    let (_, lazy) = try meeting.pair(documents: ["a.md": "0\n"])
    let others = try meeting.replicas("C", "D", documents: [:])
    let (full, other) = (others[0], others[1])
    for (replica, text) in [(full, "by C\n"), (other, "by D\n")] {
      try replica.save("a.md", text)
      _ = replica.program.run(["sync"])
    }
    try other.docmerge("resolve", "a.md", "--keep-both")
    try other.docmerge("undo")
    for replica in [other, lazy] { _ = replica.program.run(["sync"]) }
    try lazy.docmerge("resolve", "a.md", "--keep-both")
    #expect(Set(lazy.contents.values) == ["by C\n", "by D\n"])
    for replica in [lazy, other, full, other] { _ = replica.program.run(["sync"]) }
    #expect(other.contents == lazy.contents && full.contents == lazy.contents)
    try lazy.expectSoundness()
    try other.docmerge("verify")
  }

  @Test func `keeping does not grow with syncs that bring nothing new`() throws {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    try lazy.docmerge("download", "--all")
    let chain = try lazy.git("rev-parse", "refs/docmerge/local/downloads").text
    for round in 1...3 {
      try lazy.save("a.md", "by B \(round)\n")
      for replica in [lazy, full, lazy] { try replica.docmerge("sync") }
    }
    #expect(try lazy.git("rev-parse", "refs/docmerge/local/downloads").text == chain)
    try lazy.expectSoundness()
  }

  @Test func `a placeholder goes when its download shows that the document was deleted`() throws {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    // B has the document once more, by an act of its own, when A takes it back.
    try lazy.docmerge("undo")
    try lazy.docmerge("undo", lazy.operations()[0].id)
    try full.docmerge("undo")
    #expect(full.contents.isEmpty)
    for replica in [lazy, full] { try replica.docmerge("sync") }
    #expect(full.contents.isEmpty)
    // The versions before are not here, so that both heads count.
    try lazy.docmerge("sync", exits: 1)
    #expect(lazy.placeholders == ["a.md", "b.md"])
    try lazy.docmerge("download", "--all")
    #expect(lazy.contents.isEmpty)
    #expect(try lazy.documents().isEmpty)
    #expect(try lazy.status().isClean)
    try lazy.expectSoundness()
  }
}
