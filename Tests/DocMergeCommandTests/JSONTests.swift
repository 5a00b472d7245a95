import DocMergeTestSupport
import Foundation
import Testing

/// What `--json` prints is JSON of the documented shapes, whatever the names.
struct JSONTests {
  private let meeting = Meeting()

  private func conflicted() throws -> Replica {
    let name = "quote\" back\\slash\n\u{1}.md"
    let replicas = try meeting.replicas("A", "B", documents: [name: "0\n", "plain.md": "0\n"])
    for replica in replicas { try replica.save(name, "by \(replica.name)\n") }
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    replicas[1].write("plain.md", "typed\n")
    replicas[1].write("new.md", "new\n")
    return replicas[1]
  }

  private func object(_ output: Output) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(output.bytes)) as? [String: Any])
  }

  @Test func `each report names its format and its version`() throws {
    let replica = try conflicted()
    for (words, format) in [
      (["list", "--json"], "docmerge-list"), (["list", "--all", "--json"], "docmerge-list"),
      (["status", "--json"], "docmerge-status"), (["operations", "--json"], "docmerge-operations"),
      (["versions", "plain.md", "--json"], "docmerge-versions"),
    ] {
      let output = replica.program.run(words)
      let report = try object(output)
      #expect(report["format"] as? String == format)
      #expect(report["version"] as? Int == 1)
      #expect(output.bytes.last == UInt8(ascii: "\n"))
      #expect(!output.bytes.contains { $0 < 0x20 && $0 != UInt8(ascii: "\n") })
      #expect(output.messages.isEmpty)
    }
  }

  @Test func `list tells versions in conflict by number, the current one first`() throws {
    let documents = try conflicted().conflicts()
    #expect(documents.map(\.path) == ["quote\" back\\slash\n\u{1}.md"])
    #expect(documents[0].state == "conflict")
    #expect(documents[0].versions.map(\.number) == [1, 2])
    #expect(documents[0].versions.map(\.isCurrent) == [true, false])
    #expect(documents[0].versions.map(\.kind) == ["file", "file"])
    #expect(documents[0].versions.map(\.size) == [5, 5])
    for version in documents[0].versions {
      #expect(version.id.wholeMatch(of: /[0-9a-f]{40}/) != nil)
      #expect(version.replica.wholeMatch(of: /[0-9a-f]{16}/) != nil)
      #expect(version.date.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z/) != nil)
      #expect(version.author.email == "\(version.computer)@example.org")
    }
    #expect(documents[0].id.wholeMatch(of: /[0-9a-f]{32}/) != nil)
  }

  @Test func `list --all has documents that are not in conflict too`() throws {
    let states = try conflicted().documents().map(\.state)
    #expect(states.sorted() == ["conflict", "normal"])
  }

  @Test func `status has what is not saved, and the conflicts`() throws {
    let status = try conflicted().status()
    #expect(status.modified == ["plain.md"])
    #expect(status.added == ["new.md"])
    #expect(status.deleted.isEmpty && status.moved.isEmpty && status.unsaved.isEmpty)
    #expect(status.conflicts.count == 1)
  }

  @Test func `versions has parents, operations and strategies`() throws {
    let replica = try conflicted()
    let name = "quote\" back\\slash\n\u{1}.md"
    try replica.docmerge("resolve", name, "--newest")
    let history = try replica.history(name)
    #expect(history.map(\.operation) == ["resolve", "save", "save", "save"])
    #expect(history[0].strategy == "newest")
    #expect(Set(history[0].parents) == Set(history[1...2].map(\.version.id)))
    #expect(history[1].parents == [history[3].version.id])
    #expect(history[0].version.isCurrent)
    #expect(history.dropFirst().allSatisfy { !$0.version.isCurrent && $0.version.number == nil })
    #expect(history.allSatisfy { $0.path == name })
  }

  @Test func `operations has the newest first, and what is undone`() throws {
    let replica = try conflicted()
    try replica.docmerge("save")
    try replica.docmerge("undo")
    let operations = try replica.operations()
    #expect(operations.prefix(2).map(\.operation) == ["undo", "save"])
    #expect(operations[0].undoes == operations[1].id)
    #expect(operations[1].isUndone && !operations[0].isUndone)
    #expect(operations[0].person.name == "Person B")
    #expect(operations.last?.operation == "init")
    let limited = try replica.docmerge("operations", "-n", "1", "--json")
    #expect(try limited.report(OperationsReport.self).operations.count == 1)
  }

  @Test func `an empty container has empty reports`() throws {
    let replica = Replica()
    try replica.initialize()
    #expect(try replica.conflicts().isEmpty)
    #expect(try replica.documents().isEmpty)
    #expect(try replica.status().isClean)
    #expect(try replica.operations().map(\.summary) == ["init with 0 documents"])
  }
}
