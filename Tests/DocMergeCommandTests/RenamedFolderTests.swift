import DocMergeTestSupport
import Testing

/// A folder that one replica renames while another one puts documents into it.
struct RenamedFolderTests {
  private let meeting = Meeting()

  private func replicas(
    _ documents: [String: String] = ["Trip/1.md": "1\n", "Trip/in/2.md": "2\n", "x.md": "x\n"]
  ) throws -> [Replica] {
    try meeting.replicas("A", "B", documents: documents)
  }

  private func rename(_ old: String, to new: String, in replica: Replica) {
    File("\(replica.path)/\(old)").move(to: File("\(replica.path)/\(new)"))
  }

  private struct Report: Decodable {
    struct Move: Decodable, Equatable {
      var from: String
      var to: String
    }
    var followed: [Move]
    var renamedTwice: [Move]
  }

  /// Whether the replica whose name is in force, the later one, syncs first.
  @Test(arguments: [false, true])
  func `a document that both sides renamed is reported with the name that was not taken`(
    isLaterFirst: Bool
  ) throws {
    let replicas = try replicas()
    rename("x.md", to: "apple.md", in: replicas[0])
    try replicas[0].docmerge("save")
    rename("x.md", to: "pear.md", in: replicas[1])
    try replicas[1].docmerge("save")
    let order = isLaterFirst ? [replicas[1], replicas[0]] : replicas
    try order[0].docmerge("sync")
    let report = try order[1].docmerge("sync", "--json").report(Report.self)
    let move = try #require(report.renamedTwice.first)
    #expect(Set([move.from, move.to]) == ["apple.md", "pear.md"])
    #expect(report.renamedTwice.count == 1 && order[1].contents[move.to] == "x\n")
    let messages = try order[0].docmerge("sync").messages
    #expect(
      messages.contains(
        "\(move.to) was named \(move.from) by another replica at the same time; `docmerge mv`"))
    // It is news once.
    for replica in replicas {
      #expect(try !replica.docmerge("sync").messages.contains("was named"))
    }
    try expectAgreement(replicas)
  }

  /// Whether the replica that renames syncs first, or the one that adds.
  @Test(arguments: [false, true])
  func `a document added to a folder follows its rename, and a message says so`(addsFirst: Bool)
    throws
  {
    let replicas = try replicas()
    rename("Trip", to: "Rome", in: replicas[0])
    replicas[1].write("Trip/3.md", "3\n")
    replicas[1].write("Trip/in/4.md", "4\n")
    replicas[1].write("Trip/new/5.md", "5\n")
    let order = addsFirst ? [replicas[1], replicas[0]] : replicas
    try order[0].docmerge("sync")
    let output = try order[1].docmerge("sync").messages
    #expect(output.contains("Trip/3.md followed its folder, which was renamed, to Rome/3.md.\n"))
    #expect(output.contains("Trip/new/5.md followed its folder"))
    sync(replicas)
    try expectAgreement(replicas)
    #expect(
      replicas[1].contents == [
        "Rome/1.md": "1\n", "Rome/in/2.md": "2\n", "Rome/3.md": "3\n", "Rome/in/4.md": "4\n",
        "Rome/new/5.md": "5\n", "x.md": "x\n",
      ])
  }

  @Test func `both may find out apart, and agree`() throws {
    let all = try meeting.replicas("A", "B", "C", documents: ["Trip/1.md": "1\n"])
    let (replicas, other) = (Array(all[..<2]), all[2])
    rename("Trip", to: "Rome", in: replicas[0])
    replicas[1].write("Trip/3.md", "3\n")
    other.write("Trip/4.md", "4\n")
    sync(replicas + [other])
    try expectAgreement(replicas + [other])
    #expect(other.contents["Rome/3.md"] == "3\n" && other.contents["Rome/4.md"] == "4\n")
    #expect(!other.contents.keys.contains { $0.hasPrefix("Trip/") })
  }

  @Test func `a folder inside, a rename of letters, and documents that get new names there`() throws
  {
    let replicas = try replicas([
      "Trip/in/1.md": "1\n", "Trip/in/2.md": "2\n", "Trip/3.md": "3\n", "a/1.md": "one\n",
    ])
    rename("Trip/in", to: "Trip/out", in: replicas[0])
    rename("Trip/out/1.md", to: "Trip/out/one.md", in: replicas[0])
    rename("a", to: "A", in: replicas[0])
    replicas[1].write("Trip/in/4.md", "4\n")
    replicas[1].write("Trip/5.md", "5\n")
    replicas[1].write("a/2.md", "two\n")
    sync(replicas)
    try expectAgreement(replicas)
    let contents = replicas[1].contents
    #expect(contents["Trip/out/4.md"] == "4\n" && contents["Trip/5.md"] == "5\n")
    #expect(contents["A/2.md"] == "two\n" && contents["Trip/out/one.md"] == "1\n")
  }

  @Test func `what was moved into the folder follows too, and an undo takes it back`() throws {
    let replicas = try replicas()
    rename("Trip", to: "Rome", in: replicas[0])
    rename("x.md", to: "Trip/x.md", in: replicas[1])
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync")
    #expect(replicas[1].contents["Rome/x.md"] == "x\n")
    try replicas[1].docmerge("undo")
    #expect(replicas[1].contents["Trip/x.md"] == "x\n")
    #expect(replicas[1].contents["Trip/1.md"] == "1\n")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[0].contents["Rome/x.md"] == "x\n")
  }

  @Test func `who renamed the folder undoes the sync that brought what followed it`() throws {
    let replicas = try replicas()
    rename("Trip", to: "Rome", in: replicas[0])
    replicas[1].write("Trip/3.md", "3\n")
    try replicas[1].docmerge("sync")
    try replicas[0].docmerge("sync")
    #expect(replicas[0].contents["Rome/3.md"] == "3\n")
    try replicas[0].docmerge("undo")
    #expect(replicas[0].contents["Rome/3.md"] == nil && replicas[0].contents["Trip/3.md"] == nil)
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[0].contents["Rome/3.md"] == "3\n")
  }

  @Test func `a name that would be too long is none, and the document stays`() throws {
    let replicas = try replicas()
    let long = (0..<14).map { _ in String(repeating: "x", count: 200) }.joined(separator: "/")
    File("\(replicas[0].path)/\(long)/x").write([])
    File("\(replicas[0].path)/\(long)/x").remove()
    rename("Trip", to: "\(long)/Trip", in: replicas[0])
    let deep = (0..<8).map { _ in String(repeating: "y", count: 180) }.joined(separator: "/")
    replicas[1].write("Trip/\(deep)/3.md", "3\n")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[1].contents["Trip/\(deep)/3.md"] == "3\n")
  }

  @Test func `json names what followed`() throws {
    let replicas = try replicas()
    rename("Trip", to: "Rome", in: replicas[0])
    replicas[1].write("Trip/3.md", "3\n")
    try replicas[0].docmerge("sync")
    let report = try replicas[1].docmerge("sync", "--json").report(Report.self)
    #expect(report.followed == [Report.Move(from: "Trip/3.md", to: "Rome/3.md")])
  }

  /// The folder is not renamed as a whole: a document stays, they go to two places, the place is another folder
  /// that was there, or most were deleted.
  @Test(arguments: [
    [("Trip/1.md", "Rome/1.md")],
    [("Trip/1.md", "Rome/1.md"), ("Trip/in/2.md", "Paris/2.md")],
    [("Trip/1.md", "old/1.md"), ("Trip/in/2.md", "old/in/2.md")],
    [("Trip/1.md", "1.md"), ("Trip/in/2.md", "in/2.md")],
    [("Trip/1.md", "Rome/1.md"), ("Trip/in/2.md", "")],
  ])
  func `an added document stays in its place when others moved documents one by one`(
    moves: [(String, String)]
  ) throws {
    let replicas = try replicas([
      "Trip/1.md": "1\n", "Trip/in/2.md": "2\n", "old/x.md": "x\n",
    ])
    for (old, new) in moves {
      if new.isEmpty {
        File("\(replicas[0].path)/\(old)").remove()
      } else {
        try replicas[0].docmerge("mv", old, new)
      }
    }
    replicas[1].write("Trip/3.md", "3\n")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[1].contents["Trip/3.md"] == "3\n")
  }
}
