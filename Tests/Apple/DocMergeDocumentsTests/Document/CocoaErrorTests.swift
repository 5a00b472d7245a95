import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Synchronization
import Testing

/// The errors that apps for Apple's classes look at: domain, code, file and cause.
@MainActor
struct CocoaErrorTests {
  let folder = TemporaryFolder()

  /// A document that keeps its errors.
  class FailingNote: TraceNote {
    nonisolated let errors = Mutex<[any Error]>([])

    override func handleError(_ error: any Error, userInteractionPermitted: Bool) {
      errors.withLock { $0.append(error) }
      super.handleError(error, userInteractionPermitted: userInteractionPermitted)
    }
  }

  private func check(
    _ note: FailingNote, _ code: CocoaError.Code, at url: URL? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let error = try #require(
      note.errors.withLock { $0.last }, sourceLocation: location)
    let described = error as NSError
    #expect(described.domain == NSCocoaErrorDomain, sourceLocation: location)
    #expect(described.code == code.rawValue, sourceLocation: location)
    let path = (url ?? note.fileURL).path
    #expect(described.userInfo[NSFilePathErrorKey] as? String == path, sourceLocation: location)
    #expect((described.userInfo[NSURLErrorKey] as? URL)?.path == path, sourceLocation: location)
    #expect((error as? CocoaError)?.code == code, sourceLocation: location)
  }

  @Test func `M86 errors of reading have Cocoa's codes`() async throws {
    let none = FailingNote(fileURL: folder.url("none.txt"))
    try? await none.open()
    try check(none, .fileReadNoSuchFile)
    let inFile = FailingNote(fileURL: folder.file("file", "").appendingPathComponent("a.txt"))
    try? await inFile.open()
    try check(inFile, .fileReadNoSuchFile)
    let long = FailingNote(fileURL: folder.url(String(repeating: "a", count: 300)))
    try? await long.open()
    try check(long, .fileReadInvalidFileName)
  }

  @Test func `M86 A5 errors of writing have Cocoa's codes`() async throws {
    let there = FailingNote(fileURL: folder.file("a.txt", "old"))
    try? await there.save(to: there.fileURL, for: .forCreating)
    try check(there, .fileWriteFileExists)
    let nowhere = FailingNote(fileURL: folder.url("none/a.txt"))
    try? await nowhere.save(to: nowhere.fileURL, for: .forCreating)
    try check(nowhere, .fileNoSuchFile)
    let long = FailingNote(fileURL: folder.url(String(repeating: "a", count: 300)))
    try? await long.save(to: long.fileURL, for: .forCreating)
    try check(long, .fileWriteInvalidFileName)
    let full = FailingNote(fileURL: folder.file("b.txt", "old"))
    try await full.open()
    for (code, expected) in [
      (POSIXErrorCode.ENOSPC, CocoaError.Code.fileWriteOutOfSpace),
      (.EDQUOT, .fileWriteOutOfSpace), (.EACCES, .fileWriteNoPermission),
      (.EROFS, .fileWriteVolumeReadOnly), (.EIO, .fileWriteUnknown),
    ] {
      full.writeError.withLock { $0 = POSIXError(code) }
      full.edit("new")
      try? await full.save()
      try check(full, expected)
      let cause = full.errors.withLock { ($0.last as? CocoaError)?.underlying as? POSIXError }
      #expect(cause?.code == code)
    }
    full.writeError.withLock { $0 = nil }
    try await full.close()
  }

  @Test func `M37 M38 M56 errors of the document itself have Cocoa's codes, and say the cause`()
    async throws
  {
    let note = FailingNote(fileURL: folder.file("a.txt", "old"))
    try? await note.save()
    try check(note, .fileWriteUnknown)
    #expect(note.lastError.cause as? DocumentError == .notOpen)
    try await note.open()
    note.contentsValue = 42
    note.edit("new")
    try? await note.save()
    try check(note, .fileWriteUnknown)
    #expect(note.lastError.cause as? DocumentError == .unsupportedContents("Int"))
    note.contentsValue = nil
    try await note.close()
  }

  @Test func `M86 an error of the app arrives as it is`() async throws {
    let note = FailingNote(fileURL: folder.file("a.txt", "old"))
    note.loadError = AppError()
    try? await note.open()
    #expect(note.errors.withLock { $0.last } as? AppError == AppError())
    note.loadError = nil
    try await note.open()
    note.writeError.withLock { $0 = CocoaError(.coderInvalidValue) }
    note.edit("new")
    await #expect(throws: CocoaError(.coderInvalidValue)) { try await note.save() }
    note.writeError.withLock { $0 = nil }
    try await note.close()
  }

  @Test func `C14 work that is cancelled has Cocoa's code for it`() async throws {
    for error: any Error in [CancellationError(), CocoaError(.userCancelled)] {
      let note = FailingNote(fileURL: folder.file("a.txt", "old"))
      note.loadError = error
      try? await note.open()
      try check(note, .userCancelled)
    }
    let note = PostponingNote(fileURL: folder.file("b.txt", "old"))
    try await note.open()
    note.edit("new")
    let error = await withCheckedContinuation { continuation in
      note.savePresentedItemChanges { continuation.resume(returning: $0) }
    }
    #expect((error as? CocoaError)?.code == .userCancelled)
    note.updateChangeCount(.cleared)
    try await note.close()
  }

  @Test func `M61 C14 an autosave that an override postpones has Cocoa's code for it`() async throws
  {
    let note = PostponingNote(fileURL: folder.file("a.txt", "old"))
    try await note.open()
    note.edit("new")
    for way in ["autosave", "close"] {
      let error = await #expect(throws: CocoaError.self) {
        if way == "close" { try await note.close() } else { try await note.autosave() }
      }
      #expect(error?.code == .userCancelled)
      #expect(error?.userInfo[NSFilePathErrorKey] as? String == note.fileURL.path)
      #expect(error?.underlying as? DocumentError == .skipped)
    }
    #expect(note.lastError == nil && note.errors.withLock { $0.isEmpty })
    note.updateChangeCount(.cleared)
    try await note.close()
  }

  @Test func `P8 M86 the refusal of an open document has Cocoa's code`() async throws {
    let note = FailingNote(fileURL: folder.file("a.txt", "old"))
    try await note.open()
    let error = await withCheckedContinuation { continuation in
      note.accommodatePresentedItemEviction { continuation.resume(returning: $0) }
    }
    #expect((error as NSError?)?.domain == NSCocoaErrorDomain)
    #expect(error.cause as? PlaceError == .mustStay(note.fileURL, reason: "is open"))
    try await note.close()
  }

  /// Never saves by itself.
  final class PostponingNote: FailingNote {
    override func autosave(completionHandler: ((Bool) -> Void)?) {
      hasUnsavedChanges
        ? completionHandler?(false) : super.autosave(completionHandler: completionHandler)
    }
  }
}

extension Optional where Wrapped == any Error {
  /// The cause of an error of Cocoa.
  var cause: (any Error)? { (self as? CocoaError)?.underlying }
}
