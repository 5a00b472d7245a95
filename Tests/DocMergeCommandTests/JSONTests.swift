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

  @Test func `status has the unsaved changes, and the conflicts`() throws {
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

  @Test func `operations has the newest first, and the undone ones`() throws {
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

  // MARK: In git

  private func merging() throws -> GitFolder {
    let folder = try GitFolder()
    try folder.forkText()
    try folder.git("merge", "-q", "theirs", exits: 1)
    return folder
  }

  @Test func `list, status and versions have one shape, in a container and in git`() throws {
    func keys(_ value: Any?) -> Set<String> { Set((value as? [String: Any] ?? [:]).keys) }
    let (folder, replica) = (try merging(), try conflicted())
    for (verb, list) in [("list", "documents"), ("status", "conflicts")] {
      let git = try object(folder.docmerge(verb, "--json", exits: 1))
      let container = try object(replica.program.run([verb, "--json"]))
      #expect(git["format"] as? String == container["format"] as? String)
      #expect(git["source"] as? String == "git" && container["source"] as? String == "container")
      #expect(keys(git).subtracting(keys(container)) == ["git"])
      #expect(keys(container).isSubset(of: keys(git)))
      let ours = try #require((git[list] as? [[String: Any]])?.first)
      let theirs = try #require((container[list] as? [[String: Any]])?.first)
      #expect(keys(theirs).isSubset(of: keys(ours)))
      let stages = try #require(ours["versions"] as? [[String: Any]])
      #expect(stages.compactMap { $0["number"] as? Int } == [1, 2] && stages.count == 3)
      let heads = try #require(theirs["versions"] as? [[String: Any]])
      #expect(keys(heads[0]).subtracting(keys(stages[0])) == ["computer", "replica"])
    }
    let versions = try object(folder.docmerge("versions", "a.txt", "--json"))
    #expect(versions["format"] as? String == "docmerge-versions")
  }

  @Test func `resolve tells what it did with each document`() throws {
    let (folder, replica) = (try merging(), try conflicted())
    let left = try object(folder.docmerge("resolve", "--all", "--merge", "--json", exits: 1))
    #expect(left["format"] as? String == "docmerge-resolve" && left["left"] as? Int == 1)
    let done = try object(folder.docmerge("resolve", "a.txt", "--theirs", "--json"))
    let path = try #require((done["documents"] as? [[String: Any]])?.first)
    #expect(path["path"] as? String == "a.txt" && path["state"] as? String == "resolved")
    #expect(path["kept"] as? String == "@theirs" && done["next"] as? String == "git commit")
    let settled = try object(replica.docmerge("resolve", "--all", "--newest", "--json"))
    let document = try #require((settled["documents"] as? [[String: Any]])?.first)
    #expect(document["path"] as? String == "quote\" back\\slash\n\u{1}.md")
    #expect(document["strategy"] as? String == "newest" && settled["left"] as? Int == 0)
    folder.write("x", "<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n")
    let file = try object(folder.docmerge("resolve", "x", "--ours", "--json"))
    #expect((file["documents"] as? [[String: Any]])?.first?["strategy"] as? String == "ours")
  }

  @Test func `text is escaped once in what memory lists`() throws {
    let folder = try merging()
    folder.write("a.txt", "1\n\"quoted\" \\ and \u{1B}[1m\n3\n")
    try folder.docmerge("resolve", "a.txt", "--edited")
    let report = try object(folder.docmerge("memory", "list", "--json"))
    let lines = (report["resolutions"] as? [[String: Any]])?.map { $0["firstLine"] as? String }
    #expect(lines == ["\"quoted\" \\ and \u{1B}[1m"])
  }
}
