import DocMergeTestSupport
import Testing

/// Resolutions that meet: E26 to E29 and E40 to E42 of the catalogue.
struct ResolutionEdgeCaseTests {
  private let meeting = Meeting()

  private func diverged() throws -> [Replica] {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    replicas[0].write("a.md", "by A\n", date: 2_000_000_000)
    replicas[1].write("a.md", "by B\n", date: 2_000_000_001)
    sync(replicas)
    return replicas
  }

  private func head(_ replica: Replica) throws -> [String] {
    try replica.documents().flatMap { $0.versions.map(\.id) }
  }

  @Test func `E26 the same choice on both at once is the same version`() throws {
    let replicas = try diverged()
    for replica in replicas { try replica.docmerge("resolve", "a.md", "--keep", "@2") }
    #expect(try head(replicas[0]) == head(replicas[1]))
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[1].read("a.md") == "by A\n")
  }

  @Test func `E27 different choices at once are a conflict of the choices alone, with one rule`()
    throws
  {
    let replicas = try diverged()
    try replicas[0].docmerge("resolve", "a.md", "--keep", "@2")
    try replicas[1].docmerge("resolve", "a.md", "--keep", "@1")
    sync(replicas)
    try expectSameFolders(replicas)
    #expect(try replicas[0].conflicts()[0].versions.count == 2)
    #expect(try replicas[0].texts("a.md").sorted().contains("one\n"))
    let before = replicas[0].contents
    // Without a new edit nothing changes.
    sync(replicas)
    #expect(replicas[0].contents == before)
    try replicas[1].docmerge("resolve", "a.md", "--newest")
    sync(replicas)
    try expectAgreement(replicas)
  }

  @Test func `E28 an edit that races a resolution is never overrun`() throws {
    let replicas = try diverged()
    replicas[0].write("a.md", "typed meanwhile\n")
    _ = replicas[0].program.run(["resolve", "a.md", "--keep", "@2"])
    sync(replicas)
    let texts = try replicas[1].texts("a.md")
    #expect(texts.contains("typed meanwhile\n"))
    for replica in replicas { _ = replica.program.run(["resolve", "--all", "--newest"]) }
    sync(replicas)
    #expect(try replicas[1].texts("a.md").contains("typed meanwhile\n"))
  }

  @Test func `E29 a resolution from elsewhere never reverts over an unsaved edit`() throws {
    let replicas = try diverged()
    try replicas[0].docmerge("resolve", "a.md", "--keep", "@2")
    try replicas[0].docmerge("sync")
    replicas[1].write("a.md", "not saved yet\n", date: 2_000_000_005)
    _ = replicas[1].program.run(["sync"])
    #expect(replicas[1].read("a.md") == "not saved yet\n")
    #expect(try replicas[1].conflicts()[0].versions.count == 2)
  }

  @Test func `E40 a replica that was away for long finds what its edits were made from`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "1\n2\n3\n4\n5\n"])
    for number in 0..<40 {
      try replicas[0].save("a.md", "1\n2\n3\n4\n\(number)\n")
      if number.isMultiple(of: 8) { try replicas[0].docmerge("sync") }
    }
    try replicas[0].git("gc", "--prune=now", "--quiet")
    _ = meeting.git("gc", "--prune=now", "--quiet")
    replicas[1].write("a.md", "first\n2\n3\n4\n5\n")
    sync(replicas)
    #expect(try replicas[1].docmerge("show", "a.md@base").text == "1\n2\n3\n4\n5\n")
    try replicas[1].docmerge("resolve", "a.md", "--merge")
    #expect(replicas[1].read("a.md") == "first\n2\n3\n4\n39\n")
  }

  @Test func `E41 a conflict of a conflict stays flat`() throws {
    let replicas = try meeting.replicas("A", "B", "C", "D", documents: ["a.md": "one\n"])
    for replica in replicas { replica.write("a.md", "by \(replica.name)\n") }
    sync(replicas)
    try expectSameFolders(replicas)
    let versions = try replicas[0].conflicts()[0].versions
    #expect(versions.count == 4)
    let texts = try (1...4).map { try replicas[3].docmerge("show", "a.md@\($0)").text }
    #expect(Set(texts) == ["by A\n", "by B\n", "by C\n", "by D\n"])
    replicas[2].write("a.md", "by C again\n")
    sync(replicas)
    #expect(try replicas[0].conflicts()[0].versions.count == 4)
    #expect(try replicas[0].documents().count == 1)
  }

  @Test func `E42 keeping both on two replicas makes the same copy once`() throws {
    let replicas = try diverged()
    for replica in replicas { try replica.docmerge("resolve", "a.md", "--keep-both") }
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[0].contents.count == 2)
    #expect(Set(replicas[0].contents.values) == ["by A\n", "by B\n"])
    #expect(replicas[0].contents.keys.allSatisfy { !$0.contains(") (") })
  }
}
