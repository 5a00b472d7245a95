import DocMergeTestSupport
import FoundationEssentials
import Testing

/// `docmerge sync --fail-on-conflict`: V31 of the document checklist.
struct FailOnConflictTests {
  private let meeting = Meeting()

  private struct Syncing: Decodable {
    var remotes: [Remote]

    struct Remote: Decodable {
      var state: String
      var wouldConflict: [Diverged]?
    }

    struct Diverged: Decodable, Equatable {
      var path: String
      var versions: [String]
    }
  }

  private func references(_ replica: Replica) throws -> [String] {
    let own = try replica.git("for-each-ref", "refs/docmerge/state", "refs/docmerge/versions").lines
    return own + meeting.git("for-each-ref").lines
  }

  private func head(_ name: String, on replica: Replica) throws -> String {
    let document = try #require(try replica.documents().first { $0.path == name })
    return try #require(document.versions.first).id
  }

  /// Puts a.md in conflict on the remote: B takes in what A has sent, and stays away then.
  private func clash(_ a: Replica, _ b: Replica) throws {
    a.write("a.md", "by A\n")
    try a.docmerge("sync")
    b.write("a.md", "by B\n")
    try b.docmerge("sync", exits: 1)
  }

  @Test
  func `V31 a sync that would lead to a conflict does nothing, and names the remote's version`()
    throws
  {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "0\n", "b.md": "0\n"])
    let (a, b) = (replicas[0], replicas[1])
    a.write("a.md", "by A\n")
    a.write("b.md", "by A\n")
    try a.docmerge("sync")
    b.write("a.md", "by B\n")
    try b.docmerge("save")
    let before = try references(b)
    let output = b.program.run(["sync", "--fail-on-conflict"])
    #expect(output.status == 3, "\(output)")
    let version = try head("a.md", on: a)
    #expect(output.messages.contains("a.md: the remote has version \(version.prefix(8))"))
    #expect(!output.messages.contains("b.md"))
    #expect(try references(b) == before)
    #expect(b.contents == ["a.md": "by B\n", "b.md": "0\n"])
    let json = b.program.run(["sync", "--fail-on-conflict", "--json"])
    #expect(json.status == 3)
    let remote = try #require(
      try JSONDecoder().decode(Syncing.self, from: Data(json.text.utf8)).remotes.first)
    #expect(remote.wouldConflict == [.init(path: "a.md", versions: [version])])
    try b.docmerge("sync", exits: 1)
    #expect(b.read("b.md") == "by A\n")
  }

  @Test func `V31 without a conflict it syncs, and equal edits on both sides are none`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "0\n", "b.md": "0\n"])
    let (a, b) = (replicas[0], replicas[1])
    for replica in replicas { replica.write("a.md", "the same\n") }
    a.write("b.md", "by A\n")
    b.write("c.md", "by B\n")
    try a.docmerge("sync", "--fail-on-conflict")
    try b.docmerge("sync", "--fail-on-conflict")
    try a.docmerge("sync", "--fail-on-conflict")
    #expect(a.contents == ["a.md": "the same\n", "b.md": "by A\n", "c.md": "by B\n"])
    #expect(a.contents == b.contents)
  }

  @Test func `V31 a conflict of others, or one that was taken in before, ends nothing`() throws {
    let replicas = try meeting.replicas("A", "B", "C", documents: ["a.md": "0\n"])
    let (a, b, c) = (replicas[0], replicas[1], replicas[2])
    try clash(a, b)
    try c.docmerge("sync", "--fail-on-conflict", exits: 1)
    try b.docmerge("sync", "--fail-on-conflict", exits: 1)
    let versions = try c.documents().first?.versions.count
    #expect(versions == 2)
  }

  @Test
  func `V31 a conflict that another replica has resolved is none, whichever still shows it`() throws
  {
    let replicas = try meeting.replicas("A", "B", "C", documents: ["a.md": "0\n"])
    let (a, b, c) = (replicas[0], replicas[1], replicas[2])
    try clash(a, b)
    try c.docmerge("sync", exits: 1)
    try c.docmerge("resolve", "a.md", "--keep", "@1")
    try c.docmerge("sync")
    try a.docmerge("sync", "--fail-on-conflict")
    #expect(a.contents == c.contents)
  }

  @Test func `V31 a replica with nothing to send blocks no other`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "0\n"])
    let (a, b) = (replicas[0], replicas[1])
    try clash(a, b)
    try a.docmerge("sync", exits: 1)
    // B goes on with its side of the conflict, which both have.
    b.write("a.md", "more by B\n", date: 2_000_000_000)
    try b.docmerge("sync", exits: 1)
    try a.docmerge("sync", "--fail-on-conflict", exits: 1)
    a.write("a.md", "more by A\n", date: 2_100_000_000)
    try a.docmerge("save", exits: 1)
    b.write("a.md", "most by B\n", date: 2_200_000_000)
    try b.docmerge("sync", exits: 1)
    try a.docmerge("sync", "--fail-on-conflict", exits: 3)
  }

  @Test func `V31 of several remotes all are tried`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "0\n"])
    let (a, b) = (replicas[0], replicas[1])
    a.write("a.md", "by A\n")
    try a.docmerge("sync")
    b.write("a.md", "by B\n")
    try b.shell("git init -q --bare ../other.git")
    try b.docmerge("remote", "add", "other", "\(b.path)/../other.git")
    try b.docmerge("sync", "--all", "--fail-on-conflict", exits: 3)
    #expect(try b.shell("git -C ../other.git for-each-ref").text.contains("refs/docmerge/state"))
  }

  @Test(arguments: ["--watch", "--pause"])
  func `V31 it goes with a single sync only`(act: String) throws {
    let output = try meeting.replica("A").program.run(["sync", act, "--fail-on-conflict"])
    #expect(output.status == 64)
    #expect(output.messages.contains("--fail-on-conflict is for a single sync"))
  }
}
