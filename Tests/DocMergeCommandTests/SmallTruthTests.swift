import DocMergeTestSupport
import Testing

/// Commands that did less than they said, or more.
struct SmallTruthTests {
  private let meeting = Meeting()

  @Test func `a document that is named twice is deleted once`() throws {
    let replica = try meeting.replicas("A", documents: ["n.md": "1\n", "m.md": "2\n"])[0]
    let output = try replica.docmerge("rm", "n.md", "./n.md")
    #expect(output.messages.contains("Deleted n.md."))
    #expect(output.messages.ranges(of: "Deleted").count == 1)
    #expect(replica.contents == ["m.md": "2\n"])
  }

  @Test func `a new document that cannot be saved leaves no file`() throws {
    let replica = try meeting.replicas("A", documents: ["n.md": "1\n"])[0]
    try replica.git("config", "docmerge.maxsize", "1 m")
    try replica.docmerge("new", "--name", "Plan", exits: 2)
    #expect(replica.contents == ["n.md": "1\n"])
  }

  @Test func `a report that cannot be written has a reason`() throws {
    let replica = try meeting.replicas("A", documents: ["n.md": "1\n"])[0]
    let output = try replica.shell("'\(Replica.command)' status 2>&1 >/dev/full; echo $?")
    #expect(output.text.contains("cannot write: No space left on device"))
    #expect(output.text.contains("2"))
  }

  @Test func `a forgotten document gives its name away, and is no document any more`() throws {
    let replica = Replica("A")
    try replica.initialize()
    replica.write("n.md", "one\n")
    try replica.docmerge("save")
    try replica.docmerge("rm", "n.md")
    replica.write("n.md", "two\n")
    try replica.docmerge("save")
    let command = Replica.command
    try replica.shell(
      "'\(command)' undo -y $('\(command)' operations | grep 'delete n.md' | cut -d' ' -f1)")
    #expect(replica.contents.count == 2)
    let forgotten = try #require(replica.read("n.md"))
    try replica.docmerge("forget", "n.md")
    #expect(try replica.documents().count == 1)
    #expect(replica.contents.values.contains(forgotten))
    try replica.docmerge("save")
    #expect(try replica.documents().count == 1)
    #expect(replica.contents.count == 2)
  }

  @Test func `a remote with SHA-256 objects is called that`() throws {
    let replica = try meeting.replica("A")
    #expect(meeting.git("init", "-q", "--bare", "--object-format=sha256").status == 0)
    replica.write("n.md", "1\n")
    let output = try replica.docmerge("sync", exits: 2)
    #expect(output.messages.contains("has SHA-256 objects, and docmerge needs SHA-1"))
    #expect(output.messages.contains("git init --bare --object-format=sha1"))
  }

  @Test func `a document that two replicas renamed shows both names`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["d.md": "1\n"])
    try replicas[0].shell("mv d.md e.md")
    try replicas[1].shell("mv d.md f.md")
    for replica in replicas + replicas { try replica.docmerge("sync") }
    for replica in replicas {
      let name = try #require(try replica.documents().first?.path)
      let other = name == "e.md" ? "f.md" : "e.md"
      #expect(try replica.docmerge("list", "--all").lines.contains("  also named \(other)"))
      let output = try replica.docmerge("show", other, exits: 2)
      #expect(output.messages.contains("no document \(other); it is called \(name) now"))
    }
  }
}
