import DocMerge
import DocMergeTestSupport
import Glibc
import Testing

/// A remote that is a path does not fill with packs: git puts them together, as after a push of its own.
struct RemoteHousekeepingTests {
  private let meeting = Meeting()

  private func packs() -> Int {
    Program("sh", in: meeting.remote).run(["-c", "ls objects/pack/*.pack | wc -l"]).lines.first
      .flatMap { Int($0) } ?? -1
  }

  /// Saves and syncs a document each time.
  private func sync(_ replica: Replica, times: Int) throws {
    let container = try Container(path: replica.path)
    for number in 0..<times {
      replica.write("\(number).md", "\(number)\n")
      #expect(try container.sync(with: "home").isSent)
    }
  }

  /// Waits until no housekeeping is at work in the background, and there are so few packs.
  private func waitForPacks(below count: Int) {
    for _ in 0..<6_000 {
      if packs() < count, File("\(meeting.remote)/gc.pid").bytes == nil { return }
      usleep(10_000)
    }
    Issue.record("\(packs()) packs")
  }

  private func replica(_ settings: [String: String] = [:]) throws -> Replica {
    let replica = try meeting.replica("A")
    try replica.docmerge("sync")
    for (key, value) in settings { #expect(meeting.git("config", key, value).status == 0) }
    return replica
  }

  @Test func `sixty syncs leave few packs, and all that they sent`() throws {
    let a = try replica()
    try sync(a, times: 60)
    waitForPacks(below: 51)
    #expect(meeting.git("fsck", "--strict").status == 0)
    let b = try meeting.replica("B")
    try b.docmerge("sync")
    #expect(b.contents == a.contents)
    #expect(b.contents.count == 60)
  }

  @Test func `the limit of the remote is the one that counts`() throws {
    try sync(replica(["gc.autoPackLimit": "4"]), times: 8)
    waitForPacks(below: 6)
    #expect(meeting.git("fsck", "--strict").status == 0)
  }

  @Test(arguments: [
    ["receive.autogc": "false"], ["gc.auto": "0"], ["gc.auto": "0k"],
    ["gc.autoPackLimit": "0"],
    ["gc.recentObjectsHook": "touch ran"], ["core.hooksPath": "hooks"],
  ])
  func `a remote that wants no housekeeping, or runs programs for it, gets none`(
    settings: [String: String]
  ) throws {
    let a = try replica(["gc.autoPackLimit": "4"].merging(settings) { $1 })
    if settings["core.hooksPath"] != nil {
      let hook = File("\(meeting.remote)/hooks/pre-auto-gc")
      hook.write(Array("#!/bin/sh\ntouch ran\n".utf8))
      hook.setPermissions(0o755)
    }
    try sync(a, times: 8)
    usleep(300_000)
    #expect(packs() >= 8)
    #expect(File("\(meeting.remote)/ran").bytes == nil)
  }
}
