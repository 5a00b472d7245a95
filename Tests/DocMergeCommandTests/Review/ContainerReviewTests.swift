import DocMergeTestSupport
import Testing

/// `docmerge review` in a container: what rules decided between versions, here and on other replicas.
struct ContainerReviewTests {
  private let meeting = Meeting()

  private let base = "Top\n\nWe meet on Monday in the large hall.\n\nEnd\n"
  private var friday: String { base.replacing("Monday", with: "Friday") }
  private var small: String { base.replacing("large", with: "small") }
  private let merged = "Top\n\nWe meet on Friday in the small hall.\n\nEnd\n"

  /// Replicas that changed other words of one line, the second later, in conflict there.
  private func diverged(
    ours: String? = nil, theirs: String? = nil, attributes: String = "",
    rule: String? = nil
  ) throws -> [Replica] {
    var documents = ["a.md": base]
    if !attributes.isEmpty { documents[".gitattributes"] = attributes }
    let replicas = try meeting.replicas("A", "B", documents: documents)
    for (index, replica) in replicas.enumerated() {
      if let rule {
        try replica.git("config", "docmerge.autoresolve", rule)
        try replica.git("config", "docmerge.mergepolicy", "balanced")
      }
      let text = index == 0 ? theirs ?? friday : ours ?? small
      replica.write("a.md", text, date: 2_000_000_000 + index)
    }
    try replicas[0].docmerge("sync")
    _ = replicas[1].program.run(["sync"])
    return replicas
  }

  private func atTerminal(_ line: String, answers: String, in replica: Replica) -> Output {
    Program("script", in: replica.path, environment: ["TERM": "xterm"]).run(
      ["-qec", "'\(Replica.command)' \(line)", "/dev/null"], input: Array(answers.utf8))
  }

  @Test func `a merge is listed, shown with its texts, and found by document and operation`() throws
  {
    let replica = try diverged()[1]
    try replica.docmerge("resolve", "a.md", "--merge")
    let list = try replica.docmerge("review")
    let line = "1  line 3  each side changed different words (words, medium risk)"
    #expect(list.text.contains("Person B, B and Person A, A"), "\(list)")
    #expect(list.text.contains(line), "\(list)")
    let shown = try replica.docmerge("review", "1").text
    for text in [
      "base   │ We meet on Monday in the large hall.",
      "ours   │ We meet on Monday in the small hall.",
      "theirs │ We meet on Friday in the large hall.",
      "result │ We meet on Friday in the small hall.",
    ] {
      #expect(shown.contains(text), "\(shown)")
    }
    #expect(try replica.docmerge("review", "a.md").text == shown)
    let operations = try replica.docmerge("operations")
    #expect(operations.messages.contains("docmerge review OPERATION"))
    let operation = try #require(operations.text.split(separator: " ").first.map(String.init))
    #expect(try replica.docmerge("review", operation).text == shown)
    #expect(try replica.docmerge("review", "--last", "--json").text.contains(#""rule" : "words""#))
    let other = try replica.docmerge("review", "b.md", exits: 2)
    #expect(other.messages.contains("no rule decided anything there"))
  }

  @Test func `what lines settle without a rule is not listed`() throws {
    let replicas = try diverged(
      ours: base.replacing("Top", with: "The top"), theirs: base.replacing("End", with: "The end"))
    try replicas[1].docmerge("resolve", "a.md", "--merge")
    #expect(
      try replicas[1].docmerge("review").messages.contains("No conflict was resolved by rules."))
  }

  @Test(.enabled(if: File("/usr/bin/script").exists))
  func `a decision taken back is open, and the rest is as a person decided it`() throws {
    let (ours, theirs) = (
      small.replacing("End", with: "Finis"), friday.replacing("End", with: "The end")
    )
    let replica = try diverged(ours: ours, theirs: theirs)[1]
    #expect(atTerminal("resolve --plain", answers: "2w", in: replica).status == 0)
    let decided = merged.replacing("End", with: "The end")
    #expect(replica.read("a.md") == decided)
    let output = try replica.docmerge("review", "--take-back", "a.md")
    #expect(output.messages.contains("a.md: in conflict again, with 1 decision of rules open."))
    #expect(try replica.conflicts().map(\.path) == ["a.md"])
    // Only the line that the rule had settled is asked about.
    let again = atTerminal("resolve --plain", answers: "1w", in: replica)
    #expect(again.status == 0, "\(again)")
    #expect(replica.read("a.md") == ours.replacing("Finis", with: "The end"))
    #expect(try replica.docmerge("review").messages.contains("No conflict") == false)
  }

  @Test(.enabled(if: File("/usr/bin/script").exists))
  func `a person decides what a rule would decide`() throws {
    let replica = try diverged()[1]
    let output = atTerminal("resolve --plain", answers: "D1w", in: replica)
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("1 decision of rules open again"), "\(output)")
    #expect(replica.read("a.md") == small)
    #expect(try replica.docmerge("review").messages.contains("No conflict was resolved by rules."))
  }

  @Test func `a take-back is undone, and the version is current again`() throws {
    let replica = try diverged()[1]
    try replica.docmerge("resolve", "a.md", "--merge")
    try replica.docmerge("review", "--take-back", "--all")
    #expect(try replica.conflicts().map(\.path) == ["a.md"])
    #expect(replica.read("a.md") == small)
    try replica.docmerge("undo")
    #expect(try replica.conflicts().isEmpty)
    #expect(replica.read("a.md") == merged)
  }

  @Test func `what another replica let rules decide is listed, taken back, and not done again`()
    throws
  {
    let replicas = try diverged(rule: "clean")
    #expect(replicas[1].read("a.md") == merged)
    try replicas[0].docmerge("sync")
    #expect(replicas[0].read("a.md") == merged)
    let list = try replicas[0].docmerge("review", "--unsafe")
    #expect(list.text.contains("(words, medium risk)"), "\(list)")
    let json = try replicas[1].docmerge("review", "--json").text
    #expect(json.contains(#""source" : "autoresolve""#))
    try replicas[0].docmerge("review", "--take-back", "1")
    for replica in replicas + replicas { _ = replica.program.run(["sync"]) }
    for replica in replicas { #expect(try replica.conflicts().map(\.path) == ["a.md"]) }
    #expect(replicas[0].contents == replicas[1].contents)
  }

  @Test func `a version that a setting chose is listed with a high risk`() throws {
    let replicas = try diverged(
      theirs: base.replacing("Top", with: "A"), attributes: "*.md docmerge=newest\n", rule: "policy"
    )
    let list = try replicas[1].docmerge("review", "--unsafe")
    #expect(
      list.text.contains("the version that was changed last is kept (newest, high risk)"),
      "\(list)")
    try replicas[1].docmerge("review", "--take-back", "1")
    #expect(try replicas[1].conflicts().map(\.path) == ["a.md"])
  }

  @Test func `copies are taken back with their operation alone`() throws {
    let replicas = try diverged(attributes: "*.md docmerge=keep-both\n", rule: "policy")
    let output = try replicas[1].docmerge("review", "--take-back", "1", exits: 2)
    #expect(output.messages.contains("docmerge undo"), "\(output)")
    #expect(replicas[1].contents.count == 3)
  }

  @Test func `a document that was edited since is left alone, and the edit is saved`() throws {
    let replica = try diverged()[1]
    try replica.docmerge("resolve", "a.md", "--merge")
    replica.write("a.md", merged + "more\n")
    let output = try replica.docmerge("review", "--take-back", "1", exits: 2)
    #expect(output.messages.contains("a.md: it was changed since"), "\(output)")
    #expect(replica.read("a.md") == merged + "more\n")
    #expect(try replica.conflicts().isEmpty)
    #expect(try replica.docmerge("review").text.contains("a.md  changed since"))
  }

  @Test func `three versions are shown in the steps of their merge`() throws {
    let replicas = try meeting.replicas("A", "B", "C", documents: ["a.md": base])
    let edits = [("Monday", "Friday"), ("large", "small"), ("hall", "room")]
    for (index, (old, new)) in edits.enumerated() {
      replicas[index].write("a.md", base.replacing(old, with: new), date: 2_000_000_000 + index)
      _ = replicas[index].program.run(["sync"])
    }
    _ = replicas[2].program.run(["sync"])
    try replicas[2].docmerge("resolve", "a.md", "--merge")
    #expect(replicas[2].read("a.md") == merged.replacing("hall", with: "room"))
    let list = try replicas[2].docmerge("review").text
    #expect(list.contains("(words, medium risk)"), "\(list)")
    try replicas[2].docmerge("review", "--take-back", "1")
    #expect(try replicas[2].conflicts().map(\.path) == ["a.md"])
  }
}
