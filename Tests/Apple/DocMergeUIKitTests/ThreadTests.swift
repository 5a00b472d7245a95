import DocMergeTestSupport
import DocMergeUIKit
import Synchronization
import Testing

@testable import PortedPrograms

/// Which thread methods may be called on, and where answers and overrides are called.
@MainActor
struct ThreadTests {
  let folder = TemporaryFolder()

  private func note(_ text: String? = "one") -> AnyThreadNote {
    let url = URL(fileURLWithPath: "\(folder.path)/note.txt")
    if let text { File(url.path).write(Array(text.utf8)) }
    return AnyThreadNote(fileURL: url)
  }

  private func call(
    _ name: String, of note: AnyThreadNote, on queue: AnyThreadCalls.Queue = .program
  ) async -> String {
    await withCheckedContinuation { continuation in
      AnyThreadCalls.call(name, of: note, on: queue) {
        continuation.resume(returning: $0)
      }
    }
  }

  @Test(arguments: AnyThreadCalls.Queue.allCases)
  func `M22 M26 M34 M35 M54 M60 M81 methods are called on any queue, and answer where Apple says`(
    queue: AnyThreadCalls.Queue
  ) async {
    let here = queue.rawValue
    let note = note()
    #expect(await call("open", of: note, on: queue) == "open true main")
    #expect(note.takeNotes() == ["load \(here)"])
    #expect(note.text == "one")
    #expect(await call("save", of: note, on: queue) == "save true \(here)")
    #expect(await call("autosave", of: note, on: queue) == "autosave true \(here)")
    #expect(note.takeNotes() == ["contents \(here)", "contents \(here)"])
    #expect(await call("revert", of: note, on: queue) == "revert true main")
    #expect(note.takeNotes() == ["load \(here)"])
    _ = await call("error", of: note, on: queue)
    #expect(note.documentState == .savingError)
    #expect(await call("save", of: note, on: queue) == "save true \(here)")
    #expect(await call("close", of: note, on: queue) == "close true main")
    #expect(note.documentState == .closed)
  }

  @Test func `M11 a first save may be called on any queue`() async {
    let note = note(nil)
    note.text = "new"
    #expect(await call("create", of: note) == "create true program")
    #expect(await note.close())
    #expect(File(note.fileURL.path).text == "new")
  }

  @Test func `P7 P10 overrides of messages call methods of the document`() async throws {
    let note = note()
    #expect(await note.open())
    File(note.fileURL.path).write(Array("theirs".utf8))
    #expect(await eventually { note.text == "theirs" && note.documentState == .normal })
    note.text = "mine"
    note.updateChangeCount(.done)
    let url = note.fileURL
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      DispatchQueue.global().async {
        var error: NSError?
        NSFileCoordinator().coordinate(writingItemAt: url, options: .forDeleting, error: &error) {
          try? FileManager.default.removeItem(at: $0)
        }
        done.resume()
      }
    }
    #expect(note.takeNotes().suffix(3) == ["accommodate", "contents main", "closed true"])
    #expect(note.documentState == .closed)
    #expect(!File(url.path).exists)
  }

  @Test func `edits and saves of four threads at once leave a document that is saved`() async {
    let note = note()
    #expect(await note.open())
    let shared = Unshared(note)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<30 {
            await withCheckedContinuation { continuation in
              AnyThreadCalls.call("autosave", of: shared.value) { _ in continuation.resume() }
            }
          }
        }
      }
    }
    #expect(!note.hasUnsavedChanges)
    #expect(await note.close())
  }

  @Test func `M46 changes are registered for undo on any thread, while the main one undoes`() async
  {
    for _ in 0..<40 {
      let note = note()
      #expect(await note.open())
      let shared = Unshared(note)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          group.addTask {
            await withCheckedContinuation { continuation in
              DispatchQueue.global().async {
                AnyThreadCalls.call("undo", of: shared.value, on: .operations) { _ in
                  continuation.resume()
                }
              }
            }
          }
        }
        for _ in 0..<20 {
          _ = note.hasUnsavedChanges || note.undoManager.canUndo
          await Task.yield()
        }
      }
      #expect(await eventually { note.undoManager.groupingLevel == 0 })
      // A group that was begun between two others may be empty; the first change is the last to go.
      while note.undoManager.canUndo { note.undoManager.undo() }
      #expect(note.text == "undone 1")
      #expect(await note.close())
    }
  }

  @Test func `overrides of a class on the main actor need no other word, in Swift 5 and 6`()
    async throws
  {
    for make in [{ MainActorNote(fileURL: $0) as UIDocument }, { SixNote(fileURL: $0) }] {
      let url = URL(fileURLWithPath: "\(folder.path)/\(UUID().uuidString).txt")
      File(url.path).write(Array("one".utf8))
      let note = make(url)
      #expect(await note.open())
      note.updateChangeCount(.done)
      File(url.path).write(Array("two".utf8))
      note.updateChangeCount(.cleared)
      #expect(await note.revert(toContentsOf: url))
      #expect(await note.save(to: url, for: .forOverwriting))
      await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
        DispatchQueue.global().async {
          NSFileCoordinator().coordinate(readingItemAt: url, error: nil) { _ in }
          done.resume()
        }
      }
      // Two readings, one writing, one question; and news of the file, when they came in time.
      #expect(note.localizedName.prefix { $0 != " " }.count == 1 && note.localizedName >= "4 ")
      #expect(await note.close())
    }
  }
}

/// What several threads use at once, on purpose.
private struct Unshared<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// A document on the main actor, in Swift 6.
@MainActor
private final class SixNote: UIDocument {
  private var text = ""
  private var calls: [String] = []

  deinit {}

  override var localizedName: String { "\(calls.map { $0 }.count) \(super.localizedName)" }
  override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    text = String(decoding: contents as? Data ?? Data(), as: UTF8.self)
  }

  override func read(from url: URL) throws {
    calls = calls.map { $0 } + ["read"]
    try super.read(from: url)
  }

  override func writeContents(
    _ contents: Any, to url: URL, for saveOperation: UIDocument.SaveOperation,
    originalContentsURL: URL?
  ) throws {
    calls = calls.filter { !$0.isEmpty } + ["write"]
    try super.writeContents(
      contents, to: url, for: saveOperation, originalContentsURL: originalContentsURL)
  }

  override func presentedItemDidMove(to newURL: URL) {
    super.presentedItemDidMove(to: newURL)
    calls.append("moved")
  }

  override func savePresentedItemChanges(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    calls = calls.map { $0 } + ["save"]
    super.savePresentedItemChanges(completionHandler: completionHandler)
  }
}
