import DocMergeTestSupport
import Testing

/// What a person at a terminal sees; `script` plays the terminal.
struct InterviewTests {
  private let meeting = Meeting()

  /// Two documents in conflict on the replica that is returned.
  private func conflicted() throws -> Replica {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "0\n", "b.md": "0\n"])
    for (index, replica) in replicas.enumerated() {
      for name in ["a.md", "b.md"] {
        replica.write(name, "\(name) by \(replica.name)\n", date: 2_000_000_000 + index)
      }
    }
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    return replicas[1]
  }

  private func atTerminal(
    _ line: String, answers: String, in replica: Replica, environment: [String: String] = [:]
  ) -> Output {
    let terminal = ["TERM": "xterm"].merging(environment) { $1 }
    return Program("script", in: replica.path, environment: terminal).run(
      ["-qec", "'\(Replica.command)' \(line)", "/dev/null"], input: Array(answers.utf8))
  }

  @Test(.enabled(if: File("/usr/bin/script").exists))
  func `resolve asks about each document`() throws {
    let replica = try conflicted()
    let output = atTerminal("resolve --plain", answers: "xt>w", in: replica)
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("a.md, conflict 1 of 1") && output.text.contains("b.md, conflict"))
    #expect(output.text.contains("ours @1 (") && output.text.contains("theirs @2 ("))
    #expect(output.text.contains("That key means nothing here"))
    #expect(replica.contents == ["a.md": "a.md by A\n", "b.md": "b.md by B\n"])
    try replica.docmerge("list")
  }

  @Test(.enabled(if: File("/usr/bin/script").exists))
  func `skipped documents stay in conflict, and the status says so`() throws {
    let replica = try conflicted()
    let output = atTerminal("resolve --plain", answers: "skqy", in: replica)
    #expect(output.status == 1, "\(output)")
    #expect(try replica.conflicts().map(\.path) == ["a.md"])
    #expect(replica.contents.count == 3)
    #expect(atTerminal("resolve a.md --plain", answers: "mq", in: replica).status == 1)
    #expect(try replica.conflicts().map(\.path) == ["a.md"])
  }

  @Test(.enabled(if: File("/usr/bin/script").exists))
  func `a merge that goes further is suggested, and done when asked for`() throws {
    let base = "- first\n- last\n"
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": base])
    for (index, word) in ["apple", "pear"].enumerated() {
      let text = base.replacing("- last", with: "- \(word)\n- last")
      replicas[index].write("a.md", text, date: 2_000_000_000 + index)
    }
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    let output = atTerminal("resolve --plain", answers: "mw", in: replicas[1])
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("suggested: ") && output.text.contains("(added-items, "))
    #expect(replicas[1].read("a.md") == "- first\n- pear\n- apple\n- last\n")
  }

  @Test(.enabled(if: File("/usr/bin/script").exists))
  func `decisions region by region are one version, one operation and one undo`() throws {
    let base = "1\n2\n3\n4\n5\n6\n7\n8\n"
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": base, "b.md": "0\n"])
    for (index, word) in ["by A", "by B"].enumerated() {
      let text = base.replacing("2", with: "two \(word)").replacing("7", with: "seven \(word)")
      replicas[index].write("a.md", text, date: 2_000_000_000 + index)
      replicas[index].write("b.md", "\(word)\n", date: 2_000_000_000 + index)
    }
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    let replica = replicas[1]
    // Left in the middle, and gone on with.
    #expect(atTerminal("resolve --plain", answers: "oq", in: replica).status == 1)
    #expect(try replica.conflicts().map(\.path) == ["a.md", "b.md"])
    let output = atTerminal("resolve --plain", answers: "tBw", in: replica)
    #expect(output.status == 0, "\(output)")
    #expect(output.text.contains("Going on where you left, after 1 step."))
    #expect(
      replica.read("a.md")
        == base.replacing("2", with: "two by B").replacing("7", with: "seven by A"))
    #expect(replica.read("b.md") == "by A\nby B\n")
    try replica.docmerge("undo")
    #expect(try replica.conflicts().map(\.path) == ["a.md", "b.md"])
  }

  @Test(.enabled(if: File("/usr/bin/script").exists))
  func `colours are for terminals that want them`() throws {
    let replica = try conflicted()
    #expect(atTerminal("list", answers: "", in: replica).bytes.contains(0x1B))
    for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
      let output = atTerminal("list", answers: "", in: replica, environment: environment)
      #expect(!output.bytes.contains(0x1B))
    }
    #expect(!(try replica.docmerge("list", exits: 1).bytes.contains(0x1B)))
    let diff = atTerminal("diff a.md", answers: "", in: replica)
    #expect(diff.bytes.contains(0x1B))
    #expect(try !replica.docmerge("diff", "a.md").bytes.contains(0x1B))
  }
}
