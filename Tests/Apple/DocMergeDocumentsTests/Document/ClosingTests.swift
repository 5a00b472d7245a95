import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Synchronization
import Testing

@MainActor
struct ClosingTests {
  let folder = TemporaryFolder()

  private func opened() async throws -> TraceNote {
    let note = TraceNote(fileURL: folder.file("a.txt", "old"))
    try await note.open()
    _ = note.takeLog()
    return note
  }

  @Test func `M53 M54 M58 a dirty close disables editing, saves, closes, then answers on main`()
    async throws
  {
    let note = try await opened()
    note.edit("new")
    note.close { success in
      note.note("handler \(success)\(MainQueue.isCurrent ? "" : " off main")")
    }
    #expect(await eventually { note.log.withLock { $0.contains("handler true") } })
    #expect(
      note.takeLog() == [
        "state editingDisabled", "disable", "token", "extension", "contents public.plain-text",
        "attributes", "safely a.txt", "write, original a.txt", "saved token", "enable",
        "state closed", "handler true",
      ])
    #expect(note.fileURL.text == "new")
  }

  @Test func `M53 a clean close writes nothing`() async throws {
    let note = try await opened()
    try await note.close()
    #expect(
      note.takeLog() == ["state editingDisabled", "disable", "enable", "state closed"])
  }

  @Test
  func `M55 a close that cannot save answers false, and the document stays open with its edits`()
    async throws
  {
    let note = try await opened()
    note.edit("new")
    note.writeError.withLock { $0 = AppError() }
    var answer: Bool?
    note.close { answer = $0 }
    #expect(await eventually { answer == false })
    #expect(note.documentState == .savingError)
    #expect(note.hasUnsavedChanges)
    #expect(note.text == "new")
    await #expect(throws: AppError()) { try await note.close() }
    note.writeError.withLock { $0 = nil }
    try await note.close()
    #expect(note.fileURL.text == "new")
  }

  @Test func `M56 a closed document cannot be saved, and closing it again is fine`() async throws {
    let note = try await opened()
    try await note.close()
    #expect(note.documentState == .closed)
    let error = await #expect(throws: CocoaError.self) { try await note.save() }
    #expect(error?.underlying as? DocumentError == .notOpen)
    try await note.close()
    #expect(note.fileURL.text == "old")
  }

  @Test func `M56 closing a document that could not be opened is fine`() async throws {
    let note = TraceNote(fileURL: folder.url("none.txt"))
    try? await note.open()
    try await note.close()
    #expect(note.documentState == .closed)
  }

  @Test func `a document is opened again after it was closed`() async throws {
    let note = try await opened()
    try await note.close()
    _ = folder.file("a.txt", "newer")
    try await note.open()
    #expect(note.text == "newer")
    try await note.close()
  }
}
