import DocMergeTestSupport
import Glibc
import Testing

/// Whether there is a terminal to be had, and a user whom permissions stop.
private let hasTools =
  access("/usr/bin/script", X_OK) == 0
  && (geteuid() != 0 || access("/usr/bin/setpriv", X_OK) == 0)

/// What `docmerge status` says of documents, and in which colour.
struct StatusTests {
  /// A container with one document that is calm, one in conflict, and one that is in conflict and cannot
  /// be read.
  private func container() throws -> Replica {
    let meeting = Meeting()
    let texts = ["calm.md": "calm", "both.md": "base", "unread.md": "base"]
    let replicas = try [meeting.replica("A"), meeting.replica("B")]
    for (name, text) in texts { replicas[0].write(name, text, date: 1_000_000) }
    for replica in replicas { try replica.docmerge("sync") }
    for (replica, text) in zip(replicas, ["ours", "theirs"]) {
      for name in ["both.md", "unread.md"] { replica.write(name, text, date: 2_000_000) }
      try replica.docmerge("sync", exits: text == "ours" ? 0 : 1)
    }
    replicas[1].file("unread.md").write(Array("edited".utf8))
    // No user may read it, not even its owner.
    replicas[1].file("unread.md").setPermissions(0)
    return replicas[1]
  }

  /// Runs the command on a terminal, as a user whom permissions stop.
  private func onTerminal(_ words: String, in replica: Replica) throws -> Output {
    var line = "\(Replica.command) \(words)"
    if geteuid() == 0 {
      try replica.shell("chmod 755 .. . && chown -R 65534:65534 .")
      line = "setpriv --reuid 65534 --regid 65534 --clear-groups \(line)"
    }
    let terminal = Program("script", in: replica.path, environment: ["TERM": "xterm"])
    return terminal.run(["-qec", line, "/dev/null"])
  }

  @Test(.enabled(if: hasTools))
  func `M101 a dot is red, yellow or green, and red wins`() throws {
    let output = try onTerminal("status --all", in: try container())
    let colours = ["31": "red", "32": "green", "33": "yellow"]
    let lines = output.text.split(whereSeparator: \.isNewline).filter { $0.contains("●") }
    let found = lines.map { line -> String in
      let code = line.split(separator: "[").dropFirst().first?.prefix(2) ?? ""
      let rest = line.split(separator: " ", maxSplits: 1).last.map(String.init) ?? ""
      return "\(colours[String(code)] ?? "none") \(rest)"
    }
    try #require(found.count == 3, "\(output)")
    #expect(found[0] == "yellow both.md  in conflict (2 versions)")
    #expect(found[1] == "green calm.md")
    #expect(found[2].hasPrefix("red unread.md  in conflict (2 versions), Unsaved: "))
  }

  @Test func `M101 where there is no terminal there are no colours`() throws {
    let replica = try container()
    let output = try replica.docmerge("status", "--all", exits: 1)
    #expect(!output.text.contains("\u{1B}"))
    #expect(output.lines.contains("● calm.md"))
  }

  @Test func `M102 deciding is offered while a document is in conflict, and only then`() throws {
    let replica = try container()
    replica.file("unread.md").setPermissions(0o644)
    let offer = "`docmerge resolve`"
    #expect(try replica.docmerge("status", exits: 1).text.contains(offer))
    try replica.docmerge("resolve", "--all", "--newest")
    let calm = try replica.docmerge("status")
    #expect(!calm.text.contains(offer))
    #expect(calm.text.contains("3 documents, all saved.") && calm.messages.isEmpty)
  }

  @Test func `documents that are too large to be saved are named`() throws {
    let replica = try Meeting().replica("A")
    try replica.git("config", "docmerge.maxsize", "1000")
    for name in ["edited.md", "moved.md"] { replica.write(name, name) }
    try replica.docmerge("save")
    replica.write("edited.md", String(repeating: "e", count: 3000))
    replica.write("new.md", String(repeating: "n", count: 2000))
    replica.write("p.rtfd/TXT.rtf", String(repeating: "p", count: 4000))
    try replica.shell("mv moved.md other.md && head -c 5000 /dev/zero >> other.md")
    let status = try replica.status()
    let names = ["edited.md", "new.md", "other.md", "p.rtfd"]
    #expect(status.unsaved.map(\.path).sorted() == names)
    #expect(status.unsaved.allSatisfy { $0.reason.contains("more than 1000 (docmerge.maxsize)") })
    #expect(status.added.isEmpty && status.modified.isEmpty)
    #expect(status.moved.map { [$0.from, $0.to] } == [["moved.md", "other.md"]])
    let output = try replica.docmerge("status", exits: 1)
    #expect(output.lines.contains { $0.hasPrefix("● new.md  Unsaved: has 2000 bytes, ") })
    // The save says the same.
    let messages = try replica.docmerge("save", exits: 1).messages
    for problem in status.unsaved { #expect(messages.contains(problem.reason)) }
  }

  @Test func `a package that holds the placeholder of another document is named`() throws {
    let (_, lazy) = try Meeting().pair(documents: ["n.md": "n\n"])
    try lazy.shell("mkdir p.rtfd && mv n.md p.rtfd/ && echo x > p.rtfd/x")
    let status = try lazy.status()
    #expect(status.unsaved.map(\.path) == ["p.rtfd"])
    #expect(status.unsaved.first?.reason.contains("holds the placeholder") == true)
    #expect(!status.added.contains("p.rtfd"))
  }

  @Test func `saved documents are not new when the index is lost`() throws {
    let replica = try Meeting().replica("A")
    for name in ["a.md", "b.md"] { replica.write(name, name) }
    try replica.docmerge("save")
    replica.write("new.md", "new")
    try replica.shell("rm .docmerge/docmerge/index*")
    #expect(try replica.docmerge("status", "--all").lines.count { $0.hasPrefix("● ") } == 3)
    #expect(try replica.status().added == ["new.md"])
    try replica.docmerge("save")
    try replica.shell("rm .docmerge/docmerge/index*")
    #expect(try replica.docmerge("verify").text.contains("3 files"))
    #expect(try replica.status().isClean)
  }
}
