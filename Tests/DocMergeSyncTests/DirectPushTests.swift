import DocMergeTestSupport
import Glibc
import Testing

@testable import DocMergeContainer
@testable import DocMergeHistory
@testable import DocMergeObjects
@testable import DocMergeSync

/// Sending to a path without git: the sent objects, the remote afterwards, and the cases left to git.
struct DirectPushTests {
  private let folder = TemporaryFolder()

  private var remote: String { "\(folder.path)/remote.git" }

  private func write(_ name: String, _ text: String, in replica: String = "a") {
    File("\(folder.path)/\(replica)/\(name)").write(Array(text.utf8))
  }

  private func git(_ words: String...) -> Output {
    Program("git", in: folder.path).run(["--git-dir=\(remote)"] + words)
  }

  /// A container with documents that a remote has.
  private func container(documents count: Int) throws -> Container {
    for number in 0..<count { write("d\(number % 7)/note \(number).md", "text \(number)\n") }
    let a = try Container.create(at: "\(folder.path)/a", computer: "A").container
    try a.remotes.add(Remote(name: "origin", url: remote))
    _ = try a.sync(with: "origin")
    return a
  }

  /// The objects that the references of a container bring to a remote.
  private func new(_ container: Container) throws -> NewObjects {
    let there = GitStore(path: remote)
    let references = try there.references(matching: "refs/docmerge/*")
    let state = try references[References.state(container.replica())]
      .map { try StateReader($0, in: container.git) }
    let history = SharedHistory(
      git: container.git, tips: references.values, states: state.map { [$0] } ?? [])
    var new = NewObjects(
      in: container.git, lackingFrom: there, shared: history, checkCancelled: {})
    for (_, id) in try container.remotes.ownReferences() { try new.add(id) }
    return new
  }

  // MARK: Sent references

  @Test(arguments: ["", "\0\0\0\0", "0123"])
  func `a reference of this replica that a power loss damaged is written again`(
    contents: String
  ) throws {
    let a = try container(documents: 3)
    let (state, versions) = try (
      References.state(a.replica()), References.versions(a.replica())
    )
    for name in [state, versions] { File("\(remote)/\(name)").write(Array(contents.utf8)) }
    write("new.md", "new\n")
    let report = try a.sync(with: "origin")
    #expect(report.problems.isEmpty)
    let there = GitStore(path: remote)
    #expect(try there.reference(state) == a.state()?.id)
    #expect(try there.reference(versions) == a.git.reference(versions))
    #expect(git("fsck", "--strict").status == 0)
  }

  // MARK: Sent objects

  @Test(arguments: [10, 1_000])
  func `a change of one document is the same few objects in containers of any size`(
    count: Int
  ) throws {
    let a = try container(documents: count)
    write("d1/note 1.md", "changed\n")
    _ = try a.save()
    // The link, the state, its tree, the clock, the folder of shards, their folder, the shard; the version, its
    // folder, its tree, and the text.
    #expect(try new(a).objects.count == 11)
  }

  @Test func `every object follows all that it names`() throws {
    let a = try container(documents: 3)
    for round in 0..<3 {
      for number in 0..<3 { write("d\(number)/note \(number).md", "round \(round)\n") }
      _ = try a.save()
    }
    var sent: Set<ObjectID> = []
    let there = GitStore(path: remote)
    for (id, _) in try new(a).objects {
      let object = try a.git.object(id)
      let named: [ObjectID] =
        switch object.kind {
        case .blob: []
        case .tree: (Tree(bytes: object.bytes)?.entries ?? []).map(\.id)
        case .commit: Commit(bytes: object.bytes).map { [$0.tree] + $0.parents } ?? []
        }
      #expect(try named.allSatisfy { try sent.contains($0) || there.contains($0) }, "\(id)")
      sent.insert(id)
    }
  }

  @Test func `what a try that broke off has sent is not sent again, and what it lacks is`() throws {
    let a = try container(documents: 3)
    for number in 0..<3 { write("d\(number)/note \(number).md", "changed\n") }
    _ = try a.save()
    let all = try new(a).objects.map(\.id)
    for (number, id) in all.enumerated() where number % 2 == 0 {
      let object = try a.git.object(id)
      try GitStore(path: remote).access { session throws(GitError) in try session.write(object) }
    }
    let rest = all.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    #expect(try new(a).objects.map(\.id) == rest)
    #expect(try a.sync(with: "origin").isSent)
    let fsck = git("fsck", "--strict", "--full", "--no-dangling")
    #expect(fsck.status == 0 && fsck.text.isEmpty, "\(fsck)")
  }

  @Test func `only what a reference leads to counts as there`() throws {
    let a = try container(documents: 3)
    write("d1/note 1.md", "changed\n")
    _ = try a.save()
    let known = try a.git.commits(
      reachableFrom: a.remotes.ownReferences().map(\.id), butNotFrom: [])
    var history = SharedHistory(
      git: a.git, tips: try GitStore(path: remote).references(matching: "refs/*").values, states: []
    )
    let new = Set(try new(a).objects.map(\.id))
    for id in known { #expect(try history.contains(id) != new.contains(id)) }
  }

  // MARK: The remote afterwards

  @Test func `changes, moves and deletions arrive in one pack each time, and the remote is sound`()
    throws
  {
    let a = try container(documents: 20)
    let b = try Container.clone(from: remote, to: "\(folder.path)/b").container
    for round in 0..<6 {
      let before = packs.count
      write("d\(round)/note \(round).md", "round \(round)\n")
      rename("\(a.path)/d1/note 8.md", "\(a.path)/moved \(round).md")
      unlink("\(a.path)/d2/note \(9 + 7 * (round % 2)).md")
      #expect(try a.sync(with: "origin").isSent)
      #expect(packs.count == before + 1)
      write("d3/note 3.md", "by B \(round)\n", in: "b")
      for container in [b, a, b] { _ = try container.sync(with: "origin") }
      let fsck = git("fsck", "--strict", "--full", "--no-dangling")
      #expect(fsck.status == 0 && fsck.text.isEmpty, "\(fsck)")
    }
    #expect(try names(a) == names(b))
    let c = try Container.clone(from: remote, to: "\(folder.path)/c").container
    #expect(try names(c) == names(a))
    let copy = Program("git", in: folder.path).run(["clone", "-q", "--mirror", remote, "copy.git"])
    #expect(copy.status == 0, "\(copy)")
  }

  private func names(_ container: Container) throws -> [String] {
    try container.documents().map(\.path.display).sorted()
  }

  private var packs: [String] {
    File("\(remote)/objects/pack").names.filter { $0.hasSuffix(".pack") }
  }

  @Test func `nothing is sent where the remote has all`() throws {
    let a = try container(documents: 3)
    let before = packs
    #expect(try !a.sync(with: "origin").isSent)
    #expect(try new(a).objects.isEmpty)
    #expect(packs == before)
  }

  // MARK: Who has a say

  @Test(arguments: [
    "hooks/pre-receive", "hooks/update", "hooks/post-receive", "hooks/post-update",
    "hooks/reference-transaction", "hooks/proc-receive", "shallow", "objects/info/alternates",
  ])
  func `a remote with programs of its owner, or with objects elsewhere, is left to git`(
    name: String
  ) throws {
    _ = try container(documents: 1)
    let open = OpenRemote(path: remote, git: GitStore(path: remote))
    #expect(try open.isOpen())
    File("\(remote)/\(name)").write([])
    #expect(try !open.isOpen())
  }

  @Test(arguments: [
    "receive.fsckObjects", "transfer.fsckObjects", "receive.maxInputSize", "core.hooksPath",
    "receive.denyNonFastForwards", "transfer.hideRefs", "core.sharedRepository",
  ])
  func `a remote whose settings git obeys is left to git`(key: String) throws {
    let a = try container(documents: 1)
    #expect(git("config", key, key.hasSuffix("ath") ? "/nowhere" : "1").status == 0)
    #expect(try !OpenRemote(path: remote, git: GitStore(path: remote)).isOpen())
    write("new.md", "new\n")
    let before = packs.count
    // Whether a hidden reference arrived cannot be seen; git, which sends to shared repositories, unpacks few objects.
    if ["transfer.hideRefs", "core.sharedRepository"].contains(key) { return }
    #expect(try a.sync(with: "origin").isSent)
    // libgit2 makes a pack for each reference.
    #expect(packs.count == before + 2)
  }

  @Test(arguments: [
    ["extensions.objectFormat=sha256"], ["extensions.foo=1"], ["extensions.refStorage=reftable"],
  ])
  func `a repository of another form is refused, and nothing is written into it`(
    settings: [String]
  ) throws {
    let a = try container(documents: 1)
    for setting in settings + ["core.repositoryformatversion=1"] {
      let parts = setting.split(separator: "=").map(String.init)
      // git itself does not open it any more.
      try Program("git", in: folder.path).run(
        ["config", "-f", "\(remote)/config", parts[0], parts[1]], exits: 0)
    }
    let (before, references) = (packs, try GitStore(path: remote).references(matching: "refs/*"))
    write("new.md", "new\n")
    #expect(throws: (any Error).self) { try a.sync(with: "origin") }
    #expect(packs == before)
    #expect(try GitStore(path: remote).references(matching: "refs/*") == references)
  }

  // MARK: What other programs do meanwhile, or left

  @Test func `an object whose file is empty is sent again`() throws {
    let a = try container(documents: 3)
    write("new.md", "new\n")
    _ = try a.save()
    let id = try #require(try new(a).objects.map(\.id).first { try a.git.header($0).kind == .blob })
    let name = id.description
    mkdir("\(remote)/objects/\(name.prefix(2))", 0o755)
    let loose = File("\(remote)/objects/\(name.prefix(2))/\(name.dropFirst(2))")
    loose.write([])
    #expect(try a.sync(with: "origin").isSent)
    loose.remove()
    let fsck = git("fsck", "--strict", "--full", "--no-dangling")
    #expect(fsck.status == 0 && fsck.text.isEmpty, "\(fsck)")
  }

  @Test func `packs that came since are kept from a repack, and then let go`() throws {
    _ = try container(documents: 3)
    let kept = try KeptPacks(of: GitStore(path: remote))
    var batch = ObjectBatch()
    let id = try batch.add(GitObject(kind: .blob, bytes: Array("of nobody\n".utf8)))
    try batch.flushAsPack(into: GitStore(path: remote))
    try kept.keepNew()
    #expect(git("repack", "-a", "-d", "-q").status == 0)
    #expect(git("cat-file", "-e", "\(id)").status == 0)
    kept.release()
    #expect(!File("\(remote)/objects/pack").names.contains { $0.hasSuffix(".keep") })
    #expect(git("repack", "-a", "-d", "-q").status == 0)
    #expect(git("cat-file", "-e", "\(id)").status != 0)
  }

  @Test func `programs that keep the same packs at once do not fail each other`() async throws {
    _ = try container(documents: 3)
    for round in 0..<40 {
      let senders = try (0..<2).map { _ in try KeptPacks(of: GitStore(path: remote)) }
      var batch = ObjectBatch()
      _ = try batch.add(GitObject(kind: .blob, bytes: Array("of round \(round)\n".utf8)))
      try batch.flushAsPack(into: GitStore(path: remote))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for sender in senders { group.addTask { try sender.keepNew() } }
        try await group.waitForAll()
      }
      for sender in senders { sender.release() }
    }
    #expect(!File("\(remote)/objects/pack").names.contains { $0.hasSuffix(".keep") })
  }

  @Test func `a tree that is here without its contents does not block a sync`() throws {
    let a = try container(documents: 3)
    let b = try Container.clone(from: remote, to: "\(folder.path)/b").container
    write("new.md", "new\n")
    _ = try a.save()
    let trees = try new(a).objects.map(\.id).filter { try a.git.header($0).kind == .tree }
    for id in trees {
      let object = try a.git.object(id)
      // A state's folders name each other; those of the version name the text alone.
      guard let entries = Tree(bytes: object.bytes)?.entries,
        entries.allSatisfy({ $0.mode != .folder })
      else { continue }
      try b.git.access { session throws(GitError) in try session.write(object) }
    }
    _ = try a.sync(with: "origin")
    _ = try b.sync(with: "origin")
    #expect(try names(a) == names(b))
  }
}
