import DocMergeCore
import DocMergeStoreSamples
import DocMergeTestSupport
import Glibc
import Testing

@testable import DocMergeContainer
@testable import DocMergeFolder
@testable import DocMergeHistory
@testable import DocMergeSync
@testable import DocMergeSystem
@testable import DocMergeUpkeep

/// Documents that are not where the state says, or that another one was found in the place of.
struct UnsettledTests {
  private let folder = TemporaryFolder()
  private var remote: String { "\(folder.path)/remote.git" }

  /// The path in the folder of `a`, where others edit, or `b`, which is looked at.
  private func file(_ place: String) -> File { File("\(folder.path)/\(place)") }

  /// Two replicas with these documents; the other one on demand or not.
  private func replicas(
    _ documents: [String: String], isOnDemand: Bool
  ) throws -> (a: Container, b: Container) {
    for (name, text) in documents { file("a/\(name)").write(Array(text.utf8)) }
    let a = try Container.create(at: "\(folder.path)/a", computer: "A").container
    try a.remotes.add(Remote(name: "origin", url: remote))
    _ = try a.sync(with: "origin")
    let b = try Container.clone(from: remote, to: "\(folder.path)/b", isOnDemand: isOnDemand)
    return (a, b.container)
  }

  private func sync(_ containers: Container...) throws {
    for container in containers { _ = try container.sync(with: "origin") }
  }

  private func names(_ container: Container) -> Set<String> {
    Set(File(container.path).names).subtracting([".docmerge"])
  }

  /// The contents of the folder, by name: the text, or the name of the document that a placeholder stands for.
  private func places(
    _ container: Container, _ names: [DocumentID: String] = [:]
  ) throws -> [String: String] {
    var result: [String: String] = [:]
    for name in self.names(container) {
      let path = SystemPath("\(container.path)/\(name)")
      if let placeholder = Placeholder.at(path) {
        result[name] = names[placeholder.document] ?? "?"
      } else {
        result[name] = String(decoding: try Files.read(path).bytes, as: UTF8.self)
      }
    }
    return result
  }

  // MARK: Killed between the folder and the index

  /// What takes the name that another document had.
  enum Newcomer: CaseIterable {
    case new, renamed
  }

  @Test(arguments: Newcomer.allCases, [true, false])
  func `what a killed sync put in the place of a document that was moved is not taken for that`(
    newcomer: Newcomer, isOnDemand: Bool
  ) throws {
    let (a, b) = try replicas(["p": "old\n", "m": "other\n"], isOnDemand: isOnDemand)
    let ids = Dictionary(
      uniqueKeysWithValues: try b.index.entries().map { ($0.path.display, $0.id) })
    let before = (entries: try b.index.entries(), reached: try #require(try b.index.reached()))
    file("a/p").move(to: file("a/q"))
    _ = try a.save()
    if newcomer == .new {
      file("a/p").write(Array("new\n".utf8))
    } else {
      file("a/m").move(to: file("a/p"))
    }
    try sync(a, b)
    // As if killed before the index was noted; then a file that is in its place already is moved.
    let new = try b.index.entries().filter { entry in !before.entries.contains { $0.id == entry.id }
    }
    try b.index.change(new.map { .remove($0.id) })
    try b.index.change(before.entries.map { .put($0) } + [.reached(before.reached)])
    file("b/q").move(to: file("b/r"))
    let report = try b.save()
    #expect(report.skipped.isEmpty && report.notInPlace.isEmpty)
    _ = try b.save()
    let (y, m) = (try #require(ids["p"]), try #require(ids["m"]))
    var names = [y: "y", m: "m"]
    for entry in new { names[entry.id] = "n" }
    let now = try places(b, names)
    if isOnDemand {
      let rest = newcomer == .new ? ["p": "n", "m": "m"] : ["p": "m"]
      #expect(now == rest.merging(["r": "y"]) { first, _ in first })
    } else {
      #expect(now["p"] == (newcomer == .new ? "new\n" : "other\n") && now["r"] == "old\n")
      // No document has got the text of another one.
      #expect(now["q"] == nil || now["q"] == "old\n")
    }
    #expect(try b.save() == SaveReport())
  }

  @Test(arguments: [true, false])
  func `a placeholder that made room for another one keeps its name, and its place, after a crash`(
    isFirst: Bool
  ) throws {
    let (_, b) = try replicas(["a.md": "a\n", "b.md": "b\n"], isOnDemand: true)
    let entries = try b.index.entries().sorted { $0.id < $1.id }
    let (over, under) = (entries[isFirst ? 0 : 1], entries[isFirst ? 1 : 0])
    let reached = try #require(try b.index.reached())
    file("b/\(over.path.display)").move(to: file("b/\(under.path.display)"))
    _ = try b.save()
    // As if killed once the state was written.
    let aside = under.path.suffixed(String(under.id.description.prefix(8)))
    let last = under.path.suffixed(String(entries[1].id.description.prefix(8))).display
    let first = under.path.display
    if !isFirst {
      file("b/\(first)").move(to: file("b/\(aside.display)"))
      file("b/\(last)").move(to: file("b/\(first)"))
    }
    var noted = under
    noted.path = aside
    try b.index.change([.put(over), .put(noted), .unsettle(under.id), .reached(reached)])
    let report = try b.save()
    #expect(report.skipped.isEmpty && report.moved.isEmpty && report.notInPlace.isEmpty)
    #expect(
      try places(b, [over.id: "over", under.id: "under"])
        == (isFirst ? [first: "over", last: "under"] : [first: "under", last: "over"]))
    #expect(try b.state()?.record(under.id)?.name == under.path)
    #expect(try b.save() == SaveReport())
  }

  @Test func `the moved placeholder of a document that is gone goes, whatever came to its place`()
    throws
  {
    let (a, b) = try replicas(["a.md": "old\n"], isOnDemand: true)
    let (old, reached) = (try b.index.entries()[0], try #require(try b.index.reached()))
    file("a/a.md").remove()
    _ = try a.save()
    file("a/a.md").write(Array("new\n".utf8))
    try sync(a, b)
    let new = try #require(try b.index.entries().first)
    #expect(new.id != old.id)
    try b.index.change([.remove(new.id), .put(old), .reached(reached)])
    file("b/a.md").remove()
    file("b/z.md").link(to: String(decoding: Placeholder(old.id).target, as: UTF8.self))
    let report = try b.save()
    #expect(report.skipped.isEmpty && report.notInPlace.isEmpty && report.moved.isEmpty)
    #expect(try places(b, [new.id: "new"]) == ["a.md": "new"])
    #expect(try b.save() == SaveReport())
  }

  @Test func `a copy of the placeholder of a document that is gone goes`() throws {
    let (a, b) = try replicas(["a.md": "old\n"], isOnDemand: true)
    let id = try b.index.entries()[0].id
    file("b/z.md").link(to: String(decoding: Placeholder(id).target, as: UTF8.self))
    #expect(try b.save().skipped.map(\.path.display) == ["z.md"])
    file("a/a.md").remove()
    try sync(a, b)
    let report = try b.save()
    #expect(report.skipped.isEmpty)
    #expect(names(b).isEmpty)
  }

  @Test
  func `what was evicted is its document under another name, where a crash left its contents`()
    throws
  {
    let (_, b) = try replicas(["a.md": "long enough\n"], isOnDemand: false)
    var entry = try b.index.entries()[0]
    // The entry as it is noted before the link is in its place.
    file("b/link").link(to: String(decoding: Placeholder(entry.id).target, as: UTF8.self))
    let link = try #require(try FileStatus.of(SystemPath("\(b.path)/link")))
    entry.fingerprint = Fingerprint(link)
    entry.seen = Timestamp(nanoseconds: 0)
    try b.index.change([.put(entry)])
    file("b/link").remove()
    file("b/a.md").move(to: file("b/b.md"))
    let report = try b.save()
    #expect(report.moved.count == 1 && report.added.isEmpty && report.removed.isEmpty)
  }

  @Test(arguments: [true, false])
  func `what was downloaded is edited, or renamed, where a crash left it unnoted`(
    isEdited: Bool
  ) throws {
    let (_, b) = try replicas(["a.md": "one\n"], isOnDemand: true)
    let id = try b.index.entries()[0].id
    let placeholder = try b.index.entries()[0]
    _ = try b.local.download([id])
    var entry = try b.index.entries()[0]
    (entry.content, entry.seen) = (placeholder.content, Timestamp(nanoseconds: 0))
    try b.index.change([.put(entry)])
    if isEdited {
      #expect(Program("sh", in: b.path).run(["-c", "echo two >> a.md"]).status == 0)
    } else {
      file("b/a.md").move(to: file("b/b.md"))
    }
    let report = try b.save()
    #expect(report.modified.count == (isEdited ? 1 : 0) && report.moved.count == (isEdited ? 0 : 1))
    #expect(report.added.isEmpty && report.conflicts.isEmpty && report.skipped.isEmpty)
    #expect(try places(b) == (isEdited ? ["a.md": "one\ntwo\n"] : ["b.md": "one\n"]))
  }

  @Test(arguments: [true, false])
  func `a document that had to make room, and was not moved on, is found`(isWaiting: Bool) throws {
    let (a, b) = try replicas(["a.md": "a\n", "b.md": "b\n"], isOnDemand: false)
    let before = (entries: try b.index.entries(), reached: try #require(try b.index.reached()))
    let old = try #require(before.entries.first { $0.path.display == "a.md" })
    file("a/a.md").move(to: file("a/z.md"))
    try sync(a, b)
    file("b/z.md").move(to: file("b/\(DisplacedDocuments.place(of: old.id).display)"))
    try b.index.change([.put(old)] + (isWaiting ? [.unsettle(old.id)] : [.reached(before.reached)]))
    #expect(try b.save() == SaveReport())
    #expect(names(b) == ["b.md", "z.md"])
    let now = try #require(try FileStatus.of(b.root.appending(Samples.path("z.md"))))
    #expect(now.inode == old.fingerprint.inode)
    #expect(try b.index.unsettled().isEmpty && b.documents().count == 2)
  }

  // MARK: Not in place

  /// A package that cannot be replaced, since it holds what no version keeps.
  private func withUnkept(isOnDemand: Bool) throws -> (a: Container, b: Container) {
    let (a, b) = try replicas(
      ["p.textbundle/text.md": "one\n", "b.md": "one\n", "c.md": "one\n"], isOnDemand: isOnDemand)
    _ = try b.local.download(try b.index.entries().filter { $0.path.display != "c.md" }.map(\.id))
    #expect(mkfifo("\(b.path)/p.textbundle/pipe", 0o600) == 0)
    for name in ["p.textbundle/text.md", "b.md"] { file("a/\(name)").write(Array("two\n".utf8)) }
    file("a/new.md").write(Array("new\n".utf8))
    try sync(a)
    #expect(try b.sync(with: "origin").saved.notInPlace.count == 1)
    return (a, b)
  }

  @Test func `a document not in its place is put there later, whatever is downloaded meanwhile`()
    throws
  {
    let (a, b) = try withUnkept(isOnDemand: true)
    let c = try #require(try b.index.entries().first { $0.path.display == "c.md" })
    #expect(try b.local.download([c.id]).downloaded.count == 1)
    #expect(try b.upkeep.verify().faults.isEmpty)
    #expect(try b.sync(with: "origin").saved.notInPlace.count == 1)
    file("b/p.textbundle/pipe").remove()
    #expect(try b.sync(with: "origin").saved.notInPlace.isEmpty)
    #expect(file("b/p.textbundle/text.md").bytes == Array("two\n".utf8))
    #expect(try b.index.unsettled().isEmpty)
    #expect(try a.state()?.conflicts().isEmpty == true)
  }

  @Test func `a sync is undone in the folder too where something was not in its place`() throws {
    let (_, b) = try withUnkept(isOnDemand: false)
    #expect(try b.undo().kind == .sync)
    #expect(file("b/b.md").bytes == Array("one\n".utf8))
    #expect(names(b) == ["b.md", "c.md", "p.textbundle"])
    #expect(try b.save() == SaveReport())
    #expect(try b.documents().allSatisfy { !$0.isInConflict })
  }

  @Test(arguments: [true, false])
  func `a document beside an obstacle gets its name when that is gone`(isOnDemand: Bool) throws {
    let (a, b) = try replicas(["a.md": "a\n"], isOnDemand: isOnDemand)
    if isOnDemand {
      let id = try b.index.entries()[0].id
      file("b/c.md").link(to: String(decoding: Placeholder(id).target, as: UTF8.self))
    } else {
      #expect(mkfifo("\(b.path)/c.md", 0o600) == 0)
    }
    file("a/c.md").write(Array("c\n".utf8))
    try sync(a, b)
    let aside = try #require(names(b).first { $0.hasPrefix("c (") })
    #expect(names(b) == ["a.md", "c.md", aside])
    _ = try b.save()
    #expect(names(b) == ["a.md", "c.md", aside])
    file("b/c.md").remove()
    try sync(b)
    #expect(names(b) == ["a.md", "c.md"])
    #expect(try b.index.unsettled().isEmpty)
    #expect(try b.save() == SaveReport())
    #expect(try a.state()?.allRecords().count == 2)
  }

  @Test func `the index says of whom it forgets that another document is in its place`() throws {
    let (_, b) = try replicas(["a.md": "a\n", "b.md": "b\n"], isOnDemand: false)
    let entries = try b.index.entries().sorted { $0.path < $1.path }
    var (one, two) = (entries[0], entries[1])
    swap(&one.path, &two.path)
    try b.index.change([.put(one), .put(two)])
    #expect(try b.index.unsettled().isEmpty && b.index.count() == 2)
    one.path = two.path
    try b.index.change([.put(one)])
    #expect(try b.index.unsettled() == [two.id] && b.index.count() == 1)
    try b.index.clear()
    #expect(try b.index.unsettled().isEmpty)
  }

  @Test func `a file put in the place of a placeholder that is to go stays`() throws {
    let (a, b) = try replicas(["x.md": "x\n", "y.md": "y\n"], isOnDemand: true)
    let (x, y) = (
      try #require(try b.index.entry(at: Samples.path("x.md"))).id,
      try #require(try b.index.entry(at: Samples.path("y.md"))).id
    )
    _ = try b.local.download([y])
    file("a/x.md").remove()
    try sync(a, b)
    file("b/y.md").remove()
    file("b/y.md").link(to: String(decoding: Placeholder(x).target, as: UTF8.self))
    let changes = try b.changes(in: .all)
    #expect(changes.stale.count == 1 && changes.removed.count == 1)
    // Before it is removed.
    file("b/y.md").remove()
    file("b/y.md").write(Array("mine\n".utf8))
    var saver = try ChangeSaver(
      container: b, base: try b.state(), message: nil, waitsForWriters: true)
    try saver.save(changes)
    let report = try saver.commit(.save, updatesFolder: true)
    #expect(report.removed.isEmpty && file("b/y.md").bytes == Array("mine\n".utf8))
    #expect(try b.save().modified.map(\.display) == ["y.md"])
    #expect(try b.documents().map(\.id) == [y])
  }
}
