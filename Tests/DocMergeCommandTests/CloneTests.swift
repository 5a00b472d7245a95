import DocMergeTestSupport
import Glibc
import Testing

/// Clones of many documents, as a person makes them.
struct CloneTests {
  private let meeting = Meeting()

  /// A replica that has sent many documents of some size.
  private func origin() throws -> Replica {
    let a = try meeting.replica("A")
    var generator = SeededGenerator(seed: 5)
    for number in 1...800 {
      let noise = (1...200).map { _ in String(generator.next(), radix: 36) }
      a.write("d\(number % 7)/note \(number).md", noise.joined(separator: "\n"))
    }
    a.write("top.md", "old\n")
    try a.docmerge("save")
    a.write("top.md", "new\n")
    try a.docmerge("sync")
    return a
  }

  private func isLeft(_ replica: Replica) -> Bool {
    replica.file(".docmerge/docmerge/clone-rest").exists
  }

  @Test func `the rest of the work is done in the background`() throws {
    let a = try origin()
    let b = meeting.folder("B")
    let output = try b.docmerge("clone", meeting.remote, ".")
    #expect(output.messages == "Cloned 801 documents.\n")
    #expect(a.contents == b.contents)
    for _ in 1...600 where isLeft(b) { usleep(100_000) }
    #expect(!isLeft(b))
    let nothing = try b.docmerge("finish")
    #expect(nothing.text.isEmpty && nothing.messages.isEmpty)
    #expect(try b.status().isClean)
    #expect(try b.git("fsck", "--strict").status == 0)
    try b.docmerge("verify")
  }

  @Test func `who goes on at once finds everything in order`() throws {
    let a = try origin()
    let b = meeting.folder("B")
    try b.docmerge("clone", meeting.remote, ".")
    #expect(try b.status().isClean)
    b.write("top.md", "by B\n")
    try b.docmerge("sync")
    #expect(!isLeft(b))
    try a.docmerge("sync")
    #expect(a.contents == b.contents && a.read("top.md") == "by B\n")
  }

  @Test func `a remote with damage in old contents changes nothing, and the error says why`()
    throws
  {
    let a = try origin()
    let id = try a.shell("printf 'old\\n' | git hash-object --stdin").lines[0]
    try a.shell(
      """
      cd '\(meeting.remote)/objects/pack' && chmod u+w *.pack && \
      at=$(git verify-pack -v *.idx | awk '$1 == "\(id)" { print $NF }') && \
      printf x | dd of=$(ls *.pack) bs=1 seek=$((at + 6)) conv=notrunc status=none
      """)
    let b = meeting.folder("B")
    try b.docmerge("clone", meeting.remote, ".")
    #expect(a.contents == b.contents)
    b.write("top.md", "by B\n")
    for verb in ["finish", "sync", "save"] {
      let output = try b.docmerge(verb, exits: 2)
      #expect(output.messages.contains("is damaged") && output.messages.contains("clone again"))
    }
    #expect(b.read("top.md") == "by B\n")
  }

  @Test(arguments: [10, 20, 30, 50, 100, 200, 300, 400, 500, 600])
  func `a clone that is killed can be made again, or gone on with`(milliseconds: Int) throws {
    let a = try origin()
    let b = meeting.folder("B")
    let running = b.program.start(["clone", meeting.remote, "."])
    usleep(UInt32(milliseconds * 1000))
    running.kill()
    _ = running.finish()
    let again = b.program.run(["clone", meeting.remote, "."])
    if again.status != 0 {
      // Something came before; it says how to go on.
      #expect(again.status == 2 && again.messages.contains("`docmerge sync` continues"), "\(again)")
    }
    try b.docmerge("sync")
    #expect(a.contents == b.contents)
    #expect(!isLeft(b))
    #expect(try b.git("fsck", "--strict").status == 0)
    try b.docmerge("verify")
    #expect(try b.status().isClean)
    #expect(try b.shell("find . -name '.docmerge-tmp-*'").text.isEmpty)
  }

  @Test func `the remains of a killed clone are no obstacle, but a finished container is`()
    throws
  {
    let a = try meeting.replicas("A", documents: ["a.md": "a\n"])[0]
    let b = meeting.folder("B")
    try b.docmerge("init")
    try b.shell(
      """
      mkdir -p .docmerge-tmp-1-init-part/objects .docmerge-tmp-1-2-part/in && \
      touch .docmerge-tmp-1-2-part/in/a.md && echo held 1 x > .docmerge/docmerge/write.lock
      """)
    try b.docmerge("remote", "add", "origin", "\(meeting.remote)/other")
    try b.docmerge("clone", meeting.remote, ".", exits: 2)
    try b.docmerge("remote", "set-url", "origin", meeting.remote)
    let output = try b.docmerge("clone", "--on-demand", "--replica-name", "B", meeting.remote, ".")
    #expect(output.messages.hasPrefix("Cloned 1 document;"))
    #expect(b.placeholders == ["a.md"])
    #expect(try b.shell("ls -A").lines == [".docmerge", "a.md"])
    let refused = try b.docmerge("clone", meeting.remote, ".", exits: 2)
    #expect(refused.messages.contains("is a container already"))
    b.write("b.md", "b\n")
    try b.docmerge("sync")
    try a.docmerge("sync")
    #expect(a.read("b.md") == "b\n")
    #expect(try a.docmerge("versions", "b.md").text.contains(" B "))
  }

  @Test func `what cannot be gone on with leaves the container as it was`() throws {
    let a = try meeting.replicas("A", documents: ["a.md": "a\n"])[0]
    let b = meeting.folder("B")
    try b.docmerge("init")
    let before = try b.git("config", "--local", "--list").text
    try b.docmerge(
      "clone", "--on-demand", "--replica-name", "X", "git://127.0.0.1:1/mistyped.git", ".",
      exits: 75)
    #expect(try b.git("config", "--local", "--list").text == before)
    try b.docmerge("clone", meeting.remote, ".")
    #expect(a.contents == b.contents)
    #expect(try b.docmerge("remote").text.contains(meeting.remote))
  }

  @Test func `what a killed one brought that is damaged is brought again`() throws {
    let a = try origin()
    let b = meeting.folder("B")
    try b.docmerge("init")
    try b.shell(
      """
      git -C '\(meeting.remote)' repack -adq && cd .docmerge && \
      cp '\(meeting.remote)'/objects/pack/pack-*.pack '\(meeting.remote)'/objects/pack/pack-*.idx objects/pack && \
      chmod u+w objects/pack/*.pack && \
      printf XXXX | dd of="$(ls objects/pack/*.pack)" bs=1 seek=300 conv=notrunc 2> /dev/null && \
      mkdir -p refs/docmerge/remotes/origin/state && \
      git -C '\(meeting.remote)' for-each-ref --format='%(objectname) %(refname:lstrip=3)' refs/docmerge/state | \
      while read id name; do echo $id > refs/docmerge/remotes/origin/state/$name; done && \
      printf 'x %s' "$(ls objects/pack | grep 'pack$')" | tr ' ' '\\n' > docmerge/clone-rest
      """)
    let damaged = try b.docmerge("save", exits: 2)
    #expect(damaged.messages.contains("clone again"), "\(damaged)")
    try b.docmerge("clone", meeting.remote, ".")
    #expect(a.contents == b.contents)
    try b.docmerge("verify")
  }

  @Test
  func `files that a killed clone made ahead are removed, however its lock was released`() throws {
    let a = try meeting.replicas("A", documents: ["in/a.md": "a\n"])[0]
    let b = meeting.folder("B")
    try b.docmerge("init")
    b.write(".docmerge-tmp-1-2-part/a.md", "")
    b.write(".docmerge/docmerge/clone-rest", "x\n*")
    try b.docmerge("clone", meeting.remote, ".")
    try b.docmerge("finish")
    #expect(a.contents == b.contents)
    #expect(try b.shell("ls -A").lines == [".docmerge", "in"])
  }

  @Test func `several at once into a folder that is not there make it once`() throws {
    let a = try origin()
    let place = meeting.folder("B")
    for round in 1...5 {
      let name = "new \(round)/deeper"
      let running = (1...3).map { _ in place.program.start(["clone", meeting.remote, name]) }
      let outputs = running.map { $0.finish() }
      #expect(outputs.count { $0.status == 0 } == 1, "\(outputs)")
      let made = meeting.folder("B/\(name)")
      #expect(a.contents == made.contents)
      try made.docmerge("verify")
    }
  }

  @Test func `two at once into one folder do not get into each other's way`() throws {
    let a = try origin()
    let b = meeting.folder("B")
    let running = (1...3).map { _ in b.program.start(["clone", meeting.remote, "."]) }
    let statuses = running.map { $0.finish() }
    #expect(statuses.count { $0.status == 0 } == 1, "\(statuses)")
    #expect(statuses.allSatisfy { $0.status == 0 || $0.status == 69 || $0.status == 2 })
    #expect(a.contents == b.contents)
    #expect(try b.status().isClean)
  }

  @Test func `one that is killed while it finishes is done by the next command`() throws {
    let a = try origin()
    let b = meeting.folder("B")
    try b.docmerge("clone", meeting.remote, ".")
    try b.shell("pkill -KILL -f '[d]ocmerge-full -C \(b.path) finish' || true")
    for number in 1...3 {
      let running = b.program.start(["finish"])
      usleep(UInt32(number * 50_000))
      running.kill()
      _ = running.finish()
    }
    try b.docmerge("finish")
    #expect(!isLeft(b))
    #expect(a.contents == b.contents)
    #expect(try b.status().isClean)
  }
}
