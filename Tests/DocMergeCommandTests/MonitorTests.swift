import DocMergeTestSupport
import Glibc
import Testing

/// Saves and syncs of a folder that a monitor watches find what a look at everything finds.
struct MonitorTests {
  private let meeting = Meeting()

  /// A container with a monitor, in which everything was looked at since it runs.
  private func monitored(_ options: String...) throws -> (
    replica: Replica, monitor: RunningProgram
  ) {
    let replica = try meeting.replica("A")
    for number in 1...20 { replica.write("d\(number % 3)/note \(number).md", "\(number)\n") }
    replica.write("trip.imagenotes/text.txt", "text\n")
    try replica.docmerge("save")
    let monitor = replica.program.start(["monitor"] + options)
    while replica.file(".docmerge/docmerge/monitor/journal").bytes == nil { usleep(10_000) }
    // A file written after this save is found by the monitor.
    usleep(50_000)
    try replica.docmerge("save")
    return (replica, monitor)
  }

  private func end(_ monitor: RunningProgram) {
    monitor.kill()
    _ = monitor.finish()
  }

  /// What changed, as a look at all files sees it, is what the next save saves.
  private func expectAllSaved(_ replica: Replica) throws {
    #expect(try !replica.status().isClean)
    try replica.docmerge("save")
    let status = try replica.status()
    #expect(status.isClean, "\(status)")
  }

  @Test func `every kind of change is found`() throws {
    let (replica, monitor) = try monitored()
    defer { end(monitor) }
    for line in [
      "echo more >> 'd1/note 1.md'", "echo new > new.md", "rm 'd2/note 2.md'",
      "mv 'd0/note 3.md' moved.md", "mkdir -p x/y/z && echo deep > x/y/z/deep.md", "mv d1 e1",
      "mv x w && echo again >> w/y/z/deep.md", "echo in > trip.imagenotes/more.txt",
      "mkdir trip.imagenotes/sub && echo in > trip.imagenotes/sub/a.txt", "rm -r trip.imagenotes",
      "cp -r d2 f2", "rm -r f2", "chmod +x new.md", "ln -s new.md link",
      "rm link && mkdir link && echo x > link/x",
      "mv new.md .t && mv .t new2.md", "mkdir q && mv 'd2/note 5.md' q/ && mv q r",
    ] {
      try replica.shell(line)
      try expectAllSaved(replica)
    }
  }

  @Test(arguments: ["undo", "restore"])
  func `edits in a package that a verb replaced are found`(verb: String) throws {
    let (replica, monitor) = try monitored()
    defer { end(monitor) }
    let name = "trip.imagenotes"
    let first = try #require(try replica.history(name).first).version.id
    replica.write("trip.imagenotes/text.txt", "edited\n")
    try replica.docmerge("save")
    _ = try replica.program.run([verb] + (verb == "undo" ? [] : [name, first]), exits: 0)
    #expect(replica.read("trip.imagenotes/text.txt") == "text\n")
    try replica.docmerge("save")
    replica.write("trip.imagenotes/text.txt", "edited again\n")
    try expectAllSaved(replica)
  }

  @Test func `edits in a package that a sync replaced are found`() throws {
    let (replica, monitor) = try monitored()
    defer { end(monitor) }
    let other = try meeting.replica("B")
    try replica.docmerge("sync")
    try other.docmerge("sync")
    other.write("trip.imagenotes/text.txt", "theirs\n")
    try other.docmerge("sync")
    try replica.docmerge("sync")
    #expect(replica.read("trip.imagenotes/text.txt") == "theirs\n")
    try replica.docmerge("save")
    replica.write("trip.imagenotes/text.txt", "edited\n")
    try expectAllSaved(replica)
  }

  @Test func `it ends when the container is removed`() throws {
    let (replica, monitor) = try monitored("--idle", "60")
    File(replica.path).removeAll()
    #expect(monitor.finish().status != 0)
  }

  @Test func `a change of the rules is a reason to look at everything`() throws {
    let (replica, monitor) = try monitored()
    defer { end(monitor) }
    replica.write("kept.log", "kept\n")
    replica.write(".gitignore", "*.log\n")
    try replica.docmerge("save")
    #expect(!(try replica.documents().contains { $0.path == "kept.log" }))
    replica.write(".gitignore", "")
    try replica.docmerge("save")
    #expect(try replica.documents().contains { $0.path == "kept.log" })
  }

  @Test(arguments: 1...2)
  func `after any changes, a save with a monitor leaves nothing to save`(_ seed: Int) throws {
    let (replica, monitor) = try monitored()
    defer { end(monitor) }
    var generator = SeededGenerator(seed: seed)
    let names = ["a", "b", "d1", "d2", "n.md", "o.md", "p.imagenotes"]
    for _ in 1...8 {
      for _ in 1...generator.number(1...8) {
        let path = (1...generator.number(1...3)).map { _ in
          names[generator.number(0...names.count - 1)]
        }.joined(separator: "/")
        let other = names[generator.number(0...names.count - 1)]
        let word = generator.next() % 1000
        _ = Program("sh", in: replica.path).run([
          "-c",
          [
            "mkdir -p \"$(dirname \(path))\" && echo \(word) >> \(path)", "rm -rf \(path)",
            "mv \(path) \(other)", "mkdir -p \(path)", "cp -r \(path) \(other)",
            "chmod \(word % 2 == 0 ? "+" : "-")x \(path)",
          ][generator.number(0...5)],
        ])
      }
      try replica.docmerge("save")
      let status = try replica.status()
      #expect(status.isClean, "\(status)")
    }
  }

  @Test func `without an answer of the monitor, everything is looked at`() throws {
    let (replica, monitor) = try monitored()
    Glibc.kill(monitor.id, SIGSTOP)
    replica.write("new.md", "new\n")
    try expectAllSaved(replica)
    end(monitor)
    replica.write("newer.md", "newer\n")
    try expectAllSaved(replica)
  }

  @Test func `a second monitor is refused, and --stop ends the first`() throws {
    let (replica, monitor) = try monitored()
    let refusal = replica.program.run(["monitor"])
    #expect(refusal.status == 69)
    #expect(refusal.messages.contains("monitors this container already"))
    try replica.docmerge("monitor", "--stop")
    #expect(monitor.finish().status == 128 + SIGTERM)
    #expect(try replica.docmerge("monitor", "--stop").messages == "No monitor runs.\n")
  }

  @Test func `a sync starts one where the settings ask for it`() throws {
    let replica = try meeting.replica("A")
    try replica.docmerge("sync")
    #expect(try replica.docmerge("monitor", "--stop").messages == "No monitor runs.\n")
    try replica.git("config", "docmerge.monitor", "true")
    try replica.docmerge("sync")
    while replica.file(".docmerge/docmerge/monitor/journal").bytes == nil { usleep(10_000) }
    replica.write("new.md", "new\n")
    try expectAllSaved(replica)
    #expect(try replica.docmerge("monitor", "--stop").messages.isEmpty)
  }
}
