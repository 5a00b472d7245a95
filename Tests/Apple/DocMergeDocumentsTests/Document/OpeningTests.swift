import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Observation
import Synchronization
import Testing

@MainActor
struct OpeningTests {
  let folder = TemporaryFolder()

  @Test
  func
    `M21 M23 M26 M22 open reads in the background, loads on main, tells the state, then calls the handler`()
    async throws
  {
    let note = TraceNote(fileURL: folder.file("a.txt", "hello"))
    note.open { success in
      note.note("handler \(success)\(MainQueue.isCurrent ? "" : " off main")")
    }
    #expect(note.takeLog() == [])
    #expect(await eventually { note.log.withLock { $0.count } >= 4 })
    #expect(
      note.takeLog() == ["read", "load public.plain-text", "state normal", "handler true"])
    #expect(note.text == "hello")
    try await note.close()
  }

  @Test func `M11 opening a missing file fails with file not found`() async throws {
    let note = TraceNote(fileURL: folder.url("none.txt"))
    let error = await #expect(throws: CocoaError.self) { try await note.open() }
    #expect(error?.code == .fileReadNoSuchFile)
    #expect(note.documentState == .closed)
    #expect(note.takeLog() == ["read", "error", "error finished"])
  }

  @Test func `M27 A2 a failed open calls handleError, then the handler, and stays closed`() async {
    let note = TraceNote(fileURL: folder.file("a.txt", "hello"))
    note.loadError = AppError()
    let success = await withCheckedContinuation { continuation in
      note.open { continuation.resume(returning: $0) }
    }
    #expect(!success)
    #expect(note.documentState == .closed)
    #expect(note.lastError as? AppError == AppError())
    await #expect(throws: AppError()) { try await note.open() }
  }

  @Test func `M29 opening an open document keeps its edits`() async throws {
    let note = TraceNote(fileURL: folder.file("a.txt", "hello"))
    try await note.open()
    note.edit("mine")
    try await note.open()
    #expect(note.text == "mine")
    #expect(note.hasUnsavedChanges)
    try await note.close()
  }

  @Test func `M12 M13 M14 the attributes follow from the URL`() {
    let note = TraceNote(fileURL: folder.url("Notes 1.txt"))
    #expect(note.fileURL == folder.url("Notes 1.txt"))
    #expect(note.localizedName == "Notes 1")
    #expect(note.fileType == "public.plain-text")
    #expect(TraceNote(fileURL: folder.url("a.nobodyknows")).fileType?.hasPrefix("dyn.") == true)
  }

  @Test func `M15 M16 the modification date is known in the handlers of open, save and revert`()
    async throws
  {
    let url = folder.file("a.txt", "hello")
    File(url.path).setDate(seconds: 1_000_000)
    let note = TraceNote(fileURL: url)
    #expect(note.fileModificationDate == nil)
    var dates: [Date?] = []
    note.open { _ in dates.append(note.fileModificationDate) }
    #expect(await eventually { dates.count == 1 })
    #expect(dates[0] == Date(timeIntervalSince1970: 1_000_000))
    note.edit("b")
    try await note.save()
    #expect(note.fileModificationDate ?? .distantPast > Date(timeIntervalSince1970: 1_000_000))
    let other = TraceNote(fileURL: url)
    try await other.revert(toContentsOf: url)
    #expect(other.fileModificationDate == note.fileModificationDate)
    try await note.close()
  }

  @Test
  func `M18 M93 M92 M99 the state starts closed, and the document reports each change once`()
    async throws
  {
    let note = TraceNote(fileURL: folder.file("a.txt", "hello"))
    #expect(note.documentState == .closed)
    var states = note.states.makeAsyncIterator()
    try await note.open()
    #expect(note.documentState == .normal)
    #expect(note.documentState.isEmpty)
    #expect(await states.next() == .normal)
    _ = note.takeLog()
    try await note.close()
    #expect(await states.next() == .editingDisabled)
    #expect(await states.next() == .closed)
    #expect(
      note.takeLog().filter { $0.hasPrefix("state") } == [
        "state editingDisabled", "state closed",
      ])
  }

  @Test func `M99 a document whose state is observed wakes the observer`() async throws {
    let note = TraceNote(fileURL: folder.file("a.txt", "hello"))
    let isNotified = ThreadSafeFlag()
    withObservationTracking {
      _ = note.documentState
    } onChange: {
      isNotified.value = true
    }
    try await note.open()
    #expect(isNotified.value)
    try await note.close()
  }

  @Test func `M98 M92 the bits are those of Apple's class`() {
    #expect(Document.State.normal.rawValue == 0)
    #expect(Document.State.closed.rawValue == 1)
    #expect(Document.State.inConflict.rawValue == 2)
    #expect(Document.State.savingError.rawValue == 4)
    #expect(Document.State.editingDisabled.rawValue == 8)
    #expect(Document.State.progressAvailable.rawValue == 16)
    let both: Document.State = [.inConflict, .savingError]
    #expect(both.rawValue == 6)
  }

  @Test func `M1 two kinds of documents are open side by side`() async throws {
    final class Picture: TraceNote {}
    let note = TraceNote(fileURL: folder.file("a.txt", "text"))
    let picture = Picture(fileURL: folder.file("a.png", "picture"))
    try await note.open()
    try await picture.open()
    #expect([note.text, picture.text] == ["text", "picture"])
    try await note.close()
    try await picture.close()
  }

  @Test func `M24 a folder is loaded as a file wrapper`() async throws {
    final class Package: TraceNote {
      var names: [String] = []
      override func load(fromContents contents: Any, ofType typeName: String?) throws {
        names = (contents as? FileWrapper)?.fileWrappers?.keys.sorted() ?? []
      }
    }
    try FileManager.default.createDirectory(
      at: folder.url("a.pack"), withIntermediateDirectories: false)
    _ = folder.file("a.pack/one", "1")
    let package = Package(fileURL: folder.url("a.pack"))
    try await package.open()
    #expect(package.names == ["one"])
    try await package.close()
  }

  @Test func `M25 an override of read needs no super`() async throws {
    final class Streamed: TraceNote {
      override func read(from url: URL) throws {
        note("own read of \(url.lastPathComponent)")
      }
    }
    let note = Streamed(fileURL: folder.file("a.txt", "hello"))
    try await note.open()
    #expect(note.takeLog() == ["own read of a.txt", "state normal"])
    try await note.close()
  }

  @Test func `M10 a document needs the URL of a file`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        if let url = URL(string: "https://example.org/a.txt") { _ = Document(fileURL: url) }
      }
    }
  }

  @Test
  func `M100 P1 a document that is released gets no messages and presents nothing`() async throws {
    let url = folder.file("a.txt", "old")
    weak var released: TraceNote?
    do {
      let note = TraceNote(fileURL: url)
      released = note
      try await note.open()
      #expect(note.presentedItemURL == url)
    }
    #expect(await eventually { released == nil })
    #expect(!FileCoordinator.filePresenters.contains { $0.presentedItemURL == url })
  }

  @Test func `M9 attributes are read from many threads while the document is saved`() async throws {
    let note = TraceNote(fileURL: folder.file("a.txt", "old"))
    try await note.open()
    let readers = Task.detached {
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<8 {
          group.addTask {
            (0..<500).allSatisfy { _ in
              note.fileURL.lastPathComponent == "a.txt" && note.fileModificationDate != nil
                && !note.documentState.contains(.closed)
                && AnyThread.run { note.localizedName } == "a"
            }
          }
        }
        return await group.allSatisfy { $0 }
      }
    }
    for number in 0..<20 {
      note.edit("\(number)")
      try await note.save()
    }
    #expect(await readers.value)
    try await note.close()
  }

  @Test func `M79 M17 file work of one document runs one after the other, that of two at once`()
    async throws
  {
    let note = TraceNote(fileURL: folder.file("a.txt", "hello"))
    let other = TraceNote(fileURL: folder.file("b.txt", "hello"))
    let gate = DispatchSemaphore(value: 0)
    note.performAsynchronousFileAccess {
      gate.wait()
      note.note("first")
    }
    note.performAsynchronousFileAccess { note.note("second") }
    // Ends only if it runs while the other document's work is under way.
    other.performAsynchronousFileAccess { gate.signal() }
    #expect(await eventually { note.log.withLock { $0.count } == 2 })
    #expect(note.takeLog() == ["first", "second"])
  }
}

/// A flag that any thread may set.
final class ThreadSafeFlag: Sendable {
  private let flag = Mutex(false)
  var value: Bool {
    get { flag.withLock { $0 } }
    set { flag.withLock { $0 = newValue } }
  }
}
