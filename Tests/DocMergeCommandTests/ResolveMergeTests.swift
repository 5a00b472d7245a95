import DocMergeTestSupport
import Testing

/// `docmerge resolve --merge`: layers, rules, policies, and several versions.
struct ResolveMergeTests {
  private let meeting = Meeting()
  private let list = "pack:\n- tent\n- stove\n"

  /// Replicas that each changed `a.yaml`, the last one the latest, all in conflict.
  private func diverged(base: String, _ texts: String...) throws -> [Replica] {
    let names = ["A", "B", "C"]
    let replicas =
      try texts.count == 2
      ? meeting.replicas(names[0], names[1], documents: ["a.yaml": base])
      : meeting.replicas(names[0], names[1], names[2], documents: ["a.yaml": base])
    for (index, replica) in replicas.enumerated() {
      replica.write("a.yaml", texts[index], date: 2_000_000_000 + index)
      _ = replica.program.run(["sync"])
    }
    for replica in replicas { try replica.docmerge("sync", exits: 1) }
    return replicas
  }

  /// Resolves alike on all, apart from each other, and expects one version everywhere.
  private func expectOneVersion(_ replicas: [Replica], _ text: String) throws {
    for replica in replicas {
      let output = try replica.docmerge("resolve", "a.yaml", "--merge")
      #expect(output.messages.contains("Resolved a.yaml: merged"))
      #expect(replica.read("a.yaml") == text)
    }
    let ids = try replicas.map { try $0.history("a.yaml").first?.version.id }
    #expect(Set(ids).count == 1)
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[0].read("a.yaml") == text)
  }

  @Test func `converted line endings merge with an edit, to the same bytes everywhere`() throws {
    let base = "1\n2\n3\n"
    let replicas = try diverged(base: base, "1\r\n2\r\n3\r\n", "1\n2 by B\n3\n")
    try expectOneVersion(replicas, "1\r\n2 by B\r\n3\r\n")
  }

  @Test func `two appended items merge in balanced, and not in strict`() throws {
    let replicas = try diverged(base: list, list + "- rope\n", list + "- lamp\n")
    let strict = try replicas[0].docmerge(
      "resolve", "--all", "--merge", "--policy", "strict", exits: 1)
    #expect(
      strict.messages.contains("a.yaml: 1 region changed on both sides: line 4 of @2, against @1"))
    #expect(
      strict.messages.contains(
        "Suggested (merge: appended-items): "
          + "docmerge resolve a.yaml --merge --policy balanced"))
    #expect(replicas[0].read("a.yaml") == list + "- lamp\n")
    try expectOneVersion(replicas, list + "- rope\n- lamp\n")
  }

  @Test func `what an attribute merges less boldly gets no bolder suggestion`() throws {
    let replicas = try diverged(base: list, list + "- rope\n", list + "- lamp\n")
    replicas[0].write(".gitattributes", "*.yaml docmerge=merge\n")
    let output = try replicas[0].docmerge("resolve", "--all", "--by-attribute", exits: 1)
    #expect(output.messages.contains("a.yaml: left in conflict"), "\(output)")
    #expect(!output.messages.contains("--policy eager"))
  }

  @Test func `the rules that decided are noted in the version`() throws {
    let replicas = try diverged(base: list, list + "- rope\n", list + "- lamp\n")
    let output = try replicas[0].docmerge("resolve", "a.yaml", "--merge", "--dry-run")
    #expect(output.messages.contains("(merge: appended-items)"))
    try replicas[0].docmerge("resolve", "a.yaml", "--merge")
    let entry = try #require(try replicas[0].history("a.yaml").first)
    #expect(entry.strategy == "merge" && entry.rules == ["appended-items"])
    let shown = try replicas[0].docmerge("versions", "a.yaml").text
    #expect(shown.contains("by merge: appended-items"))
    #expect(try replicas[0].docmerge("operations").text.contains("resolve a.yaml (merge)"))
  }

  @Test func `a merge without rules notes none`() throws {
    let replicas = try diverged(base: "1\n2\n3\n", "0\n1\n2\n3\n", "1\n2\n3\n4\n")
    try replicas[0].docmerge("resolve", "a.yaml", "--merge")
    let entry = try #require(try replicas[0].history("a.yaml").first)
    #expect(entry.strategy == "merge" && entry.rules == nil)
  }

  @Test func `three versions merge when no order matters, rules and line endings among them`()
    throws
  {
    let replicas = try diverged(
      base: list, list + "- rope\n", list.replacing("\n", with: "\r\n"),
      list.replacing("tent", with: "big tent"))
    try expectOneVersion(
      replicas, "pack:\n- big tent\n- stove\n- rope\n".replacing("\n", with: "\r\n"))
  }

  @Test func `three versions of which the order matters stay in conflict, and that is said`() throws
  {
    let replicas = try diverged(base: list, list + "- rope\n", list + "- lamp\n", list + "- map\n")
    let before = try replicas[0].conflicts().map(\.versions)
    for replica in replicas {
      let output = try replica.docmerge("resolve", "a.yaml", "--merge", exits: 1)
      #expect(
        output.messages.contains(
          "a.yaml: not merged, the result depends on which versions are merged first."))
      #expect(try replica.conflicts().map(\.versions) == before)
      #expect(replica.read("a.yaml") == list + "- map\n")
    }
  }

  @Test func `a policy goes with a merge`() throws {
    let replica = try meeting.replica("A")
    let output = try replica.docmerge(
      "resolve", "--all", "--newest", "--policy", "eager", exits: 64)
    #expect(output.messages.contains("--policy goes with --merge."))
    try replica.docmerge("resolve", "--all", "--merge", "--policy", "bold", exits: 64)
  }
}
