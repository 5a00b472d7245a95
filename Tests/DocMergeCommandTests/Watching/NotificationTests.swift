import DocMergeTestSupport
import Testing

/// Notifications on the desktop, by a program that stands in for notify-send and writes its arguments.
struct NotificationTests {
  private let meeting = Meeting()
  private let tools = TemporaryFolder()

  /// The program of a replica, which finds the stand-in first.
  private func program(of replica: Replica) -> Program {
    let script = File("\(tools.path)/notify-send")
    script.write(Array("#!/bin/sh\nprintf '%s|' \"$@\" >> '\(tools.path)/log'\n".utf8))
    script.setPermissions(0o755)
    var program = replica.program
    program.environment["PATH"] = "\(tools.path):/usr/bin:/bin"
    return program
  }

  private var log: String { File("\(tools.path)/log").text ?? "" }

  @Test func `a new conflict is shown once`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a <b>.md": "0\n", "c.md": "0\n"])
    let (a, b) = (replicas[0], replicas[1])
    try b.save("a <b>.md", "by B\n")
    try b.docmerge("sync")
    let watch = try SyncWatch(program(of: a), "--notify")
    try a.docmerge("sync", "--pause")
    try watch.wait("the pause") { $0.contains { $0.event == "paused" } }
    try b.save("c.md", "by B\n")
    try b.docmerge("sync")
    a.write("c.md", "by A\n")
    try a.docmerge("sync", "--resume")
    try SyncWatch.wait("the notification") { !log.isEmpty }
    try watch.wait("two more syncs") { events in
      events.count { $0.event == "synced" && $0.conflicts == 1 } > 2
    }
    #expect(log.contains("A: 1 document in conflict|c.md|"), "\(log)")
    #expect(log.ranges(of: "in conflict").count == 1)
    #expect(watch.end().status == 0)
  }

  @Test func `a stop is shown, with tags made harmless`() throws {
    let replicas = try meeting.replicas("A", "B", documents: ["a.md": "0\n"])
    for number in 1...20 { replicas[0].write("<b>\(number).md", "\(number)\n") }
    try replicas[0].docmerge("sync")
    try replicas[0].shell("rm -f *.md")
    let watch = try SyncWatch(program(of: replicas[0]), "--notify")
    try watch.wait("the stop") { $0.contains { $0.event == "stopped" } }
    try SyncWatch.wait("the notification") { log.contains("home: stopped|") }
    #expect(watch.end().status == 0)
  }

  @Test func `without the program it says what to install`() throws {
    let a = try meeting.replica("A")
    var program = a.program
    program.environment["PATH"] = tools.path
    let output = try program.run(["sync", "--watch", "--notify"], exits: 2)
    #expect(output.messages.contains("libnotify-bin"), "\(output)")
    try a.docmerge("sync", "--notify", exits: 64)
  }
}
