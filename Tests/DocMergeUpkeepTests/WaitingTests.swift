import DocMergeCore
import DocMergeObjects
import DocMergeTestSupport
import Glibc
import Testing

@testable import DocMergeContainer
@testable import DocMergeFolder
@testable import DocMergeHistory
@testable import DocMergeSync
@testable import DocMergeSystem
@testable import DocMergeUpkeep

/// The effects of documents that wait, or that are beside an obstacle, on all others.
struct WaitingTests {
  private let folder = TemporaryFolder()

  private func file(_ place: String) -> File { File("\(folder.path)/\(place)") }

  private func path(_ name: String) throws -> DocumentPath { try #require(DocumentPath(name)) }

  /// Two replicas with these documents, which meet at a remote.
  private func replicas(
    _ documents: [String: String], isOnDemand: Bool = false
  ) throws -> (a: Container, b: Container) {
    for (name, text) in documents { file("a/\(name)").write(Array(text.utf8)) }
    let a = try Container.create(at: "\(folder.path)/a", computer: "A").container
    let remote = "\(folder.path)/remote.git"
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

  private func id(_ name: String, in container: Container) throws -> DocumentID {
    try #require(try container.documents().first { $0.path.display == name }).id
  }

  /// A document that waits: a package with a file in its place that no version keeps.
  private func withWaiting(isOnDemand: Bool = false) throws -> (a: Container, b: Container) {
    let (a, b) = try replicas(
      ["p.textbundle/text.md": "one\n", "b.md": "one\n", "c.md": "one\n"], isOnDemand: isOnDemand)
    if isOnDemand { _ = try b.local.download([id("p.textbundle", in: b)]) }
    #expect(mkfifo("\(b.path)/p.textbundle/pipe", 0o600) == 0)
    file("a/p.textbundle/text.md").write(Array("two\n".utf8))
    try sync(a)
    #expect(try b.sync(with: "origin").saved.notInPlace.map(\.path.display) == ["p.textbundle"])
    return (a, b)
  }

  // MARK: Others

  @Test func `a waiting document is no failure of changes to others`() throws {
    let (_, b) = try withWaiting(isOnDemand: true)
    let report = try b.local.download([try id("c.md", in: b), try id("b.md", in: b)])
    #expect(report.isComplete && report.downloaded.map(\.display) == ["b.md", "c.md"])
    try b.move(try id("c.md", in: b), to: try path("d.md"))
    try b.delete([try id("b.md", in: b)])
    #expect(names(b) == ["d.md", "p.textbundle"])
    // Its own failure is reported.
    let package = try b.document(id("p.textbundle", in: b))
    let old = try #require(try b.history(of: package.id).last).version
    _ = try b.restore(package.id, to: old)
    #expect {
      _ = try b.restore(package.id, to: package.current)
    } throws: { error in
      guard case ContainerError.notInPlace(let items) = error else { return false }
      return items.count == 1 && items[0].hasPrefix("p.textbundle: ")
    }
  }

  @Test func `an edit that cannot be saved, of what others changed, is no failure of others`()
    throws
  {
    let (a, b) = try replicas(["a.md": "one\n", "b.md": "one\n"])
    try b.git.setConfiguration("docmerge.maxsize", to: "20")
    file("b/a.md").write(Array(String(repeating: "too long ", count: 9).utf8))
    file("a/a.md").write(Array("two\n".utf8))
    file("a/c.md").write(Array("c\n".utf8))
    try sync(a)
    let report = try b.sync(with: "origin").saved
    #expect(report.notInPlace.map(\.path.display) == ["a.md"])
    #expect(report.notInPlace.first?.reason.contains("more than 20") == true)
    #expect(try b.index.reached()?.state == b.state()?.id)
    try b.delete([try id("b.md", in: b)])
    try b.move(try id("c.md", in: b), to: try path("d.md"))
    #expect(names(b) == ["a.md", "d.md"])
    #expect(try b.upkeep.verify().faults.isEmpty)
    // What can be saved again is in conflict with what others made of it.
    file("b/a.md").write(Array("short\n".utf8))
    _ = try b.save()
    #expect(try b.document(id("a.md", in: b)).heads.count == 2)
    #expect(try b.index.unsettled().isEmpty)
  }

  @Test func `a document put in the place of a waiting one is reported, and waits too`() throws {
    let (a, b) = try withWaiting()
    for name in ["p.textbundle/text.md"] { file("a/\(name)").remove() }
    _ = try a.save()
    file("a/p.textbundle/text.md").write(Array("another\n".utf8))
    file("a/q.md").write(Array("q\n".utf8))
    try sync(a)
    let report = try b.sync(with: "origin").saved
    #expect(!report.notInPlace.isEmpty && names(b).isSuperset(of: ["q.md", "p.textbundle"]))
    #expect(try b.index.reached()?.state == b.state()?.id)
    try b.move(try id("q.md", in: b), to: try path("r.md"))
    #expect(try b.upkeep.verify().faults.isEmpty)
    file("b/p.textbundle/pipe").remove()
    for _ in 1...2 { _ = try b.save() }
    try sync(b, a, b)
    #expect(try b.index.unsettled().isEmpty)
    #expect(names(a) == names(b))
    #expect(file("b/p.textbundle/text.md").bytes == file("a/p.textbundle/text.md").bytes)
  }

  @Test(arguments: [true, false])
  func `a document beside an obstacle is moved, or removed, as any other`(isMoved: Bool) throws {
    let (a, b) = try replicas(["a.md": "a\n"])
    #expect(mkfifo("\(b.path)/c.md", 0o600) == 0)
    file("a/c.md").write(Array("c\n".utf8))
    try sync(a, b)
    let aside = try #require(names(b).first { $0.hasPrefix("c (") })
    if isMoved { file("b/\(aside)").move(to: file("b/d.md")) } else { file("b/\(aside)").remove() }
    let report = try b.save()
    #expect(report.moved.map(\.to.display) == (isMoved ? ["d.md"] : []))
    #expect(report.removed.map(\.display) == (isMoved ? [] : [aside]))
    #expect(
      report.added.isEmpty && names(b) == (isMoved ? ["a.md", "c.md", "d.md"] : ["a.md", "c.md"]))
    try sync(b, a)
    #expect(names(a) == (isMoved ? ["a.md", "d.md"] : ["a.md"]))
  }

  @Test func `a document that is removed while it is to get its name is deleted`() throws {
    let (a, b) = try replicas(["a.md": "a\n"])
    #expect(mkfifo("\(b.path)/c.md", 0o600) == 0)
    file("a/c.md").write(Array("c\n".utf8))
    try sync(a, b)
    let aside = try #require(names(b).first { $0.hasPrefix("c (") })
    file("b/\(aside)").remove()
    file("b/c.md").remove()
    try sync(b, a)
    #expect(names(a) == ["a.md"] && names(b) == ["a.md"])
  }

  @Test func `a waiting document is reported by a status, and by a save of nothing`() throws {
    let (_, b) = try withWaiting()
    #expect(try b.status().notInPlace.map(\.reason) == ["an older version is there"])
    #expect(try b.save().notInPlace.map(\.path.display) == ["p.textbundle"])
    file("b/p.textbundle/pipe").remove()
    #expect(try b.save().notInPlace.isEmpty)
    #expect(try b.status().notInPlace.isEmpty)
    #expect(file("b/p.textbundle/text.md").bytes == Array("two\n".utf8))
  }

  @Test func `a document that cannot be put in place is reported by its name`() throws {
    let (a, b) = try replicas(["a.md": "a\n"])
    #expect(mkfifo("\(b.path)/sub", 0o600) == 0)
    file("a/sub/c.md").write(Array("c\n".utf8))
    try sync(a, b)
    let aside = try #require(names(b).first { $0.hasPrefix("sub (") })
    #expect(names(b) == ["a.md", "sub", aside])
    #expect(try b.status().notInPlace.isEmpty)
    // As if it could not be written.
    let entry = try #require(try b.index.entries().first { $0.wanted.display == "sub/c.md" })
    try b.index.change([.remove(entry.id), .unsettle(entry.id)])
    #expect(try b.status().notInPlace.map(\.path.display) == ["sub/c.md"])
    // As if it could not be renamed.
    var old = try #require(try b.index.entries().first)
    #expect(old.path.display == "a.md")
    old.wanted = try path("z.md")
    try b.index.change([.put(old), .unsettle(old.id)])
    let state = try #require(try b.state())
    var record = try #require(try state.record(old.id))
    var change = try StateChange(git: b.git, identity: try b.identity(), base: state)
    record.rename(old.wanted, change.dot())
    try change.put(record)
    _ = try change.commit(.move, "move")
    #expect(
      try b.status().notInPlace.contains { $0.path == old.path && $0.reason == "is to be z.md" })
  }

  @Test func `a save beside what waits is in line with the state, so that nothing is searched`()
    throws
  {
    let (a, b) = try replicas(["a.md": "a\n"])
    #expect(mkfifo("\(b.path)/c.md", 0o600) == 0)
    file("a/c.md").write(Array("c\n".utf8))
    try sync(a, b)
    #expect(try b.index.unsettled().count == 1)
    file("b/a.md").write(Array("longer\n".utf8))
    let report = try b.operate {
      try b.saveUnlocked(
        .only([try path("a.md")]), kind: .save, message: nil, updatesFolder: false)
    }
    #expect(report.modified.map(\.display) == ["a.md"])
    #expect(try b.index.reached()?.state == b.state()?.id)
    #expect(try b.index.unsettled().count == 1)
  }

  @Test func `bytes that go bad beside what waits are found`() throws {
    let (a, b) = try replicas(["a.md": "a\n"])
    #expect(mkfifo("\(b.path)/c.md", 0o600) == 0)
    file("a/c.md").write(Array("sound\n".utf8))
    try sync(a, b)
    #expect(try b.upkeep.verify().faults.isEmpty)
    let entry = try #require(try b.index.entries().first { $0.wanted.display == "c.md" })
    // Other bytes, of which no date tells.
    file("b/\(entry.path.display)").write(Array("SOUND\n".utf8))
    var bad = entry
    let status = try FileStatus.of(b.root.appending(entry.path))
    bad.fingerprint = Fingerprint(try #require(status))
    bad.seen = Timestamp(seconds: Timestamp.now.seconds + 60, nanoseconds: 0)
    try b.index.change([.put(bad)])
    #expect(try b.upkeep.verify().faults.map(\.place) == [entry.path.display])
  }

  // MARK: On demand

  @Test func `a document beside an obstacle is downloaded and evicted there`() throws {
    let (a, b) = try replicas(["a.md": "a\n"], isOnDemand: true)
    #expect(mkfifo("\(b.path)/c.md", 0o600) == 0)
    file("a/c.md").write(Array("c\n".utf8))
    try sync(a, b)
    let aside = try #require(names(b).first { $0.hasPrefix("c (") })
    let document = try #require(try b.index.entry(at: try path(aside))).id
    let report = try b.local.download([document])
    #expect(report.downloaded.map(\.display) == [aside] && report.isComplete)
    #expect(file("b/\(aside)").bytes == Array("c\n".utf8))
    let evicted = try b.local.evict([document])
    #expect(evicted.evicted.map(\.display) == [aside] && evicted.kept.isEmpty)
    #expect(Placeholder.at(b.root.appending(try path(aside)))?.document == document)
    file("b/c.md").remove()
    try sync(b)
    #expect(names(b) == ["a.md", "c.md"])
  }

  @Test(arguments: [true, false], [true, false])
  func `the placeholder of a deleted document that was put over another one goes`(
    isLocal: Bool, isMoved: Bool
  ) throws {
    let (a, b) = try replicas(["x.md": "x\n", "y.md": "y\n"], isOnDemand: true)
    let (x, y) = (try id("x.md", in: b), try id("y.md", in: b))
    if isLocal { _ = try b.local.download([y]) }
    file("a/x.md").remove()
    try sync(a, b)
    #expect(names(b) == ["y.md"])
    file("b/stray").link(to: String(decoding: Placeholder(x).target, as: UTF8.self))
    if isMoved { file("b/y.md").move(to: file("b/z.md")) }
    file("b/stray").move(to: file("b/y.md"))
    let report = try b.save()
    #expect(report.skipped.isEmpty && report.added.isEmpty)
    #expect(report.moved.map(\.to.display) == (isMoved ? ["z.md"] : []))
    // Contents that a person overwrote are deleted; contents that were not here are restored.
    #expect(report.removed.map(\.display) == (isLocal && !isMoved ? ["y.md"] : []))
    #expect(names(b) == (isMoved ? ["z.md"] : isLocal ? [] : ["y.md"]))
    let place = b.root.appending(try path(isMoved ? "z.md" : "y.md"))
    #expect(isLocal || Placeholder.at(place)?.document == y)
    #expect(try b.save() == SaveReport())
  }

  @Test func `a copy of a placeholder is nothing to be saved`() throws {
    let (_, b) = try replicas(["a.md": "a\n"], isOnDemand: true)
    let id = try id("a.md", in: b)
    file("b/copy.md").link(to: String(decoding: Placeholder(id).target, as: UTF8.self))
    #expect(try !b.hasUnsavedChanges())
    #expect(try b.save().skipped.map(\.path.display) == ["copy.md"])
    #expect(try !b.hasUnsavedChanges())
    file("b/new.md").write(Array("new\n".utf8))
    #expect(try b.hasUnsavedChanges())
  }

  // MARK: A lost index

  @Test func `a document that cannot be replaced while the index is rebuilt stays that document`()
    throws
  {
    let (_, b) = try withWaiting()
    let count = try b.documents().count
    try b.index.clear()
    for _ in 1...2 {
      let report = try b.save()
      #expect(report.isEmpty && report.notInPlace.map(\.path.display) == ["p.textbundle"])
      #expect(try b.documents().count == count)
      #expect(try b.index.reached()?.state == b.state()?.id)
    }
    file("b/c.md").remove()
    file("b/b.md").move(to: file("b/d.md"))
    let report = try b.save()
    #expect(report.removed.map(\.display) == ["c.md"])
    #expect(report.moved.map(\.to.display) == ["d.md"] && report.added.isEmpty)
    file("b/p.textbundle/pipe").remove()
    #expect(try b.save() == SaveReport())
    #expect(file("b/p.textbundle/text.md").bytes == Array("two\n".utf8))
    #expect(try b.documents().count == count - 1 && b.upkeep.verify().faults.isEmpty)
  }

  // MARK: Built and not used

  @Test func `what was built and cannot be put in place is not left behind`() throws {
    let (_, b) = try replicas(["a.md": "a\n"])
    let entry = try b.index.entries()[0]
    let version = try VersionReader(git: b.git).entry(entry.version).version
    let writer = FileWriter(root: b.root, git: b.git)
    let status = try #require(try FileStatus.of(b.root.appending(entry.path)))
    struct Refused: Error {}
    #expect(throws: Refused.self) {
      try writer.replace(
        entry.path, expecting: .init(status: status, content: entry.content),
        with: .version(version)
      ) { _ in throw Refused() }
    }
    // The file was written meanwhile.
    file("b/a.md").write(Array("other\n".utf8))
    #expect(throws: FileWriter.Refusal.self) {
      try writer.replace(
        entry.path, expecting: .init(status: status, content: entry.content),
        with: .version(version))
    }
    let built = try writer.build(
      .version(version), beside: b.root.appending(entry.path), like: nil)
    #expect(throws: FileError.self) { try writer.place(built, at: try path("nowhere/a.md")) }
    #expect(names(b) == ["a.md"] && file("b/a.md").bytes == Array("other\n".utf8))
  }

  @Test func `an edit of the last instant is in its place again`() throws {
    let (_, b) = try replicas(["p.textbundle/text.md": "one\n"])
    let entry = try b.index.entries()[0]
    let version = try VersionReader(git: b.git).entry(entry.version).version
    let status = try #require(try FileStatus.of(b.root.appending(entry.path)))
    // The folder looks the same; a member is not.
    file("b/p.textbundle/text.md").write(Array("edited\n".utf8))
    #expect(throws: FileWriter.Refusal.self) {
      try FileWriter(root: b.root, git: b.git).replace(
        entry.path, expecting: .init(status: status, content: entry.content),
        with: .version(version))
    }
    #expect(file("b/p.textbundle/text.md").bytes == Array("edited\n".utf8))
    #expect(names(b) == ["p.textbundle"])
  }

  @Test func `an edit of a built package is put beside it`() throws {
    let (_, b) = try replicas(["p.textbundle/text.md": "one\n"])
    let entry = try b.index.entries()[0]
    let version = try VersionReader(git: b.git).entry(entry.version).version
    let writer = FileWriter(root: b.root, git: b.git)
    for number in 1...3 {
      let place = b.root.appending(entry.path)
      let built = try writer.build(.version(version), beside: place, like: place)
      let made = FileWriter.Expected(
        status: try #require(try FileStatus.of(built)), content: version.content)
      if number > 1 {
        File("\(built.description)/text.md").write(Array("written \(number)\n".utf8))
      }
      try writer.discard(built, made, beside: entry.path)
    }
    let recovered = ["p (recovered).textbundle", "p (recovered 2).textbundle"]
    #expect(names(b) == Set(["p.textbundle"] + recovered))
    #expect(file("b/\(recovered[1])/text.md").bytes == Array("written 3\n".utf8))
    #expect(try b.save().added.map(\.display).sorted() == recovered.sorted())
  }
}
