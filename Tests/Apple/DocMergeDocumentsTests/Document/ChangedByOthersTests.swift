import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Glibc
import Synchronization
import Testing

/// Documents outside of containers whose files other programs write: there are no versions to keep their text in.
@MainActor
struct ChangedByOthersTests {
  let folder = TemporaryFolder()

  /// Counts how often it is checked for changes.
  private final class WatchedNote: CocoaErrorTests.FailingNote {
    var looks = 0
    override var hasUnsavedChanges: Bool {
      looks += 1
      return super.hasUnsavedChanges
    }
  }

  private func opened(_ periods: AutosavePeriods? = nil) async throws -> WatchedNote {
    let note = WatchedNote(fileURL: folder.file("a.txt", "base"))
    if let periods { note.autosavePeriods = periods }
    try await note.open()
    return note
  }

  private func code(_ note: CocoaErrorTests.FailingNote) -> CocoaError.Code? {
    note.errors.withLock { ($0.last as? CocoaError)?.code }
  }

  @Test(arguments: ["in place", "by renaming"])
  func `P22 what another program writes while a save is under way is not replaced unasked`(
    _ way: String
  ) async throws {
    let note = try await opened()
    let (url, folder) = (note.fileURL, folder)
    note.beforeWriting.withLock {
      $0 = {
        if way == "in place" { return File(url.path).write(Array("theirs".utf8)) }
        rename(folder.file("new", "theirs").path, url.path)
      }
    }
    note.edit("mine")
    await #expect(throws: CocoaError.self) { try await note.save() }
    #expect(code(note) == .fileWriteFileExists)
    #expect(url.text == "theirs" && note.text == "mine")
    #expect(note.hasUnsavedChanges && note.documentState.contains(.savingError))
    #expect(File(folder.path).names == ["a.txt"])
    note.beforeWriting.withLock { $0 = nil }
    // The person has been told: the next save is meant.
    try await note.save()
    #expect(url.text == "mine" && note.documentState == .normal)
    try await note.close()
  }

  @Test func `P22 M61 autosaving leaves a file alone that another program has changed`()
    async throws
  {
    let note = try await opened(
      AutosavePeriods(idle: .milliseconds(20), typing: .milliseconds(20)))
    // Both happen before the next check.
    File(note.fileURL.path).write(Array("theirs".utf8))
    note.edit("mine")
    #expect(await eventually { self.code(note) == .fileWriteFileExists })
    #expect(note.fileURL.text == "theirs")
    #expect(await eventually { note.documentState.contains(.savingError) })
    #expect(note.hasUnsavedChanges)
    // Once is enough, until the file changes again.
    let looks = note.looks
    #expect(await eventually { note.looks > looks + 20 })
    #expect(note.errors.withLock { $0.count } == 1)
    try await note.revert(toContentsOf: note.fileURL)
    #expect(note.text == "theirs" && note.documentState == .normal)
    note.edit("more")
    #expect(await eventually { !note.hasUnsavedChanges })
    #expect(note.fileURL.text == "more")
    try await note.close()
  }

  @Test func `M53 P22 closing saves the edits, though another program has changed the file`()
    async throws
  {
    let note = try await opened()
    note.edit("mine")
    File(note.fileURL.path).write(Array("theirs".utf8))
    try await note.close()
    #expect(note.fileURL.text == "mine")
  }

  @Test func `P22 a file that is moved away while it is saved is not lost`() async throws {
    let note = try await opened()
    let (url, away) = (note.fileURL, folder.url("away.txt"))
    note.beforeWriting.withLock { $0 = { rename(url.path, away.path) } }
    note.edit("mine")
    try await note.save()
    note.beforeWriting.withLock { $0 = nil }
    try await note.close()
    #expect([url.text, away.text].contains("mine"))
    #expect(File(folder.path).names.allSatisfy { ["a.txt", "away.txt"].contains($0) })
  }
}
