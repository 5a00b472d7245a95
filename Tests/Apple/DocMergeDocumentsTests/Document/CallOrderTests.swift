import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Synchronization
import Testing

/// Calls that follow one another without waiting, and other spellings of a document's URL.
@MainActor
struct CallOrderTests {
  let folder = TemporaryFolder()
  private let answers = Heard()

  private func opened(_ type: TraceNote.Type = TraceNote.self) async throws -> TraceNote {
    let note = type.init(fileURL: folder.file("a.txt", "old"))
    try await note.open()
    return note
  }

  @Test func `M61 the second of two closes is answered with the first`() async throws {
    let note = try await opened()
    note.edit("new")
    for name in ["first", "second"] {
      note.close { success in self.answers.add("\(name) \(success) \(note.documentState.words)") }
    }
    #expect(await eventually { self.answers.all.count == 2 })
    #expect(answers.all == ["first true closed", "second true closed"])
    #expect(note.fileURL.text == "new")
  }

  @Test func `M61 a document that is opened while it closes is open afterwards`() async throws {
    let note = try await opened()
    note.edit("new")
    note.close { self.answers.add("close \($0)") }
    note.open { self.answers.add("open \($0) \(note.documentState.words)") }
    #expect(await eventually { self.answers.all.count == 2 })
    #expect(answers.all.first == "close true")
    #expect(note.documentState == .normal)
    #expect(note.text == "new")
    try await note.close()
  }

  @Test func `M61 a document that is closed while it opens is closed afterwards`() async throws {
    let note = TraceNote(fileURL: folder.file("a.txt", "old"))
    note.open { self.answers.add("open \($0)") }
    note.close { self.answers.add("close \($0)") }
    #expect(await eventually { self.answers.all.count == 2 })
    #expect(answers.all == ["open true", "close true"])
    #expect(note.documentState == .closed)
  }

  @Test func `M62 a document that always says that it has changes can be closed`() async throws {
    let note = try await opened(EagerNote.self)
    try await note.close()
    #expect(note.documentState == .closed)
  }

  @Test func `M38 a save to another spelling of the document's URL saves the document`()
    async throws
  {
    let note = try await opened()
    let name = URL(fileURLWithPath: folder.path).lastPathComponent
    let spellings = [
      "\(folder.path)/../\(name)/a.txt", "\(folder.path)//a.txt", "\(folder.path)/./a.txt",
    ].map { URL(fileURLWithPath: $0) }
    let relative = URL(fileURLWithPath: "a.txt", relativeTo: URL(fileURLWithPath: folder.path))
    for (number, url) in (spellings + [relative]).enumerated() {
      note.edit("\(number)")
      try await note.save(to: url, for: .forOverwriting)
      #expect(!note.hasUnsavedChanges)
      #expect(note.fileURL.text == "\(number)")
    }
    try await note.close()
  }

  @Test func `M58 a copy elsewhere does not end the error of a failed save`() async throws {
    let note = try await opened()
    note.edit("new")
    note.writeError.withLock { $0 = CocoaError(.fileWriteUnknown) }
    await #expect(throws: CocoaError.self) {
      try await note.save(to: note.fileURL, for: .forOverwriting)
    }
    note.writeError.withLock { $0 = nil }
    try await note.save(to: folder.url("copy.txt"), for: .forOverwriting)
    #expect(note.documentState == .savingError)
    try await note.close()
    #expect(note.fileURL.text == "new")
  }
}

/// A note that always claims to have unsaved changes.
private final class EagerNote: TraceNote {
  override var hasUnsavedChanges: Bool { true }
}
