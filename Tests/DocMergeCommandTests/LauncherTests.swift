import DocMergeTestSupport
import Testing

/// The launcher that the command is: what it finds, and what it passes on.
struct LauncherTests {
  private let folder = TemporaryFolder()

  private var full: String { Replica.command + "-full" }

  /// A folder with the launcher in it, as somebody would install it.
  private func install(to place: String) throws -> String {
    try Program("mkdir", in: folder.path).run(["-p", place], exits: 0)
    try Program("cp", in: folder.path).run([Replica.command, place], exits: 0)
    return "\(folder.path)/\(place)/docmerge"
  }

  @Test func `finds the full program beside it`() throws {
    let launcher = try install(to: "bin")
    File("\(folder.path)/bin/docmerge-full").link(to: full)
    try Program(launcher, in: folder.path).run(["--version"], exits: 0)
  }

  @Test func `finds the full program in libexec, and itself through a link`() throws {
    let launcher = try install(to: "usr/bin")
    File("\(folder.path)/usr/libexec/docmerge/docmerge-full").link(to: full)
    File("\(folder.path)/link").link(to: launcher)
    try Program("\(folder.path)/link", in: folder.path).run(["--version"], exits: 0)
  }

  @Test func `says what is missing`() throws {
    let launcher = try install(to: "bin")
    let output = try Program(launcher, in: folder.path).run(["status"], exits: 2)
    #expect(output.bytes.isEmpty)
    #expect(output.messages.contains("docmerge-full is missing"))
    #expect(output.messages.contains("\(folder.path)/bin/"))
    // What needs no full program works without it.
    for name in ["a", "b", "c"] { File("\(folder.path)/\(name)").write([]) }
    try Program(launcher, in: folder.path).run(["merge-file", "a", "b", "c"], exits: 0)
  }

  @Test func `passes arguments, input, output and status on`() throws {
    let replica = Replica()
    try replica.initialize()
    try replica.save("new name.md", "old\n")
    let words = ["save", "new name.md", "--contents", "-"]
    try replica.program.run(words, exits: 0, input: Array("text\n".utf8))
    #expect(replica.read("new name.md") == "text\n")
    let direct = Program(full, in: replica.path).run(["list", "--all"])
    let launched = replica.program.run(["list", "--all"])
    #expect(launched.bytes == direct.bytes)
    #expect(launched.status == direct.status)
    #expect(replica.program.run(["nonsense"]).status == 64)
  }
}
