import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Synchronization
import Testing

/// Whether a document has unsaved changes after undo, redo and saves in any order.
@MainActor
struct UndoCountTests {
  let folder = TemporaryFolder()

  final class UndoNote: TraceNote {
    func set(_ new: String) {
      undoManager.registerUndo(withTarget: self) { [text] in $0.set(text) }
      text = new
    }
  }

  private func opened() async throws -> UndoNote {
    let note = UndoNote(fileURL: folder.file("a.txt", "old"))
    try await note.open()
    note.undoManager.groupsByEvent = false
    return note
  }

  private func group(_ note: UndoNote, _ texts: String...) {
    note.undoManager.beginUndoGrouping()
    for text in texts { note.set(text) }
    note.undoManager.endUndoGrouping()
  }

  @Test func `M63 M67 after a save, an undo is a change, and a redo takes it back`() async throws {
    let note = try await opened()
    group(note, "one")
    group(note, "two")
    try await note.save()
    #expect(!note.hasUnsavedChanges)
    note.undoManager.undo()
    #expect(note.hasUnsavedChanges)
    note.undoManager.undo()
    #expect(note.text == "old" && note.hasUnsavedChanges)
    note.undoManager.redo()
    #expect(note.hasUnsavedChanges)
    note.undoManager.redo()
    #expect(note.text == "two" && !note.hasUnsavedChanges)
    note.undoManager.undo()
    group(note, "other")
    note.undoManager.undo()
    #expect(note.text == "one" && note.hasUnsavedChanges)
    try await note.close()
    #expect(note.fileURL.text == "one")
  }

  @Test func `M67 undo of a group that was saved halfway is a change`() async throws {
    let note = try await opened()
    note.undoManager.beginUndoGrouping()
    note.set("half")
    try await note.save()
    #expect(!note.hasUnsavedChanges)
    note.set("whole")
    note.undoManager.endUndoGrouping()
    #expect(note.hasUnsavedChanges)
    note.undoManager.undo()
    #expect(note.text == "old")
    #expect(note.hasUnsavedChanges)
    note.undoManager.redo()
    #expect(note.text == "whole")
    #expect(note.hasUnsavedChanges)
    note.undoManager.undo()
    try await note.close()
    #expect(note.fileURL.text == "old")
  }

  @Test func `M67 the end of a group that is saved already changes nothing`() async throws {
    let note = try await opened()
    note.undoManager.beginUndoGrouping()
    note.undoManager.beginUndoGrouping()
    note.set("one")
    try await note.save()
    note.undoManager.endUndoGrouping()
    note.undoManager.endUndoGrouping()
    #expect(!note.hasUnsavedChanges)
    note.undoManager.undo()
    #expect(note.text == "old" && note.hasUnsavedChanges)
    note.undoManager.redo()
    #expect(note.text == "one" && !note.hasUnsavedChanges)
    try await note.close()
  }

  @Test func `M67 undo closes the group of the turn, and counts what it took back`() async throws {
    let note = try await opened()
    note.undoManager.groupsByEvent = true
    note.set("one")
    note.set("two")
    #expect(note.hasUnsavedChanges)
    note.undoManager.undo()
    #expect(note.text == "old" && !note.hasUnsavedChanges)
    note.undoManager.redo()
    #expect(note.text == "two" && note.hasUnsavedChanges)
    try await note.save()
    note.undoManager.undo()
    #expect(note.hasUnsavedChanges)
    try await note.close()
    #expect(note.fileURL.text == "old")
  }

  @Test func `the levels of undo limit what can be undone, and not what counts as a change`()
    async throws
  {
    let note = try await opened()
    note.undoManager.levelsOfUndo = 2
    for number in 1...4 { group(note, "\(number)") }
    try await note.save()
    while note.undoManager.canUndo { note.undoManager.undo() }
    #expect(note.text == "2" && note.hasUnsavedChanges)
    while note.undoManager.canRedo { note.undoManager.redo() }
    #expect(note.text == "4" && !note.hasUnsavedChanges)
    note.undoManager.levelsOfUndo = 1
    #expect(note.undoManager.undoCount == 1)
    note.undoManager.undo()
    #expect(note.text == "3" && !note.undoManager.canUndo && note.hasUnsavedChanges)
    try await note.close()
  }

  @Test func `changes without registration count only where the app says so`() async throws {
    let note = try await opened()
    note.undoManager.disableUndoRegistration()
    note.set("quiet")
    note.undoManager.enableUndoRegistration()
    #expect(!note.hasUnsavedChanges)
    group(note, "loud")
    #expect(note.hasUnsavedChanges)
    try await note.close()
    #expect(note.fileURL.text == "loud")
  }

  @Test func `a revert forgets what can be undone, and the next edit counts`() async throws {
    let note = try await opened()
    group(note, "one")
    try await note.revert(toContentsOf: note.fileURL)
    #expect(!note.undoManager.canUndo && !note.undoManager.canRedo && !note.hasUnsavedChanges)
    group(note, "two")
    #expect(note.hasUnsavedChanges)
    note.undoManager.undo()
    #expect(!note.hasUnsavedChanges)
    try await note.close()
  }
}
