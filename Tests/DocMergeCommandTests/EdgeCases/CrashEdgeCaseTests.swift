import DocMergeTestSupport
import Foundation
import Testing

/// Processes that die, disks that fill, programs that write by themselves: E31 to E37 of the catalogue.
struct CrashEdgeCaseTests {
  private let meeting = Meeting()

  @Test func `E31 a state whose versions did not arrive is not taken in`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "one\n"])
    try replicas[0].save("a.md", "two\n")
    try replicas[0].docmerge("sync")
    // As if the objects were still on their way.
    try replicas[0].shell("cd '\(meeting.remote)' && mv objects late && mkdir objects")
    let output = replicas[1].program.run(["sync"])
    #expect(output.status != 0)
    #expect(replicas[1].read("a.md") == "one\n")
    try replicas[0].shell("cd '\(meeting.remote)' && rm -r objects && mv late objects")
    try replicas[1].docmerge("sync")
    #expect(replicas[1].read("a.md") == "two\n")
  }

  @Test func `E32 a full disk leaves the document and its versions as they were`() throws {
    let replica = Replica()
    try replica.initialize()
    try replica.save("a.md", "one\n")
    let large = String(repeating: "0123456789abcdef", count: 20_000)
    replica.write("a.md", large)
    // No file may grow over 64 kB: what a write says then is what a full disk says.
    let output = Program("sh", in: replica.path).run([
      "-c", "trap '' XFSZ; ulimit -f 64; exec '\(Replica.command)' save",
    ])
    #expect(replica.read("a.md") == large)
    // Whether or not the deflated version did fit: the failure is reported, and nothing is torn.
    #expect(output.status == 2)
    #expect(!output.messages.contains("rollback"), "\(output)")
    #expect(try replica.texts("a.md").last == "one\n")
    try replica.docmerge("save")
    #expect(try replica.texts("a.md") == [large, "one\n"])
    try replica.git("fsck", "--strict")
  }

  @Test(arguments: 1...4) func `E33 a save that is killed loses nothing`(step: Int) throws {
    let replica = Replica()
    for number in 0..<30 { replica.write("\(number).md", "old\n") }
    try replica.initialize()
    for number in 0..<30 { replica.write("\(number).md", "new \(number)\n") }
    let running = replica.program.start(["save"])
    try replica.shell("sleep 0.0\(step * 2)")
    running.kill()
    _ = running.finish()
    try replica.docmerge("save")
    for number in 0..<30 {
      #expect(replica.read("\(number).md") == "new \(number)\n")
    }
    try replica.docmerge("verify")
    try replica.docmerge("audit")
  }

  /// Whether processes may be traced here.
  private static let canTrace =
    Program("strace", in: "/").run(["-o", "/dev/null", "true"]).status == 0

  @Test(.enabled(if: canTrace)) func `E34 what was saved is synchronised before its reference`()
    throws
  {
    let replica = Replica()
    try replica.initialize()
    try replica.save("a.md", "one\n")
    replica.write("a.md", "two\n")
    let traced = Program("strace", in: replica.path).run([
      "-f", "-e", "trace=fsync,fdatasync,link,rename,renameat,renameat2,linkat", "-o", "trace",
      Replica.command, "save",
    ])
    #expect(traced.status == 0, "\(traced)")
    let trace = try #require(replica.read("trace"))
    let lines = trace.split(separator: "\n")
    let reference = try #require(lines.lastIndex { $0.contains("refs/docmerge/state/") })
    let objects = lines[..<reference].filter { $0.contains("/objects/") }
    let synchronised = lines[..<reference].filter {
      $0.contains("fsync(") || $0.contains("fdatasync(")
    }
    #expect(!objects.isEmpty)
    #expect(synchronised.count >= objects.count)
  }

  @Test func `E35 locks of dead owners are broken`() throws {
    let replica = Replica()
    try replica.initialize()
    replica.write(".docmerge/docmerge/write.lock", "held 99999999 another-boot\n")
    try replica.save("a.md", "one\n")
    #expect(try replica.documents().map(\.path) == ["a.md"])
  }

  @Test func `E36 two processes that save one document lose neither text`() throws {
    let replica = Replica()
    try replica.initialize()
    try replica.save("a.md", "one\n")
    replica.write("a.md", "two\n")
    let both = [replica.program.start(["save"]), replica.program.start(["save"])]
    for running in both { #expect(running.finish().status == 0) }
    #expect(try replica.texts("a.md") == ["two\n", "one\n"])
    #expect(try replica.status().isClean)
  }

  @Test func `E37 what another program writes becomes a version of what lay there`() throws {
    let replica = Replica()
    try replica.initialize()
    try replica.save("a.md", "one\n")
    try replica.shell("printf 'by cp\\n' > ../new && cp ../new a.md")
    try replica.docmerge("save")
    try replica.shell("printf 'by mv\\n' > ../new && mv ../new a.md")
    try replica.docmerge("save")
    #expect(try replica.texts("a.md") == ["by mv\n", "by cp\n", "one\n"])
    let history = try replica.history("a.md")
    #expect(history[0].parents == [history[1].version.id])
    #expect(history[1].parents == [history[2].version.id])
  }
}
