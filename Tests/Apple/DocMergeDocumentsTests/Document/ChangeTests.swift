import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Glibc
import Synchronization
import Testing

@MainActor
struct ChangeTests {
  let folder = TemporaryFolder()

  private func opened<Note: TraceNote>(_ type: Note.Type = TraceNote.self) async throws -> Note {
    let note = type.init(fileURL: folder.file("a.txt", "old"))
    try await note.open()
    _ = note.takeLog()
    return note
  }

  @Test func `M63 M64 M65 M98 changes are unsaved until they are saved, taken back or cleared`()
    async throws
  {
    let note: TraceNote = try await opened()
    #expect(!note.hasUnsavedChanges)
    note.updateChangeCount(.done)
    #expect(note.hasUnsavedChanges)
    note.updateChangeCount(.undone)
    #expect(!note.hasUnsavedChanges)
    note.updateChangeCount(.undone)
    #expect(note.hasUnsavedChanges)
    note.updateChangeCount(.redone)
    #expect(!note.hasUnsavedChanges)
    note.updateChangeCount(.done)
    try await note.save()
    #expect(!note.hasUnsavedChanges)
    note.updateChangeCount(.undone)
    // Another edit leads to the same count, but not to what was saved.
    note.updateChangeCount(.done)
    #expect(note.hasUnsavedChanges)
    note.updateChangeCount(.cleared)
    #expect(!note.hasUnsavedChanges)
    try await note.close()
  }

  @Test func `M66 M67 M72 undo, redo and their registration count once each`() async throws {
    final class Counted: TraceNote {
      override func updateChangeCount(_ change: ChangeKind) {
        note("\(change)")
        super.updateChangeCount(change)
      }
      func set(_ new: String) {
        undoManager.registerUndo(withTarget: self) { [text] in $0.set(text) }
        text = new
      }
    }
    let note: Counted = try await opened(Counted.self)
    #expect(!note.undoManager.canUndo)
    note.set("new")
    #expect(note.hasUnsavedChanges)
    #expect(note.undoManager.canUndo)
    await Task.yield()
    #expect(await eventually { note.log.withLock { $0 } == ["done"] })
    note.undoManager.undo()
    #expect(note.text == "old")
    #expect(!note.hasUnsavedChanges)
    #expect(note.undoManager.canRedo)
    note.undoManager.redo()
    #expect(note.text == "new")
    #expect(note.hasUnsavedChanges)
    #expect(note.takeLog() == ["done", "undone", "redone"])
    try await note.close()
    #expect(note.fileURL.text == "new")
  }

  @Test func `M71 an edit that is saved in its own turn is counted once`() async throws {
    let note: TraceNote = try await opened()
    note.undoManager.registerUndo(withTarget: note) { _ in }
    note.text = "new"
    try await note.save()
    await Task.yield()
    #expect(note.fileURL.text == "new")
    #expect(!note.hasUnsavedChanges)
    try await note.close()
  }

  @Test func `M66 an undo manager of the app marks the document`() async throws {
    let note: TraceNote = try await opened()
    let manager = UndoManager()
    note.undoManager = manager
    manager.beginUndoGrouping()
    manager.registerUndo(withTarget: note) { $0.text = "old" }
    manager.endUndoGrouping()
    #expect(await eventually { note.hasUnsavedChanges })
    note.text = "new"
    try await note.close()
    #expect(note.fileURL.text == "new")
  }

  @Test
  func `M59 an autosave saves unsaved changes, and answers when there are none`() async throws {
    let note: TraceNote = try await opened()
    var answers: [Bool] = []
    note.autosave { answers.append($0) }
    #expect(await eventually { answers == [true] })
    #expect(note.takeLog() == [])
    note.edit("new")
    note.autosave { answers.append($0) }
    #expect(await eventually { answers == [true, true] })
    #expect(note.takeLog().filter { $0.hasPrefix("safely") }.count == 1)
    try await note.close()
  }

  @Test func `M62 M6 A7 edits are saved when they pause, and while they go on`() async throws {
    let periods = AutosavePeriods()
    #expect(periods.idle == .seconds(2))
    #expect(periods.typing == .seconds(15))
    let note = TraceNote(fileURL: folder.file("a.txt", "old"))
    note.autosavePeriods = AutosavePeriods(idle: .milliseconds(50), typing: .milliseconds(200))
    try await note.open()
    note.edit("new")
    #expect(await eventually { note.fileURL.text == "new" && !note.hasUnsavedChanges })
    var number = 0
    // Never idle: only the other period can save.
    note.autosavePeriods.idle = .seconds(1000)
    #expect(
      await eventually {
        number += 1
        note.edit("\(number)")
        return note.fileURL.text.flatMap { Int($0) } != nil
      })
    note.updateChangeCount(.cleared)
    try await note.close()
  }

  @Test func `M61 an autosave that is put off is tried again`() async throws {
    final class Lazy: TraceNote {
      var refusals = 2
      override func autosave(completionHandler: ((Bool) -> Void)?) {
        guard refusals > 0 else { return super.autosave(completionHandler: completionHandler) }
        refusals -= 1
        completionHandler?(false)
      }
    }
    let note = Lazy(fileURL: folder.file("a.txt", "old"))
    note.autosavePeriods = AutosavePeriods(idle: .milliseconds(20), typing: .milliseconds(50))
    try await note.open()
    note.edit("new")
    #expect(await eventually { note.fileURL.text == "new" })
    #expect(note.refusals == 0)
    try await note.close()
  }

  @Test func `M70 an app that tracks changes itself is saved as well`() async throws {
    final class Own: TraceNote {
      var saved = ""
      override var hasUnsavedChanges: Bool { text != saved }
      override func changeCountToken(for saveOperation: SaveOperation) -> Any { text }
      override func updateChangeCount(
        withToken changeCountToken: Any, for saveOperation: SaveOperation
      ) { saved = changeCountToken as? String ?? "" }
    }
    let note = Own(fileURL: folder.url("a.txt"))
    note.autosavePeriods = AutosavePeriods(idle: .milliseconds(20), typing: .milliseconds(50))
    try await note.save(to: note.fileURL, for: .forCreating)
    note.text = "new"
    #expect(await eventually { note.fileURL.text == "new" })
    try await note.close()
  }

  @Test func `M6 M57 A7 a process that gets SIGTERM saves first`() async throws {
    let url = folder.file("a.txt", "old")
    // A test that ends its process gets its file by the environment.
    setenv("DOCMERGE_TEST_FILE", url.path, 1)
    await #expect(processExitsWith: .signal(SIGTERM)) {
      let path = ProcessInfo.processInfo.environment["DOCMERGE_TEST_FILE"] ?? ""
      try await endWhileEditing(path)
    }
    #expect(url.text == "last edit")
  }

  @Test func `M154 M155 M156 M157 a user activity knows where the document is`() async throws {
    let note: TraceNote = try await opened()
    let activity = UserActivity(activityType: "org.example.edit")
    note.updateUserActivityState(activity)
    #expect(activity.userInfo?[Document.userActivityURLKey] as? URL == note.fileURL)
    #expect(Document.userActivityURLKey == "NSUserActivityDocumentURL")
    note.restoreUserActivityState(activity)
    try await note.close()
  }

  @Test
  func `M87 M88 M89 errors are finished once each, and at the end of the process without asking`()
    async throws
  {
    final class Asking: TraceNote {
      override func handleError(_ error: any Error, userInteractionPermitted: Bool) {
        note("asked \(userInteractionPermitted)")
      }
    }
    let note: Asking = try await opened(Asking.self)
    note.contentsError = AppError()
    note.edit("new")
    try? await note.save()
    #expect(note.takeLog().contains("asked true"))
    note.userInteractionNoLongerPermitted(forError: AppError())
    #expect(note.takeLog() == ["error finished"])
    note.contentsError = nil
    try await note.close()
  }
}

/// Edits a file, and gets SIGTERM before anything is saved.
@MainActor
private func endWhileEditing(_ path: String) async throws {
  let note = TraceNote(fileURL: URL(fileURLWithPath: path))
  try await note.open()
  note.edit("last edit")
  // Dispatch takes the signal over in its own time.
  try await Task.sleep(for: .seconds(2))
  kill(getpid(), SIGTERM)
  // The process ends meanwhile.
  try await Task.sleep(for: .seconds(20))
  try await note.close()
}
