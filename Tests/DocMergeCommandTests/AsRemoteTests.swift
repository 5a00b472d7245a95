import DocMergeTestSupport
import Testing

/// `docmerge sync --as-remote`.
struct AsRemoteTests {
  private let meeting = Meeting()

  private func apart() throws -> (Replica, Replica) {
    let replicas = try meeting.replicas(
      "A", "B", documents: ["a.md": "1\n", "b.md": "2\n", "gone.md": "3\n"])
    try replicas[1].save("a.md", "by B\n")
    try replicas[1].docmerge("rm", "gone.md")
    try replicas[1].docmerge("sync")
    replicas[0].write("a.md", "by A\n")
    replicas[0].write("new.md", "new\n")
    try replicas[0].docmerge("mv", "b.md", "c.md")
    replicas[0].write("gone.md", "edited by A\n")
    return (replicas[0], replicas[1])
  }

  @Test func `everything becomes what it is on the remote, and undo takes that back`() throws {
    let (a, b) = try apart()
    let output = try a.docmerge("sync", "--as-remote")
    #expect(output.messages.contains("As on the remote: a.md"), "\(output)")
    #expect(a.contents == ["a.md": "by B\n", "b.md": "2\n"])
    #expect(try a.conflicts().isEmpty)
    try b.docmerge("sync")
    #expect(b.contents == a.contents)
    try a.docmerge("verify")
    try a.docmerge("audit")
    try a.docmerge("undo")
    #expect(a.contents["new.md"] == "new\n" && a.contents["c.md"] == "2\n")
    #expect(a.contents["gone.md"] == "edited by A\n")
    #expect(try a.conflicts().count == 2)
  }

  @Test func `where nothing is different nothing happens`() throws {
    let (a, b) = try apart()
    try b.docmerge("sync", "--as-remote")
    #expect(b.contents == ["a.md": "by B\n", "b.md": "2\n"])
    let operations = try b.docmerge("operations").lines.count
    try b.docmerge("sync", "--as-remote")
    #expect(try b.docmerge("operations").lines.count == operations)
    #expect(a.read("new.md") == "new\n")
  }

  @Test func `a conflict on the remote is left undecided`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "1\n"])
    let (a, b) = (replicas[0], replicas[1])
    try b.save("a.md", "by B\n")
    try b.docmerge("sync")
    try a.save("a.md", "by A\n")
    try a.docmerge("sync", exits: 1)
    try b.docmerge("sync", exits: 1)
    try a.docmerge("resolve", "a.md", "--keep", "current")
    let text = a.read("a.md")
    try a.docmerge("sync", "--as-remote")
    #expect(a.read("a.md") == text)
    #expect(try a.conflicts().isEmpty)
  }

  @Test func `an empty remote changes nothing`() throws {
    let a = try meeting.replica("A")
    a.write("a.md", "1\n")
    let output = try a.docmerge("sync", "--as-remote", exits: 2)
    #expect(output.messages.contains("holds no documents"), "\(output)")
    #expect(a.contents == ["a.md": "1\n"])
    for words in [["--all"], ["--watch"], ["--fail-on-conflict"]] {
      #expect(a.program.run(["sync", "--as-remote"] + words).status == 64)
    }
  }
}
