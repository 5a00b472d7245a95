import DocMergeTestSupport
import Foundation
import Testing

/// `docmerge explain`: why a conflict is left.
struct ExplainTests {
  private func stopped(
    _ name: String = "a.md", base: String, ours: String, theirs: String
  ) throws -> GitPlace {
    let place = GitPlace()
    try place.branches(base: [name: base], ours: [name: ours], theirs: [name: theirs])
    #expect(place.merge().status == 1)
    return place
  }

  private func explain(
    _ place: GitPlace, _ words: String..., exits status: Int32 = 0
  ) throws -> Output {
    try Program(Replica.command, in: place.path).run(["explain"] + words, exits: status)
  }

  @Test func `says what both did, and which rule would settle it with more risk`() throws {
    let place = try stopped(
      base: "- tent\n", ours: "- tent\n- stove\n", theirs: "- tent\n- lamp\n")
    let before = File("\(place.path)/a.md").bytes
    let output = try explain(place)
    #expect(output.text.contains("a.md, conflict 1 of 1, line 2"), "\(output)")
    #expect(output.text.contains("both versions added text at one place"))
    #expect(output.text.contains("under --policy eager") || output.text.contains("only suggested"))
    #expect(
      output.text.contains("words  ") && output.text.contains("each side changed different words"))
    #expect(File("\(place.path)/a.md").bytes == before)
  }

  @Test func `a rule that the policy leaves out is named with the policy that has it`() throws {
    let line = "We meet on Monday in the large hall.\n"
    let place = try stopped(
      base: line, ours: line.replacing("Monday", with: "Friday"),
      theirs: line.replacing("large", with: "small"))
    let settled = try explain(place, "a.md")
    #expect(settled.text.contains("rules settle all of it"), "\(settled)")
    let strict = try explain(place, "--policy", "strict", "a.md")
    #expect(strict.text.contains("words: settles it under --policy balanced"), "\(strict)")
    #expect(strict.text.contains("both versions changed the same lines"))
  }

  @Test func `a guard's reason is reported`() throws {
    let place = try stopped(
      "a.json", base: "{\n  \"a\": 1\n}\n", ours: "{\n  \"a\": 1,\n  \"b\": 2\n}\n",
      theirs: "{\n  \"a\": 1,\n  \"b\": 3\n}\n")
    let output = try explain(place)
    #expect(output.text.contains("a.json, conflict 1 of 1"), "\(output)")
    #expect(output.text.contains("does not fit: "))
  }

  @Test func `a document decided as a whole says why`() throws {
    let place = try stopped("a.bin", base: "\0\0", ours: "\0o", theirs: "\0t")
    #expect(try explain(place).text.contains("a.bin: decided as a whole: it is not text"))
  }

  @Test func `json has the rules and their outcome`() throws {
    let place = try stopped(
      base: "- tent\n", ours: "- tent\n- stove\n", theirs: "- tent\n- lamp\n")
    let object = try JSONSerialization.jsonObject(with: Data(try explain(place, "--json").bytes))
    let report = try #require(object as? [String: Any])
    #expect(report["format"] as? String == "docmerge-explain")
    let document = try #require((report["documents"] as? [[String: Any]])?.first)
    #expect(document["path"] as? String == "a.md" && document["policy"] as? String == "balanced")
    let conflict = try #require((document["conflicts"] as? [[String: Any]])?.first)
    #expect(conflict["clash"] as? String == "bothAdded")
    let rules = try #require(conflict["rules"] as? [[String: Any]])
    #expect(
      rules.contains {
        $0["name"] as? String == "words" && $0["outcome"] as? String == "doesNotFit"
      })
    #expect(rules.contains { $0["outcome"] as? String == "settles" })
  }

  @Test func `documents of a container, and those not in conflict`() throws {
    let meeting = Meeting()
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n", "b.md": "1\n"])
    for replica in replicas { replica.write("a.md", "by \(replica.name)\n") }
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    let output = try replicas[1].docmerge("explain")
    #expect(output.text.contains("a.md, conflict 1 of 1, line 1"), "\(output)")
    #expect(
      try replicas[1].docmerge("explain", "b.md", exits: 2).messages.contains("not in conflict"))
    try replicas[1].docmerge("resolve", "a.md", "--newest")
    #expect(try replicas[1].docmerge("explain").messages.contains("Nothing is in conflict."))
  }
}
