import DocMergeTestSupport
import Glibc
import Testing

/// Undoing a sync concerns one replica, and never takes anything from the others.
struct UndoSyncTests {
  private let meeting = Meeting()

  private func settle(_ replicas: [Replica]) {
    for replica in replicas + replicas + replicas { _ = replica.program.run(["sync"]) }
  }

  /// The id of the newest operation of a kind.
  private func newest(_ operation: String, of replica: Replica) throws -> String {
    try #require(replica.operations().first { $0.operation == operation }).id
  }

  @Test func `the next sync brings back what was undone, and the other keeps it`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    try replicas[1].save("a.md", "by B\n")
    try replicas[1].save("new.md", "new\n")
    try replicas[1].docmerge("sync")
    try replicas[0].docmerge("sync")
    try replicas[0].docmerge("undo")
    #expect(replicas[0].contents == ["a.md": "one\n"])
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync")
    for replica in replicas {
      #expect(replica.contents == ["a.md": "by B\n", "new.md": "new\n"])
      #expect(try replica.conflicts().isEmpty)
    }
  }

  @Test func `a sync is not undone over an own act on the same document`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "base\n"])
    try replicas[1].save("a.md", "by B\n")
    try replicas[1].docmerge("sync")
    try replicas[0].docmerge("sync")
    try replicas[0].save("a.md", "by A\n")
    try replicas[0].docmerge("undo")
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync")
    let sync = try newest("sync", of: replicas[0])
    let output = try replicas[0].docmerge("undo", sync, exits: 2)
    #expect(output.messages.contains("acted on a.md; `docmerge restore` brings back"))
    settle(replicas)
    try replicas[0].save("a.md", "by A again\n")
    settle(replicas)
    for replica in replicas { #expect(replica.contents == ["a.md": "by A again\n"]) }
  }

  @Test func `a document that was deleted and brought back is not forgotten`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "base\n"])
    try replicas[1].save("new.md", "by B\n")
    settle(replicas)
    try replicas[0].docmerge("rm", "new.md")
    try replicas[0].docmerge("undo")
    settle(replicas)
    _ = replicas[0].program.run(["undo", try newest("sync", of: replicas[0])])
    settle(replicas)
    for replica in replicas {
      #expect(replica.contents == ["a.md": "base\n", "new.md": "by B\n"])
    }
  }

  @Test(arguments: 0..<6)
  func `the same document made twice stays when the sync that joined it is undone`(
    run: Int
  ) throws {
    let replicas = [try meeting.replica("A"), try meeting.replica("B")]
    for replica in replicas { try replica.save("same.md", "same\n") }
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync")
    // Nothing was brought that was not here before: there is nothing to take back.
    try replicas[1].docmerge("undo", exits: 2)
    #expect(replicas[1].contents == ["same.md": "same\n"])
    settle(replicas)
    for replica in replicas { #expect(replica.contents == ["same.md": "same\n"]) }
  }

  @Test func `who took a sync back, and heard less from another remote, is believed`() throws {
    let replicas = try meeting.replicas("A", "B", "C", documents: ["a.md": "a\n"])
    for replica in replicas {
      try replica.docmerge("remote", "add", "other", meeting.remote + "-other")
    }
    try replicas[1].save("1.md", "1\n")
    try replicas[1].docmerge("sync", "--all")
    // The later of two states is searched first.
    usleep(1_100_000)
    try replicas[1].save("2.md", "2\n")
    try replicas[1].docmerge("sync", "home")
    try replicas[0].docmerge("sync", "home")
    try replicas[0].docmerge("undo")
    try replicas[0].docmerge("sync", "other")
    try replicas[2].docmerge("sync", "other")
    #expect(replicas[2].contents == ["a.md": "a\n", "1.md": "1\n"])
    for replica in replicas + replicas { try replica.docmerge("sync", "--all") }
    for replica in replicas {
      #expect(replica.contents == ["a.md": "a\n", "1.md": "1\n", "2.md": "2\n"])
    }
  }
}

/// A remote that has nothing new: the facts known of it, and those that are checked all the same.
struct SyncOfNothingTests {
  private let meeting = Meeting()

  @Test func `a sync of nothing still meets all replicas`() throws {
    let replicas = try meeting.replicas("A", "B", "C", documents: ["a.md": "a\n"])
    for _ in 1...2 {
      for replica in replicas + [replicas[0]] { try replica.docmerge("sync") }
    }
    #expect(try replicas[0].docmerge("sync").messages.contains("of 2 other replicas"))
  }

  @Test func `an undone sync is repeated, though the remote has nothing new`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "a\n"])
    try replicas[1].save("b.md", "b\n")
    try replicas[1].docmerge("sync")
    for _ in 1...2 { try replicas[0].docmerge("sync") }
    try replicas[0].docmerge("undo")
    #expect(replicas[0].contents == ["a.md": "a\n"])
    try replicas[0].docmerge("sync")
    #expect(replicas[0].contents == ["a.md": "a\n", "b.md": "b\n"])
  }

  @Test func `a restored folder hears of what it had sent, though the remote has nothing new`()
    throws
  {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "a\n"])
    for _ in 1...2 { for replica in replicas { try replica.docmerge("sync") } }
    try replicas[0].shell("cp -a . ../backup")
    try replicas[0].save("a.md", "later\n")
    for _ in 1...2 { for replica in replicas { try replica.docmerge("sync") } }
    try replicas[0].shell("find . -mindepth 1 -delete; cp -a ../backup/. .")
    try replicas[0].docmerge("sync")
    #expect(replicas[0].contents == ["a.md": "later\n"])
  }

  @Test func `a restored repository beside a newer index is not taken for up to date`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "a\n"])
    for _ in 1...2 { for replica in replicas { try replica.docmerge("sync") } }
    try replicas[0].shell("cp -a .docmerge ../backup && rm ../backup/docmerge/index*")
    let old = try replicas[0].git("config", "docmerge.replica").text
    try replicas[0].save("a.md", "sent\n")
    for _ in 1...2 { try replicas[0].docmerge("sync") }
    // The objects of what was sent are still there: the state is found again, and continued.
    try replicas[0].shell("cp -a ../backup/. .docmerge/")
    try replicas[0].save("a.md", "another\n")
    _ = replicas[0].program.run(["sync"])
    #expect(try replicas[0].git("config", "docmerge.replica").text == old)
    for replica in replicas + replicas { _ = replica.program.run(["sync"]) }
    let versions = try replicas.map { try Set($0.history("a.md").map(\.version.id)) }
    #expect(versions[0] == versions[1] && versions[0].count == 3)
    #expect(meeting.git("fsck", "--strict").status == 0)
  }

  @Test func `a lost index only makes it slower`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "a\n"])
    for _ in 1...2 { for replica in replicas { try replica.docmerge("sync") } }
    try replicas[0].shell("rm .docmerge/docmerge/index*")
    try replicas[0].docmerge("sync")
    #expect(try replicas[0].status().isClean && replicas[0].contents == ["a.md": "a\n"])
  }
}
