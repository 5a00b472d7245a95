import DocMergeContainer
import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Synchronization
import Testing

/// Edits at the moment at which a document reads its file again by itself, and names that are one name.
@MainActor
struct KeptEditTests {
  let kept: Kept

  init() throws { kept = try Kept() }

  @Test func `M76 an edit between the decision to read again and the reading is kept`() async throws
  {
    final class Late: TraceNote {
      var isLate = false
      override func revert(toContentsOf url: URL, completionHandler: ((Bool) -> Void)?) {
        super.revert(toContentsOf: url, completionHandler: completionHandler)
        if isLate { edit("mine") }
        note("asked to revert")
      }
    }
    let note = Late(fileURL: try kept.save("a.txt", "old", date: 1_000_000))
    try await note.open()
    note.isLate = true
    _ = kept.folder.file("a.txt", "theirs")
    #expect(await eventually { note.log.withLock { $0.contains("asked to revert") } })
    note.isLate = false
    try await note.save()
    #expect(note.text == "mine" && note.fileURL.text == "mine")
    #expect(await eventually { note.documentState == .inConflict })
    let versions = FileVersion.unresolvedConflictVersionsOfItem(at: note.fileURL)
    #expect(versions?.map(\.text) == ["theirs"])
    // A revert that the app asks for drops edits, as documented.
    note.edit("dropped")
    try await note.revert(toContentsOf: note.fileURL)
    #expect(note.text == "mine" && !note.hasUnsavedChanges)
    try await note.close()
  }

  @Test func `M76 an edit just after the contents were loaded is still unsaved`() async throws {
    final class Quick: TraceNote {
      nonisolated let isQuick = Atomic(false)
      override func read(from url: URL) throws {
        try super.read(from: url)
        guard isQuick.load(ordering: .relaxed) else { return }
        DispatchQueue.main.sync { MainActor.assumeIsolated { edit("\(text) and mine") } }
      }
    }
    let note = Quick(fileURL: try kept.save("a.txt", "old"))
    try await note.open()
    note.isQuick.store(true, ordering: .relaxed)
    try await note.revert(toContentsOf: note.fileURL)
    note.isQuick.store(false, ordering: .relaxed)
    #expect(note.text == "old and mine" && note.hasUnsavedChanges)
    try await note.close()
    #expect(note.fileURL.text == "old and mine")
  }

  @Test(arguments: ["e\u{301}.txt", "\u{C9}.TXT"])
  func `A5 a new document does not take a name that is another's in other letters`(
    _ name: String
  ) async throws {
    try kept.save("\u{E9}.txt", "old")
    let note = TraceNote(fileURL: kept.url(name))
    note.text = "new"
    let error = await #expect(throws: CocoaError.self) {
      try await note.save(to: note.fileURL, for: .forCreating)
    }
    #expect(error?.code == .fileWriteFileExists)
    #expect(File(kept.folder.path).names == [".docmerge", "\u{E9}.txt"])
    #expect(kept.url("\u{E9}.txt").text == "old")
  }
}
