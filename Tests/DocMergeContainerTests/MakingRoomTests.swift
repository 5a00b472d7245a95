import DocMergeTestSupport
import Glibc
import Testing

@testable import DocMergeContainer
@testable import DocMergeFolder
@testable import DocMergeHistory
@testable import DocMergeSystem

/// Documents that make room for each other, and what people do at that moment.
struct MakingRoomTests {
  private let folder = TemporaryFolder()
  /// A name that no file can have.
  private let tooLong = String(repeating: "x", count: 300)

  private func file(_ place: String) -> File { File("\(folder.path)/\(place)") }

  private func path(_ name: String) -> DocumentPath { DocumentPath(unchecked: Array(name.utf8)) }

  private func container(_ documents: String..., packages: [String] = []) throws -> Container {
    for name in documents { file("b/\(name)").write(Array("\(name)\n".utf8)) }
    for name in packages { file("b/\(name)/text.md").write(Array("\(name)\n".utf8)) }
    return try Container.create(at: "\(folder.path)/b", computer: "B").container
  }

  private func names(_ container: Container) -> Set<String> {
    Set(File(container.path).names).subtracting([".docmerge"])
  }

  private func updater(_ container: Container) throws -> FolderUpdater {
    FolderUpdater(
      root: container.root, git: container.git, rules: FolderRules(git: container.git),
      index: container.index)
  }

  /// The name that a document has while it makes room.
  private func parkedName(_ name: String, in container: Container) throws -> String {
    DisplacedDocuments.place(of: try #require(try container.index.entry(at: path(name))).id).display
  }

  /// A step for each document, to another path.
  private func steps(
    _ moves: KeyValuePairs<String, String>, in container: Container
  ) throws -> [FolderStep] {
    try moves.map { old, new in
      let entry = try #require(try container.index.entry(at: path(old)))
      var moved = entry
      (moved.path, moved.wanted) = (path(new), path(new))
      return FolderStep(old: entry, new: moved, fileContent: nil)
    }
  }

  // MARK: Displaced documents

  @Test func `a document that made room, and cannot be moved on, is in its place again`() throws {
    let b = try container("a.md", "b.md")
    var steps = try steps(["a.md": "b.md", "b.md": "a.md/\(tooLong)"], in: b)
    let ids = steps.compactMap(\.id)
    var (changes, outcome) = ([FolderIndex.Change](), FolderUpdater.Outcome())
    try updater(b).move(&steps, &changes, &outcome)
    #expect(steps.isEmpty && changes.isEmpty && outcome.unsaved.isEmpty)
    #expect(outcome.undone == Set(ids))
    #expect(outcome.failed.map(\.id).sorted() == ids.sorted())
    #expect(
      outcome.failed.first { $0.id == ids[0] }?.item.reason == "another document is still there")
    #expect(names(b) == ["a.md", "b.md"])
    #expect(file("b/a.md").bytes == Array("a.md\n".utf8))
    #expect(try b.save() == SaveReport())
  }

  @Test func `a document that made room, and cannot be moved on, is put beside the new one`()
    throws
  {
    let b = try container("a.md", "b.md", "c")
    var steps = try steps(["a.md": "b.md", "b.md": "c/\(tooLong)", "c": "a.md"], in: b)
    let id = try #require(steps[0].id)
    var (changes, outcome) = ([FolderIndex.Change](), FolderUpdater.Outcome())
    try updater(b).move(&steps, &changes, &outcome)
    try b.index.change(changes)
    let aside = "a (\(id.description.prefix(8))).md"
    #expect(names(b).subtracting(["c"]) == ["a.md", "b.md", aside])
    #expect(file("b/a.md").bytes == Array("c\n".utf8))
    #expect(file("b/\(aside)").bytes == Array("a.md\n".utf8))
    #expect(try b.index.entry(of: id)?.path == path(aside))
    #expect(try b.index.unsettled() == [id])
    // The state has its own names for them, which they get again.
    let report = try b.save()
    #expect(report.added.isEmpty && report.removed.isEmpty && report.modified.isEmpty)
    #expect(try b.documents().count == 3)
  }

  @Test(arguments: [true, false])
  func `a parked document goes back when the process that parked it was killed`(isTaken: Bool)
    throws
  {
    let b = try container("a.md", packages: ["p.textbundle"])
    let parked = try parkedName("p.textbundle", in: b)
    file("b/p.textbundle/.git/HEAD").write(Array("nobody keeps it\n".utf8))
    file("b/p.textbundle").move(to: file("b/\(parked)"))
    if isTaken { file("b/a.md").move(to: file("b/p.textbundle")) }
    try CrashRecovery(container: b).clearFolder()
    #expect(names(b) == (isTaken ? [parked, "p.textbundle"] : ["a.md", "p.textbundle"]))
    let place = isTaken ? parked : "p.textbundle"
    #expect(file("b/\(place)/.git/HEAD").bytes == Array("nobody keeps it\n".utf8))
  }

  @Test func `a document left parked by a killed process is no obstacle`() throws {
    let b = try container("a.md", "b.md")
    let parked = try parkedName("a.md", in: b)
    file("b/a.md").move(to: file("b/\(parked)"))
    // An editor that has the document open saves it again.
    file("b/a.md").write(Array("edited\n".utf8))
    var steps = try steps(["a.md": "b.md", "b.md": "a.md"], in: b)
    var (changes, outcome) = ([FolderIndex.Change](), FolderUpdater.Outcome())
    try updater(b).move(&steps, &changes, &outcome)
    #expect(outcome.undone.isEmpty && outcome.failed.isEmpty, "\(outcome)")
    #expect(file("b/b.md").bytes == Array("edited\n".utf8))
    #expect(file("b/a.md").bytes == Array("b.md\n".utf8))
    #expect(names(b) == ["a.md", "b.md", parked])
    try b.index.change(changes)
    try CrashRecovery(container: b).clearParked()
    #expect(names(b) == ["a.md", "b.md"])
  }

  @Test(arguments: [true, false])
  func `what was parked and is not waited for any more does not stay hidden`(isEdited: Bool) throws
  {
    let b = try container("a.md", "b.md")
    let entry = try #require(try b.index.entry(at: path("a.md")))
    let parked = try parkedName("a.md", in: b)
    file("b/a.md").move(to: file("b/\(parked)"))
    if isEdited { file("b/\(parked)").write(Array("edited\n".utf8)) }
    file("b/a.md").write(Array("another\n".utf8))
    try b.index.change([.unsettle(entry.id)])
    try CrashRecovery(container: b).clearParked()
    #expect(file("b/\(parked)").exists)
    try b.index.change([.settle(entry.id)])
    try CrashRecovery(container: b).clearParked()
    let left = names(b).subtracting(["a.md", "b.md"])
    #expect(left.count == (isEdited ? 1 : 0) && left.allSatisfy { $0.contains("recovered") })
    for name in left { #expect(file("b/\(name)").bytes == Array("edited\n".utf8)) }
  }

  @Test func `what no version keeps of a package is no leftover that goes`() throws {
    let b = try container("a.md", packages: ["p.textbundle"])
    file("b/.docmerge-tmp-1-1-whole/text.md").write(Array("p.textbundle\n".utf8))
    file("b/.docmerge-tmp-1-2-whole/text.md").write(Array("p.textbundle\n".utf8))
    file("b/.docmerge-tmp-1-2-whole/.git/HEAD").write(Array("nobody keeps it\n".utf8))
    try CrashRecovery(container: b).clearFolder()
    let left = names(b).subtracting(["a.md", "p.textbundle"])
    #expect(left.count == 1 && left.allSatisfy { $0.contains("recovered") })
    for name in left { #expect(file("b/\(name)/.git/HEAD").exists) }
  }

  // MARK: People at the same time

  @Test func `a waiting document that is gone takes no place`()
    throws
  {
    let b = try container("a.md")
    var steps = try steps(["a.md": "b.md"], in: b)
    let id = try #require(steps[0].id)
    file("b/a.md").remove()
    file("b/b.md").write(Array("another\n".utf8))
    var (changes, outcome) = ([FolderIndex.Change](), FolderUpdater.Outcome())
    var updater = try updater(b)
    updater.situation.unsettled = [id]
    try updater.move(&steps, &changes, &outcome)
    #expect(steps.isEmpty && changes.isEmpty && outcome.undone == [id])
    #expect(outcome.unsaved == [FolderUpdater.Place(id: id, path: path("a.md"))])
    let report = try b.save()
    #expect(report.removed.map(\.display) == ["a.md"] && report.modified.isEmpty)
    #expect(report.added.map(\.display) == ["b.md"])
  }

  @Test func `an edit of a built package goes to its place where nothing else is`() throws {
    let b = try container(packages: ["p.textbundle"])
    let entry = try b.index.entries()[0]
    let version = try VersionReader(git: b.git).entry(entry.version).version
    let (writer, place) = (FileWriter(root: b.root, git: b.git), b.root.appending(entry.path))
    let built = try writer.build(.version(version), beside: place, like: place)
    // What no version keeps counts too, where the folder itself looks the same.
    File("\(built.description)/.git/HEAD").write(Array("nobody keeps it\n".utf8))
    let made = FileWriter.Expected(
      status: try #require(try FileStatus.of(built)), content: version.content)
    file("b/p.textbundle").removeAll()
    try writer.discard(built, made, beside: entry.path)
    #expect(names(b) == ["p.textbundle"] && file("b/p.textbundle/.git/HEAD").exists)
  }
}
