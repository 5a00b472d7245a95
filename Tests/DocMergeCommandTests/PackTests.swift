import DocMerge
import DocMergeTestSupport
import Glibc
import Testing

/// Many small files of the repository become few, while people work.
struct PackTests {
  private let replica = Replica()

  /// A container with 1500 loose objects besides its own.
  private func full() throws -> Replica {
    replica.write("a.md", "one\n")
    try replica.initialize()
    try replica.shell(
      """
      mkdir ../many && cd ../many && seq 1500 | split -l 1 -a 4 && \
      ls | git --git-dir='\(replica.path)/.docmerge' hash-object -w --stdin-paths > /dev/null
      """)
    return replica
  }

  private func loose() throws -> Int {
    Int(try replica.git("count-objects").lines[0].prefix { $0 != " " }) ?? -1
  }

  private func checkSound() throws {
    try replica.git("fsck", "--strict", "--no-dangling")
    #expect(try replica.shell("find .docmerge -name '*tmp*'").text.isEmpty)
    #expect(!replica.file(".docmerge/gc.pid").exists)
  }

  @Test func `packs everything, once`() throws {
    let replica = try full()
    let container = try Container(path: replica.path)
    let old = try #require(container.documents().first).current
    let objects = try replica.git("cat-file", "--batch-all-objects", "--batch-check").lines
    let output = try replica.docmerge("pack")
    #expect(output.messages.hasSuffix("0 loose objects and 1 pack now.\n"), "\(output)")
    #expect(try replica.git("cat-file", "--batch-all-objects", "--batch-check").lines == objects)
    #expect(try replica.docmerge("pack").messages.hasPrefix("0 loose objects and 1 pack before"))
    // Who had the repository open sees it as well.
    #expect(try container.contents(of: old).bytes == Array("one\n".utf8))
    replica.write("a.md", "two\n")
    #expect(try container.save().modified.count == 1)
    try checkSound()
  }

  @Test func `starts in the background after a save when it is due, and saves go on`() throws {
    let replica = try full()
    try replica.save("a.md", "not yet\n")
    #expect(try loose() >= 1500)
    try replica.git("config", "docmerge.pack", "256")
    var round = 0
    repeat {
      round += 1
      try replica.save("a.md", "round \(round)\n")
    } while try loose() >= 1500 && round < 400
    #expect(try loose() < 1500)
    while try Container(path: replica.path).upkeep.isPacking() { usleep(10_000) }
    #expect(try replica.history("a.md").count == round + 2)
    try checkSound()
  }

  @Test func `is off where the setting says so, and rests after a try`() throws {
    let replica = try full()
    let container = try Container(path: replica.path)
    #expect(try container.upkeep.duePacking() == nil)
    try replica.git("config", "docmerge.pack", "256")
    #expect(try container.upkeep.duePacking() == .all)
    replica.file(".docmerge/docmerge/packed").write([])
    #expect(try container.upkeep.duePacking() == nil)
    replica.file(".docmerge/docmerge/packed").setDate(seconds: 1_000_000_000)
    #expect(try container.upkeep.duePacking() == .all)
    try replica.git("config", "docmerge.pack", "false")
    #expect(try container.upkeep.duePacking() == nil)
  }

  /// Random letters, of which zlib gains little.
  private func letters(_ count: Int) -> String {
    var generator = SeededGenerator(seed: 5)
    return String(
      (0..<count).map { _ in
        Character(UnicodeScalar(UInt8.random(in: 33...126, using: &generator)))
      })
  }

  /// How many KiB all packs take.
  private func packed() throws -> Int {
    let size = try replica.git("count-objects", "-v").lines.first { $0.hasPrefix("size-pack: ") }
    return try #require(size.flatMap { Int($0.dropFirst(11)) })
  }

  @Test func `is due after a few large versions, also within the hour`() throws {
    try replica.initialize()
    // The versions differ in one line.
    let text = letters(4 << 20)
    func saveVersions(_ numbers: Range<Int>) throws {
      for number in numbers { try replica.save("a.txt", "\(number)\n\(text)") }
    }
    let container = try Container(path: replica.path)
    try replica.git("config", "docmerge.pack", "false")
    try saveVersions(0..<4)
    try replica.git("config", "--unset", "docmerge.pack")
    #expect(try container.upkeep.duePacking() == nil)
    try replica.git("config", "docmerge.pack", "false")
    try saveVersions(4..<12)
    try replica.git("config", "--unset", "docmerge.pack")
    replica.file(".docmerge/docmerge/packed").write([])
    #expect(try container.upkeep.duePacking() == .all)
    try replica.docmerge("pack")
    #expect(try container.upkeep.duePacking() == nil)
    // Each version by itself takes 3.5 MiB.
    #expect(try packed() < 8 << 10)
    #expect(try replica.history("a.txt").count == 12)
    try checkSound()
  }

  @Test func `is due where several packs have a large document as a whole, and makes one of them`()
    throws
  {
    try replica.initialize()
    try replica.git("config", "docmerge.pack", "false")
    let text = letters(12 << 20)
    let container = try Container(path: replica.path)
    // As fetches leave them, each with what its versions are made from.
    for number in 0..<5 {
      try replica.save("a.txt", "\(number)\n\(text)")
      try replica.git("repack", "-d", "-l", "-q")
    }
    try replica.shell("rm -f .docmerge/docmerge/large-objects")
    #expect(try packed() > 45 << 10)
    #expect(try container.upkeep.duePacking() == nil)
    try replica.git("config", "--unset", "docmerge.pack")
    #expect(try container.upkeep.duePacking() == .all)
    let packs = try container.upkeep.pack().after
    #expect(packs.loose == 0 && packs.packs == 1)
    #expect(try packed() < 12 << 10)
    #expect(try container.upkeep.duePacking() == nil)
    #expect(try replica.history("a.txt").count == 5)
    try checkSound()
  }

  @Test func `packs that are made one after the other hold a large document once`() throws {
    try replica.initialize()
    try replica.git("config", "docmerge.pack", "false")
    let text = letters(3 << 20)
    for number in 0..<8 {
      try replica.save("a.txt", "\(number)\n\(text)")
      guard number % 2 == 1 else { continue }
      try replica.docmerge("pack")
      #expect(try replica.git("count-objects", "-v").lines.contains("packs: 1"))
      #expect(try packed() < 4 << 10)
    }
    #expect(try replica.history("a.txt").count == 8)
    try checkSound()
  }

  @Test func `many small objects and a few large ones become one pack, but for kept packs`()
    throws
  {
    let replica = try full()
    try replica.git("config", "docmerge.pack", "false")
    try replica.docmerge("pack")
    // Documents that have nothing in common.
    for number in 0..<4 {
      try replica.shell("head -c 11000000 /dev/urandom | base64 > \(number).txt")
      try replica.docmerge("save")
      try replica.git("repack", "-d", "-l", "-q")
    }
    try replica.shell("rm -f .docmerge/docmerge/large-objects .docmerge/docmerge/packed")
    try replica.git("config", "--unset", "docmerge.pack")
    let container = try Container(path: replica.path)
    #expect(try container.upkeep.duePacking() == .all)
    #expect(try container.upkeep.pack().after.packs == 1)
    replica.file(".docmerge/docmerge/packed").setDate(seconds: 1_000_000_000)
    #expect(try container.upkeep.duePacking() == nil)
    try replica.shell(
      "for pack in .docmerge/objects/pack/*.pack; do touch \"${pack%.pack}.keep\"; done")
    try replica.save("a.md", "more\n")
    #expect(try container.upkeep.pack().after.packs == 2)
    #expect(try container.upkeep.pack().after.packs == 2)
    #expect(try container.upkeep.duePacking() == nil)
    try checkSound()
  }

  @Test func `what a killed packing left is cleared away by the next one`() throws {
    let replica = try full()
    for round in 0..<6 {
      let running = replica.program.start(["pack"])
      usleep(UInt32(10_000 + round * 30_000))
      running.kill()
      _ = running.finish()
      try replica.save("a.md", "round \(round)\n")
    }
    for name in ["tmp_pack_abcdef", ".tmp-999999999-pack-abc.pack"] {
      replica.file(".docmerge/objects/pack/\(name)").write([1])
    }
    // What was started by the killed one may still be dying.
    while !Processes.naming(replica.path).isEmpty { usleep(10_000) }
    try replica.docmerge("pack")
    #expect(try replica.history("a.md").count == 7)
    try checkSound()
  }

  @Test func `ends when its time is over`() throws {
    #expect(try full().program.run(["pack", "--budget", "0"]).status == 64)
    try replica.docmerge("pack", "--budget", "60")
    #expect(try loose() == 0)
  }

  @Test func `small packs of many saves become one, and a large one stays`() throws {
    replica.write("large.txt", letters(2 << 20))
    try replica.initialize()
    try replica.docmerge("pack")
    let large = try #require(packs().first)
    try replica.git("config", "docmerge.pack", "false")
    for number in 0..<26 { try replica.save("a.md", "\(number)\n") }
    #expect(try packs().count == 25 && loose() > 0)
    try replica.git("config", "--unset", "docmerge.pack")
    let container = try Container(path: replica.path)
    #expect(try container.upkeep.duePacking() == nil)
    replica.file(".docmerge/docmerge/pack.lock").setDate(seconds: 1_000_000_000)
    #expect(try container.upkeep.duePacking() == .small)
    try replica.docmerge("pack", "--small")
    #expect(try packs().count == 2 && packs().contains(large) && loose() == 0)
    #expect(try replica.history("a.md").count == 26)
    try checkSound()
  }

  @Test func `versions of a document of middle size count, whichever way they are written`() throws
  {
    try replica.initialize()
    let text = letters(1 << 20)
    let notes = replica.file(".docmerge/docmerge/large-objects")
    try replica.save("a.txt", "1\n\(text)")
    let size = try #require(notes.bytes?.count)
    #expect(size > 100)
    try replica.save("a.txt", "2\n\(text)")
    #expect(try #require(notes.bytes?.count) > size + 100)
  }

  private func packs() -> [String] {
    replica.file(".docmerge/objects/pack").names.filter { $0.hasSuffix(".pack") }
  }
}
