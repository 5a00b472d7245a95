import DocMergeTestSupport
import Testing

/// `--keep @2` names the versions as `list` shows them, though an edit is saved first.
struct NumberedVersionTests {
  private let meeting = Meeting()

  /// Two replicas with a conflict about `a.md`.
  private func replicas() throws -> [Replica] {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "base\n"])
    for replica in replicas { replica.write("a.md", "by \(replica.name)\n") }
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    return replicas
  }

  @Test(arguments: [1, 2])
  func `a number names the same version after the file was removed, or is refused`(number: Int)
    throws
  {
    let replica = try replicas()[1]
    let versions = try replica.conflicts()[0].versions
    let wanted = try replica.docmerge("show", "a.md@\(number)").text
    replica.file("a.md").remove()
    let isCurrent = number == 1
    let output = try replica.docmerge(
      "resolve", "a.md", "--keep", "@\(number)", exits: isCurrent ? 2 : 0)
    if isCurrent {
      #expect(output.messages.contains("was removed from the folder"))
      #expect(try replica.conflicts()[0].versions.count == 2)
    } else {
      #expect(replica.read("a.md") == wanted)
      #expect(try replica.history("a.md").contains { $0.version.id == versions[1].id })
    }
  }

  @Test func `an edit with an old date takes the number of the version that it changes`() throws {
    let replica = try replicas()[1]
    let other = try replica.docmerge("show", "a.md@2").text
    replica.write("a.md", "edited\n")
    replica.file("a.md").setDate(seconds: 1_000_000)
    try replica.docmerge("resolve", "a.md", "--keep", "@2")
    #expect(replica.read("a.md") == other)
  }

  @Test func `the edit itself is kept by the number of the version that it changes`() throws {
    let replica = try replicas()[1]
    replica.write("a.md", "edited\n")
    replica.file("a.md").setDate(seconds: 1_000_000)
    try replica.docmerge("resolve", "a.md", "--keep", "@1")
    #expect(replica.read("a.md") == "edited\n")
  }

  @Test func `a number that list does not show is refused`() throws {
    let replica = try replicas()[1]
    let text = replica.read("a.md")
    try replica.docmerge("resolve", "a.md", "--keep", "@3", exits: 2)
    #expect(replica.read("a.md") == text)
    #expect(try replica.conflicts()[0].versions.count == 2)
  }
}
