import DocMergeTestSupport
import DocMergeUIKit
import Synchronization
import Testing

@testable import PortedPrograms

/// A text document as for iOS, run.
@MainActor
struct TextNoteTests {
  final class Delegate: TextNoteDelegate {
    private(set) var states: [UIDocument.State] = []
    func textNoteDidChangeState(_ note: TextNote) { states.append(note.documentState) }
  }

  let folder = TemporaryFolder()

  private var url: URL { URL(fileURLWithPath: "\(folder.path)/my note.txt") }

  private func created(_ text: String = "one") async -> TextNote {
    let note = TextNote(fileURL: url)
    note.text = text
    #expect(await note.save(to: url, for: .forCreating))
    return note
  }

  @Test func `it is made, saved, closed and opened, in Apple's order`() async {
    let note = TextNote(fileURL: url)
    let delegate = Delegate()
    note.delegate = delegate
    note.text = "one"
    #expect(note.documentState == .closed)
    #expect(note.hasUnsavedChanges)
    #expect(await note.save(to: url, for: .forCreating))
    #expect(note.documentState == .normal)
    #expect(await note.close())
    #expect(note.takeCalls() == ["create", "contents", "disable", "enable", "closed true"])
    #expect(File(url.path).text == "one")
    #expect(await note.open())
    #expect(note.takeCalls() == ["load"])
    #expect(delegate.states == [[], [.editingDisabled], [.closed], []])
    #expect(note.description == "TextNote(my note.txt)")
    #expect(note.localizedName == "My Note")
    await note.close()
  }

  @Test func `handlers answer on the main actor, one after the other`() async {
    let note = await created()
    var answers: [String] = []
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      note.text = "two"
      note.save(to: url, for: .forOverwriting) { answers.append("save \($0)") }
      note.autosave { answers.append("autosave \($0)") }
      note.close { success in
        MainActor.assumeIsolated { answers.append("close \(success)") }
        done.resume()
      }
      answers.append("asked")
    }
    #expect(answers == ["asked", "save true", "autosave true", "close true"])
    #expect(File(url.path).text == "two")
  }

  @Test func `an observer on the main queue hears of a state before the handler is called`() async {
    let note = TextNote(fileURL: url)
    let heard = Mutex<[String]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: UIDocument.stateChangedNotification, object: note, queue: .main
    ) { notification in
      let state = (notification.object as? UIDocument)?.documentState
      MainActor.assertIsolated()
      heard.withLock { $0.append("state \(state?.rawValue ?? 99)") }
    }
    note.undoManager.registerUndo(withTarget: note) { $0.text = "" }
    await withCheckedContinuation { done in
      note.save(to: url, for: .forCreating) { success in
        heard.withLock { $0.append("saved \(success)") }
        done.resume()
      }
    }
    #expect(heard.withLock { $0 } == ["state 0", "saved true"])
    NotificationCenter.default.removeObserver(observer)
    await note.close()
    #expect(heard.withLock { $0.count } == 2)
  }

  @Test func `states and undo come as sequences of notifications`() async {
    let note = await created()
    var states = NotificationCenter.default.notifications(
      named: UIDocument.stateChangedNotification, object: note
    ).makeAsyncIterator()
    var undos = NotificationCenter.default.notifications(
      named: .NSUndoManagerDidUndoChange, object: note.undoManager
    ).makeAsyncIterator()
    note.undoManager.registerUndo(withTarget: note) { $0.text = "undone" }
    note.undoManager.undo()
    #expect((await undos.next()?.object as? UndoManager) === note.undoManager)
    await note.close()
    #expect((await states.next()?.object as? UIDocument) === note)
    #expect(File(url.path).text == "undone")
  }

  @Test func `a failure is handled before its handler is called`() async {
    let note = TextNote(fileURL: url)
    #expect(await note.open() == false)
    #expect((note.lastFailure as? CocoaError)?.code == .fileReadNoSuchFile)
    #expect((note.lastFailure as NSError?)?.code == CocoaError.Code.fileReadNoSuchFile.rawValue)
    File(url.path).write([0xFF, 0xFE, 0xFF])
    #expect(await note.open() == false)
    #expect(note.lastFailure is TextNote.LoadError)
    #expect(note.takeCalls() == ["error", "load", "error"])
  }

  @Test func `undo and the change count agree`() async {
    let note = await created()
    #expect(note.hasUnsavedChanges == false)
    note.undoManager.registerUndo(withTarget: note) { $0.text = "one" }
    note.text = "two"
    #expect(note.undoManager.canUndo)
    note.undoManager.undo()
    #expect(note.text == "one")
    note.updateChangeCount(.cleared)
    #expect(note.hasUnsavedChanges == false)
    await note.close()
  }

  @Test func `reverting reads the file again`() async {
    let note = await created()
    note.text = "unsaved"
    File(url.path).write(Array("theirs".utf8))
    #expect(await note.revert(toContentsOf: url))
    #expect(note.text == "theirs")
    await note.close()
  }

  @Test func `it follows a coordinated rename, and closes before a deletion`() async throws {
    let note = await created()
    _ = note.takeCalls()
    let old = url
    let new = try await Task.detached {
      try NoteStore.shared.rename(old, to: "renamed.txt")
    }.value
    #expect(await eventually { note.fileURL.lastPathComponent == "renamed.txt" })
    #expect(await eventually { note.calls.contains("moved renamed.txt") })
    note.text = "after"
    #expect(await note.save(to: note.fileURL, for: .forOverwriting))
    #expect(File(new.path).text == "after")
    let error = await withCheckedContinuation { done in
      NoteStore.shared.delete(new) { error in done.resume(returning: error.map { "\($0)" }) }
    }
    #expect(error == nil)
    #expect(File(new.path).exists == false)
    #expect(await eventually { note.documentState == .closed })
  }

  @Test func `unsaved text is saved before another program reads the file`() async throws {
    let note = await created()
    note.text = "just typed"
    let url = url
    let text = try await withCheckedThrowingContinuation {
      (done: CheckedContinuation<String, any Error>) in
      NoteStore.shared.read(url) { @Sendable text in done.resume(with: text) }
    }
    #expect(text == "just typed")
    await note.close()
  }
}
