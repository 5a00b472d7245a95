import DocMergeTestSupport
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

  @Test func `a conflict outside of the focus is others' business`() throws {
    let replicas = try replicas()
    try replicas[0].save("Home/1.md", "by A\n")
    try replicas[1].save("Home/1.md", "by B\n")
    sync(replicas)
    try replicas[1].docmerge("focus", "Work")
    #expect(try replicas[1].docmerge("list").lines.isEmpty)
    try replicas[1].docmerge("status")
    try replicas[0].docmerge("list", exits: 1)
    try replicas[1].docmerge("focus", "--all")
    try replicas[1].docmerge("list", exits: 1)
  }

  @Test func `what is put outside of the focus is saved, and stays until the focus is set again`()
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

  @Test func `a new document with the name of one that is outside is another one, alike on both`()
    throws
  {
    for _ in 0..<4 {
      let meeting = Meeting()
      let replicas = try meeting.replicas("A", "B", documents: Self.documents)
      try replicas[1].docmerge("focus", "Work")
      replicas[1].write("Home/1.md", "another\n")
      sync(replicas)
      #expect(Set(replicas[0].contents.values).isSuperset(of: ["h1\n", "another\n"]))
      try replicas[1].docmerge("focus", "--all")
      try expectAgreement(replicas)
    }
  }

  @Test func `edits that are not saved are saved before a document leaves`() throws {
    let replicas = try replicas()
    replicas[1].write("Home/1.md", "edited\n")
    try replicas[1].docmerge("focus", "Work")
    sync(replicas)
    #expect(replicas[0].contents["Home/1.md"] == "edited\n")
    #expect(replicas[1].contents["Home/1.md"] == nil)
  }

  @Test func `a document that cannot be read stays, and is told`() throws {
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
    for pattern in ["", "a//b", "../x", "!Work"] {
      let refusal = try replicas[1].docmerge("focus", "--", pattern, exits: 2)
      #expect(refusal.messages.contains("is not a pattern of documents"))
    }
    #expect(try replicas[1].docmerge("focus").lines == ["Work"])
    try replicas[1].docmerge("focus", "--add", exits: 64)
    try replicas[1].docmerge("focus", "--all", "Work", exits: 64)
  }
}
