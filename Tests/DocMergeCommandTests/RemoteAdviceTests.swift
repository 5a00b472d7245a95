import DocMerge
import DocMergeTestSupport
import Testing

/// The advice to a person about the outcome of a meeting with a remote.
struct RemoteAdviceTests {
  private let meeting = Meeting()

  @Test func `a replica that deletes very much is left out, and --force takes it in`() throws {
    let documents = Dictionary(uniqueKeysWithValues: (1...20).map { ("\($0).md", "\($0)\n") })
    let replicas = try meeting.replicas("A", "B", documents: documents)
    try replicas[0].shell("rm [1-9].md 1[0-5].md")
    try replicas[0].docmerge("sync", "--force")
    let output = try replicas[1].docmerge("sync", exits: 1)
    #expect(output.messages.contains("deletes 15 of 20 documents"), "\(output)")
    #expect(output.messages.contains("If that many documents are to go: `docmerge sync --force`."))
    #expect(replicas[1].contents.count == 20)
    try replicas[1].docmerge("sync", "--force")
    #expect(replicas[1].contents.count == 5)
  }

  @Test func `an eviction says how to send what no remote has`() throws {
    let (_, lazy) = try meeting.pair(documents: ["a.md": "a\n"])
    try lazy.docmerge("download", "a.md")
    try lazy.save("a.md", "mine\n")
    let output = try lazy.docmerge("evict", "a.md", exits: 1)
    #expect(output.messages.contains("Stays: a.md: no remote has its last version yet\n"))
    #expect(output.messages.contains("`docmerge sync` sends the versions that no remote has."))
    try lazy.docmerge("sync")
    try lazy.docmerge("evict", "a.md")
    #expect(lazy.placeholders == ["a.md"])
  }
}
