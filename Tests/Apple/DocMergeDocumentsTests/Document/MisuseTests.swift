import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Synchronization
import Testing

/// Errors that the app itself has to tell, and work on files that is not in turn with others.
@MainActor
struct MisuseTests {
  let folder = TemporaryFolder()

  private func opened() async throws -> TraceNote {
    let note = TraceNote(fileURL: folder.file("a.txt", "old"))
    try await note.open()
    _ = note.takeLog()
    return note
  }

  // MARK: Errors

  @Test func `M90 an error of a direct call changes the state when the app hands it on`()
    async throws
  {
    let note = try await opened()
    let error = #expect(throws: (any Error).self) {
      try note.writeContents(
        "no data", to: folder.url("b.txt"), for: .forCreating, originalContentsURL: nil)
    }
    #expect(note.documentState == .normal)
    note.handleError(try #require(error), userInteractionPermitted: true)
    #expect(note.documentState == .savingError)
    try await note.save()
    #expect(note.documentState == .normal)
    try await note.close()
  }

  @Test func `M91 handlers and notifications say that it failed, and awaiting throws the reason`()
    async throws
  {
    let note = try await opened()
    note.writeError.withLock { $0 = AppError(words: "disk on fire") }
    let told = Mutex<[Int]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: Document.stateChangedNotification, object: note, queue: nil
    ) { message in told.withLock { $0.append(message.userInfo?.count ?? 0) } }
    defer { NotificationCenter.default.removeObserver(observer) }
    let error = await #expect(throws: AppError.self) { try await note.save() }
    #expect(error?.words == "disk on fire")
    #expect(note.lastError as? AppError == error)
    let success = await withCheckedContinuation { continuation in
      note.save(to: note.fileURL, for: .forOverwriting) { continuation.resume(returning: $0) }
    }
    #expect(!success)
    #expect(told.withLock { $0 } == [0])
    note.writeError.withLock { $0 = nil }
    try await note.save()
    #expect(note.lastError == nil)
    try await note.close()
  }

  // MARK: Coordination

  @Test func `M43 the safe writer outside of any access stops the program`() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let folder = TemporaryFolder()
      let note = TraceNote(fileURL: folder.file("a.txt", "old"))
      try note.writeContents(
        Data(), andAttributes: nil, safelyTo: note.fileURL, for: .forOverwriting)
    }
    await #expect(processExitsWith: .success) { @MainActor in
      let folder = TemporaryFolder()
      let note = TraceNote(fileURL: folder.file("a.txt", "old"))
      let url = note.fileURL
      try FileCoordinator(filePresenter: note).coordinate(writingItemAt: url) {
        try note.writeContents(Data(), andAttributes: nil, safelyTo: $0, for: .forOverwriting)
      }
    }
  }

  @Test func `M28 an override of open that coordinates is fine, one that does not is found`()
    async throws
  {
    let misuse = Heard()
    let url = folder.file("a.txt", "old")
    try await Misuse.$handler.withValue({ misuse.add($0) }) {
      let careful = OwnOpener(fileURL: url, coordinates: true)
      try await careful.open()
      #expect(careful.text == "old")
      #expect(misuse.take() == [])
      let careless = OwnOpener(fileURL: url, coordinates: false)
      try await careless.open()
      #expect(misuse.take() == ["a.txt is read outside of a coordinated access"])
    }
  }
}

/// Opens without super.
private final class OwnOpener: TraceNote {
  private var coordinates = true

  required init(fileURL url: URL) { super.init(fileURL: url) }

  convenience init(fileURL url: URL, coordinates: Bool) {
    self.init(fileURL: url)
    self.coordinates = coordinates
  }

  override func open(completionHandler: ((Bool) -> Void)? = nil) {
    let coordinates = coordinates
    let answer = Answer(completionHandler)
    let handler = Misuse.handler
    performAsynchronousFileAccess {
      Misuse.$handler.withValue(handler) {
        let url = self.fileURL
        do {
          if coordinates {
            try FileCoordinator(filePresenter: self).coordinate(readingItemAt: url) {
              let place = $0
              try AnyThread.run { try self.read(from: place) }
            }
          } else {
            try AnyThread.run { try self.read(from: url) }
          }
          answer.give(true)
        } catch {
          answer.give(false)
        }
      }
    }
  }
}

/// A handler on its way back to the main actor.
private final class Answer: Sendable {
  @MainActor private let handler: ((Bool) -> Void)?

  @MainActor init(_ handler: ((Bool) -> Void)?) { self.handler = handler }

  func give(_ success: Bool) {
    Task { @MainActor in handler?(success) }
  }
}
