import DocMergeTestSupport
import Glibc
import Testing

/// Syncs with a path: which programs run, and what becomes of two that meet there, or of one that is killed.
struct PathSyncTests {
  private let meeting = Meeting()

  /// The command with a git that notes how it was called.
  private func watched(_ replica: Replica) throws -> Program {
    let folder = "\(replica.path)-programs"
    mkdir(folder, 0o700)
    let script = "#!/bin/sh\necho \"$@\" >> '\(folder)/calls'\nPATH=${PATH#*:} exec git \"$@\"\n"
    File("\(folder)/git").write(Array(script.utf8))
    File("\(folder)/git").setPermissions(0o755)
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return Program(
      Replica.command, in: replica.path, environment: ["PATH": "\(folder):\(path)"])
  }

  private var isSound: Bool {
    let fsck = meeting.git("fsck", "--strict", "--full", "--no-dangling")
    return fsck.status == 0 && fsck.text.isEmpty
  }

  private func isRunning(_ program: RunningProgram) -> Bool {
    var info = siginfo_t()
    waitid(P_PID, id_t(program.id), &info, WEXITED | WNOHANG | WNOWAIT)
    return info.si_signo == 0
  }

  private func calls(_ replica: Replica) -> String? { File("\(replica.path)-programs/calls").text }

  @Test
  func `one change in a large container starts no git, on whichever side it was made`() throws {
    let a = try meeting.replica("A")
    for number in 0..<2_100 { a.write("d\(number % 50)/note \(number).md", "text \(number)\n") }
    try a.docmerge("sync")
    a.write("d7/note 7.md", "changed\n")
    try watched(a).run(["sync"], exits: 0)
    #expect(calls(a) == nil)
    let b = try meeting.replica("B")
    try b.docmerge("sync")
    try b.docmerge("sync")
    for round in 0..<2 {
      b.write("d8/note \(8 + 50 * round).md", "by B\n")
      try watched(b).run(["sync"], exits: 0)
      a.write("d9/note \(9 + 50 * round).md", "by A\n")
      try watched(a).run(["sync"], exits: 0)
    }
    try b.docmerge("sync")
    #expect(calls(a) == nil && calls(b) == nil, "\(calls(a) ?? "") \(calls(b) ?? "")")
    #expect(a.contents == b.contents)
    #expect(isSound)
    for replica in [a, b] { try replica.docmerge("verify") }
  }

  @Test func `programs of the owner are run by git as before`() throws {
    let a = try meeting.replica("A")
    for number in 0..<2_100 { a.write("d\(number % 50)/note \(number).md", "text \(number)\n") }
    try a.docmerge("sync")
    let hook = File("\(meeting.remote)/hooks/post-receive")
    hook.write(Array("#!/bin/sh\ntouch ran\n".utf8))
    hook.setPermissions(0o755)
    a.write("d7/note 7.md", "changed\n")
    try a.docmerge("sync")
    #expect(File("\(meeting.remote)/ran").bytes != nil)
  }

  @Test func `two that sync at once both arrive, and leave a sound remote`() throws {
    let replicas = try meeting.replicas("A", "B", "C", documents: ["a.md": "a\n"])
    for round in 0..<6 {
      for replica in replicas { replica.write("\(replica.name) \(round).md", "\(round)\n") }
      let running = replicas.map { $0.program.start(["sync"]) }
      for program in running {
        let result = program.finish()
        #expect(result.status == 0, "\(result)")
      }
    }
    for _ in 0..<2 { for replica in replicas { try replica.docmerge("sync") } }
    #expect(replicas[0].contents.count == 19)
    #expect(Set(replicas.map(\.contents)).count == 1)
    #expect(isSound)
  }

  @Test(arguments: 0...3)
  func `one that is killed while it sends leaves a sound remote, and sends the rest later`(
    number: Int
  ) throws {
    let (a, b) = (try meeting.replica("A"), try meeting.replica("B"))
    for number in 0..<50 { a.write("note \(number).md", "text \(number)\n") }
    try a.docmerge("sync")
    for number in 0..<50 { a.write("note \(number).md", "changed \(number)\n") }
    let running = a.program.start(["sync"])
    // Killed at one file of the remote after the other.
    let start = File("\(meeting.remote)/objects/pack").names.count
    while File("\(meeting.remote)/objects/pack").names.count < start + number, isRunning(running) {}
    running.kill()
    _ = running.finish()
    #expect(isSound)
    try b.docmerge("sync")
    try a.docmerge("sync")
    try b.docmerge("sync")
    #expect(a.contents == b.contents && a.read("note 7.md") == "changed 7\n")
    #expect(isSound)
  }
}
