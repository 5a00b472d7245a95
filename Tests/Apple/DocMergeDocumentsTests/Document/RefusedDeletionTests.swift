import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Glibc
import Testing

/// Open documents whose file another program is about to delete, replace or rename, and does not.
@MainActor
struct RefusedDeletionTests {
  let folder = TemporaryFolder()

  private func edited(_ name: String = "a.txt") async throws -> TraceNote {
    let note = TraceNote(fileURL: folder.file(name, "old"))
    try await note.open()
    note.edit("new")
    return note
  }

  @Test(arguments: [FileCoordinator.WritingOptions.forDeleting, .forReplacing])
  func `P7 edits are on disk after a deletion or replacement that does not happen`(
    _ options: FileCoordinator.WritingOptions
  ) async throws {
    let note = try await edited()
    let url = note.fileURL
    try await onOwnThread {
      try FileCoordinator().coordinate(writingItemAt: url, options: options) { _ in }
    }
    #expect(url.text == "new")
    try await note.close()
    #expect(url.text == "new")
  }

  @Test func `P15 edits are on disk after another presenter has refused the deletion`() async throws
  {
    let note = try await edited()
    let url = note.fileURL
    let veto = RefusingPresenter(url)
    FileCoordinator.addFilePresenter(veto)
    defer { FileCoordinator.removeFilePresenter(veto) }
    await #expect(throws: CocoaError.self) {
      try await onOwnThread {
        try FileCoordinator().coordinate(writingItemAt: url, options: .forDeleting) { _ in
          Issue.record("A refused deletion runs.")
        }
      }
    }
    try await note.close()
    #expect(url.text == "new")
  }

  @Test func `P10 plain renames right after a save are followed`() async throws {
    for number in 0..<20 {
      let note = try await edited("\(number).txt")
      let (old, new) = (note.fileURL, folder.url("moved-\(number).txt"))
      try await note.save()
      rename(old.path, new.path)
      #expect(await eventually { note.fileURL.lastPathComponent == new.lastPathComponent })
      note.edit("newest")
      try await note.close()
      #expect(new.text == "newest")
      #expect(!FileManager.default.fileExists(atPath: old.path))
    }
  }

  @Test func `M37 a document saved under another name belongs to that file`() async throws {
    let note = try await edited()
    let (old, new) = (note.fileURL, folder.url("b.txt"))
    try await note.save(to: new, for: .forCreating)
    note.edit("unsaved")
    let text = try await onOwnThread {
      let coordinator = FileCoordinator()
      coordinator.presenterTimeout = .seconds(600)
      return try coordinator.coordinate(readingItemAt: new) { $0.text }
    }
    #expect(text == "unsaved")
    _ = folder.file("b.txt", "theirs")
    #expect(await eventually { note.text == "theirs" })
    try await onOwnThread {
      try FileCoordinator().coordinate(writingItemAt: old, options: .forDeleting) {
        try FileManager.default.removeItem(at: $0)
      }
    }
    #expect(note.documentState == .normal)
    try await note.close()
  }
}

/// Refuses every deletion.
private final class RefusingPresenter: FilePresenter {
  let presentedItemURL: URL?
  let presentedItemOperationQueue = OperationQueue()

  init(_ url: URL) { presentedItemURL = url }

  func accommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    completionHandler(CocoaError(.fileWriteNoPermission))
  }
}
