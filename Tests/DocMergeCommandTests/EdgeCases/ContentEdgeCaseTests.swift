import DocMergeTestSupport
import Testing

/// How contents of two copies can meet: E1 to E6, E19 to E25 and E43 to E51 of the catalogue.
struct ContentEdgeCaseTests {
  private let meeting = Meeting()
  private let base = "1\n2\n3\n4\n5\n6\n7\n8\n9\n"

  /// A document that A, then B changed, B later; both have met.
  private func synced(
    _ base: String, _ ours: String, _ theirs: String,
    dates: (Int, Int) = (2_000_000_000, 2_000_000_001)
  ) throws -> [Replica] {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": base])
    replicas[0].write("a.md", ours, date: dates.0)
    replicas[1].write("a.md", theirs, date: dates.1)
    sync(replicas)
    try expectSameFolders(replicas)
    return replicas
  }

  @Test func `E1 edits of different regions are merged when asked, and both stay versions`() throws
  {
    let replicas = try synced(base, base.replacing("1", with: "A"), base.replacing("9", with: "B"))
    #expect(try replicas[0].conflicts().count == 1)
    try replicas[0].docmerge("resolve", "a.md", "--merge")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[1].read("a.md") == "A\n2\n3\n4\n5\n6\n7\n8\nB\n")
    #expect(try replicas[1].history("a.md")[0].parents.count == 2)
    #expect(try replicas[1].texts("a.md").count == 4)
  }

  @Test func `E2 edits of one line are in conflict, region by region`() throws {
    let replicas = try synced(base, base.replacing("5", with: "A"), base.replacing("5", with: "B"))
    let output = try replicas[0].docmerge("resolve", "a.md", "--merge", exits: 1)
    #expect(output.messages.contains("1 region changed on both sides"))
    #expect(try replicas[0].conflicts()[0].state == "conflict")
  }

  @Test func `E3 the same edit on both is no conflict, and one version with both parents`() throws {
    let replicas = try synced("one\n", "two\n", "two\n")
    for replica in replicas {
      #expect(try replica.conflicts().isEmpty)
      let history = try replica.history("a.md")
      #expect(history[0].operation == "join")
      #expect(history[0].parents.count == 2)
    }
  }

  @Test func `E4 the same contents at other dates are no conflict`() throws {
    let replicas = try synced("one\n", "two\n", "two\n", dates: (1_500_000_000, 2_000_000_001))
    #expect(try replicas[0].conflicts().isEmpty)
    #expect(try replicas[0].documents()[0].versions[0].date.hasPrefix("2033-05-18"))
  }

  @Test func `E5 an edit wins over a deletion, which stays a version`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    replicas[0].write("a.md", "edited\n")
    replicas[1].file("a.md").remove()
    sync(replicas)
    try expectSameFolders(replicas)
    for replica in replicas {
      #expect(replica.read("a.md") == "edited\n")
      #expect(try replica.conflicts()[0].versions.map(\.kind) == ["file", "deleted"])
      let output = replica.program.run(["list"])
      #expect(output.text.contains("deleted"))
      #expect(output.text.contains(" B "))
    }
  }

  @Test func `E6 a deletion on both is none the less a deletion`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n", "b.md": "b\n"])
    for replica in replicas { replica.file("a.md").remove() }
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[0].contents == ["b.md": "b\n"])
    #expect(try replicas[0].conflicts().isEmpty)
    #expect(try replicas[1].texts("a.md") == ["one\n"])
  }

  @Test func `E19 the right to run and an edit merge`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.sh": "one\n"])
    replicas[0].file("a.sh").setPermissions(0o755)
    replicas[1].write("a.sh", "two\n")
    sync(replicas)
    let output = replicas[0].program.run(["resolve", "--all", "--merge"])
    #expect(output.status == 0, "\(output)")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[1].read("a.sh") == "two\n")
    #expect(replicas[1].file("a.sh").permissions == 0o755)
  }

  @Test func `E20 the same change of mode on both is no conflict`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.sh": "one\n"])
    for replica in replicas { replica.file("a.sh").setPermissions(0o755) }
    sync(replicas)
    #expect(try replicas[0].conflicts().isEmpty)
    #expect(try replicas[0].documents()[0].versions.map(\.kind) == ["executable"])
  }

  @Test func `E21 a link against a file, and two targets, are conflicts, and no link is followed`()
    throws
  {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n", "b.md": "b\n"])
    try replicas[0].shell("ln -sf /etc/hostname a.md; ln -sf one b.md")
    replicas[1].write("a.md", "two\n")
    try replicas[1].shell("ln -sf two b.md")
    sync(replicas)
    for replica in replicas {
      #expect(try replica.conflicts().count == 2)
      let kinds = try replica.conflicts().map { Set($0.versions.map(\.kind)) }
      #expect(kinds == [["file", "symlink"], ["symlink"]])
    }
    try replicas[0].docmerge("resolve", "--all", "--keep-both")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(!replicas[0].contents.values.contains { $0.contains("localhost") })
  }

  @Test func `E22 cause goes before clocks`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    // A's clock is years ahead; B edits what A made, with an older date.
    try replicas[0].save("a.md", "by A\n", date: 4_000_000_000)
    sync(replicas)
    try replicas[1].save("a.md", "by B\n", date: 1_000_000_000)
    sync(replicas)
    try expectAgreement(replicas)
    for replica in replicas {
      #expect(replica.read("a.md") == "by B\n")
      #expect(try replica.conflicts().isEmpty)
    }
  }

  @Test func `E23 equal dates give the same answer everywhere`() throws {
    let replicas = try synced(
      "one\n", "by A\n", "by B\n", dates: (2_000_000_000, 2_000_000_000))
    for replica in replicas { try replica.docmerge("resolve", "a.md", "--newest") }
    sync(replicas)
    try expectAgreement(replicas)
    #expect(try replicas[0].conflicts().isEmpty)
    #expect(
      try replicas[0].documents()[0].versions[0].id == replicas[1].documents()[0].versions[0].id)
  }

  @Test func `E24 dates are kept to the nanosecond, in the version`() throws {
    let replicas = try meeting.replicas("A", "B", documents: [:])
    replicas[0].write("a.md", "one\n")
    try replicas[0].shell("touch -d '2026-01-02 03:04:05.123456789Z' a.md")
    sync(replicas)
    #expect(
      try replicas[1].documents()[0].versions[0].date == "2026-01-02T03:04:05.123456789Z")
    #expect(try #require(replicas[1].file("a.md").date) % 1_000_000_000 == 123_456_789)
    #expect(try replicas[1].status().isClean)
  }

  @Test func `E25 three versions are listed and folded, and the result has all parents`() throws {
    let replicas = try meeting.replicas("A", "B", "C", documents: ["a.md": base])
    for (replica, line) in zip(replicas, ["1", "5", "9"]) {
      replica.write("a.md", base.replacing(line, with: replica.name))
    }
    sync(replicas)
    #expect(try replicas[0].conflicts()[0].versions.count == 3)
    try replicas[0].docmerge("resolve", "a.md", "--merge")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[2].read("a.md") == "A\n2\n3\n4\nB\n6\n7\n8\nC\n")
    #expect(try replicas[2].history("a.md")[0].parents.count == 3)
  }

  @Test func `E38 crossed merges never take markers for a base`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": base])
    for round in 0..<3 {
      replicas[0].write("a.md", base.replacing("5", with: "A\(round)"))
      replicas[1].write("a.md", base.replacing("5", with: "B\(round)"))
      sync(replicas)
      // Both settle it at once, each for its own.
      let choices = ["--oldest", "--newest"]
      for (replica, choice) in zip(replicas, choices) {
        _ = replica.program.run(["resolve", "--all", choice])
      }
      sync(replicas)
      _ = replicas[0].program.run(["resolve", "--all", "--merge"])
      _ = replicas[0].program.run(["resolve", "--all", "--newest"])
      sync(replicas)
      try expectAgreement(replicas)
      #expect(try replicas[1].conflicts().isEmpty)
    }
    #expect(try replicas[0].texts("a.md").allSatisfy { !$0.contains("<<<<") })
  }
}
