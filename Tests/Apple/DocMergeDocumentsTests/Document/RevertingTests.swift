import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Synchronization
import Testing

@MainActor
struct RevertingTests {
  let folder = TemporaryFolder()

  @Test func `M80 M35 a document shows what a save wrote that was asked for during a revert`()
    async throws
  {
    let note = try await opened()
    let url = note.fileURL
    note.revert(toContentsOf: url, completionHandler: nil)
    note.edit("mine")
    try await note.save()
    #expect(url.text == "mine")
    #expect(await eventually { note.text == "mine" && note.documentState == .normal })
    #expect(!note.hasUnsavedChanges)
    try await note.close()
    #expect(url.text == "mine")
  }

  private func opened() async throws -> TraceNote {
    let note = TraceNote(fileURL: folder.file("a.txt", "old"))
    try await note.open()
    _ = note.takeLog()
    return note
  }

  @Test
  func
    `M80 M81 M82 M85 a revert drops the edits, between disabling and enabling, and answers on main`()
    async throws
  {
    let note = try await opened()
    note.edit("mine")
    note.revert(toContentsOf: note.fileURL) { success in
      note.note("handler \(success)\(MainQueue.isCurrent ? "" : " off main")")
    }
    #expect(await eventually { note.log.withLock { $0.contains("handler true") } })
    #expect(
      note.takeLog() == [
        "state editingDisabled", "disable", "read", "load public.plain-text", "enable",
        "state normal", "handler true",
      ])
    #expect(note.text == "old")
    #expect(!note.hasUnsavedChanges)
    try await note.close()
  }

  @Test func `M82 M85 M96 a failed revert leaves editing disabled until something succeeds`()
    async throws
  {
    let note = try await opened()
    note.loadError = AppError()
    await #expect(throws: AppError()) { try await note.revert(toContentsOf: note.fileURL) }
    #expect(
      note.takeLog() == [
        "state editingDisabled", "disable", "read", "load public.plain-text", "error",
        "error finished", "enable", "state savingError editingDisabled",
      ])
    note.loadError = nil
    try await note.revert(toContentsOf: note.fileURL)
    #expect(note.documentState == .normal)
    try await note.close()
  }

  @Test func `M83 an override around super is bracketed once`() async throws {
    final class Logged: TraceNote {
      override func revert(toContentsOf url: URL, completionHandler: ((Bool) -> Void)?) {
        note("before")
        super.revert(toContentsOf: url, completionHandler: completionHandler)
      }
    }
    let note = Logged(fileURL: folder.file("a.txt", "old"))
    try await note.open()
    _ = note.takeLog()
    try await note.revert(toContentsOf: note.fileURL)
    let log = note.takeLog()
    #expect(log.filter { $0 == "disable" }.count == 1)
    #expect(log.filter { $0 == "enable" }.count == 1)
    #expect(log.first == "before")
    try await note.close()
  }

  @Test func `M80 contents of another file are loaded, and are to be saved`() async throws {
    let note = try await opened()
    try await note.revert(toContentsOf: folder.file("other.txt", "other"))
    #expect(note.text == "other")
    #expect(note.hasUnsavedChanges)
    try await note.close()
    #expect(note.fileURL.text == "other")
  }

  @Test func `M84 disabling and enabling are balanced over random operations`() async throws {
    let note = try await opened()
    var random = SeededGenerator(seed: 7)
    var depth = 0
    for step in 0..<200 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: note.edit("\(step)")
      case 1:
        note.loadError = Bool.random(using: &random) ? AppError() : nil
        try? await note.revert(toContentsOf: note.fileURL)
        note.loadError = nil
      case 2:
        let fails = Bool.random(using: &random)
        note.writeError.withLock { $0 = fails ? AppError() : nil }
        try? await note.close()
        note.writeError.withLock { $0 = nil }
        try await note.open()
      case 3: try? await note.save()
      default: try? await note.autosave()
      }
      for word in note.takeLog() where word == "disable" || word == "enable" {
        depth += word == "disable" ? 1 : -1
        #expect((0...1).contains(depth))
      }
      #expect(depth == 0)
    }
    try await note.close()
  }
}
