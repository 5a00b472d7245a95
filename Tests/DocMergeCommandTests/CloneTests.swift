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

  @Test func `what is left to be done is done in the background`() throws {
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

  @Test func `of a remote with damage in old contents nothing is changed, and one is told why`()
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

  @Test(arguments: 1...6)
  func `a clone that is killed can be gone on with, or made again`(_ number: Int) throws {
    let a = try origin()
    let b = meeting.folder("B")
    let running = b.program.start(["clone", meeting.remote, "."])
    usleep(UInt32(number * 100_000))
    running.kill()
    _ = running.finish()
    let remotes = b.program.run(["remote"])
    if !remotes.text.contains("origin") {
      b.file(".docmerge").removeAll()
      try b.docmerge("clone", meeting.remote, ".")
    }
    try b.docmerge("sync")
    #expect(a.contents == b.contents)
    #expect(!isLeft(b))
    #expect(try b.git("fsck", "--strict").status == 0)
    try b.docmerge("verify")
    #expect(try b.status().isClean)
    #expect(try b.shell("find . -name '.docmerge-tmp-*'").text.isEmpty)
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
