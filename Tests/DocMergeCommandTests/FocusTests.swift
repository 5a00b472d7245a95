import DocMergeTestSupport
import Glibc
import Testing

/// Copies whose folders have only a part of the documents.
struct FocusTests {
  private let meeting = Meeting()
  private static let documents = [
    "Work/1.md": "w1\n", "Work/Videos/v.mp4": "v\n", "Home/1.md": "h1\n", "top.md": "t\n",
  ]

  private func replicas() throws -> [Replica] {
    try meeting.replicas("A", "B", documents: Self.documents)
  }

  private struct Report: Decodable {
    var patterns: [String]?
    var outside: Int
    var appeared: [String]
    var left: [String]
  }

  @Test func `only some folders are here, and nothing of the others is deleted`() throws {
    let replicas = try replicas()
    let report = try replicas[1].docmerge("focus", "Work", "!Work/Videos", "--json")
      .report(Report.self)
    #expect(report.left == ["Home/1.md", "Work/Videos/v.mp4", "top.md"] && report.outside == 3)
    #expect(replicas[1].contents == ["Work/1.md": "w1\n"])
    #expect(!File("\(replicas[1].path)/Home").exists)
    sync(replicas)
    #expect(replicas[0].contents == Self.documents)
    #expect(try replicas[1].documents().map(\.path) == ["Work/1.md"])
    #expect(
      try replicas[1].docmerge("status").text.contains("3 documents are outside of the focus"))
    try replicas[1].expectSoundness()
    try replicas[1].docmerge("focus", "--all")
    try expectAgreement(replicas)
  }

  @Test func `edits, moves and deletions of others follow the focus`() throws {
    let replicas = try meeting.replicas(
      "A", "B",
      documents: [
        "Work/in.md": "in\n", "Work/out.md": "out\n", "Home/in.md": "to come\n", "Home/a.md": "a\n",
        "Home/b.md": "b\n",
      ])
    try replicas[1].docmerge("focus", "Work")
    try replicas[0].docmerge("mv", "Work/out.md", "Home/out.md")
    try replicas[0].docmerge("mv", "Home/in.md", "Work/came.md")
    try replicas[0].docmerge("rm", "Home/a.md")
    try replicas[0].save("Home/b.md", "bb\n")
    try replicas[0].save("Work/in.md", "in more\n")
    sync(replicas)
    #expect(replicas[1].contents == ["Work/in.md": "in more\n", "Work/came.md": "to come\n"])
    try replicas[1].docmerge("focus", "--add", "Home")
    try expectAgreement(replicas)
    #expect(replicas[1].contents["Home/b.md"] == "bb\n")
    #expect(replicas[1].contents["Home/a.md"] == nil)
    try replicas[1].expectSoundness()
  }

  @Test func `a clone of some folders brings nothing of the others`() throws {
    let replicas = try replicas()
    let clone = Replica("C", in: TemporaryFolder())
    let output = try clone.program.run(
      ["clone", "--only", "Work/**", "--only", "!Work/Videos", meeting.remote, "."], exits: 0)
    #expect(output.messages.contains("Cloned 1 document.\n3 documents are outside of the focus."))
    #expect(clone.contents == ["Work/1.md": "w1\n"])
    let secret = Program("git", in: clone.path).run([
      "hash-object", "\(replicas[0].path)/Home/1.md",
    ])
    #expect(try !clone.objects().contains(secret.lines[0]))
    // It goes on by itself.
    try replicas[0].save("Work/2.md", "w2\n")
    try replicas[0].save("Work/1.md", "w1 more\n")
    try replicas[0].save("Home/2.md", "h2\n")
    clone.write("Work/3.md", "w3\n")
    sync([replicas[0], clone, replicas[0]])
    #expect(clone.contents == ["Work/1.md": "w1 more\n", "Work/2.md": "w2\n", "Work/3.md": "w3\n"])
    #expect(replicas[0].contents["Work/3.md"] == "w3\n")
    #expect(clone.placeholders.isEmpty)
    try clone.docmerge("focus", "--add", "Home")
    #expect(clone.contents["Home/2.md"] == "h2\n")
    try clone.expectSoundness()
    try clone.docmerge("focus", "--all")
    try expectAgreement([replicas[0], clone])
  }

  @Test func `a conflict of others outside of the focus is counted`() throws {
    let all = try meeting.replicas("A", "B", "C", documents: Self.documents)
    try all[1].docmerge("focus", "Work")
    for replica in [all[0], all[2]] { try replica.save("Home/1.md", "by \(replica.name)\n") }
    for replica in [all[0], all[2], all[0], all[1]] {
      _ = replica.program.run(["sync"])
    }
    #expect(try all[1].docmerge("list").lines.isEmpty)
    let status = try all[1].docmerge("status").text
    #expect(status.contains("In conflict outside of the focus: 1 document"))
    try all[0].docmerge("list", exits: 1)
    try all[1].docmerge("focus", "--all")
    try all[1].docmerge("list", exits: 1)
  }

  @Test func `a file put outside of the focus is saved, and stays until the focus is set again`()
    throws
  {
    let replicas = try replicas()
    try replicas[1].docmerge("focus", "Work")
    replicas[1].write("Home/new.md", "new\n")
    sync(replicas)
    #expect(replicas[1].contents["Home/new.md"] == "new\n")
    #expect(replicas[0].contents["Home/new.md"] == "new\n")
    try replicas[1].docmerge("focus", "Work")
    #expect(replicas[1].contents["Home/new.md"] == nil)
    sync(replicas)
    #expect(replicas[0].contents["Home/new.md"] == "new\n")
  }

  @Test func `a file that gets the name of a document outside is that document`() throws {
    let replicas = try replicas()
    try replicas[1].docmerge("focus", "Work")
    replicas[1].write("Home/1.md", "h1\n")
    replicas[1].write("top.md", "t\nmore\n")
    sync(replicas)
    // It was made from what had been there.
    #expect(replicas[0].contents.merging(Self.documents) { now, _ in now } == replicas[0].contents)
    #expect(replicas[0].contents["top.md"] == "t\nmore\n" && replicas[0].contents.count == 4)
    try replicas[1].docmerge("focus", "--all")
    try expectAgreement(replicas)
  }

  @Test func `a file as it left is that document, whatever others made of it since`() throws {
    let replicas = try replicas()
    try replicas[1].docmerge("focus", "Work")
    try replicas[0].save("Home/1.md", "h1 and more\n")
    sync(replicas)
    replicas[1].write("Home/1.md", "h1\n")
    sync(replicas)
    #expect(replicas[1].contents["Home/1.md"] == "h1 and more\n")
    #expect(replicas[0].contents["Home/1.md"] == "h1 and more\n")
    #expect(try replicas[0].conflicts().isEmpty)
  }

  @Test func `what was never here is in conflict with a file of its name`() throws {
    let replicas = try replicas()
    let clone = Replica("C", in: TemporaryFolder())
    try clone.program.run(["clone", "--only", "Work", meeting.remote, "."], exits: 0)
    clone.write("Home/1.md", "another\n")
    try clone.docmerge("sync", exits: 1)
    #expect(try clone.conflicts().map(\.path) == ["Home/1.md"])
    try replicas[0].docmerge("sync", exits: 1)
    #expect(try replicas[0].conflicts()[0].versions.count == 2)
    #expect(try clone.docmerge("new", "Home", "--name", "1.md").lines == ["Home/1 2.md"])
  }

  /// As ``docmerge focus`` notes it before it removes anything.
  @Test func `a focus that was killed deletes nothing, and is gone on with`() throws {
    let names = (0..<300).map { "Home/\($0).md" }
    let documents = Dictionary(uniqueKeysWithValues: names.map { ($0, "text of \($0)\n") })
    let replicas = try meeting.replicas(
      "A", "B", documents: documents.merging(["Work/1.md": "w\n"]) { $1 })
    for delay in [20_000, 60_000, 120_000, 200_000] {
      let running = replicas[1].program.start(["focus", "Work"])
      usleep(UInt32(delay))
      running.kill()
      _ = running.finish()
      sync(replicas)
      #expect(replicas[0].contents.count == 301)
      try replicas[1].docmerge("focus", "--all")
      try expectAgreement(replicas)
    }
    try replicas[1].docmerge("focus", "Work")
    #expect(replicas[1].contents == ["Work/1.md": "w\n"])
  }

  @Test func `the mass deletion guard counts the documents in this folder`() throws {
    let names = (0..<40).map { "\($0 < 20 ? "Work" : "Home")/\($0).md" }
    let replicas = try meeting.replicas(
      "A", "B",
      documents: Dictionary(uniqueKeysWithValues: names.map { ($0, "text of \($0)\n") }))
    try replicas[1].docmerge("focus", "Work")
    for name in names.prefix(20) { File("\(replicas[1].path)/\(name)").remove() }
    let output = try replicas[1].docmerge("sync", exits: 2)
    #expect(output.messages.contains("20 of 20 documents were deleted here"))
    try replicas[0].docmerge("sync")
    #expect(replicas[0].contents.count == 40)
  }

  @Test func `after all documents came in, new ones do, too`() throws {
    let replicas = try replicas()
    let clone = Replica("C", in: TemporaryFolder())
    try clone.program.run(["clone", "--only", "Work", meeting.remote, "."], exits: 0)
    let refusal = try clone.docmerge("evict", "Work/1.md", exits: 1)
    #expect(refusal.messages.contains("is in the focus of this copy"))
    try clone.docmerge("focus", "--all")
    try replicas[0].save("Home/new.md", "new\n")
    sync([replicas[0], clone])
    #expect(clone.contents["Home/new.md"] == "new\n" && clone.placeholders.isEmpty)
  }

  @Test
  func `a document not available when it enters the focus is fetched by the next sync`() throws {
    let replicas = try replicas()
    let clone = Replica("C", in: TemporaryFolder())
    try clone.program.run(["clone", "--only", "Work", meeting.remote, "."], exits: 0)
    File(meeting.remote).move(to: File("\(meeting.remote)-away"))
    try clone.docmerge("focus", "--add", "Home", exits: 75)
    #expect(clone.placeholders == ["Home/1.md"])
    File("\(meeting.remote)-away").move(to: File(meeting.remote))
    try clone.docmerge("sync")
    #expect(clone.contents["Home/1.md"] == "h1\n")
    // So is one that followed its folder into the focus.
    File("\(replicas[0].path)/Old/1.md").write(Array("old\n".utf8))
    sync([replicas[0], replicas[1], clone])
    File("\(replicas[1].path)/Old").move(to: File("\(replicas[1].path)/Home/Old"))
    replicas[0].write("Old/new.md", "follows\n")
    sync([replicas[0], replicas[1], clone, replicas[0], clone])
    #expect(clone.contents["Home/Old/new.md"] == "follows\n")
  }

  @Test func `a document that others move out while it is edited here stays, in conflict`() throws {
    let replicas = try replicas()
    try replicas[1].docmerge("focus", "Work")
    try replicas[0].save("Work/1.md", "by A\n")
    try replicas[0].docmerge("mv", "Work/1.md", "Home/moved.md")
    try replicas[0].docmerge("sync")
    replicas[1].write("Work/1.md", "by B\n")
    try replicas[1].docmerge("sync", exits: 1)
    #expect(try replicas[1].conflicts().map(\.path) == ["Home/moved.md"])
    let output = try replicas[1].docmerge("focus", "Work", exits: 1)
    #expect(output.messages.contains("Stays: Home/moved.md: is in conflict"))
    try replicas[1].docmerge("resolve", "Home/moved.md", "--newest")
    try replicas[1].docmerge("focus", "Work")
    #expect(Set(replicas[1].contents.keys) == ["Work/Videos/v.mp4"])
  }

  @Test
  func `patterns start from the current folder, and one that fits nothing is reported`() throws {
    let replicas = try replicas()
    let program = Program(Replica.command, in: "\(replicas[1].path)/Work")
    try program.run(["focus", "1.md", "../Home"], exits: 0)
    #expect(Set(replicas[1].contents.keys) == ["Work/1.md", "Home/1.md"])
    #expect(try replicas[1].docmerge("focus").lines == ["Work/1.md", "Home"])
    try replicas[1].docmerge("focus", "\(replicas[1].path)/Work")
    #expect(try replicas[1].docmerge("focus").lines == ["Work"])
    let refusal = try replicas[1].docmerge("focus", "Wrok", exits: 2)
    #expect(refusal.messages.contains("no document fits Wrok; nothing was changed"))
    let output = try replicas[1].docmerge("focus", "--add", "Nowhere", "!Work/Videos")
    #expect(output.messages.contains("No document fits Nowhere."))
    #expect(replicas[1].contents == ["Work/1.md": "w1\n"])
    try replicas[1].docmerge("focus", "--add", "Work")
    #expect(replicas[1].contents["Work/Videos/v.mp4"] == "v\n")
    try replicas[1].docmerge("focus", "/", exits: 2)
  }

  @Test func `edits that are not saved are saved before a document leaves`() throws {
    let replicas = try replicas()
    replicas[1].write("Home/1.md", "edited\n")
    try replicas[1].docmerge("focus", "Work")
    sync(replicas)
    #expect(replicas[0].contents["Home/1.md"] == "edited\n")
    #expect(replicas[1].contents["Home/1.md"] == nil)
  }

  @Test func `a document that cannot be read stays, and is reported`() throws {
    let replicas = try replicas()
    replicas[1].write("Home/1.md", String(repeating: "large\n", count: 1000))
    try replicas[1].git("config", "docmerge.maxsize", "1k")
    let output = try replicas[1].docmerge("focus", "Work", exits: 1)
    #expect(output.messages.contains("Stays: Home/1.md: "))
    #expect(replicas[1].contents["Home/1.md"]?.hasPrefix("large") == true)
    #expect(replicas[1].contents["top.md"] == nil)
  }

  @Test func `a lost index is made anew without the documents outside`() throws {
    let replicas = try replicas()
    try replicas[1].docmerge("focus", "Work")
    for name in ["index", "index-shm", "index-wal"] {
      File("\(replicas[1].path)/.docmerge/docmerge/\(name)").remove()
    }
    try replicas[1].docmerge("save")
    #expect(Set(replicas[1].contents.keys) == ["Work/1.md", "Work/Videos/v.mp4"])
    sync(replicas)
    #expect(replicas[0].contents == Self.documents)
    try replicas[1].expectSoundness()
  }

  @Test func `a document outside is named for what it is, and nonsense is refused`() throws {
    let replicas = try replicas()
    try replicas[1].docmerge("focus", "Work")
    let output = try replicas[1].docmerge("show", "Home/1.md", exits: 2)
    #expect(output.messages.contains("Home/1.md is outside of the focus of this copy"))
    for pattern in ["", "../x", "!Work", ".git/x"] {
      let refusal = try replicas[1].docmerge("focus", "--", pattern, exits: 2)
      #expect(refusal.messages.contains("is not a"))
    }
    #expect(try replicas[1].docmerge("focus").lines == ["Work"])
    try replicas[1].docmerge("focus", "--add", exits: 64)
    try replicas[1].docmerge("focus", "--all", "Work", exits: 64)
  }
}
