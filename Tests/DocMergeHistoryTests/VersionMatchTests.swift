import DocMergeCore
import DocMergeStoreSamples
import DocMergeTestSupport
import Testing

@testable import DocMergeHistory
@testable import DocMergeObjects

/// A commit that is found to be a version's without being read is one that says so when it is read.
struct VersionMatchTests {
  private let path = Samples.path("Notes/to do 100%.md")
  private let parents = [Samples.object(7), Samples.object(8)]

  private func version(_ generator: inout SeededGenerator) -> Version {
    var version = Samples.version(3, kind: generator.once(in: 2) ? .file : .executable)
    version.size = Int64(generator.number(0...99_999))
    version.date = Timestamp(
      seconds: Int64(generator.number(0...9_000_000_000)),
      nanoseconds: Int64(generator.number(0...999_999_999)))
    version.author = Person(name: "Zoë <\(generator.number(0...9))>", email: "zoë@example.org")
    version.computer = generator.once(in: 3) ? "" : "Zoë's laptop"
    return version
  }

  private func note(
    _ version: Version, _ subject: String, _ strategy: String? = nil
  ) -> VersionNote {
    VersionNote(
      subject: subject, document: Samples.document(1), path: path, kind: version.content.kind,
      size: version.size, replica: version.replica, computer: version.computer,
      operation: strategy == nil ? .save : .resolve, strategy: strategy, date: version.date)
  }

  private func commit(
    _ version: Version, subject: String = "Save to do.md", parents: [ObjectID]? = nil
  ) -> Commit {
    let author = Commit.Signature(person: version.author, seconds: 1_763_700_000)
    return Commit(
      tree: Samples.object(5), parents: parents ?? self.parents, author: author, committer: author,
      message: note(version, subject).message)
  }

  private func match(_ version: Version) -> VersionMatch {
    VersionMatch(version: version, document: Samples.document(1), path: path)
  }

  /// What reading the commit finds: its links, if it is the version's.
  private func read(_ bytes: [UInt8], _ version: Version) -> VersionMatch.Links? {
    guard let commit = Commit(strict: bytes), let note = VersionNote(message: commit.message),
      note.document == Samples.document(1), note.path == path, note.kind == version.content.kind,
      note.size == version.size, note.replica == version.replica,
      note.computer == version.computer, note.date == version.date,
      commit.author.person == version.author
    else { return nil }
    return .init(tree: commit.tree, parents: commit.parents)
  }

  @Test(arguments: [
    "Save a.md", "", "two\n\nparagraphs", "Docmerge-Size: 99", "é\n\n\n", "ends \n",
  ])
  func `the commit of a version is found to be it`(subject: String) throws {
    for seed in 0..<20 {
      var generator = SeededGenerator(seed: seed)
      let version = version(&generator)
      for parents in [[], parents] {
        let commit = commit(version, subject: subject, parents: parents)
        let links = VersionMatch.Links(tree: commit.tree, parents: parents)
        #expect(match(version).links(in: commit.object.bytes) == links)
        #expect(read(commit.object.bytes, version) == links)
      }
    }
  }

  @Test(arguments: 0..<300)
  func `a spoilt commit is never found to be what it does not say`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let version = version(&generator)
    let whole = commit(version, subject: String(repeating: "words\n", count: 160)).object.bytes
    // Many of the bytes are words, which may be others.
    var found = 0
    for _ in 0..<30 {
      var bytes = whole
      for _ in 0..<generator.number(1...2) {
        let place = generator.number(0...bytes.count - 1)
        switch generator.number(0...3) {
        case 0: bytes[place] = UInt8(generator.number(0...255))
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(bytes[place], at: place)
        default: bytes[place] ^= 0x20
        }
      }
      guard let links = match(version).links(in: bytes) else { continue }
      found += 1
      #expect(read(bytes, version) == links, "\(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(found > 0)
  }

  @Test func `any false statement about it is detected`() {
    var generator = SeededGenerator(seed: 1)
    let version = version(&generator)
    let bytes = commit(version).object.bytes
    let falsifications: [(inout Version) -> Void] = [
      { $0.size += 1 }, { $0.size = -1 }, { $0.date.nanoseconds += 1 },
      { $0.date.nanoseconds = -1 },
      { $0.author = Person(name: "Eve", email: $0.author.email) },
      { $0.author = Person(name: $0.author.name, email: "eve@example.org") },
      { $0.replica = Samples.replica(9) }, { $0.computer += "s" }, { $0.content.kind = .symlink },
    ]
    for falsify in falsifications {
      var other = version
      falsify(&other)
      #expect(match(other).links(in: bytes) == nil)
    }
    let stranger = VersionMatch(version: version, document: Samples.document(2), path: path)
    #expect(stranger.links(in: bytes) == nil)
    let renamed = VersionMatch(
      version: version, document: Samples.document(1), path: Samples.path("Notes/to do 100%.m"))
    #expect(renamed.links(in: bytes) == nil)
  }

  @Test func `no size is no size that is less than none`() {
    var generator = SeededGenerator(seed: 1)
    var version = version(&generator)
    version.size = 123_456
    let text = String(decoding: commit(version).object.bytes, as: UTF8.self)
    version.size = -1
    #expect(match(version).links(in: Array(text.replacing("123456", with: "").utf8)) == nil)
    #expect(match(version).links(in: Array(text.replacing("123456", with: "-1").utf8)) == nil)
  }

  @Test func `a computer cannot bring lines of its own`() throws {
    var generator = SeededGenerator(seed: 1)
    var version = version(&generator)
    version.computer = "laptop"
    let text = String(decoding: commit(version).object.bytes, as: UTF8.self)
    let bytes = Array(text.replacing("laptop", with: "laptop\nDocmerge-Size: 1").utf8)
    var other = version
    other.computer = "laptop\nDocmerge-Size: 1"
    #expect(match(other).links(in: bytes) == nil)
  }

  @Test func `a version that is not written in the usual way is left to be read`() {
    var generator = SeededGenerator(seed: 1)
    let version = version(&generator)
    var commit = commit(version)
    commit.committer.person = Person(name: "Eve", email: "eve@example.org")
    #expect(match(version).links(in: commit.object.bytes) == nil)
    #expect(read(commit.object.bytes, version) != nil)
    commit.committer = commit.author
    commit.proof = "a signature"
    #expect(match(version).links(in: commit.object.bytes) == nil)
    commit.proof = nil
    commit.message = note(version, "Resolve", "merge").message
    #expect(match(version).links(in: commit.object.bytes) == nil)
    #expect(read(commit.object.bytes, version) != nil)
    let many = (0...Limits.versions).map(Samples.object)
    commit = self.commit(version, parents: many)
    #expect(match(version).links(in: commit.object.bytes) == nil)
  }

  @Test(arguments: ["a.md", "Notes/a.md", "a/b/c/d e.md"])
  func `the trees of one document are known by their ids`(path: String) throws {
    let path = Samples.path(path)
    for mode in [Tree.Mode.file, .executable, .symlink, .folder] {
      let trees = try Tree.alone(at: path.components, mode, Samples.object(4))
      #expect(Tree.idsAlone(at: path.bytes, mode, Samples.object(4)) == trees.map(\.id))
    }
  }
}
