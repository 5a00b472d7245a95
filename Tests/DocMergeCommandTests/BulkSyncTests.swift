import DocMergeRemoteFuzzing
import DocMergeTestSupport
import Glibc
import Testing

/// Syncs of so many documents that git carries them, also to a path, and that files are put in place together.
struct BulkSyncTests {
  private let meeting = Meeting()

  /// Documents of some size that no packing makes small.
  private func documents(_ count: Int) -> [String: String] {
    var generator = SeededGenerator(seed: 7)
    var result: [String: String] = [:]
    for number in 1...count {
      let noise = (1...200).map { _ in String(generator.next(), radix: 36) }
      result["d\(number % 7)/note \(number).md"] = "# \(number)\n" + noise.joined(separator: "\n")
    }
    return result
  }

  @Test func `many documents arrive as they are, and both remote and replica are sound`() throws {
    let replicas = try meeting.replicas("A", "B", documents: documents(800))
    let (a, b) = (replicas[0], replicas[1])
    #expect(a.contents == b.contents)
    #expect(b.contents.count == 800)
    #expect(b.file("d1/note 1.md").date == a.file("d1/note 1.md").date)
    #expect(meeting.git("fsck", "--strict").status == 0)
    try b.docmerge("verify")
    // Both know the same, and write it alike, from whichever replica they learned it.
    let states = meeting.git("for-each-ref", "--format=%(refname):documents", "refs/docmerge/state")
    let records = states.lines.map { meeting.git("rev-parse", $0).lines }
    #expect(records.count == 2 && Set(records).count == 1 && records[0].count == 1)
    b.write("d1/note 1.md", "by B\n")
    for replica in [b, a] { try replica.docmerge("sync") }
    #expect(a.read("d1/note 1.md") == "by B\n")
  }

  @Test func `a file in the way of some documents stays, and all others are put in place`()
    throws
  {
    let a = try meeting.replica("A")
    for (name, text) in documents(800) { a.write(name, text) }
    try a.docmerge("sync")
    let b = try meeting.replica("B")
    b.file(".gitignore").write(Array("note 2.md\n".utf8))
    b.write("d2/note 2.md", "not a document here\n")
    try b.docmerge("sync")
    #expect(b.read("d2/note 2.md") == "not a document here\n")
    var expected = a.contents
    expected["d2/note 2.md"] = nil
    let contents = b.contents
    #expect(expected.allSatisfy { contents[$0.key] == $0.value })
    #expect(contents.values.contains(a.read("d2/note 2.md") ?? ""))
  }

  /// Whether processes may be traced here.
  private static let canTrace =
    Program("strace", in: "/").run(["-o", "/dev/null", "true"]).status == 0

  @Test(.enabled(if: canTrace))
  func `a folder that is made in the last moment gets the documents, and keeps its contents`()
    throws
  {
    let a = try meeting.replica("A")
    for (name, text) in documents(800) { a.write("new/\(name)", text) }
    try a.docmerge("sync")
    let b = try meeting.replica("B")
    // The folder is put in place by its first renaming, which waits.
    let running = Program("strace", in: b.path).start([
      "-f", "-o", "/dev/null", "-e", "trace=renameat2", "-e",
      "inject=renameat2:delay_enter=3000000:when=1", Replica.command, "sync",
    ])
    let built = "find . -name '.docmerge-tmp-*' -print"
    while try b.shell(built).text.isEmpty { usleep(10_000) }
    b.write("new/d1/own.md", "B's own\n")
    let output = running.finish()
    #expect(output.status == 0, "\(output)")
    try b.docmerge("sync")
    try a.docmerge("sync")
    #expect(b.contents.count == 801)
    #expect(b.read("new/d1/own.md") == "B's own\n")
    #expect(a.contents == b.contents)
    #expect(try b.shell(built).text.isEmpty)
  }

  private func packs(of repository: String) -> [String] {
    File("\(repository)/objects/pack").names.filter { $0.hasSuffix(".pack") }
  }

  @Test func `a pack that holds everything is taken as it is`() throws {
    let a = try meeting.replica("A")
    for (name, text) in documents(800) { a.write(name, text) }
    try a.docmerge("sync")
    let pack = try #require(packs(of: meeting.remote).first)
    let b = try meeting.replica("B")
    try b.docmerge("sync")
    #expect(packs(of: "\(b.path)/.docmerge").contains(pack))
    #expect(a.contents == b.contents)
    #expect(try b.git("fsck", "--strict").status == 0)
    try b.docmerge("verify")
  }

  /// The forms that a remote can have, other than one pack with everything.
  @Test(arguments: [
    "loose objects", "several packs", "alternates", "no index", "promisor", "a link", "many packs",
    "a tag", "a reference that is broken",
  ])
  func `all documents of a remote arrive, whatever form its packs have`(what: String) throws {
    let a = try meeting.replica("A")
    for (name, text) in documents(800) { a.write(name, text) }
    try a.docmerge("sync")
    for number in 1...(what == "many packs" ? 12 : 2) {
      a.write("later.md", "later \(number)\n")
      try a.docmerge("sync")
      if what.hasSuffix("packs") { #expect(meeting.git("repack").status == 0) }
    }
    let folder = "\(meeting.remote)/objects/pack"
    switch what {
    case "alternates":
      try a.shell("mv '\(meeting.remote)' '\(meeting.remote)-2'")
      try a.shell("git clone -q --mirror -s '\(meeting.remote)-2' '\(meeting.remote)'")
    case "no index":
      try a.shell(
        "cd '\(folder)' && for p in *.pack; do cp $p pack-$(printf %040d 1).pack; break; done")
    case "promisor": try a.shell("cd '\(folder)' && touch pack-$(printf %040d 1).promisor")
    case "a link": try a.shell("cd '\(folder)' && ln -s /dev/zero pack-$(printf %040d 1).pack")
    case "a tag":
      try a.shell(
        "cd '\(meeting.remote)' && git -c user.name=a -c user.email=a tag -am x v1 $(git for-each-ref --format='%(objectname)' --count=1)"
      )
      #expect(meeting.git("repack", "-adq").status == 0)
    case "a reference that is broken":
      try a.shell("echo rubbish > '\(meeting.remote)/refs/docmerge/x'")
    default: break
    }
    let b = try meeting.replica("B")
    try b.docmerge("sync")
    #expect(try b.shell("find .docmerge/objects/pack -name 'tmp_*'").text.isEmpty)
    #expect(a.contents == b.contents && b.contents.count == 801)
    #expect(try b.texts("later.md").count == (what == "many packs" ? 12 : 2))
    #expect(try b.git("fsck", "--strict").status == 0)
    try b.docmerge("verify")
  }

  /// Changes the words of the first head that a state at the remote names, and packs all anew.
  private func spoil(_ replica: Replica, _ change: (inout [String]) -> Void) throws {
    let name = try replica.git("config", "docmerge.replica").lines[0]
    try HostileStore(path: meeting.remote).change(name) { files, _ in
      let path = try #require(files.keys.filter { $0.hasPrefix("documents/") }.min())
      var lines = String(decoding: files[path] ?? [], as: UTF8.self).split(separator: "\n")
        .map { $0.split(separator: " ").map(String.init) }
      let head = try #require(lines.firstIndex { $0[0] == "head" })
      change(&lines[head])
      files[path] = Array(lines.map { $0.joined(separator: " ") + "\n" }.joined().utf8)
    }
    #expect(meeting.git("repack", "-adfq", "--depth=0").status == 0)
    #expect(meeting.git("prune").status == 0)
    #expect(packs(of: meeting.remote).count == 1)
  }

  /// The place of a word of a head, and its replacement.
  @Test(arguments: [
    (1, String(repeating: "1", count: 40)), (2, "executable"),
    (3, String(repeating: "2", count: 40)),
    (4, "7"), (5, "1763700000.000000000"), (7, "elsewhere"), (8, "Somebody"),
  ])
  func `false words of a state are found though it is read before its pack is checked`(
    place: Int, word: String
  ) throws {
    let a = try meeting.replica("A")
    for (name, text) in documents(800) { a.write(name, text) }
    try a.docmerge("sync")
    try spoil(a) { $0[place] = word }
    let b = try meeting.replica("B")
    let output = try b.docmerge("sync", exits: 1)
    #expect(output.messages.contains(try a.git("config", "docmerge.replica").lines[0]), "\(output)")
    #expect(b.contents.isEmpty)
    #expect(try b.git("fsck", "--strict").status == 0)
  }

  @Test func `a state that is written in another way is taken in, and written as it should be`()
    throws
  {
    let a = try meeting.replica("A")
    for (name, text) in documents(800) { a.write(name, text) }
    try a.docmerge("sync")
    let before = meeting.git("for-each-ref", "--format=%(refname):documents", "refs/docmerge/state")
    let documents = meeting.git("rev-parse", before.lines[0]).lines
    try spoil(a) { $0.insert("", at: 1) }
    #expect(meeting.git("rev-parse", before.lines[0]).lines != documents)
    let b = try meeting.replica("B")
    try b.docmerge("sync")
    #expect(a.contents == b.contents)
    let own = try b.git("config", "docmerge.replica").lines[0]
    #expect(try b.git("rev-parse", "refs/docmerge/state/\(own):documents").lines == documents)
  }

  @Test func `a remote that was emptied sends nothing, whatever its packs still hold`() throws {
    let a = try meeting.replica("A")
    for (name, text) in documents(800) { a.write(name, text) }
    try a.docmerge("sync")
    try a.shell("cd '\(meeting.remote)' && rm -rf refs/docmerge packed-refs")
    let pack = try #require(packs(of: meeting.remote).first)
    let b = try meeting.replica("B")
    try b.docmerge("sync")
    #expect(b.contents.isEmpty && !packs(of: "\(b.path)/.docmerge").contains(pack))
  }

  @Test func `what was pruned does not come along in a pack`() throws {
    let a = try meeting.replica("A")
    for (name, text) in documents(800) { a.write(name, text) }
    a.write("secret.md", "secret\n")
    try a.docmerge("sync")
    try a.docmerge("rm", "secret.md")
    try a.docmerge("prune", "--older-than", "0d")
    try a.docmerge("sync")
    #expect(meeting.git("repack", "-dq").status == 0)
    let b = try meeting.replica("B")
    try b.docmerge("sync")
    #expect(a.contents == b.contents && b.contents.count == 800)
    let text = try a.shell("printf 'secret\\n' | git hash-object --stdin").lines.first ?? ""
    #expect(meeting.git("cat-file", "-e", text).status == 0)
    #expect(
      Program("git", in: b.path).run(["--git-dir=.docmerge", "cat-file", "-e", text]).status != 0)
  }

  @Test(arguments: [true, false])
  func `a pack that is damaged is not taken, and nothing of it counts`(isCutOff: Bool) throws {
    let a = try meeting.replica("A")
    for (name, text) in documents(800) { a.write(name, text) }
    try a.docmerge("sync")
    let pack = "\(meeting.remote)/objects/pack/\(try #require(packs(of: meeting.remote).first))"
    try a.shell("chmod u+w '\(pack)'")
    try a.shell(
      isCutOff
        ? "truncate -s -100000 '\(pack)'"
        : "printf damage | dd of='\(pack)' bs=1 seek=500000 conv=notrunc status=none")
    let b = try meeting.replica("B")
    let output = b.program.run(["sync"])
    #expect(output.status != 0, "\(output)")
    #expect(b.contents.isEmpty)
    try b.git("fsck", "--strict")
    // It is there again, and all documents arrive.
    try a.shell("rm '\(pack)' && cp .docmerge/objects/pack/*.pack '\(meeting.remote)/objects/pack'")
    try a.shell(
      "cd '\(meeting.remote)/objects/pack' && for p in *.pack; do git index-pack $p; done")
    try a.shell("cp -a .docmerge/objects/?? '\(meeting.remote)/objects/' || true")
    try b.docmerge("sync")
    #expect(a.contents == b.contents)
  }

  @Test func `without git, paths are served all the same`() throws {
    let (a, b) = (try meeting.replica("A"), try meeting.replica("B"))
    for (name, text) in documents(800) { a.write(name, text) }
    for replica in [a, b] {
      let program = Program(
        Replica.command, in: replica.path, environment: ["PATH": "/nonexistent"])
      try program.run(["sync"], exits: 0)
    }
    #expect(a.contents == b.contents)
  }

  @Test(arguments: 1...4)
  func `a first sync that is killed is done by the next one`(_ number: Int) throws {
    let a = try meeting.replica("A")
    for (name, text) in documents(800) { a.write(name, text) }
    try a.docmerge("sync")
    let b = try meeting.replica("B")
    let running = b.program.start(["sync"])
    usleep(UInt32(number * 150_000))
    running.kill()
    _ = running.finish()
    try b.docmerge("sync")
    #expect(a.contents == b.contents)
    #expect(try b.git("fsck").status == 0)
    try b.docmerge("verify")
    let status = try b.status()
    #expect(status.isClean)
    #expect(try b.shell("find . -name '.docmerge-tmp-*'").text.isEmpty)
  }
}
