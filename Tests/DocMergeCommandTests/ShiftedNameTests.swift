import DocMergeTestSupport
import Testing

/// Documents that take each other's names between two saves.
struct ShiftedNameTests {
  private let meeting = Meeting()
  private static let texts = ["1.md": "one\n", "2.md": "two\n", "3.md": "three\n"]

  /// What a shell does with three documents, and what each is called then, or `nil` where it is gone.
  static let shifts: [(does: String, names: [String: String])] = [
    ("mv 3.md 4.md; mv 2.md 3.md; mv 1.md 2.md", ["1.md": "2.md", "2.md": "3.md", "3.md": "4.md"]),
    ("mv 1.md x; mv 2.md 1.md; mv x 2.md", ["1.md": "2.md", "2.md": "1.md", "3.md": "3.md"]),
    (
      "mv 1.md x; mv 2.md 1.md; mv 3.md 2.md; mv x 3.md",
      ["1.md": "3.md", "2.md": "1.md", "3.md": "2.md"]
    ),
  ]

  private func names(_ replica: Replica) throws -> [String: String] {
    Dictionary(uniqueKeysWithValues: try replica.documents().map { ($0.id, $0.path) })
  }

  @Test(arguments: shifts) func `each document keeps its history under its new name`(
    does: String, names: [String: String]
  ) throws {
    let replicas = try meeting.replicas("A", "B", documents: Self.texts)
    let before = try self.names(replicas[0])
    try replicas[0].shell(does)
    try replicas[0].docmerge("sync")
    #expect(try self.names(replicas[0]) == before.mapValues { names[$0] ?? $0 })
    // An edit elsewhere follows the document.
    replicas[1].write("2.md", "two\nof B\n")
    for replica in [replicas[1], replicas[0]] { try replica.docmerge("sync") }
    for replica in replicas {
      #expect(replica.read(names["2.md"] ?? "") == "two\nof B\n")
      #expect(replica.read(names["1.md"] ?? "") == "one\n")
      #expect(replica.contents.count == 3)
    }
    #expect(try self.names(replicas[1]) == self.names(replicas[0]))
  }

  @Test func `two folders exchange their names`() throws {
    let documents = ["T/1.md": "t\n", "U/1.md": "u\n", "U/2.md": "u2\n"]
    let replica = try meeting.replicas("A", documents: documents)[0]
    let before = try names(replica)
    try replica.shell("mv T x; mv U T; mv x U")
    try replica.docmerge("save")
    let new = ["T/1.md": "U/1.md", "U/1.md": "T/1.md", "U/2.md": "T/2.md"]
    #expect(try names(replica) == before.mapValues { new[$0] ?? $0 })
  }

  @Test func `a log goes on under its name, and the rotated ones move on`() throws {
    let replica = try meeting.replicas("A", documents: ["log": "new\n", "log.1": "old\n"])[0]
    let before = try names(replica)
    try replica.shell("mv log.1 log.2; mv log log.1; echo newest > log")
    try replica.docmerge("save")
    let after = try names(replica)
    for (id, name) in before { #expect(after[id] == (name == "log.1" ? "log.2" : name)) }
    #expect(after.count == 3)
    #expect(try replica.docmerge("versions", "log").lines.count == 2)
  }

  @Test func `who names one of the documents gets all that make room for it`() throws {
    let replica = try meeting.replicas("A", documents: Self.texts)[0]
    let before = try names(replica)
    try replica.shell("mv 1.md x; mv 2.md 1.md; mv x 2.md")
    try replica.docmerge("save", "1.md")
    let new = ["1.md": "2.md", "2.md": "1.md"]
    #expect(try names(replica) == before.mapValues { new[$0] ?? $0 })
  }

  @Test(arguments: [
    "mv 1.md 2.md", "ln -f 1.md 2.md", "cp 1.md 2.md; rm 1.md", "mv 2.md 2.md.bak; mv 1.md 2.md",
    "mv 2.md old.md; echo new > 2.md",
  ])
  func `a document that is replaced goes on under its name`(does: String) throws {
    let replica = try meeting.replicas("A", documents: Self.texts)[0]
    let before = try names(replica)
    try replica.shell(does)
    try replica.docmerge("save")
    let after = try names(replica)
    for (id, name) in before where name == "2.md" { #expect(after[id] == "2.md") }
  }
}
