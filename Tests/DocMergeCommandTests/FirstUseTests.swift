import DocMergeTestSupport
import Foundation
import Testing

/// What people tried first, and stumbled over.
struct FirstUseTests {
  private let meeting = Meeting()
  private let folder = TemporaryFolder()

  private func conflicted() throws -> Replica {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "0\n", "b.md": "0\n"])
    for replica in replicas { try replica.save("a.md", "by \(replica.name)\n") }
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    return replicas[1]
  }

  private func object(_ output: Output) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(output.bytes)) as? [String: Any])
  }

  @Test(arguments: ["@1", "@current"])
  func `an edit by hand is kept the first time`(version: String) throws {
    let replica = try conflicted()
    replica.write("a.md", "edited by hand\n")
    try replica.docmerge("resolve", "a.md", "--keep", version)
    #expect(replica.read("a.md") == "edited by hand\n")
    try replica.docmerge("list")
  }

  @Test(arguments: [
    (["stauts"], "docmerge status"), (["resolv", "a.md"], "docmerge resolve"),
    (["help", "resovle"], "docmerge resolve"), (["dif"], "docmerge diff"),
    (["git", "setpu"], "docmerge git setup"),
  ])
  func `a verb with a slip of the finger is named`(words: [String], verb: String) throws {
    let output = try Program(Replica.command, in: folder.path).run(words, exits: 64)
    #expect(output.text.isEmpty)
    #expect(output.messages.contains("Did you mean `\(verb)`"), "\(output)")
  }

  @Test func `help of an unknown verb is wrong usage`() throws {
    let output = try Program(Replica.command, in: folder.path)
      .run(["help", "zzzzzzzzzz"], exits: 64)
    #expect(output.messages.contains("has no verb “zzzzzzzzzz”"))
    #expect(!output.messages.contains("Did you mean"))
  }

  @Test func `all that status says is its output`() throws {
    let replica = try conflicted()
    replica.write("b.md", "more\n")
    let output = try replica.docmerge("status", exits: 1)
    #expect(output.messages.isEmpty)
    for words in ["in conflict (2 versions)", "1 change not saved", "last synced", "1 document in"]
    {
      #expect(output.text.contains(words), "\(output)")
    }
  }

  @Test func `saving and undoing succeed while something else is in conflict`() throws {
    let replica = try conflicted()
    replica.write("b.md", "more\n")
    try replica.docmerge("save")
    try replica.docmerge("undo")
    try replica.docmerge("list", exits: 1)
  }

  @Test func `diff without a document shows all that are in conflict or not saved`() throws {
    let replica = try conflicted()
    replica.write("b.md", "more\n")
    let text = try replica.docmerge("diff").text
    #expect(text.contains("+by A\n") && text.contains("-by B\n"))
    #expect(text.contains("-0\n+more\n"))
    let report = try object(try replica.docmerge("diff", "--json"))
    #expect(report["format"] as? String == "docmerge-diff")
    let documents = try #require(report["documents"] as? [[String: Any]])
    #expect(documents.compactMap { $0["path"] as? String } == ["a.md", "b.md"])
    let sections = try #require(documents[1]["sections"] as? [[String: Any]])
    #expect(sections.first?["oldStart"] as? Int == 1 && sections.first?["newCount"] as? Int == 1)
    let lines = try #require(sections.first?["lines"] as? [[String: String]])
    #expect(
      lines == [["kind": "deleted", "text": "0\n"], ["kind": "inserted", "text": "more\n"]])
  }

  @Test func `undo and the remotes are reported as JSON`() throws {
    let replica = try conflicted()
    try replica.docmerge("resolve", "a.md", "--newest")
    let undone = try object(try replica.docmerge("undo", "--json"))
    #expect(undone["format"] as? String == "docmerge-undo")
    #expect((undone["operation"] as? [String: Any])?["operation"] as? String == "resolve")
    #expect((undone["conflicts"] as? [[String: Any]])?.first?["path"] as? String == "a.md")
    let remotes = try object(try replica.docmerge("remote", "list", "--json"))
    #expect(remotes["format"] as? String == "docmerge-remotes")
    #expect((remotes["remotes"] as? [[String: String]])?.count == 1)
  }

  @Test(
    .enabled(if: File("/usr/bin/script").exists),
    arguments: ["DOCMERGE_PAGER", "GIT_PAGER", "PAGER"])
  func `long output goes to the pager on a terminal`(variable: String) throws {
    let replica = try conflicted()
    let output = HostedTool.atTerminal(
      "'\(Replica.command)' diff a.md", answers: "", in: replica.path,
      environment: [variable: "sed s/^/paged:/"])
    #expect(output.status == 0)
    #expect(output.text.contains("paged:"), "\(output)")
    #expect(!(try replica.docmerge("diff", "a.md").text.contains("paged:")))
  }
}
