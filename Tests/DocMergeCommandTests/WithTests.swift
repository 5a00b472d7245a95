import DocMergeTestSupport
import Glibc
import Testing

/// Commands that run while documents are theirs.
struct WithTests {
  private let folder = TemporaryFolder()

  /// Its own runtime folder: no other process is there.
  private var program: Program {
    Program(
      Replica.command, in: folder.path,
      environment: ["DOCMERGE_RUNTIME_DIR": "\(folder.path)/runtime"])
  }

  private func file(_ name: String) -> File { File("\(folder.path)/\(name)") }

  private func wait(for name: String) {
    for _ in 0..<20_000 where !file(name).exists { usleep(1000) }
  }

  @Test func `passes arguments, input, output and status on`() throws {
    file("a").write(Array("text\n".utf8))
    let output = program.run(
      ["with", "--read", "a", "--", "cat", "a", "-"], input: Array("in".utf8))
    #expect(output.text == "text\nin")
    #expect(output.status == 0)
    #expect(output.messages.isEmpty)
    #expect(program.run(["with", "--write", "a", "--", "sh", "-c", "exit 7"]).status == 7)
    #expect(program.run(["with", "--read", "a", "--", "sh", "-c", "kill -9 $$"]).status == 137)
  }

  @Test func `a writer is waited for, and a killed one is not`() throws {
    let script = "touch in; while ! test -e go; do sleep 0.01; done; echo 1 > a"
    let writer = program.start(["with", "--write", "a", "--", "sh", "-c", script])
    wait(for: "in")
    let busy = program.run(["with", "--timeout", "0.05", "--read", "a", "--", "true"])
    #expect(busy.status == 75)
    #expect(busy.messages.contains("process \(writer.id) is using it"))
    let reader = program.start(["with", "--read", "a", "--", "cat", "a"])
    file("go").write([])
    #expect(writer.finish().status == 0)
    #expect(reader.finish().text == "1\n")

    let dead = program.start(["with", "--write", "a", "--", "sh", "-c", "touch in2; sleep 1"])
    wait(for: "in2")
    dead.kill()
    _ = dead.finish()
    try program.run(["with", "--timeout", "30", "--write", "a", "--", "true"], exits: 0)
  }

  @Test func `readers share`() throws {
    let script = "touch $0; while ! test -e go; do sleep 0.01; done"
    let readers = ["1", "2"].map {
      program.start(["with", "--read", "a", "--", "sh", "-c", script, $0])
    }
    for name in ["1", "2"] { wait(for: name) }
    #expect(file("1").exists && file("2").exists)
    file("go").write([])
    for reader in readers { #expect(reader.finish().status == 0) }
  }

  @Test func `signals are passed on`() throws {
    let script = "trap 'exit 9' TERM; touch in; while true; do sleep 0.01; done"
    let running = program.start(["with", "--write", "a", "--", "sh", "-c", script])
    wait(for: "in")
    Glibc.kill(running.id, SIGTERM)
    #expect(running.finish().status == 9)
  }

  @Test func `what cannot be run is said, and leaves nothing behind`() throws {
    let output = program.run(["with", "--write", "a", "--", "no such program"])
    #expect(output.status == 2)
    #expect(output.messages.contains("cannot start no such program"))
    try program.run(["with", "--timeout", "5", "--write", "a", "--", "true"], exits: 0)
    #expect(program.run(["with", "--", "true"]).status == 64)
    #expect(program.run(["with", "--read", "a"]).status == 64)
    #expect(program.run(["with", "--timeout", "-1", "--read", "a", "--", "true"]).status == 64)
  }

  @Test func `a folder of another user is not trusted`() throws {
    file("elsewhere").write([])
    file("runtime").link(to: "elsewhere")
    let output = program.run(["with", "--read", "a", "--", "true"])
    #expect(output.status == 2)
    #expect(output.messages.contains("cannot trust"))
  }
}
