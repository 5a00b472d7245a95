import DocMergeCore
import DocMergeHistory
import DocMergeTestSupport
import Testing

@testable import DocMergeContainer
@testable import DocMergeFolder
@testable import DocMergeSync

/// What a command finds that was killed between the state and the index.
struct FolderUpdaterTests {
  private let folder = TemporaryFolder()

  @Test func `a rename whose save was killed is gone on with, where the name is another's`() throws
  {
    let path = "\(folder.path)/c"
    for name in ["one.md", "two.md"] { File("\(path)/\(name)").write(Array("\(name)\n".utf8)) }
    let container = try Container.create(at: path, computer: "A").container
    let entries = try container.index.entries().sorted { $0.id < $1.id }
    let (first, second) = (entries[0], entries[1])
    let reached = try #require(try container.index.reached())
    // The same name on other systems: who has the smaller id gets it.
    let name = first.path.display.uppercased()
    File("\(path)/\(second.path.display)").move(to: File("\(path)/\(name)"))
    _ = try container.save()
    let aside = try #require(try container.index.entry(of: second.id)).path.display
    #expect(Set(File(path).names) == [".docmerge", first.path.display, aside])
    File("\(path)/\(aside)").move(to: File("\(path)/\(name)"))
    try container.index.change([.put(second), .reached(reached)])
    _ = try container.save()
    #expect(Set(File(path).names) == [".docmerge", first.path.display, aside])
    #expect(try container.documents().count == 2)
    #expect(try container.save() == SaveReport())
  }

  @Test func `a placeholder that was moved after a sync that was killed is its document there`()
    throws
  {
    let (remote, path) = ("\(folder.path)/remote.git", "\(folder.path)/b")
    File("\(folder.path)/a/old.md").write(Array("one\n".utf8))
    let origin = try Container.create(at: "\(folder.path)/a", computer: "A").container
    try origin.remotes.add(Remote(name: "home", url: remote))
    _ = try origin.sync(with: "home")
    let container = try Container.clone(from: remote, to: path, isOnDemand: true).container
    let (entry, reached) = (try container.index.entries()[0], try container.index.reached())
    File("\(folder.path)/a/old.md").write(Array("two\n".utf8))
    _ = try origin.sync(with: "home")
    _ = try container.sync(with: "origin")
    try container.index.change([.put(entry), .reached(try #require(reached))])
    File("\(path)/old.md").move(to: File("\(path)/new.md"))
    let report = try container.save()
    #expect(report.moved.count == 1 && report.skipped.isEmpty)
    #expect(Set(File(path).names) == [".docmerge", "new.md"])
    #expect(try container.documents().map(\.path.display) == ["new.md"])
  }

  /// The new place of a placeholder, and the contents of a file at its old place.
  @Test(arguments: [("new.md", nil), ("new.md", "another\n"), ("first.md", nil)])
  func `a placeholder that a killed sync did not note is its document wherever it was moved`(
    place: String, newcomer: String?
  ) throws {
    let (remote, path) = ("\(folder.path)/remote.git", "\(folder.path)/b")
    File("\(folder.path)/a/first.md").write(Array("one\n".utf8))
    let origin = try Container.create(at: "\(folder.path)/a", computer: "A").container
    try origin.remotes.add(Remote(name: "home", url: remote))
    _ = try origin.sync(with: "home")
    let container = try Container.clone(from: remote, to: path, isOnDemand: true).container
    let first = try container.index.entries()[0].id
    let reached = try #require(try container.index.reached())
    File("\(folder.path)/a/old.md").write(Array("two\n".utf8))
    _ = try origin.sync(with: "home")
    _ = try container.sync(with: "origin")
    let entry = try #require(try container.index.entries().first { $0.id != first })
    try container.index.change([.remove(entry.id), .reached(reached)])
    File("\(path)/old.md").move(to: File("\(path)/\(place)"))
    if let newcomer { File("\(path)/old.md").write(Array(newcomer.utf8)) }
    let report = try container.save()
    #expect(report.moved.map(\.to.display) == [place] && report.skipped.isEmpty)
    #expect(try container.index.entry(of: entry.id)?.wanted.display == place)
    // The one that was replaced by it stands beside it.
    let paths = try container.documents().map(\.path.display).sorted()
    #expect(paths.count == (newcomer == nil ? 2 : 3))
    #expect(Set(File(path).names) == Set([".docmerge"] + paths))
    #expect(try container.index.entry(of: first) != nil)
    #expect(try container.save() == SaveReport())
  }

  @Test
  func `the placeholder of a killed eviction is its document, whatever is in its place now`()
    throws
  {
    let (remote, path) = ("\(folder.path)/remote.git", "\(folder.path)/a")
    File("\(path)/old.md").write(Array("one\n".utf8))
    let container = try Container.create(at: path, computer: "A").container
    try container.remotes.add(Remote(name: "home", url: remote))
    _ = try container.sync(with: "home")
    var entry = try container.index.entries()[0]
    #expect(try container.local.evict([entry.id]).evicted.count == 1)
    // The entry as it is noted before the link is in its place.
    entry.fingerprint = try container.index.entries()[0].fingerprint
    entry.seen = Timestamp(nanoseconds: 0)
    try container.index.change([.put(entry)])
    File("\(path)/old.md").move(to: File("\(path)/new.md"))
    File("\(path)/old.md").write(Array("another\n".utf8))
    let report = try container.save()
    #expect(report.moved.count == 1 && report.added.count == 1 && report.skipped.isEmpty)
    #expect(try container.index.entry(of: entry.id)?.path.display == "new.md")
    #expect(try container.save() == SaveReport())
  }

  /// The origin of a deletion, before a process is killed that was to remove its placeholder.
  enum Removal: CaseIterable {
    case undo, peer
  }

  /// The fate of a placeholder before the next scan.
  enum Fate: CaseIterable {
    case stays, goes, moves, movesAndMakesRoom
  }

  @Test(arguments: Removal.allCases, Fate.allCases)
  func `the placeholder of a document that is gone goes, wherever it was moved`(
    removal: Removal, fate: Fate
  ) throws {
    let (remote, path) = ("\(folder.path)/remote.git", "\(folder.path)/b")
    let old = File("\(path)/old.md")
    File("\(folder.path)/a/old.md").write(Array("one\n".utf8))
    let origin = try Container.create(at: "\(folder.path)/a", computer: "A").container
    try origin.remotes.add(Remote(name: "home", url: remote))
    _ = try origin.sync(with: "home")
    let container = try Container.clone(from: remote, to: path, isOnDemand: true).container
    let (entry, reached) = (try container.index.entries()[0], try container.index.reached())
    switch removal {
    case .undo: _ = try container.undo()
    case .peer:
      File("\(folder.path)/a/old.md").remove()
      _ = try origin.sync(with: "home")
      _ = try container.sync(with: "origin")
    }
    #expect(File(path).names == [".docmerge"])
    // As if killed before the folder was in line with the state.
    try container.index.change([.put(entry), .reached(try #require(reached))])
    let target = String(decoding: Placeholder(entry.id).target, as: UTF8.self)
    if fate != .goes { File("\(path)/\(fate == .stays ? "old" : "new").md").link(to: target) }
    if fate == .movesAndMakesRoom { old.write(Array("another\n".utf8)) }
    let left = fate == .movesAndMakesRoom ? ["old.md"] : []
    let report = try container.save()
    #expect(report.skipped.isEmpty && report.notInPlace.isEmpty && report.moved.isEmpty)
    #expect(Set(File(path).names) == Set([".docmerge"] + left))
    #expect(try container.documents().map(\.path.display) == left)
    #expect(try container.save() == SaveReport())
    guard removal == .undo else { return }
    _ = try container.undo(try container.operations().first { $0.kind == .undo })
    #expect(try container.documents().contains { $0.id == entry.id })
    #expect(try container.save() == SaveReport())
  }
}
