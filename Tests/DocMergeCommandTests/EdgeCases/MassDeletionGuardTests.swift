import DocMergeTestSupport
import Testing

/// Many deletions at once may be a slip: E54 of the catalogue.
struct MassDeletionGuardTests {
  private let meeting = Meeting()

  private func replicas(_ count: Int = 20) throws -> [Replica] {
    let documents = (0..<count).map { ("\($0).md", "text \($0)\n") }
    let replicas = try meeting.replicas(
      "A", "B", documents: Dictionary(uniqueKeysWithValues: documents))
    sync(replicas)
    return replicas
  }

  private func remove(_ numbers: Range<Int>, in replica: Replica) {
    for number in numbers { replica.file("\(number).md").remove() }
  }

  @Test func `E54 a folder that was emptied is not sent, and undo brings it back`() throws {
    let replicas = try replicas()
    remove(0..<15, in: replicas[1])
    let output = try replicas[1].docmerge("sync", exits: 2)
    #expect(output.messages.contains("15 of 20 documents were deleted"))
    #expect(output.messages.contains("--force"))
    try replicas[0].docmerge("sync")
    #expect(replicas[0].contents.count == 20)
    try replicas[1].docmerge("undo")
    #expect(replicas[1].contents.count == 20)
    try replicas[1].docmerge("sync")
    try replicas[0].docmerge("sync")
    #expect(replicas[0].contents.count == 20)
  }

  @Test func `E54 with --force deletions are sent, and taken in with --force`() throws {
    let replicas = try replicas()
    remove(0..<15, in: replicas[1])
    try replicas[1].docmerge("sync", "--force")
    let output = try replicas[0].docmerge("sync", exits: 1)
    #expect(output.messages.contains("deletes 15 of 20 documents"))
    #expect(replicas[0].contents.count == 20)
    // What this one does goes on meanwhile.
    try replicas[0].save("0.md", "edited\n")
    _ = replicas[0].program.run(["sync"])
    try replicas[0].docmerge("sync", "--force", exits: 1)
    #expect(replicas[0].contents.count == 6)
    #expect(replicas[0].read("0.md") == "edited\n")
    sync(replicas)
    try expectSameFolders(replicas)
  }

  @Test func `what two replicas deleted, each a part, is taken in from one after the other`() throws
  {
    let documents = (0..<100).map { ("\($0).md", "text \($0)\n") }
    let replicas = try meeting.replicas(
      "A", "B", "C", documents: Dictionary(uniqueKeysWithValues: documents))
    for replica in replicas { try replica.docmerge("sync") }
    remove(0..<30, in: replicas[1])
    try replicas[1].docmerge("sync")
    try replicas[2].docmerge("sync")
    remove(30..<60, in: replicas[2])
    try replicas[2].docmerge("sync")
    // The state of C has seen more, and deletes 60 of 100; that of B deletes 30, and then C 30 of 70.
    try replicas[0].docmerge("sync")
    #expect(replicas[0].contents.count == 40)
  }

  @Test func `few documents, or a share that is allowed, may go`() throws {
    let replicas = try replicas(11)
    remove(0..<9, in: replicas[1])
    try replicas[1].docmerge("sync")
    try replicas[0].docmerge("sync")
    #expect(replicas[0].contents.count == 2)
    for number in 20..<40 { replicas[0].write("\(number).md", "text \(number)\n") }
    sync(replicas)
    for replica in replicas { try replica.git("config", "docmerge.maxdelete", "100") }
    remove(20..<40, in: replicas[0])
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[1].contents.count == 2)
  }

  @Test func `equal documents made on both are one each, without a question`() throws {
    let replicas = try meeting.replicas("A", "B", documents: [:])
    for replica in replicas {
      for number in 0..<30 { replica.write("\(number).md", "the same \(number)\n") }
    }
    for replica in replicas + replicas { try replica.docmerge("sync") }
    try expectAgreement(replicas)
    #expect(replicas[0].contents.count == 30)
  }
}
