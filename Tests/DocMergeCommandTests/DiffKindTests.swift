import DocMergeTestSupport
import Testing

/// `docmerge diff` of packages, and of documents that became something else.
struct DiffKindTests {
  private let meeting = Meeting()

  private func container(_ documents: [String: String]) throws -> Replica {
    let replica = Replica()
    for (name, text) in documents { replica.write(name, text) }
    try replica.initialize()
    return replica
  }

  @Test func `a file of a package with an edit of the same size is compared`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["p.rtfd/TXT.rtf": "tea at 4\n"])
    for replica in replicas { replica.write("p.rtfd/TXT.rtf", "tea \(replica.name) 5\n") }
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    let diff = try replicas[1].docmerge("diff").text
    #expect(diff.contains("/TXT.rtf\n"))
    #expect(diff.contains("-tea A 5") != diff.contains("+tea A 5"))
    try replicas[1].docmerge("resolve", "p.rtfd", "--keep", "@1")
    replicas[1].write("p.rtfd/new.txt", "new\n")
    let unsaved = try replicas[1].docmerge("diff").text
    #expect(unsaved.contains("p.rtfd/new.txt: was not there, is a file\n"))
    #expect(unsaved.contains("+new\n"))
    #expect(!unsaved.contains("TXT.rtf"))
  }

  @Test func `a file that became executable or a link is named`() throws {
    let replica = try container(["a.sh": "ls\n", "b.md": "b\n"])
    replica.file("a.sh").setPermissions(0o755)
    replica.file("b.md").remove()
    replica.file("b.md").link(to: "a.sh")
    let diff = try replica.docmerge("diff").text
    #expect(
      diff.hasPrefix("a.sh: was a file, is an executable file\nb.md: was a file, is a link\n---"))
    let json = try replica.docmerge("diff", "--json").text
    #expect(json.contains(#""newKind" : "executable""#))
    #expect(json.contains(#""newKind" : "symlink""#))
  }

  @Test func `a deletion is no empty file`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n", "b.md": "b\n"])
    try replicas[0].docmerge("rm", "a.md")
    replicas[1].write("a.md", "two\n")
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    let diff = try replicas[1].docmerge("diff", "a.md").text
    #expect(diff.hasPrefix("a.md: was a file, is not there\n"))
  }

  @Test func `a document without a change of kind shows no kinds`() throws {
    let replica = try container(["a.md": "one\n"])
    replica.write("a.md", "two\n")
    #expect(try replica.docmerge("diff").text.hasPrefix("--- a.md@"))
  }
}
