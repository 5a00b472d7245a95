import DocMergeTestSupport
import Foundation
import Glibc
import Testing

/// Downloads and evictions: over real servers, broken off, and with housekeeping in between.
struct DownloadTests {
  private let meeting = Meeting()

  @Test(arguments: [GitServer.Kind.daemon, .ssh, .http].filter(\.isInstalled))
  func `single documents come from any server`(kind: GitServer.Kind) throws {
    let server = try GitServer(kind)
    let full = try ServedReplica("A", at: server)
    for name in ["a", "b", "c"] { full.replica.write("\(name).md", "\(name)\n") }
    try full.docmerge("sync")
    let lazy = Replica("B")
    try lazy.clone(server.url, environment: server.environment)
    #expect(lazy.placeholders.count == 3)
    var program = lazy.program
    program.environment = server.environment
    #expect(try program.run(["show", "a.md"], exits: 0).text == "a\n")
    #expect(lazy.placeholders == ["b.md", "c.md"])
    try lazy.save("a.md", "a of B\n")
    try program.run(["mv", "b.md", "d.md"], exits: 0)
    try program.run(["sync"], exits: 0)
    try full.docmerge("sync")
    #expect(full.replica.contents == ["a.md": "a of B\n", "c.md": "c\n", "d.md": "b\n"])
    try full.replica.save("c.md", "c of A\n")
    try full.docmerge("sync")
    try program.run(["sync"], exits: 0)
    server.stop()
    #expect(program.run(["download", "--all"]).status == 75)
    try server.start()
    try program.run(["download", "--all"], exits: 0)
    #expect(lazy.contents == full.replica.contents)
    try lazy.expectSoundness()
    #expect(server.git("fsck", "--strict").status == 0)
  }

  @Test func `a command runs with what it reads and writes, from any folder`() throws {
    let (_, lazy) = try meeting.pair(
      documents: ["a.md": "a\n", "folder/b.md": "b\n", "c.md": "c\n"])
    let place = TemporaryFolder()
    var program = lazy.program
    program.folder = place.path
    let names = ["a.md", "folder/b.md"].map { "\(lazy.path)/\($0)" }
    let output = try program.run(
      ["with", "--read", names[0], "--write", names[1], "--", "cat"] + names, exits: 0)
    #expect(output.text == "a\nb\n")
    #expect(lazy.placeholders == ["c.md"])
    program.folder = lazy.path
    try program.run(["with", "--write", "c.md", "--", "sh", "-c", "echo new > c.md"], exits: 0)
    #expect(lazy.contents["c.md"] == "new\n")
  }

  @Test func `names, folders and patterns select the documents to download and to evict`() throws {
    let names = ["a.md", "b.txt", "folder/c.md", "folder/d.txt", "other/e.md"]
    let (_, lazy) = try meeting.pair(
      documents: Dictionary(uniqueKeysWithValues: names.map { ($0, "\($0)\n") }))
    try lazy.docmerge("download", "*.md", "folder")
    #expect(lazy.placeholders == ["b.txt", "other/e.md"])
    try lazy.docmerge("evict", "folder/*.txt", "a.md")
    #expect(lazy.placeholders == ["a.md", "b.txt", "folder/d.txt", "other/e.md"])
    try lazy.docmerge("download", "nothing*", exits: 2)
    try lazy.docmerge("download", exits: 64)
    try lazy.docmerge("download", "--all")
    #expect(lazy.placeholders.isEmpty)
    try lazy.docmerge("evict", "--all")
    #expect(lazy.placeholders == Set(names))
    #expect(try lazy.status().isClean)
  }

  @Test
  func `evicted contents leave the disk with git's housekeeping, and can be downloaded again`()
    throws
  {
    let (_, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    let before = try lazy.objects()
    try lazy.docmerge("download", "--all")
    let version = try lazy.history("a.md")[0].version.id
    try lazy.git("gc", "--quiet", "--prune=now")
    #expect(try lazy.objects().contains(version))
    try lazy.docmerge("evict", "a.md", "b.md")
    try lazy.git("reflog", "expire", "--all", "--expire=now")
    try lazy.git("gc", "--quiet", "--prune=now")
    #expect(try lazy.objects() == before)
    try lazy.expectSoundness()
    try lazy.docmerge("download", "a.md")
    #expect(lazy.contents["a.md"] == "a\n" && lazy.placeholders == ["b.md"])
  }

  @Test func `nothing is evicted that is nowhere else`() throws {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n", "c.md": "c\n"])
    try lazy.docmerge("download", "--all")
    try lazy.save("a.md", "not sent\n")
    lazy.write("b.md", "not saved\n")
    let output = try lazy.docmerge("evict", "--all", exits: 1)
    #expect(output.messages.contains("a.md: no remote has"))
    #expect(output.messages.contains("b.md: has edits that are not saved"))
    #expect(lazy.placeholders == ["c.md"])
    #expect(lazy.read("a.md") == "not sent\n" && lazy.read("b.md") == "not saved\n")
    try lazy.docmerge("sync")
    try lazy.docmerge("evict", "--all")
    #expect(lazy.placeholders.count == 3)
    try full.docmerge("sync")
    #expect(full.contents == ["a.md": "not sent\n", "b.md": "not saved\n", "c.md": "c\n"])
    #expect(try lazy.docmerge("show", "a.md").text == "not sent\n")
  }

  @Test func `a container with everything can evict as well`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "a\n"])
    try replicas[1].docmerge("evict", "a.md")
    #expect(replicas[1].placeholders == ["a.md"])
    try replicas[0].save("a.md", "again\n")
    sync(replicas)
    #expect(replicas[1].placeholders == ["a.md"])
    try replicas[1].shell("mv '\(meeting.remote)' '\(meeting.remote)-away'")
    #expect(try replicas[1].docmerge("show", "a.md").text == "again\n")
    #expect(replicas[1].contents == ["a.md": "again\n"])
  }

  @Test func `an eviction waits for programs that write`() throws {
    let (_, lazy) = try meeting.pair(documents: ["a.md": "a\n"])
    try lazy.docmerge("download", "a.md")
    let line =
      "touch started; while [ ! -e go ]; do sleep 0.01; done; echo mine > a.md; rm go started"
    let writer = lazy.program.start(["with", "--write", "a.md", "--", "sh", "-c", line])
    while !lazy.file("started").exists { usleep(1000) }
    let eviction = lazy.program.start(["evict", "a.md"])
    usleep(300_000)
    #expect(lazy.read("a.md") == "a\n")
    lazy.write("go", "")
    #expect(writer.finish().status == 0)
    #expect(eviction.finish().status == 1)
    #expect(lazy.read("a.md") == "mine\n")
  }

  @Test func `what a killed download put in place is no edit`() throws {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n"])
    try lazy.docmerge("download", "a.md")
    try lazy.docmerge("evict", "a.md")
    // The version is still here, its contents are in their place, and the index does not know it.
    try #require(unlink("\(lazy.path)/a.md") == 0)
    lazy.write("a.md", "a\n")
    #expect(try lazy.status().isClean)
    #expect(try lazy.availability() == ["a.md": "local"])
    #expect(try lazy.history("a.md").count == full.history("a.md").count)
  }

  @Test func `a placeholder of a killed eviction is downloaded again`() throws {
    let (_, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    try lazy.docmerge("download", "--all")
    let placeholder = "\(lazy.path)/a.md"
    // The placeholder is in its place, and the index does not know it.
    try lazy.docmerge("evict", "a.md")
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: placeholder)
    try lazy.docmerge("download", "a.md")
    try #require(unlink(placeholder) == 0 && symlink(target, placeholder) == 0)
    #expect(try lazy.availability() == ["a.md": "local", "b.md": "local"])
    try lazy.docmerge("download", "a.md")
    #expect(lazy.contents == ["a.md": "a\n", "b.md": "b\n"])
    #expect(try lazy.operations().filter { $0.operation == "save" }.isEmpty)
  }

  @Test func `a placeholder of a killed eviction is the document, wherever it is moved`()
    throws
  {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    try lazy.docmerge("evict", "--all")
    let (placeholder, moved) = ("\(lazy.path)/a.md", "\(lazy.path)/folder/c.md")
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: placeholder)
    try lazy.docmerge("download", "a.md")
    // As if it had put the placeholder there and not yet noted it.
    try #require(unlink(placeholder) == 0)
    try FileManager.default.createDirectory(
      atPath: "\(lazy.path)/folder", withIntermediateDirectories: true)
    try #require(symlink(target, moved) == 0)
    let output = try lazy.docmerge("save")
    #expect(!output.text.contains("copy of the placeholder"))
    #expect(lazy.placeholders == ["folder/c.md", "b.md"])
    try lazy.docmerge("sync")
    try full.docmerge("sync")
    #expect(full.contents == ["folder/c.md": "a\n", "b.md": "b\n"])
    try lazy.docmerge("download", "--all")
    #expect(lazy.contents == full.contents)
  }

  @Test func `a download that is killed is taken up by the next one`() throws {
    let server = try GitServer(.daemon)
    let full = try ServedReplica("A", at: server)
    var generator = SeededGenerator(seed: 7)
    for number in 0..<40 {
      let noise = (0..<100_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
      full.replica.file("\(number).bin").write(noise)
    }
    try full.docmerge("sync")
    let lazy = Replica("B")
    try lazy.clone(server.url)
    for round in 0..<8 {
      let running = lazy.program.start(["download", "--all"])
      usleep(UInt32(30_000 + round * 60_000))
      running.kill()
      _ = running.finish()
      #expect(try lazy.status().isClean)
    }
    try lazy.docmerge("download", "--all")
    #expect(lazy.contents == full.replica.contents)
    try lazy.docmerge("sync")
    #expect(try lazy.conflicts().isEmpty)
    try lazy.expectSoundness()
  }

  @Test func `an eviction that is killed leaves contents or placeholders`() throws {
    let names = (0..<40).map { "\($0).md" }
    let (full, lazy) = try meeting.pair(
      documents: Dictionary(uniqueKeysWithValues: names.map { ($0, "\($0)\n") }))
    for round in 0..<6 {
      try lazy.docmerge("download", "--all")
      let running = lazy.program.start(["evict", "--all"])
      usleep(UInt32(10_000 + round * 15_000))
      running.kill()
      _ = running.finish()
      #expect(try lazy.status().isClean)
    }
    try lazy.docmerge("download", "--all")
    try lazy.docmerge("sync")
    #expect(lazy.contents == full.contents)
    #expect(try lazy.operations().filter { $0.operation == "save" }.isEmpty)
    try lazy.expectSoundness()
  }

  @Test func `a version that the remote lost is named, and the others arrive`() throws {
    let (full, lazy) = try meeting.pair(documents: ["a.md": "a\n", "b.md": "b\n"])
    let lost = try full.history("a.md")[0].version.id
    try meeting.lose(lost)
    let output = try lazy.docmerge("download", "--all", exits: 1)
    #expect(output.messages.contains("a.md: no remote has its contents"))
    #expect(lazy.contents["b.md"] == "b\n" && lazy.placeholders == ["a.md"])
  }
}
