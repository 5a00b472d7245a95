import DocMergeDocuments
import Foundation
import Testing

/// Changes that are taken back, and back again.
@MainActor
struct UndoManagerTests {
  /// A model with the setter that the seeds describe.
  @MainActor
  final class Note {
    let undoManager: UndoManager
    private(set) var text = ""

    init(_ undoManager: UndoManager) { self.undoManager = undoManager }

    func setText(_ new: String) {
      let old = text
      undoManager.registerUndo(withTarget: self) { $0.setText(old) }
      undoManager.setActionName("Typing")
      text = new
    }
  }

  private let manager = UndoManager()

  /// Lets the present turn of the main actor end.
  private func nextTurn() async {
    await withCheckedContinuation { continuation in
      Task { @MainActor in continuation.resume() }
    }
  }

  @Test func `M71 a setter that registers its old value can be undone and redone`() async {
    let note = Note(manager)
    note.setText("one")
    await nextTurn()
    note.setText("two")
    #expect(manager.canUndo && !manager.canRedo)
    manager.undo()
    #expect(note.text == "one")
    manager.undo()
    #expect(note.text == "" && !manager.canUndo)
    manager.redo()
    manager.redo()
    #expect(note.text == "two" && !manager.canRedo)
  }

  @Test func `M72 what can be undone is right just after undo and redo`() {
    let note = Note(manager)
    #expect(!manager.canUndo && !manager.canRedo)
    note.setText("one")
    #expect(manager.canUndo && manager.undoMenuItemTitle == "Undo Typing")
    manager.undo()
    #expect(!manager.canUndo && manager.canRedo && manager.redoMenuItemTitle == "Redo Typing")
    manager.redo()
    #expect(manager.canUndo && !manager.canRedo && manager.undoActionName == "Typing")
    manager.undo()
    note.setText("other")
    #expect(!manager.canRedo)
  }

  @Test func `M152 undo restores the old string and registers the way forth`() {
    let note = Note(manager)
    note.setText("one")
    manager.undo()
    #expect(note.text == "")
    #expect(manager.redoCount == 1 && manager.undoCount == 0)
  }

  @Test func `changes of one turn are one group, those of two turns are two`() async {
    let note = Note(manager)
    note.setText("a")
    note.setText("ab")
    #expect(manager.groupingLevel == 1)
    await nextTurn()
    #expect(manager.groupingLevel == 0 && manager.undoCount == 1)
    note.setText("abc")
    await nextTurn()
    #expect(manager.undoCount == 2)
    manager.undo()
    #expect(note.text == "ab")
    manager.undo()
    #expect(note.text == "")
  }

  @Test func `an explicit group stays open across turns`() async {
    let note = Note(manager)
    manager.beginUndoGrouping()
    note.setText("a")
    await nextTurn()
    note.setText("ab")
    manager.endUndoGrouping()
    #expect(manager.groupingLevel == 0 && manager.undoCount == 1)
    manager.undo()
    #expect(note.text == "")
  }

  @Test func `groups by hand nest, and the innermost can be undone alone`() {
    manager.groupsByEvent = false
    let note = Note(manager)
    manager.beginUndoGrouping()
    note.setText("a")
    manager.beginUndoGrouping()
    note.setText("ab")
    #expect(manager.groupingLevel == 2)
    manager.endUndoGrouping()
    manager.undoNestedGroup()
    #expect(note.text == "a" && manager.groupingLevel == 1)
    manager.endUndoGrouping()
    manager.undo()
    #expect(note.text == "")
  }

  @Test func `an action without a group is an error in the program`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let manager = UndoManager()
        manager.groupsByEvent = false
        manager.registerUndo(withTarget: manager) { _ in }
      }
    }
  }

  @Test func `levels drop the oldest groups`() async {
    let note = Note(manager)
    manager.levelsOfUndo = 2
    for text in ["a", "b", "c"] {
      note.setText(text)
      await nextTurn()
    }
    #expect(manager.undoCount == 2)
    manager.undo()
    manager.undo()
    #expect(note.text == "a" && !manager.canUndo)
  }

  @Test func `nothing is recorded while registration is disabled`() {
    let note = Note(manager)
    manager.disableUndoRegistration()
    manager.disableUndoRegistration()
    note.setText("a")
    manager.enableUndoRegistration()
    #expect(!manager.isUndoRegistrationEnabled)
    manager.enableUndoRegistration()
    #expect(!manager.canUndo)
    note.setText("b")
    #expect(manager.canUndo)
  }

  @Test func `actions of one target are forgotten, and targets are not kept alive`() async {
    let (one, two) = (Note(manager), Note(manager))
    one.setText("1")
    two.setText("2")
    manager.removeAllActions(withTarget: one)
    manager.undo()
    #expect(one.text == "1" && two.text == "")
    manager.removeAllActions()
    #expect(!manager.canUndo && !manager.canRedo && manager.groupingLevel == 0)
    var short: Note? = Note(manager)
    weak let held = short
    short?.setText("x")
    short = nil
    #expect(held == nil)
    manager.undo()
  }

  @Test func `notifications come with Apple's names in Apple's order`() {
    let names = [
      "Checkpoint", "DidOpenUndoGroup", "WillCloseUndoGroup", "DidCloseUndoGroup", "WillUndoChange",
      "DidUndoChange", "WillRedoChange", "DidRedoChange",
    ]
    let heard = Heard()
    let observers = names.map { name in
      NotificationCenter.default.addObserver(
        forName: Notification.Name("NSUndoManager\(name)Notification"), object: manager, queue: nil
      ) { _ in heard.add(name) }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    let note = Note(manager)
    note.setText("a")
    #expect(heard.take() == ["DidOpenUndoGroup"])
    manager.undo()
    #expect(
      heard.take() == [
        "Checkpoint", "WillCloseUndoGroup", "DidCloseUndoGroup",
        "Checkpoint", "WillUndoChange", "DidOpenUndoGroup",
        "Checkpoint", "WillCloseUndoGroup", "DidCloseUndoGroup", "DidUndoChange",
      ])
    manager.redo()
    #expect(
      heard.take() == [
        "Checkpoint", "WillRedoChange", "DidOpenUndoGroup",
        "Checkpoint", "WillCloseUndoGroup", "DidCloseUndoGroup", "DidRedoChange",
      ])
    _ = manager.canRedo
    #expect(heard.take() == ["Checkpoint"])
  }

  @Test func `a group says when it is discardable, and keeps values`() {
    let key = UndoManager.UserInfoKey(rawValue: "place")
    let note = Note(manager)
    note.setText("a")
    manager.setActionIsDiscardable(true)
    manager.setActionUserInfoValue(7, forKey: key)
    let heard = Heard()
    let observer = NotificationCenter.default.addObserver(
      forName: UndoManager.didCloseUndoGroupNotification, object: manager, queue: nil
    ) { notification in
      heard.add("\(notification.userInfo?[UndoManager.groupIsDiscardableKey] ?? "none")")
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    #expect(manager.undoActionIsDiscardable)
    manager.undo()
    #expect(heard.take().first == "true")
    #expect(manager.redoActionUserInfoValue(forKey: key) as? Int == 7)
  }
}
