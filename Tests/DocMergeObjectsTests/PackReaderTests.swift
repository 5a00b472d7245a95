import DocMergeTestSupport
import Glibc
import Testing

@testable import DocMergeObjects

/// Packs as git writes them, read without libgit2, which is the oracle.
struct PackReaderTests {
  private let folder = TemporaryFolder()
  private let git: GitStore

  init() throws {
    try GitStore.create(path: "\(folder.path)/git")
    git = GitStore(path: "\(folder.path)/git")
  }

  private func plainGit(_ words: [String], input: [UInt8] = []) throws {
    try Program("git", in: folder.path).run(["--git-dir=git"] + words, exits: 0, input: input)
  }

  /// Writes objects of all kinds and sizes; some are alike, so that git makes deltas of them.
  private func write(seed: Int) throws -> [ObjectID] {
    var generator = SeededGenerator(seed: seed)
    var batch = ObjectBatch()
    var ids: [ObjectID] = []
    let common = (1...200).map { _ in String(generator.next(), radix: 36) }.joined(separator: "\n")
    for number in 0..<42 {
      let size = [0, 1, 15, 16, 2_047, 2_048, 70_000][number % 7]
      let noise = generator.next()
      var bytes = (0..<size).map { UInt8(truncatingIfNeeded: noise >> UInt64($0 % 57)) }
      if number % 3 == 0 { bytes += Array(common.utf8) }
      let blob = try batch.add(GitObject(kind: .blob, bytes: bytes))
      var folder = Tree()
      folder.entries = [.init(name: Array("\(number)".utf8), mode: .file, id: blob)]
      let tree = try batch.add(folder.object)
      let person = Commit.Signature(
        person: Person(name: "Anna", email: "anna@example.org"), seconds: 1_000_000_000)
      let commit = try batch.add(
        Commit(
          tree: tree, parents: [], author: person, committer: person, message: "\(number)\n"
        ).object)
      ids += [blob, tree, commit]
    }
    try batch.flush(into: git)
    return ids
  }

  private func repack(_ ids: [ObjectID], _ words: String...) throws {
    let lines = ids.enumerated().map { "create refs/tags/\($0) \($1)\n" }.joined()
    try plainGit(["update-ref", "--stdin"], input: Array(lines.utf8))
    try plainGit(["repack", "-adfq"] + words)
    try git.refresh()
  }

  private var packPath: String {
    let names = File("\(folder.path)/git/objects/pack").names
    return "\(folder.path)/git/objects/pack/\(names.first { $0.hasSuffix(".pack") } ?? "")"
  }

  @Test(arguments: ["--depth=0", "--depth=50"], [false, true])
  func `objects are as libgit2 reads them, or left to it`(depth: String, isForeign: Bool) throws {
    let ids = try write(seed: 1)
    try repack(ids, depth)
    let reader = PackReader(repository: "\(folder.path)/git", isForeign: isForeign)
    var read = 0
    for id in ids {
      let object = try git.object(id)
      #expect(reader.contains(id))
      let header = reader.header(of: id)
      #expect(header == nil || header == .init(kind: object.kind, size: object.bytes.count))
      guard let found = reader.object(id) else { continue }
      #expect(found == object)
      read += 1
    }
    #expect(depth == "--depth=0" ? read == ids.count : read > ids.count / 2 && read < ids.count)
    let missing = try GitObject(kind: .blob, bytes: Array("nowhere".utf8)).id
    #expect(!reader.contains(missing) && reader.header(of: missing) == nil)
    let whole = git.forMuchReading()
    for id in ids { #expect(try whole.object(id) == git.object(id)) }
    for id in ids { #expect(try whole.header(id) == git.header(id)) }
    #expect(throws: GitError.self) { try whole.object(missing) }
  }

  @Test func `sizes are limited as without it`() throws {
    let ids = try write(seed: 2)
    try repack(ids, "--depth=0")
    let whole = git.forMuchReading()
    let large = try #require(ids.first { id in (try? git.header(id).size) ?? 0 > 60_000 })
    #expect(throws: GitError.self) { try whole.bytes(large, .blob, atMost: 60_000) }
    #expect(try whole.bytes(large, .blob, atMost: 100_000) == git.bytes(large, .blob))
  }

  /// Whatever is wrong with a pack or its index: no other bytes than the right ones, and no crash.
  @Test(arguments: 0..<40)
  func `damage is never taken for an object`(seed: Int) throws {
    let ids = try write(seed: 3)
    try repack(ids, "--depth=0")
    let objects = try ids.map { try git.object($0) }
    var generator = SeededGenerator(seed: seed)
    let path = generator.once(in: 2) ? packPath : packPath.dropLast(4) + "idx"
    var bytes = File(path).bytes ?? []
    switch seed % 4 {
    case 0: bytes.removeLast(generator.number(1...bytes.count - 1))
    case 1: bytes.replaceSubrange(8..<1032, with: (8..<1032).map { _ in UInt8.max })
    default:
      for _ in 0..<generator.number(1...400) {
        bytes[generator.number(0...bytes.count - 1)] ^= UInt8(generator.number(1...255))
      }
    }
    // A file of its own: what libgit2 has mapped stays as it was.
    try Program("rm", in: folder.path).run(["-f", String(path)], exits: 0)
    File(String(path)).write(bytes)
    let reader = PackReader(repository: "\(folder.path)/git")
    for (id, object) in zip(ids, objects) {
      if let found = reader.object(id) { #expect(found == object) }
      _ = reader.header(of: id)
    }
  }

  @Test func `a foreign pack that is cut off while it is read ends nothing`() throws {
    let ids = try write(seed: 5)
    try repack(ids, "--depth=0")
    let reader = PackReader(repository: "\(folder.path)/git", isForeign: true)
    #expect(ids.allSatisfy { reader.object($0) != nil })
    let index = packPath.dropLast(4) + "idx"
    for path in [packPath, String(index)] {
      try #require(chmod(path, 0o600) == 0 && truncate(path, 100) == 0)
    }
    #expect(ids.allSatisfy { reader.contains($0) })
    #expect(!ids.contains { reader.object($0) != nil })
    #expect(!PackReader(repository: "\(folder.path)/git", isForeign: true).contains(ids[0]))
  }

  @Test func `files that are no pack are passed over`() throws {
    let ids = try write(seed: 4)
    try repack(ids, "--depth=0")
    let place = "\(folder.path)/git/objects/pack"
    for name in ["pack-1.idx", "pack-2.pack", "pack-3.idx", "pack-3.pack", ".idx"] {
      File("\(place)/\(name)").write([])
    }
    File("\(place)/pack-4.idx").link(to: "/dev/zero")
    let reader = PackReader(repository: "\(folder.path)/git")
    #expect(ids.allSatisfy { reader.object($0) != nil })
    #expect(!PackReader(repository: "/nonexistent").contains(ids[0]))
  }
}
