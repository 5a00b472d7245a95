import DocMergeCore
import DocMergeTestSupport
import Glibc
import Testing

@testable import DocMergeStore

/// Sending to a path without git: what is sent, what lies there afterwards, and where it is left to git.
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
    try a.addRemote(Remote(name: "origin", url: remote))
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
    for (_, id) in try container.ownReferences() { try new.add(id) }
    return new
  }

  // MARK: What is sent

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

  @Test func `every object comes after all that it names`() throws {
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
      reachableFrom: a.ownReferences().map(\.id), butNotFrom: [])
    var history = SharedHistory(
      git: a.git, tips: try GitStore(path: remote).references(matching: "refs/*").values, states: []
    )
    let new = Set(try new(a).objects.map(\.id))
    for id in known { #expect(try history.contains(id) != new.contains(id)) }
  }

  // MARK: What is there afterwards

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
    "receive.denyNonFastForwards", "transfer.hideRefs",
  ])
  func `a remote whose settings git obeys is left to git`(key: String) throws {
    let a = try container(documents: 1)
    #expect(git("config", key, key.hasSuffix("ath") ? "/nowhere" : "1").status == 0)
    #expect(try !OpenRemote(path: remote, git: GitStore(path: remote)).isOpen())
    write("new.md", "new\n")
    let before = packs.count
    if key == "transfer.hideRefs" { return }
    #expect(try a.sync(with: "origin").isSent)
    // libgit2 makes a pack for each reference.
    #expect(packs.count == before + 2)
  }
}
