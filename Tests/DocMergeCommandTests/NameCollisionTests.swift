import DocMergeTestSupport
import Testing

/// Several documents and one name, on replicas that did not know of each other.
struct NameCollisionTests {
  private let meeting = Meeting()

  @Test(arguments: [
    ("Notes.md", "notes.md"), ("Caf\u{E9}.md", "Cafe\u{301}.md"), ("STRASSE", "stra\u{DF}e"),
    ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
  ])
  func `names that are one on other systems are kept apart, alike on both`(
    one: String, two: String
  ) throws {
    let replicas = try meeting.replicas("A", "B", documents: [:])
    replicas[0].write(one, "by A\n")
    replicas[1].write(two, "by B\n")
    sync(replicas)
    try expectAgreement(replicas)
    let contents = replicas[0].contents
    #expect(Set(contents.values) == ["by A\n", "by B\n"])
    // One of the two has its name, the other one a suffix.
    let plain = contents.keys.filter { !$0.contains(" (") }
    #expect(plain.count == 1)
  }

  @Test func `a document that has another name here is not called outside of the focus`() throws {
    let replica = try meeting.replica("A")
    for name in ["README", "readme"] { replica.write(name, "\(name)\n") }
    try replica.docmerge("save")
    let other = try #require(replica.contents.keys.first { $0.contains(" (") })
    let own = other.hasPrefix("README") ? "README" : "readme"
    for words in [
      ["versions", own], ["show", own], ["diff", own], ["rm", own], ["mv", own, "q"],
    ] {
      let messages = try replica.program.run(words, exits: 2).messages
      #expect(messages.contains("no document \(own); the one of that name is \(other) here"))
    }
  }

  @Test func `a new spelling of a document's own name is a rename`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["notes.md": "one\n"])
    try replicas[0].docmerge("mv", "notes.md", "Notes.md")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[1].contents == ["Notes.md": "one\n"])
  }

  @Test func `a file on A and a folder of that name on B both stay`() throws {
    let replicas = try meeting.replicas("A", "B", documents: [:])
    replicas[0].write("notes", "file\n")
    replicas[1].write("notes/one.md", "one\n")
    sync(replicas)
    try expectAgreement(replicas)
    let contents = replicas[0].contents
    #expect(contents["notes/one.md"] == "one\n")
    #expect(Set(contents.values) == ["file\n", "one\n"])
  }

  /// Which of two documents keeps the name hangs on their ids, so several pairs are tried.
  @Test func `a new document with the name of another makes room alike on both`() throws {
    let replicas = try meeting.replicas("A", "B", documents: [:])
    for number in 0..<6 {
      try replicas[0].save("note \(number).md", "lower \(number)\n")
      try replicas[0].save("NOTE \(number).md", "upper \(number)\n")
    }
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[0].contents.count == 12)
    #expect(replicas[0].contents.keys.count { $0.contains(" (") } == 6)
  }

  @Test(arguments: ["", "/inside.md"])
  func `who made room makes room again for a document, or a folder, of the name that it has there`(
    inside: String
  ) throws {
    let replicas = try meeting.replicas("A", "B", documents: [:])
    for replica in replicas { replica.write("Notes.md", "by \(replica.name)\n") }
    sync(replicas)
    let aside = try #require(replicas[0].contents.keys.first { $0.contains(" (") })
    let other = try meeting.replica("C")
    other.write(aside + inside, "by C\n")
    try other.docmerge("sync", "--join")
    let all = replicas + [other]
    sync(all)
    sync(all)
    try expectAgreement(all)
    #expect(other.read(aside + inside) == "by C\n")
    #expect(Set(other.contents.values) == ["by A\n", "by B\n", "by C\n"])
    // And back, when that one goes.
    try other.shell("rm -r '\(aside)'")
    sync(all)
    try expectAgreement(all)
    #expect(replicas[0].contents.count == 2 && replicas[0].read(aside) != nil)
  }

  @Test(arguments: ["rm 'Notes.md'", "mv 'Notes.md' 'Other.md'"])
  func `a name that is given up in the folder goes to who made room, on both`(line: String) throws {
    let replicas = try meeting.replicas("A", "B", documents: [:])
    for replica in replicas { replica.write("Notes.md", "by \(replica.name)\n") }
    sync(replicas)
    let other = try #require(replicas[0].contents.first { $0.key.contains(" (") }?.value)
    try replicas[0].shell(line)
    sync(replicas)
    try expectAgreement(replicas)
    #expect(replicas[0].read("Notes.md") == other)
  }

  @Test func `mv refuses a name that is taken`() throws {
    let replica = Replica()
    for name in ["a.md", "B.md", "folder/c.md"] { replica.write(name, "\(name)\n") }
    try replica.initialize()
    replica.write("unsaved.md", "unsaved\n")
    for name in ["B.md", "b.md", "folder/c.md", "unsaved.md", "B.md/x", "unsaved.md/x"] {
      let output = replica.program.run(["mv", "a.md", name])
      #expect(output.status == 2, "\(name): \(output)")
    }
    #expect(replica.read("a.md") == "a.md\n")
    #expect(try replica.operations().map(\.operation) == ["init"])
    #expect(replica.read("unsaved.md") == "unsaved\n")
    try replica.docmerge("mv", "a.md", "folder")
    #expect(replica.read("folder/a.md") == "a.md\n")
  }

  @Test func `an unsaved file is never overwritten by a sync`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    try replicas[0].save("new.md", "by A\n")
    try replicas[0].docmerge("sync")
    replicas[1].write("new.md", "typed by B\n")
    replicas[1].write("a.md", "typed by B\n")
    sync(replicas)
    try expectAgreement(replicas)
    #expect(Set(replicas[1].contents.values) == ["by A\n", "typed by B\n"])
    #expect(replicas[1].contents.count == 3)
  }
}
