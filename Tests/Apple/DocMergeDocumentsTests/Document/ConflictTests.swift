import DocMergeContainer
import DocMergeDocuments
import DocMergeHistory
import DocMergeResolvers
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Foundation
import Synchronization
import Testing

@MainActor
struct DocumentConflictTests {
  let kept: Kept

  init() throws { kept = try Kept() }

  private func opened(_ url: URL) async throws -> TraceNote {
    let note = TraceNote(fileURL: url)
    try await note.open()
    _ = note.takeLog()
    return note
  }

  @Test
  func `M94 M104 P12 a document in conflict says so when opened, and when a version arrives`()
    async throws
  {
    let note = try await opened(try kept.conflict())
    #expect(note.documentState == .inConflict)
    try await note.close()
    let other = try await opened(try kept.save("b.txt", "b"))
    #expect(other.documentState == .normal)
    try FileVersion.makeConflict(ofItemAt: other.fileURL, contents: Data("theirs".utf8))
    #expect(await eventually { other.documentState == .inConflict })
    FileVersion.unresolvedConflictVersionsOfItem(at: other.fileURL)?.first?.isResolved = true
    #expect(await eventually { other.documentState == .normal })
    #expect(
      other.takeLog().filter { $0.hasPrefix("state") } == ["state inConflict", "state normal"])
    try await other.close()
  }

  @Test func `M73 V27 a save in a container is a version, reported even to the document itself`()
    async throws
  {
    final class Curious: TraceNote {
      override func presentedItemDidGain(_ version: PresentedVersion) {
        note("gained")
        super.presentedItemDidGain(version)
      }
    }
    let note = Curious(fileURL: try kept.save("a.txt", "one"))
    try await note.open()
    note.edit("two")
    try await note.autosave()
    #expect(FileVersion.otherVersionsOfItem(at: note.fileURL)?.map(\.text) == ["one"])
    #expect(await eventually { note.log.withLock { $0.contains("gained") } })
    try await note.close()
    #expect(note.takeLog().filter { $0 == "gained" }.count == 1)
  }

  @Test(arguments: ["merge", "newest", "oldest", "keep-both", "chain"])
  func `M109 M110 M106 a conflict is resolved by each strategy`(strategy: String) async throws {
    let url = try kept.conflict(
      base: "1\n2\n3\n4\n5\n", ours: "one\n2\n3\n4\n5\n", theirs: "1\n2\n3\n4\nfive\n")
    let note = try await opened(url)
    let resolver: any Resolver =
      switch strategy {
      case "merge": ThreeWayMerge()
      case "newest": ByDate(.newest)
      case "oldest": ByDate(.oldest)
      case "keep-both": KeepBoth()
      default: Chain([KeepOne("none"), ThreeWayMerge()])
      }
    let resolution = try await note.resolveConflicts(using: resolver)
    let expected = [
      "merge": "one\n2\n3\n4\nfive\n", "chain": "one\n2\n3\n4\nfive\n",
      "newest": "one\n2\n3\n4\n5\n", "oldest": "1\n2\n3\n4\nfive\n",
      "keep-both": "one\n2\n3\n4\n5\n",
    ]
    #expect(resolution != nil)
    #expect(note.text == expected[strategy])
    #expect(url.text == expected[strategy])
    #expect(note.documentState == .normal)
    #expect(!note.hasUnsavedChanges)
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: url) == [])
    #expect(try kept.container.documents().count == (strategy == "keep-both" ? 2 : 1))
    try await note.close()
  }

  @Test
  func `V30 a closure of the app gets base and versions as values, and undo brings all of it back`()
    async throws
  {
    let url = try kept.conflict(base: "1 2", ours: "1 2 3", theirs: "0 1 2")
    try FileVersion.makeConflict(
      ofItemAt: url, contents: Data("1 2 9".utf8), date: Date(timeIntervalSince1970: 1_500_000))
    let note = try await opened(url)
    let resolver = ModelResolver(
      decode: { Set(String(decoding: $0, as: UTF8.self).split(separator: " ").map(String.init)) },
      encode: { Array($0.sorted().joined(separator: " ").utf8) },
      merge: { base, versions in
        guard base == ["1", "2"], versions.count == 3 else { return nil }
        return versions.reduce(into: []) { $0.formUnion($1) }
      })
    try await note.resolveConflicts(using: resolver)
    #expect(note.text == "0 1 2 3 9")
    #expect(note.documentState == .normal)
    try await note.close()
    _ = try kept.container.undo()
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: url)?.count == 2)
    #expect(url.text == "1 2 3")
  }

  @Test func `M107 what no resolver decides stays in conflict, with nothing changed`() async throws
  {
    let note = try await opened(try kept.conflict())
    #expect(try await note.resolveConflicts(using: ThreeWayMerge()) == nil)
    #expect(note.documentState == .inConflict)
    #expect(note.fileURL.text == "ours")
    let calm = try await opened(try kept.save("b.txt", "b"))
    #expect(try await calm.resolveConflicts(using: ByDate(.newest)) == nil)
    try await note.close()
    try await calm.close()
  }

  @Test func `a version that arrives while the resolver thinks is decided as well`() async throws {
    let url = try kept.conflict(base: "0\n", ours: "0\n1\n", theirs: "2\n0\n")
    let note = try await opened(url)
    let resolver = Interrupted(url: url)
    try await note.resolveConflicts(using: resolver)
    #expect(resolver.rounds.all == ["2", "3"])
    #expect(note.documentState == .normal)
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: url) == [])
    try await note.close()
  }

  @Test func `unsaved edits are one of the versions that are resolved`() async throws {
    let url = try kept.conflict(
      base: "1\n2\n3\n", ours: "1\n2\n3\nours\n", theirs: "theirs\n1\n2\n3\n")
    let note = try await opened(url)
    note.edit("1\n2\n3\nedited\n")
    try await note.resolveConflicts(using: ThreeWayMerge())
    #expect(note.text == "theirs\n1\n2\n3\nedited\n")
    try await note.close()
  }

  @Test func `P22 edits of others under unsaved edits become a conflict, and no edit is lost`()
    async throws
  {
    let note = try await opened(try kept.save("a.txt", "base", date: 1_000_000))
    note.edit("mine")
    _ = kept.folder.file("a.txt", "theirs")
    try await note.save()
    #expect(note.documentState == .inConflict)
    #expect(note.fileURL.text == "mine")
    #expect(
      FileVersion.unresolvedConflictVersionsOfItem(at: note.fileURL)?.map(\.text) == ["theirs"])
    let document = try #require(try kept.container.conflicts().first)
    let base = try #require(try kept.container.base(of: document.heads))
    #expect(try kept.container.contents(of: base).bytes == Array("base".utf8))
    try await note.close()
  }

  @Test func `M141 M142 docmerge rm and mv have programs close a document, and follow`()
    async throws
  {
    let note = try await opened(try kept.save("a.txt", "a"))
    note.edit("edited")
    try await docmerge("mv", "a.txt", "b.txt")
    #expect(await eventually { note.fileURL.lastPathComponent == "b.txt" })
    try await note.save()
    #expect(note.documentState == .normal)
    #expect(try kept.container.documents().map(\.path.display) == ["b.txt"])
    try await docmerge("title", "b.txt", "c")
    #expect(await eventually { note.fileURL.lastPathComponent == "c.txt" })
    try await docmerge("rm", "c.txt")
    #expect(await eventually { note.documentState == .closed })
    #expect(File(kept.folder.path).names == [".docmerge"])
    #expect(try kept.container.documents().isEmpty)
    #expect(!FileCoordinator.filePresenters.contains { $0 === note })
  }

  /// Runs the command in the container while the document goes on.
  private func docmerge(_ words: String...) async throws {
    let program = Program(
      Replica.command, in: kept.folder.path, environment: Client.runtime)
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { _ = try program.run(words, exits: 0) })
      }
    }
  }

  @Test func `M45 another type keeps the history of the document`() async throws {
    final class Rich: TraceNote {
      var type = "public.plain-text"
      override var savingFileType: String? { type }
    }
    let note = Rich(fileURL: try kept.save("note.txt", "old"))
    try await note.open()
    note.type = "public.html"
    note.edit("new")
    try await note.save()
    #expect(note.fileURL.lastPathComponent == "note.html")
    #expect(try kept.container.documents().map(\.path.display) == ["note.html"])
    #expect(
      FileVersion.otherVersionsOfItem(at: note.fileURL)?.contains { $0.text == "old" } == true)
    try await note.close()
  }
}

/// Gets a new version while it decides for the first time.
private struct Interrupted: Resolver {
  let url: URL
  let rounds = Heard()

  func resolve(_ conflict: Conflict) throws -> Resolution? {
    rounds.add("\(conflict.sides.count)")
    if rounds.all.count == 1 {
      try FileVersion.makeConflict(
        ofItemAt: url, contents: Data("third".utf8), date: Date(timeIntervalSince1970: 1_500_000))
    }
    return ByDate(.newest).resolve(conflict)
  }
}
