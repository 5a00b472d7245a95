import DocMergeTestSupport
import Testing

/// Naming the places where copies meet.
struct RemoteTests {
  private let meeting = Meeting()

  @Test func `remotes are added, listed and removed`() throws {
    let replica = try meeting.replica("A")
    try replica.docmerge("remote", "add", "server", "ssh://anna@example.org/srv/notes.git")
    let expected = ["home  \(meeting.remote)", "server  ssh://anna@example.org/srv/notes.git"]
    #expect(try replica.docmerge("remote").lines == expected)
    #expect(try replica.docmerge("remote", "list").lines == expected)
    let output = try replica.docmerge("remote", "add", "home", "/x", exits: 2)
    #expect(output.messages == "docmerge: the remote home exists already\n")
    try replica.docmerge("remote", "remove", "server")
    #expect(try replica.docmerge("remote", "list").lines == [expected[0]])
    try replica.docmerge("remote", "remove", "server", exits: 2)
  }

  @Test func `a relative path is one of the folder that the command ran in`() throws {
    let replica = Replica()
    replica.write("sub/a.md", "one\n")
    try replica.initialize()
    try replica.docmerge("-C", "sub", "remote", "add", "near", "../../near.git")
    try replica.docmerge("sync")
    let git = Program("git", in: replica.path).run(["--git-dir=../near.git", "for-each-ref"])
    #expect(git.lines.count == 2)
  }

  @Test func `a remote that is forgotten leaves what came from it`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    try replicas[1].docmerge("remote", "remove", "home")
    #expect(replicas[1].contents == ["a.md": "one\n"])
    #expect(try replicas[1].texts("a.md") == ["one\n"])
    try replicas[1].docmerge("remote", "add", "home", meeting.remote)
    try replicas[1].docmerge("sync")
    #expect(try replicas[1].documents().count == 1)
  }

  @Test func `two remotes carry between replicas that never meet`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    let other = Meeting()
    try replicas[1].docmerge("remote", "add", "other", other.remote)
    let c = try other.replica("C")
    try replicas[0].save("a.md", "two\n")
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", "home")
    try replicas[1].docmerge("sync", "other")
    try c.docmerge("sync")
    #expect(c.contents == ["a.md": "two\n"])
    try c.save("a.md", "three\n")
    try c.docmerge("sync")
    try replicas[1].docmerge("sync", "other")
    try replicas[1].docmerge("sync", "home")
    try replicas[0].docmerge("sync")
    #expect(replicas[0].contents == ["a.md": "three\n"])
    #expect(try replicas[0].texts("a.md") == ["three\n", "two\n", "one\n"])
  }

  @Test func `a remote that is empty again gets everything anew`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    try replicas[0].shell("rm -rf '\(meeting.remote)'")
    for replica in replicas { replica.write("\(replica.name).md", "new\n") }
    for replica in replicas + replicas { try replica.docmerge("sync") }
    #expect(replicas[0].contents == replicas[1].contents)
    #expect(replicas[0].contents.count == 3)
    #expect(meeting.git("fsck", "--strict").status == 0)
    #expect(meeting.git("for-each-ref", "refs/docmerge/state").lines.count == 2)
  }

  @Test func `a remote that is empty again gets everything, even when nothing is new`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    try replicas[0].shell("rm -rf '\(meeting.remote)'")
    try replicas[0].docmerge("sync")
    let c = try meeting.replica("C")
    try c.docmerge("sync")
    #expect(c.contents == ["a.md": "one\n"])
  }

  @Test func `a second sync has nothing to do, and says so`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    try replicas[0].docmerge("sync")
    let before = try replicas[0].git("for-each-ref").text
    let output = try replicas[0].docmerge("sync")
    #expect(output.messages == "Received 0 changes of 1 other replica.\n")
    #expect(try replicas[0].git("for-each-ref").text == before)
  }

  @Test func `replicas that only take in come to rest`() throws {
    let replicas = try meeting.replicas("A", "B", "C", documents: ["a.md": "one\n"])
    try replicas[0].save("a.md", "two\n")
    for _ in 0..<3 { for replica in replicas { try replica.docmerge("sync") } }
    let before = meeting.git("for-each-ref").text
    for _ in 0..<2 { for replica in replicas { try replica.docmerge("sync") } }
    #expect(meeting.git("for-each-ref").text == before)
  }

  @Test func `hints fit the moment`() throws {
    let replica = Replica()
    try replica.initialize()
    let clone = try replica.docmerge("clone", "/no/such/place", "x", exits: 2)
    #expect(
      clone.messages.contains("check the address") && !clone.messages.contains("set-url"),
      "\(clone)")
    let own = try replica.docmerge("clone", replica.path, "x", exits: 2)
    #expect(own.messages.contains("is a container, and containers meet in a repository"), "\(own)")
    let remove = try replica.docmerge("remote", "remove", "home", exits: 2)
    #expect(remove.messages.contains("`docmerge remote list` names those there are"), "\(remove)")
    try replica.docmerge("remote", "add", "home", "\(replica.path)-none/deep/home.git")
    let sync = try replica.docmerge("sync", exits: 2)
    #expect(sync.messages.contains("there is no folder \(replica.path)-none/deep"), "\(sync)")
  }
}
