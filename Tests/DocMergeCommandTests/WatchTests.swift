import DocMergeTestSupport
import Glibc
import Testing

/// `docmerge watch`, which prints changes of documents.
struct WatchTests {
  private let folder = TemporaryFolder()

  /// What the watcher prints while `body` runs; it ends after as many lines as are expected.
  private func lines(
    _ count: Int, of replica: Replica, _ words: String = "", while body: () throws -> Void
  ) throws -> [String] {
    let path = "\(folder.path)/watching"
    let line = "exec '\(Replica.command)' watch \(words) --limit \(count) 2>'\(path)'"
    let watcher = Program("sh", in: replica.path).start(["-c", line])
    for _ in 0..<20_000 where File(path).text?.contains("Watching") != true { usleep(1000) }
    try body()
    let output = watcher.finish()
    unlink(path)
    #expect(output.status == 0)
    // Without the date and the time.
    return output.lines.map { $0.hasPrefix("{") ? $0 : String($0.dropFirst(21)) }
  }

  @Test func `edits, saves, moves and deletions are reported one by one`() throws {
    let replica = Replica("A", in: folder)
    try replica.initialize()
    replica.file("a.md").write([])
    try replica.docmerge("save")
    let steps: [(does: String, line: String)] = [
      ("echo 1 >>a.md", "a.md  modified"), ("docmerge save a.md", "a.md  saved"),
      ("mkdir new; echo 1 >new/b.md", "new/b.md  new"), ("docmerge save", "new/b.md  saved"),
      ("mv a.md 'c d.md'", "c d.md  moved from a.md"), ("docmerge save", "c d.md  saved"),
      ("docmerge mv 'c d.md' new/", "new/c d.md  moved from c d.md"),
      ("rm new/b.md", "new/b.md  deleted"), ("docmerge save", "new/b.md  saved"),
    ]
    for step in steps {
      let command = step.does.replacing("docmerge", with: "'\(Replica.command)'")
      let lines = try lines(1, of: replica) { try replica.shell(command) }
      #expect(lines == [step.line])
    }
  }

  @Test func `a conflict that arrives with a sync, and its resolution`() throws {
    let replicas = try Meeting().replicas("A", "B", documents: ["a.md": "1\n2\n3\n"])
    let (one, other) = (replicas[0], replicas[1])
    for (replica, text) in [(one, "one\n"), (other, "other\n")] {
      replica.file("a.md").write(Array(text.utf8))
      try replica.docmerge("save")
    }
    try one.docmerge("sync")
    let conflict = try lines(1, of: other, "--json") {
      _ = other.program.run(["sync"])
    }
    #expect(conflict.count == 1)
    for words in [#""event":"conflict""#, #""path":"a.md""#, #""versions":2"#, #""id":""#] {
      #expect(conflict.first?.contains(words) == true, "\(words)")
    }
    let resolved = try lines(1, of: other) {
      try other.docmerge("resolve", "a.md", "--keep", "@1")
    }
    #expect(resolved == ["a.md  resolved"])
  }

  @Test func `it is refused outside of containers`() throws {
    let output = Program(Replica.command, in: folder.path).run(["watch"])
    #expect(output.status == 2 && output.messages.contains("not in a container"))
  }

  @Test func `documents that leave the focus are not deleted`() throws {
    let replica = Replica("A", in: folder)
    try replica.initialize()
    for name in ["E/e.md", "F/f.md"] { replica.write(name, "1\n") }
    try replica.docmerge("save")
    let lines = try lines(1, of: replica) {
      try replica.docmerge("focus", "E")
      usleep(1_500_000)
      replica.write("E/e.md", "2\n")
    }
    #expect(lines == ["E/e.md  modified"])
  }

  @Test func `a deletion that is chosen resolves a conflict`() throws {
    let replicas = try Meeting().replicas("A", "B", documents: ["a.md": "1\n", "b.md": "2\n"])
    try replicas[1].docmerge("rm", "a.md")
    try replicas[1].docmerge("sync")
    replicas[0].write("a.md", "1\n2\n")
    try replicas[0].docmerge("sync", exits: 1)
    let lines = try lines(1, of: replicas[0], "--json") {
      try replicas[0].docmerge("resolve", "a.md", "--keep", "@2")
    }
    for words in [#""event":"resolved""#, #""path":"a.md""#, #""versions":1"#] {
      #expect(lines.first?.contains(words) == true, "\(words): \(lines)")
    }
  }
}
