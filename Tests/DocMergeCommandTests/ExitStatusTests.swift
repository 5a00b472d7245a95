import DocMergeTestSupport
import Testing

/// What the command says to its caller: 0 done, 1 conflicts remain, 2 could not run, 64 wrong usage.
struct ExitStatusTests {
  private let meeting = Meeting()

  @Test(arguments: [
    ["frobnicate"], ["save", "--frob"], ["show"], ["resolve", "--keep"], ["mv", "a.md"],
    ["resolve", "a.md", "--newest", "--oldest"], ["resolve", "a.md", "--all", "--newest"],
    ["resolve", "--dry-run"], ["resolve", "a.md"], ["resolve", "--newest"],
    ["operations", "-n", "0"],
    ["save", "--contents", "-"], ["save", "a.md", "--from", "@1"], ["mergetool", "--base", "x"],
    ["save", "a.md", "b.md", "--contents", "-"], ["remote", "add", "x"], ["operations", "-n", "x"],
    ["sync", "--timeout", "-1"], ["sync", "home", "--all"], ["remote", "set-url", "x"],
    ["sync", "--watch", "--pause"], ["sync", "--interval", "5"], ["sync", "--force", "--watch"],
    ["sync", "--watch", "--interval", "0"], ["sync", "--status", "home"],
  ])
  func `wrong usage exits with 64, on standard error only`(words: [String]) throws {
    let replica = Replica()
    replica.write("a.md", "one\n")
    try replica.initialize()
    let output = try replica.program.run(words, exits: 64)
    #expect(output.bytes.isEmpty)
    #expect(output.messages.contains("Usage: docmerge") || output.messages.contains("Error: "))
    #expect(try replica.operations().count == 1)
  }

  @Test(arguments: [
    ["status"], ["save"], ["list"], ["operations"], ["undo"], ["sync"], ["remote"],
    ["show", "a.md"],
    ["versions", "a.md"], ["diff", "a.md"], ["rm", "a.md"], ["mv", "a.md", "b.md"],
    ["restore", "a.md", "@1"], ["resolve", "--all", "--newest"], ["remote", "add", "x", "/x"],
  ])
  func `every verb outside of a container exits with 2 and says what to do`(words: [String]) throws
  {
    let folder = TemporaryFolder()
    let output = try Program(Replica.command, in: folder.path).run(words, exits: 2)
    #expect(output.bytes.isEmpty)
    #expect(output.messages.hasPrefix("docmerge: "))
    #expect(output.messages.contains("is not in a container (make one with `docmerge init`)"))
    #expect(File(folder.path).names.isEmpty)
  }

  @Test(arguments: [
    ["show", "none.md"], ["versions", "none.md"], ["diff", "none.md"], ["rm", "none.md"],
    ["mv", "none.md", "x"], ["restore", "none.md", "@1"], ["restore", "a.md", "@2"],
    ["show", "a.md@ffff"], ["undo", "ffff"], ["undo"], ["resolve", "a.md", "--newest"],
    ["resolve", "none.md", "--newest"], ["sync"], ["sync", "nobody"],
    ["remote", "remove", "nobody"], ["remote", "set-url", "nobody", "/x"], ["sync", "--all"],
    ["remote", "add", "x", "ext::x"],
    ["save", "none.md"], ["save", "a.md", "--contents", "none"], ["-C", "none", "list"], ["init"],
    ["show", "id:0000"], ["diff", "a.md", "@9"], ["save", "/etc/passwd"], ["show", "../a.md"],
  ])
  func `what cannot be done exits with 2 and one line on standard error`(words: [String]) throws {
    let replica = Replica()
    replica.write("a.md", "one\n")
    try replica.initialize()
    let output = try replica.program.run(words, exits: 2)
    #expect(output.bytes.isEmpty)
    #expect(output.messages.hasPrefix("docmerge: "))
    #expect(output.messages.split(separator: "\n").count == 1)
    #expect(replica.contents == ["a.md": "one\n"])
  }

  @Test
  func `a command that leaves a conflict exits with 1, and with 0 once it is decided`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "0\n", "b.md": "0\n"])
    for replica in replicas { try replica.save("a.md", "by \(replica.name)\n") }
    try replicas[0].docmerge("sync")
    let b = replicas[1]
    try b.docmerge("sync", exits: 1)
    for words in [
      ["list"], ["list", "--json"], ["list", "--all"], ["status"], ["status", "--json"], ["sync"],
      ["resolve", "a.md", "--merge"], ["resolve", "a.md", "--merge", "--dry-run"],
    ] {
      try b.program.run(words, exits: 1)
    }
    try b.docmerge("resolve", "a.md", "--newest", "--dry-run")
    try b.docmerge("list", exits: 1)
    try b.save("b.md", "1\n")
    try b.docmerge("resolve", "a.md", "--newest")
    for words in [
      ["list"], ["list", "--json"], ["status"], ["sync"], ["resolve", "--all", "--newest"],
    ] {
      try b.program.run(words, exits: 0)
    }
  }

  @Test func `keep takes versions in conflict only`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "0\n"])
    for replica in replicas { try replica.save("a.md", "by \(replica.name)\n") }
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    let output = try replicas[1].docmerge("resolve", "a.md", "--keep", "@base", exits: 2)
    #expect(output.messages.contains("is not one of the versions in conflict"))
    try replicas[1].docmerge("resolve", "a.md", "--keep", "@3", exits: 2)
    let id = try replicas[1].conflicts()[0].versions[1].id
    try replicas[1].docmerge("resolve", "a.md", "--keep", String(id.prefix(10)))
    #expect(try replicas[1].history("a.md")[0].parents.contains(id))
  }

  @Test func `a dry run says what would be done, and changes nothing`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "1\n2\n3\n4\n"])
    try replicas[0].save("a.md", "1 by A\n2\n3\n4\n", date: 2_000_000_000)
    try replicas[1].save("a.md", "1\n2\n3\n4 by B\n", date: 2_000_000_001)
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    let before = (replicas[1].contents, try replicas[1].git("for-each-ref").text)
    for strategy in ["--merge", "--newest", "--oldest", "--keep-both"] {
      let output = try replicas[1].docmerge("resolve", "--all", strategy, "--dry-run")
      #expect(output.messages.contains("Would resolve a.md"))
      #expect(output.bytes.isEmpty)
    }
    #expect(replicas[1].contents == before.0)
    #expect(try replicas[1].git("for-each-ref").text == before.1)
  }

  @Test func `resolving all at once is one operation, also when some are left`() throws {
    let replicas = try meeting.replicas(
      "A", "B", documents: ["clean.md": "1\n2\n3\n4\n", "meets.md": "1\n"])
    replicas[0].write("clean.md", "1 by A\n2\n3\n4\n")
    replicas[1].write("clean.md", "1\n2\n3\n4 by B\n")
    for replica in replicas { replica.write("meets.md", "by \(replica.name)\n") }
    try replicas[0].docmerge("sync")
    try replicas[1].docmerge("sync", exits: 1)
    let count = try replicas[1].operations().count
    let output = try replicas[1].docmerge("resolve", "--all", "--merge", exits: 1)
    #expect(output.messages.contains("1 document left in conflict."))
    #expect(replicas[1].read("clean.md") == "1 by A\n2\n3\n4 by B\n")
    #expect(try replicas[1].conflicts().map(\.path) == ["meets.md"])
    #expect(try replicas[1].operations().count == count + 1)
  }

  @Test func `a reader that goes away ends the command quietly`() throws {
    let replica = Replica()
    for number in 0..<300 { replica.write("\(number).md", "\(number)\n") }
    try replica.initialize()
    let output = try replica.shell("'\(Replica.command)' list --all | head -n 1")
    #expect(output.lines.count == 1)
    #expect(output.messages.isEmpty)
  }
}
