import DocMergeTestSupport
import Testing

/// Unexpected dates, names of people and computers, and things in packages.
struct OddInputTests {
  private let meeting = Meeting()

  @Test(arguments: ["1965-05-05", "@-1", "2400-01-01"])
  func `a date that git or a clock cannot hold breaks nothing`(date: String) throws {
    let replicas = try meeting.replicas("A", "B", documents: [:])
    try replicas[0].shell("echo text > a.md; touch -d '\(date)' a.md")
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync")
    try replicas[0].git("fsck", "--strict")
    #expect(replicas[1].contents == ["a.md": "text\n"])
    #expect(try replicas[1].status().isClean)
  }

  @Test func `names that start with a mark that combines are read back`() throws {
    let replica = Replica()
    replica.write("a.md", "one\n")
    var program = replica.program
    program.environment["GIT_AUTHOR_NAME"] = "\u{301}Anna"
    program.environment["GIT_AUTHOR_EMAIL"] = "\u{301}a@example.org"
    _ = try program.run(["init", "--replica-name", "\u{301}laptop"], exits: 0)
    #expect(try replica.docmerge("versions", "a.md").text.contains("Anna"))
    #expect(try replica.documents()[0].versions[0].computer.contains("laptop"))
  }

  @Test func `a long name of a replica leaves names that can be read`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "0\n"])
    let long = String(repeating: "x", count: 240)
    try replicas[1].shell("git --git-dir=.docmerge config docmerge.computer \(long)")
    try replicas[0].save("a.md", "by A\n", date: 2_000_000_001)
    try replicas[1].save("a.md", "by B\n", date: 2_000_000_000)
    try replicas[1].docmerge("sync")
    try replicas[0].docmerge("sync", exits: 1)
    try replicas[0].docmerge("resolve", "--all", "--keep-both")
    try replicas[0].docmerge("save")
    #expect(Set(replicas[0].contents.values) == ["by A\n", "by B\n"])
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync")
    #expect(replicas[0].contents == replicas[1].contents)
  }

  @Test func `a package with something in it that no version keeps is not replaced`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["p.textbundle/text.md": "one\n"])
    try replicas[1].shell("mkdir p.textbundle/.git && echo precious > p.textbundle/.git/data")
    replicas[0].write("p.textbundle/text.md", "two\n")
    try replicas[0].docmerge("sync")
    replicas[1].write("mine.md", "by B\n")
    let output = try replicas[1].docmerge("sync", exits: 1)
    #expect(output.messages.contains("Not in the folder yet: p.textbundle: holds .git"))
    try replicas[0].docmerge("sync")
    #expect(replicas[0].contents["mine.md"] == "by B\n")
    #expect(replicas[1].read("p.textbundle/.git/data") == "precious\n")
    replicas[1].write("other.md", "other\n")
    _ = replicas[1].program.run(["save"])
    #expect(try replicas[1].documents().map(\.path).contains("other.md"))
    try replicas[1].shell("rm -r p.textbundle/.git")
    try replicas[1].docmerge("save")
    #expect(replicas[1].read("p.textbundle/text.md") == "two\n")
  }

  @Test func `members of a package keep their permissions`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["p.textbundle/text.md": "one\n"])
    try replicas[1].shell("chmod 700 p.textbundle; chmod 600 p.textbundle/text.md")
    replicas[0].write("p.textbundle/text.md", "two\n")
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync")
    #expect(replicas[1].read("p.textbundle/text.md") == "two\n")
    let modes = try replicas[1].shell("stat -c %a p.textbundle p.textbundle/text.md").text
    #expect(modes == "700\n600\n")
  }

  @Test func `old bytes are no edit when the index is lost`() throws {
    let replica = Replica()
    replica.write("a.md", "one\n")
    try replica.initialize()
    try replica.save("a.md", "two\n")
    try replica.shell("rm .docmerge/docmerge/index*")
    replica.write("a.md", "one\n")
    try replica.docmerge("save")
    #expect(replica.contents == ["a.md": "two\n"])
  }
}
