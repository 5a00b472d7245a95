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
}
