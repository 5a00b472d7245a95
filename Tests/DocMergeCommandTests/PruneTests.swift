import DocMergeTestSupport
import Testing

/// `docmerge prune` and its recycle bin.
struct PruneTests {
  private let replica = Replica()

  /// A document with a version that was taken back, and one that was deleted.
  private func start() throws {
    try replica.initialize()
    try replica.save("a.md", "one\n")
    try replica.save("a.md", "taken back\n")
    try replica.docmerge("undo")
    try replica.save("gone.md", "deleted\n")
    try replica.docmerge("rm", "gone.md")
  }

  /// All files of the repository but the locks, with their sizes.
  private func files() throws -> String {
    try replica.shell("find .docmerge -type f ! -name '*.lock' -printf '%P %s\\n' | sort").text
  }

  @Test(arguments: [
    ["prune"], ["prune", "--dry-run"], ["prune", "--older-than", "90"],
    ["prune", "--older-than", "d"], ["prune", "--older-than", "-1d"],
    ["prune", "--older-than", "3h"], ["prune", "--older-than", "1.5y"],
    ["prune", "--older-than", "99999999999999999999d"], ["prune", "--without", "B", "--empty-bin"],
    ["prune", "--older-than", "1d", "--dry-run", "--empty-bin"],
  ])
  func `what makes no sense is refused`(words: [String]) throws {
    try replica.initialize()
    try replica.program.run(words, exits: 64)
  }

  @Test func `an unknown replica is no reason to prune more`() throws {
    try start()
    let output = try replica.docmerge(
      "prune", "--older-than", "0d", "--without", "nobody", exits: 2)
    #expect(output.messages.contains("no replica nobody"))
    #expect(try replica.has("taken back\n"))
  }

  @Test func `a dry run changes nothing`() throws {
    try start()
    replica.write("new.md", "not saved\n")
    let before = try files()
    let text = try replica.docmerge("prune", "--older-than", "0d", "--dry-run").text
    #expect(text.contains("Would prune 3 versions"))
    #expect(text.contains("gone.md  2 versions"))
    #expect(try files() == before)
    #expect(try replica.status().added == ["new.md"])
  }

  @Test func `what an earlier prune left is known to the next one, with all that it was made from`()
    throws
  {
    try start()
    for text in ["first\n", "second\n", "third\n"] { try replica.save("b.md", text) }
    #expect(try replica.prune("--older-than", "0d").versions > 0)
    #expect(try replica.docmerge("audit", "b.md", "--all").lines.count { $0.contains("b.md") } == 3)
    try replica.docmerge("rm", "b.md")
    #expect(try replica.prune("--older-than", "0d").versions == 4)
    for text in ["first\n", "second\n", "third\n"] { #expect(try !replica.has(text)) }
  }

  @Test(arguments: ["1d", "12w", "6m", "2y", "100000y"])
  func `young versions stay`(age: String) throws {
    try start()
    #expect(try replica.prune("--older-than", age).versions == 0)
    #expect(try replica.operations().allSatisfy { $0.operation != "prune" })
  }

  @Test func `what a prune took away is accounted for, and older operations say so`() throws {
    try start()
    let undo = try #require(try replica.operations().first { $0.operation == "undo" })
    let lost = try replica.git("log", "--all", "--format=%H %s").lines.filter {
      $0.hasSuffix("Save a.md")
    }
    let operation = try #require(try replica.prune("--older-than", "0d").operation)
    let audit = try replica.docmerge("audit").text
    #expect(audit.contains("3  pruned by an operation"))
    #expect(audit.contains("pruned by operation \(operation.prefix(8))"))
    let output = try replica.docmerge("undo", undo.id, exits: 2)
    #expect(output.messages.contains("was pruned by operation \(operation.prefix(8))"))
    #expect(replica.contents == ["a.md": "one\n"])
    let version = try #require(lost.first).prefix(8)
    let restored = try replica.docmerge("restore", "a.md", String(version), exits: 2)
    #expect(restored.messages.contains("was pruned by operation \(operation.prefix(8))"))
    try replica.expectSound()
    // Nothing is left to do, and nothing is done.
    #expect(try replica.prune("--older-than", "0d").operation == nil)
  }

  @Test func `objects leave packs, too, and come back`() throws {
    try start()
    try replica.git("gc", "--prune=now", "--quiet")
    #expect(try replica.prune("--older-than", "0d").recycled > 0)
    #expect(try !replica.has("taken back\n") && !replica.has("deleted\n"))
    try replica.expectSound()
    try replica.docmerge("undo")
    #expect(try replica.has("taken back\n") && replica.has("deleted\n"))
    #expect(try replica.texts("gone.md") == ["deleted\n"])
    try replica.git("gc", "--prune=now", "--quiet")
    #expect(try replica.has("taken back\n"))
    try replica.expectSound()
  }

  @Test func `what the bin has is a pack that git can read, until the bin is emptied`() throws {
    try start()
    _ = try replica.prune("--older-than", "0d")
    try replica.shell(
      "for pack in .docmerge/docmerge/recycle-bin/*.idx; do git verify-pack \"$pack\"; done")
    #expect(try replica.prune("--empty-bin").emptied > 0)
    let output = try replica.docmerge("undo", exits: 2)
    #expect(output.messages.contains("was pruned by operation"))
    #expect(try replica.prune("--empty-bin").emptied == 0)
    try replica.expectSound()
    try replica.save("gone.md", "deleted\n")
    #expect(try replica.texts("gone.md") == ["deleted\n"])
    try replica.expectSound()
  }

  @Test func `a later prune empties the bin of what has been there long enough`() throws {
    try start()
    _ = try replica.prune("--older-than", "0d")
    #expect(try replica.prune("--older-than", "1d").emptied == 0)
    #expect(try replica.prune("--older-than", "0d").emptied > 0)
  }

  @Test func `a text that is saved again after a prune is written again`() throws {
    try start()
    _ = try replica.prune("--older-than", "0d")
    try replica.save("b.md", "taken back\n")
    #expect(try replica.texts("b.md") == ["taken back\n"])
    try replica.expectSound()
  }

  @Test func `what a prune left behind when it was killed goes with the next one`() throws {
    try start()
    _ = try replica.prune("--older-than", "0d")
    // Whatever names it is taken out first, so that nothing leads to it any more.
    try replica.shell("printf 'deleted\\n' | git --git-dir=.docmerge hash-object -w --stdin")
    #expect(try replica.has("deleted\n"))
    _ = try replica.prune("--older-than", "1d")
    #expect(try !replica.has("deleted\n"))
    try replica.expectSound()
  }

  @Test(arguments: 1...8)
  func `a prune killed at any moment takes all or nothing, and is finished by the next command`(
    step: Int
  ) throws {
    try start()
    if step.isMultiple(of: 2) { try replica.git("gc", "--prune=now", "--quiet") }
    let running = replica.program.start(["prune", "--older-than", "0d"])
    try replica.shell("sleep 0.\(step < 4 ? "0" : "")\(step * 3)")
    running.kill()
    _ = running.finish()
    try replica.save("b.md", "afterwards\n")
    let isDone = try replica.operations().contains { $0.operation == "prune" }
    #expect(try replica.has("taken back\n") != isDone)
    #expect(try replica.has("deleted\n") != isDone)
    #expect(!replica.file(".docmerge/docmerge/recycle-bin/unfinished").exists)
    try replica.expectSound()
    guard isDone else { return }
    let prune = try #require(try replica.operations().first { $0.operation == "prune" })
    try replica.docmerge("undo", prune.id)
    #expect(try replica.has("taken back\n") && replica.has("deleted\n"))
    #expect(replica.contents == ["a.md": "one\n", "b.md": "afterwards\n"])
    try replica.expectSound()
  }
}
