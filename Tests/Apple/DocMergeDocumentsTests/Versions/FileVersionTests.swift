import DocMergeContainer
import DocMergeDocuments
import DocMergeHistory
import DocMergeObjects
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Foundation
import Glibc
import Testing

struct FileVersionTests {
  let kept: Kept

  init() throws { kept = try Kept() }

  // MARK: Lists

  @Test func `V1 the current version is the one in the folder, nil without a file`() throws {
    let url = try kept.save("a.txt", "one")
    let current = try #require(FileVersion.currentVersionOfItem(at: url))
    #expect(current.url == url)
    #expect(current.text == "one")
    #expect(!current.isConflict)
    #expect(current.isResolved)
    #expect(FileVersion.currentVersionOfItem(at: kept.url("none.txt")) == nil)
    let document = try #require(try kept.container.documents().first)
    #expect(current.identifier == document.current.id.description)
  }

  @Test func `V2 the other versions are all but the current one, newest first`() throws {
    try kept.save("a.txt", "one")
    try kept.save("a.txt", "two")
    let url = try kept.save("a.txt", "three")
    let others = try #require(FileVersion.otherVersionsOfItem(at: url))
    #expect(others.map(\.text) == ["two", "one"])
    #expect(!others.contains { $0 == FileVersion.currentVersionOfItem(at: url) })
    #expect(FileVersion.otherVersionsOfItem(at: kept.url("none.txt")) == nil)
  }

  @Test func `V3 M105 M94 the unresolved versions are those in conflict, and are among the others`()
    throws
  {
    let url = try kept.conflict()
    let unresolved = try #require(FileVersion.unresolvedConflictVersionsOfItem(at: url))
    #expect(unresolved.map(\.text) == ["theirs"])
    #expect(url.text == "ours")
    let others = try #require(FileVersion.otherVersionsOfItem(at: url))
    #expect(Set(others).isSuperset(of: unresolved))
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: kept.url("none.txt")) == nil)
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: try kept.save("b.txt", "b")) == [])
  }

  @Test func `V4 no version of a local container is elsewhere`() async throws {
    let url = try kept.conflict()
    #expect(try await FileVersion.nonlocalVersionsOfItem(at: url) == [])
    #expect(FileVersion.otherVersionsOfItem(at: url)?.allSatisfy(\.hasLocalContents) == true)
  }

  @Test func `V5 V14 V26 a version is found again by its identifier, and is equal`() throws {
    let url = try kept.conflict()
    for version in FileVersion.otherVersionsOfItem(at: url) ?? [] {
      let again = FileVersion.version(
        itemAt: url, forPersistentIdentifier: version.persistentIdentifier)
      #expect(again == version)
      #expect(again?.hash == version.hash)
    }
    let current = try #require(FileVersion.currentVersionOfItem(at: url))
    #expect(
      FileVersion.version(itemAt: url, forPersistentIdentifier: current.persistentIdentifier)
        == current)
    #expect(FileVersion.version(itemAt: url, forPersistentIdentifier: "none") == nil)
    #expect(FileVersion.otherVersionsOfItem(at: url)?.contains(current) == false)
  }

  @Test func `a file in no container has its current version only`() throws {
    let folder = TemporaryFolder()
    let url = folder.file("a.txt", "one")
    #expect(FileVersion.currentVersionOfItem(at: url)?.text == "one")
    #expect(FileVersion.otherVersionsOfItem(at: url) == [])
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: url) == [])
  }

  // MARK: Facts

  @Test func `V9 the place where a version is read is write-protected`() throws {
    let url = try kept.conflict()
    let version = try #require(FileVersion.unresolvedConflictVersionsOfItem(at: url)?.first)
    #expect(File(version.url.path).permissions.map { $0 & 0o222 } == 0)
    #expect(version.url.pathExtension == "txt")
  }

  @Test func `V10 a version keeps the name of its time`() throws {
    try kept.save("old.txt", "one")
    rename(kept.url("old.txt").path, kept.url("new.txt").path)
    _ = try kept.container.save()
    let url = try kept.save("new.txt", "two")
    #expect(FileVersion.currentVersionOfItem(at: url)?.localizedName == "new")
    #expect(FileVersion.otherVersionsOfItem(at: url)?.map(\.localizedName) == ["old"])
  }

  @Test func `V11 V12 V13 V15 V21 a conflict version says from where, by whom and of when it is`()
    throws
  {
    let url = try kept.conflict()
    let version = try #require(FileVersion.unresolvedConflictVersionsOfItem(at: url)?.first)
    #expect(version.localizedNameOfSavingComputer == "tablet")
    #expect(version.originatorNameComponents?.givenName == "Anna")
    #expect(version.originatorNameComponents?.familyName == "Berg")
    #expect(version.modificationDate == Date(timeIntervalSince1970: 1_999_999))
    #expect(version.isConflict)
    #expect(!version.hasThumbnail)
    #expect(
      FileVersion.currentVersionOfItem(at: url)?.modificationDate
        == Date(timeIntervalSince1970: 2_000_000))
  }

  // MARK: Resolving

  @Test
  func
    `V16 V17 M111 a version that is marked as resolved leaves the list, as an operation that can be undone`()
    throws
  {
    let url = try kept.conflict()
    let version = try #require(FileVersion.unresolvedConflictVersionsOfItem(at: url)?.first)
    #expect(!version.isResolved)
    version.isResolved = true
    #expect(version.isResolved)
    #expect(version.error == nil)
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: url) == [])
    #expect(FileVersion.otherVersionsOfItem(at: url)?.map(\.text) == ["theirs", "base"])
    #expect(url.text == "ours")
    #expect(try kept.container.operations().first?.kind == .resolve)
    _ = try kept.container.undo()
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: url)?.map(\.text) == ["theirs"])
    #expect(
      FileVersion.otherVersionsOfItem(at: url)?.allSatisfy { $0.isConflict || $0.isResolved }
        == true)
  }

  @Test func `V17 of three versions, those that are not resolved stay in conflict`() throws {
    let url = try kept.conflict()
    try FileVersion.makeConflict(ofItemAt: url, contents: Data("third".utf8), computer: "phone")
    let versions = try #require(FileVersion.unresolvedConflictVersionsOfItem(at: url))
    #expect(Set(versions.map(\.text)) == ["theirs", "third"])
    versions.first { $0.text == "theirs" }?.isResolved = true
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: url)?.map(\.text) == ["third"])
    #expect(url.text == "ours")
  }

  @Test func `V18 a resolved version stays resolved`() throws {
    let url = try kept.conflict()
    let version = try #require(FileVersion.unresolvedConflictVersionsOfItem(at: url)?.first)
    version.isResolved = true
    version.isResolved = false
    #expect(version.isResolved)
    #expect(version.error.cause as? FileVersionError == .cannotUnresolve)
    #expect(refusal { try version.setResolved(false) } == .cannotUnresolve)
  }

  @Test func `V24 a removed version is in no list, and the current one cannot be removed`() throws {
    let url = try kept.conflict()
    let version = try #require(FileVersion.unresolvedConflictVersionsOfItem(at: url)?.first)
    try version.remove()
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: url) == [])
    #expect(FileVersion.otherVersionsOfItem(at: url)?.map(\.text) == ["base"])
    #expect(
      FileVersion.version(itemAt: url, forPersistentIdentifier: version.persistentIdentifier) == nil
    )
    #expect(version.modificationDate == nil)
    let current = try #require(FileVersion.currentVersionOfItem(at: url))
    #expect(refusal { try current.remove() } == .isCurrent)
    let document = try #require(try kept.container.documents().first)
    #expect(
      try kept.container.history(of: document.id).contains {
        $0.id.description == version.identifier
      })
  }

  @Test(arguments: 0..<6)
  func `V25 V30 every order of replacing, removing and marking ends the conflict`(order: Int) throws
  {
    let url = try kept.conflict()
    let versions = try #require(FileVersion.unresolvedConflictVersionsOfItem(at: url))
    let steps: [() throws -> Void] = [
      { try versions[0].replaceItem(at: url) },
      { try FileVersion.removeOtherVersionsOfItem(at: url) },
      { for version in versions { version.isResolved = true } },
    ]
    let orders = [[0, 1, 2], [0, 2, 1], [2, 0, 1], [1, 2], [1], [2]]
    for step in orders[order] { try steps[step]() }
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: url) == [])
    #expect(url.text == (order < 3 ? "theirs" : "ours"))
    #expect(try kept.container.conflicts().isEmpty)
    if orders[order].contains(1) {
      #expect(FileVersion.otherVersionsOfItem(at: url)?.contains { $0.text == "base" } == false)
    }
  }

  // MARK: Contents

  @Test func `V22 a version replaces its file, and the replaced contents stay a version`() throws {
    try kept.save("a.txt", "one")
    let url = try kept.save("a.txt", "two")
    let old = try #require(FileVersion.otherVersionsOfItem(at: url)?.first)
    #expect(try old.replaceItem(at: url) == url)
    #expect(url.text == "one")
    #expect(FileVersion.otherVersionsOfItem(at: url)?.contains { $0.text == "two" } == true)
  }

  @Test func `V22 a version is exported to a place where nothing is, with its own extension`()
    throws
  {
    let url = try kept.conflict()
    let version = try #require(FileVersion.unresolvedConflictVersionsOfItem(at: url)?.first)
    let outside = TemporaryFolder()
    #expect(try version.replaceItem(at: outside.url("copy.txt")).text == "theirs")
    let renamed = try version.replaceItem(at: outside.url("copy.rtf"))
    #expect(renamed.lastPathComponent == "copy.txt")
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: url)?.count == 1)
  }

  @Test func `V23 M108 keeping both moves a version out into a document of its own`() throws {
    let url = try kept.conflict()
    let version = try #require(FileVersion.unresolvedConflictVersionsOfItem(at: url)?.first)
    let copy = try version.replaceItem(at: kept.url("a (tablet).txt"), options: .byMoving)
    #expect(copy.text == "theirs")
    #expect(url.text == "ours")
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: url) == [])
    #expect(try kept.container.documents().count == 2)
  }

  @Test func `V22 an executable is restored as one`() throws {
    let script = try kept.save("run.sh", "one")
    chmod(script.path, 0o755)
    _ = try kept.container.save()
    try kept.save("run.sh", "two")
    let old = try #require(FileVersion.otherVersionsOfItem(at: script)?.first { $0.text == "one" })
    let outside = TemporaryFolder()
    let copy = try old.replaceItem(at: outside.url("run.sh"))
    #expect(File(copy.path).permissions.map { $0 & 0o100 } == 0o100)
  }

  @Test func `V6 V7 a version is added from a file, which may go, and is not in conflict`() throws {
    try kept.save("a.txt", "one")
    let url = try kept.save("a.txt", "two")
    let file = TemporaryFolder()
    let source = file.file("source.txt", "added")
    let version = try FileVersion.addOfItem(at: url, withContentsOf: source, options: .byMoving)
    #expect(version.text == "added")
    #expect(!File(source.path).exists)
    #expect(url.text == "two")
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: url) == [])
    #expect(Set(FileVersion.otherVersionsOfItem(at: url)?.map(\.text) ?? []) == ["one", "added"])
    #expect(throws: (any Error).self) {
      try FileVersion.addOfItem(at: url, withContentsOf: file.url("none"), options: .byMoving)
    }
  }

  @Test func `V8 a folder for new versions is beside the store`() throws {
    let url = try kept.save("a.txt", "one")
    let folder = try FileVersion.temporaryDirectoryURLForNewVersionOfItem(at: url)
    var (here, there) = (stat(), stat())
    #expect(stat(folder.path, &there) == 0)
    #expect(stat(url.path, &here) == 0)
    #expect(here.st_dev == there.st_dev)
    #expect(try kept.container.status().added.isEmpty)
  }

  @Test func `conflicts made on purpose have a base, and may win`() throws {
    let url = try kept.conflict()
    let document = try #require(try kept.container.conflicts().first)
    let base = try #require(try kept.container.base(of: document.heads))
    #expect(try kept.container.contents(of: base).bytes == Array("base".utf8))
    let winner = try FileVersion.makeConflict(
      ofItemAt: url, contents: Data("later".utf8), date: Date(timeIntervalSince1970: 3_000_000))
    #expect(url.text == "later")
    #expect(!winner.isConflict)
    #expect(
      Set(FileVersion.unresolvedConflictVersionsOfItem(at: url)?.map(\.text) ?? []) == [
        "ours", "theirs",
      ])
  }

  // MARK: In turn with others

  @Test func `V28 versions that are changed outside of a coordinated write are found`() throws {
    let misuse = Heard()
    let url = try kept.conflict()
    let name = url.lastPathComponent
    try Misuse.$handler.withValue({ misuse.add($0) }) {
      let version = try #require(FileVersion.unresolvedConflictVersionsOfItem(at: url)?.first)
      #expect(misuse.take() == [])
      try version.replaceItem(at: url)
      try version.remove()
      try FileVersion.removeOtherVersionsOfItem(at: url)
      _ = try FileVersion.addOfItem(at: url, withContentsOf: url)
      #expect(
        misuse.take()
          == [
            "\(name) is replaced by a version", "a version of \(name) is removed",
            "versions of \(name) are removed", "a version of \(name) is added",
          ].map { "\($0) outside of a coordinated access" })
      try FileCoordinator().coordinate(writingItemAt: url) { url in
        let old = try #require(FileVersion.otherVersionsOfItem(at: url)?.first)
        try old.replaceItem(at: url)
        try old.remove()
        try FileVersion.removeOtherVersionsOfItem(at: url)
        _ = try FileVersion.addOfItem(at: url, withContentsOf: url)
      }
      #expect(misuse.take() == [])
    }
  }

  @Test func `V28 a program may have misuse stop it`() async {
    await #expect(processExitsWith: .failure) {
      let kept = try Kept()
      let url = try kept.conflict()
      FileCoordinator.misuseHandler = { fatalError($0) }
      try FileVersion.removeOtherVersionsOfItem(at: url)
    }
  }

  @Test func `V29 versions that are added while they are listed are seen once`() throws {
    let url = try kept.save("a.txt", "0")
    let rounds = 30
    let added = Heard()
    let writer = Thread {
      for number in 1...rounds {
        try? FileCoordinator().coordinate(writingItemAt: url) { url in
          let source = FileManager.default.temporaryDirectory
            .appending(path: "docmerge-\(UUID().uuidString)")
          try Data("version \(number)".utf8).write(to: source)
          let version = try FileVersion.addOfItem(
            at: url, withContentsOf: source, options: .byMoving)
          added.add(version.identifier)
        }
      }
      added.add("done")
    }
    writer.start()
    // Somewhere in the middle.
    try Patience.wait("the first versions") { added.all.count > 5 }
    let presenter = RecordingPresenter(url)
    let listed = try FileCoordinator(filePresenter: presenter).coordinate(
      readingItemAt: url, options: .withoutChanges
    ) { url in
      FileCoordinator.addFilePresenter(presenter)
      return FileVersion.otherVersionsOfItem(at: url)?.map(\.identifier) ?? []
    }
    defer { FileCoordinator.removeFilePresenter(presenter) }
    try Patience.wait("the writer") { added.all.last == "done" }
    let all = Set(added.all.dropLast())
    func told() -> [String] {
      presenter.trace.messages.filter { $0.hasPrefix("gained ") }.map { String($0.dropFirst(7)) }
    }
    try Patience.wait("the news") { listed.count + told().count >= rounds }
    #expect(all.count == rounds)
    #expect(Set(listed).union(told()) == all)
    #expect(listed.count + told().count == rounds)
  }

  // MARK: Throwing away

  @Test func `V19 P13 only versions that may be thrown away ever are`() throws {
    try kept.save("a.txt", "one")
    try kept.save("a.txt", "two")
    let url = try kept.save("a.txt", "three")
    let presenter = RecordingPresenter(url)
    FileCoordinator.addFilePresenter(presenter)
    defer { FileCoordinator.removeFilePresenter(presenter) }
    let old = try #require(FileVersion.otherVersionsOfItem(at: url)?.first { $0.text == "one" })
    #expect(!old.isDiscardable)
    try FileVersion.removeDiscardableVersionsOfItem(at: url)
    #expect(FileVersion.otherVersionsOfItem(at: url)?.count == 2)
    old.isDiscardable = true
    #expect(old.error == nil)
    let again = try #require(FileVersion.otherVersionsOfItem(at: url)?.first { $0.text == "one" })
    #expect(again.isDiscardable)
    again.isDiscardable = false
    #expect(again.isDiscardable)
    #expect(again.error.cause as? FileVersionError == .cannotBeKept)
    let current = try #require(FileVersion.currentVersionOfItem(at: url))
    #expect(refusal { try current.setDiscardable(true) } == .isCurrent)
    try FileVersion.removeDiscardableVersionsOfItem(at: url)
    #expect(FileVersion.otherVersionsOfItem(at: url)?.map(\.text) == ["two"])
    try presenter.trace.wait(for: "lost \(old.identifier)")
    #expect(presenter.trace.messages == ["lost \(old.identifier)"])
  }
}
