import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Glibc
import Testing

@MainActor
struct PresentingTests {
  let folder = TemporaryFolder()

  private func opened() async throws -> TraceNote {
    let note = TraceNote(fileURL: folder.file("a.txt", "old"))
    try await note.open()
    _ = note.takeLog()
    return note
  }

  /// Works as another program would, on a thread of its own.
  private func elsewhere<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
    }
  }

  @Test func `M74 M75 another client's read waits until the changes are saved`() async throws {
    let note = try await opened()
    note.edit("new")
    let url = note.fileURL
    let text = try await elsewhere {
      let coordinator = FileCoordinator()
      // The main actor may be busy with other tests.
      coordinator.presenterTimeout = .seconds(600)
      return try coordinator.coordinate(readingItemAt: url) { $0.text }
    }
    #expect(text == "new")
    #expect(!note.hasUnsavedChanges)
    try await note.close()
  }

  @Test func `M76 another client's write is loaded`() async throws {
    let note = try await opened()
    let url = note.fileURL
    try await elsewhere {
      try FileCoordinator().coordinate(writingItemAt: url) { try Data("theirs".utf8).write(to: $0) }
    }
    #expect(await eventually { note.text == "theirs" })
    #expect(await eventually { note.documentState == .normal })
    try await note.close()
  }

  @Test func `P22 a write without coordination is loaded`() async throws {
    let note = try await opened()
    _ = folder.file("a.txt", "theirs")
    #expect(await eventually { note.text == "theirs" })
    try await note.close()
  }

  @Test func `P10 a new mode alone loads nothing`() async throws {
    let note = try await opened()
    chmod(note.fileURL.path, 0o600)
    note.presentedItemDidChange()
    try await note.save()
    #expect(!note.takeLog().contains("read"))
    try await note.close()
  }

  @Test func `M76 a change by others does not take unsaved edits away`() async throws {
    let note = try await opened()
    note.edit("mine")
    _ = folder.file("a.txt", "theirs")
    note.presentedItemDidChange()
    try await note.save()
    #expect(note.text == "mine")
    #expect(note.fileURL.text == "mine")
    try await note.close()
  }

  @Test func `M77 P9 the document follows a coordinated rename, and a plain one`() async throws {
    let note = try await opened()
    let (url, new) = (note.fileURL, folder.url("b.txt"))
    try await elsewhere {
      let coordinator = FileCoordinator()
      try coordinator.coordinate(
        writingItemAt: url, options: .forMoving, writingItemAt: new, options: .forReplacing
      ) { from, to in
        try FileManager.default.moveItem(at: from, to: to)
        coordinator.item(at: from, didMoveTo: to)
      }
    }
    #expect(await eventually { note.fileURL.lastPathComponent == "b.txt" })
    rename(new.path, folder.url("c.txt").path)
    #expect(await eventually { note.fileURL.lastPathComponent == "c.txt" })
    note.edit("new")
    try await note.close()
    #expect(File(folder.path).names == ["c.txt"])
    #expect(folder.url("c.txt").text == "new")
  }

  @Test
  func `M142 P7 a coordinated deletion closes the document first, and nothing is written after it`()
    async throws
  {
    let note = try await opened()
    note.edit("new")
    let url = note.fileURL
    try await elsewhere {
      try FileCoordinator().coordinate(writingItemAt: url, options: .forDeleting) {
        try FileManager.default.removeItem(at: $0)
      }
    }
    #expect(await eventually { note.documentState == .closed })
    #expect(File(folder.path).names == [])
  }

  // MARK: On the main thread

  /// A coordinator that goes on without an answer only after ten minutes, however busy the computer is.
  private var patient: FileCoordinator {
    let coordinator = FileCoordinator()
    coordinator.presenterTimeout = .seconds(600)
    return coordinator
  }

  @Test
  func `C29 reading on the main thread beside a document with unsaved edits saves them at once`()
    async throws
  {
    let note = try await opened()
    note.edit("new")
    let text = try patient.coordinate(readingItemAt: note.fileURL) { $0.text }
    #expect(text == "new")
    #expect(!note.hasUnsavedChanges)
    try await note.close()
  }

  @Test func `C29 while the main thread waits for others, a document without edits answers`()
    async throws
  {
    let note = try await opened()
    // As an app does that waits for a process, which waits for the document.
    #expect(isAnswered(ask(note), within: 120))
    try await note.close()
  }

  @Test func `C29 edits are saved once the main thread has time`() async throws {
    let note = try await opened()
    note.edit("new")
    let question = ask(note)
    #expect(!isAnswered(question, within: 2))
    #expect(await eventually { note.fileURL.text == "new" })
    try await note.close()
  }

  @Test func `C29 what an open undo group holds is saved before others read`() async throws {
    let note = try await opened()
    note.text = "new"
    note.undoManager.registerUndo(withTarget: note) { $0.text = "old" }
    let question = ask(note)
    // The group is open as long as the main thread does something else.
    #expect(!isAnswered(question, within: 2))
    #expect(await eventually { note.fileURL.text == "new" })
    try await note.close()
  }

  @Test func `C29 a document whose contents wait for a busy queue blocks no access to the file`()
    async throws
  {
    let note = BusyNote(fileURL: folder.file("a.txt", "old"))
    try await note.open()
    #expect(note.reading.wait(timeout: .now()) == .success)
    let url = note.fileURL
    let isWritten = revertOnBusyQueue(note)
    try await elsewhere {
      note.reading.wait()
      let patient = FileCoordinator()
      patient.presenterTimeout = .seconds(600)
      try patient.coordinate(writingItemAt: url) { try Data("newest".utf8).write(to: $0) }
      isWritten.signal()
    }
    #expect(await eventually { note.text == "newest" })
    try await note.close()
  }

  /// Reads a document's file again on a queue that then waits for another program, and that for the file.
  private nonisolated func revertOnBusyQueue(_ note: TraceNote) -> DispatchSemaphore {
    let isWritten = DispatchSemaphore(value: 0)
    DispatchQueue(label: "app").async {
      AnyThread.run { note.revert(toContentsOf: note.fileURL, completionHandler: nil) }
      #expect(isWritten.wait(timeout: .now() + 120) == .success)
    }
    return isWritten
  }

  /// Asks a document to save, on another thread.
  private nonisolated func ask(_ note: TraceNote) -> DispatchSemaphore {
    let answer = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      note.receiveSavePresentedItemChanges { error in
        #expect(error == nil)
        answer.signal()
      }
    }
    return answer
  }

  /// Whether an answer arrives while this thread does nothing else.
  private func isAnswered(_ answer: DispatchSemaphore, within seconds: Double) -> Bool {
    answer.wait(timeout: .now() + seconds) == .success
  }

  @Test func `C19 C22 a document deleted or replaced on the main thread is closed before, at once`()
    async throws
  {
    for options in [FileCoordinator.WritingOptions.forDeleting, .forReplacing] {
      let note = try await opened()
      note.edit("new")
      try patient.coordinate(writingItemAt: note.fileURL, options: options) {
        #expect(note.documentState == .closed)
        try FileManager.default.removeItem(at: $0)
      }
      #expect(File(folder.path).names == [])
    }
  }

  @Test func `C11 preparing on the main thread beside a document with unsaved edits saves them`()
    async throws
  {
    let note = try await opened()
    note.edit("new")
    try patient.prepare(forReadingItemsAt: [note.fileURL], writingItemsAt: []) { done in
      #expect(note.fileURL.text == "new")
      done()
    }
    try await note.close()
  }

  @Test func `P7 P22 a document whose file just goes is closed, unless it has unsaved edits`()
    async throws
  {
    let note = try await opened()
    unlink(note.fileURL.path)
    #expect(await eventually { note.documentState == .closed })
    let edited = try await opened()
    edited.edit("new")
    unlink(edited.fileURL.path)
    edited.presentedItemDidChange()
    try await edited.save()
    #expect(edited.fileURL.text == "new")
    try await edited.close()
  }

  @Test func `P23 a save of its own loads nothing`() async throws {
    let note = try await opened()
    for number in 1...5 {
      note.edit("\(number)")
      try await note.save()
    }
    #expect(!note.takeLog().contains("read"))
    try await note.close()
    #expect(note.text == "5")
  }

  @Test func `M3 M52 a reader never sees half a save`() async throws {
    let note = try await opened()
    let url = note.fileURL
    let sizes = [10, 200_000]
    note.text = String(repeating: "0", count: sizes[0])
    try await note.save()
    let reader = Task {
      try await elsewhere {
        try (0..<100).map { _ in
          try FileCoordinator().coordinate(readingItemAt: url, options: .withoutChanges) {
            try Data(contentsOf: $0).count
          }
        }
      }
    }
    for round in 0..<100 {
      note.text = String(repeating: "x", count: sizes[round % 2])
      try await note.save()
    }
    #expect(Set(try await reader.value).isSubset(of: sizes))
    try await note.close()
  }

  @Test func `M8 M78 presenter methods can be overridden and call super`() async throws {
    final class Curious: TraceNote {
      override func presentedItemDidChange() {
        note("did change")
        super.presentedItemDidChange()
      }
    }
    let note = Curious(fileURL: folder.file("a.txt", "old"))
    try await note.open()
    _ = folder.file("a.txt", "theirs")
    #expect(await eventually { note.text == "theirs" })
    #expect(note.takeLog().contains("did change"))
    try await note.close()
  }
}

/// A document that says when its file is read.
private final class BusyNote: TraceNote {
  nonisolated let reading = DispatchSemaphore(value: 0)

  override func read(from url: URL) throws {
    reading.signal()
    try super.read(from: url)
  }
}
