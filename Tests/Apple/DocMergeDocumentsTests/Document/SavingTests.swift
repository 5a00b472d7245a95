import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Glibc
import Synchronization
import Testing

@MainActor
struct SavingTests {
  let folder = TemporaryFolder()

  private func opened(_ name: String = "a.txt", _ text: String = "old") async throws -> TraceNote {
    let note = TraceNote(fileURL: folder.file(name, text))
    try await note.open()
    _ = note.takeLog()
    return note
  }

  @Test
  func
    `M32 M41 M47 M48 M68 M69 a save asks for everything in order, writes in the background, then answers`()
    async throws
  {
    let note = try await opened()
    note.edit("new")
    note.save(to: note.fileURL, for: .forOverwriting) { success in
      note.note("handler \(success)\(MainQueue.isCurrent ? "" : " off main")")
    }
    let before = ["token", "extension", "contents public.plain-text", "attributes"]
    #expect(note.takeLog() == before)
    #expect(await eventually { note.log.withLock { $0.contains("handler true") } })
    #expect(
      note.takeLog() == ["safely a.txt", "write, original a.txt", "saved token", "handler true"])
    #expect(note.fileURL.text == "new")
    #expect(!note.hasUnsavedChanges)
    try await note.close()
  }

  @Test func `M35 the model's contents at the time of the call are written`() async throws {
    let note = try await opened()
    note.edit("first")
    note.save(to: note.fileURL, for: .forOverwriting, completionHandler: nil)
    note.edit("second")
    #expect(await eventually { note.fileURL.text == "first" })
    #expect(note.hasUnsavedChanges)
    try await note.close()
    #expect(note.fileURL.text == "second")
  }

  @Test func `M69 an edit during a slow write stays unsaved`() async throws {
    let note = try await opened()
    let gate = DispatchSemaphore(value: 0)
    note.beforeWriting.withLock { $0 = { gate.wait() } }
    note.edit("first")
    var isDone = false
    note.save(to: note.fileURL, for: .forOverwriting) { _ in isDone = true }
    note.edit("second")
    note.beforeWriting.withLock { $0 = nil }
    gate.signal()
    #expect(await eventually { isDone })
    #expect(note.hasUnsavedChanges)
    #expect(note.fileURL.text == "first")
    try await note.close()
  }

  @Test func `M17 a block for file work sees the file as the save before it left it`() async throws
  {
    let note = try await opened()
    note.edit("new")
    let url = note.fileURL
    var isDone = false
    note.save(to: url, for: .forOverwriting) { _ in
      note.performAsynchronousFileAccess { note.note("block sees \(url.text ?? "")") }
      isDone = true
    }
    #expect(await eventually { isDone && note.log.withLock { $0.contains("block sees new") } })
    try await note.close()
  }

  @Test
  func `M33 M51 A5 a first save makes the file and opens the document, and replaces no other file`()
    async throws
  {
    let note = TraceNote(fileURL: folder.url("new.txt"))
    try await note.save(to: note.fileURL, for: .forCreating)
    #expect(note.documentState == .normal)
    #expect(note.fileURL.text == "")
    let other = TraceNote(fileURL: note.fileURL)
    other.text = "other"
    let error = await #expect(throws: CocoaError.self) {
      try await other.save(to: other.fileURL, for: .forCreating)
    }
    #expect(error?.code == .fileWriteFileExists)
    #expect(note.fileURL.text == "")
    other.replacesExistingFiles = true
    try await other.save(to: other.fileURL, for: .forCreating)
    #expect(note.fileURL.text == "other")
    try await other.close()
    try await note.close()
  }

  @Test func `M41 a first save has no original`() async throws {
    let note = TraceNote(fileURL: folder.url("new.txt"))
    try await note.save(to: note.fileURL, for: .forCreating)
    #expect(note.takeLog().contains("write, original nil"))
    try await note.close()
  }

  @Test func `M32 A4 a save to another place is a copy`() async throws {
    let note = try await opened()
    note.edit("new")
    try await note.save(to: folder.url("copy.txt"), for: .forOverwriting)
    #expect(folder.url("copy.txt").text == "new")
    #expect(note.fileURL.lastPathComponent == "a.txt")
    #expect(note.fileURL.text == "old")
    #expect(note.hasUnsavedChanges)
    try await note.close()
  }

  @Test func `M37 a document without contents cannot be saved, and says so`() async throws {
    let note = Document(fileURL: folder.url("none.txt"))
    let error = await #expect(throws: CocoaError.self) {
      try await note.save(to: note.fileURL, for: .forCreating)
    }
    #expect(error?.underlying as? DocumentError == .noContents)
    #expect(note.fileURL.text == nil)
  }

  @Test func `M38 contents of another type need an override`() async throws {
    let note = try await opened()
    note.contentsValue = 42
    note.edit("new")
    let error = await #expect(throws: CocoaError.self) { try await note.save() }
    #expect(error?.underlying as? DocumentError == .unsupportedContents("Int"))
    #expect(note.fileURL.text == "old")
    note.contentsValue = nil
    try await note.close()
  }

  @Test
  func `M39 A2 A8 when contents throws, only a close has its handler called, and awaiting throws`()
    async throws
  {
    let note = try await opened()
    note.contentsError = AppError()
    note.edit("new")
    note.save(to: note.fileURL, for: .forOverwriting) { _ in note.note("handler") }
    note.autosave { _ in note.note("handler") }
    note.close { note.note("closed \($0)") }
    await #expect(throws: AppError()) { try await note.save() }
    await #expect(throws: AppError()) { try await note.autosave() }
    await #expect(throws: AppError()) { try await note.close() }
    let log = note.takeLog()
    #expect(!log.contains("handler"))
    #expect(log.filter { $0.hasPrefix("closed") } == ["closed false"])
    #expect(log.filter { $0 == "error" }.count == 6)
    #expect(log.filter { $0 == "error finished" }.count == 6)
    #expect(note.documentState == .savingError)
    note.contentsError = nil
    try await note.close()
    #expect(note.documentState == .closed)
  }

  @Test
  func
    `M40 M49 M95 M86 a failed write leaves the file and no litter, sets the state, and the next save clears it`()
    async throws
  {
    let note = try await opened()
    note.edit("new")
    note.writeError.withLock { $0 = POSIXError(.ENOSPC) }
    var isDone: Bool?
    note.save(to: note.fileURL, for: .forOverwriting) { success in
      note.note("handler \(success)")
      isDone = success
    }
    #expect(await eventually { isDone == false })
    #expect(
      note.takeLog().suffix(4) == [
        "error", "error finished", "state savingError", "handler false",
      ])
    #expect((note.lastError as? CocoaError)?.code == .fileWriteOutOfSpace)
    #expect(note.fileURL.text == "old")
    #expect(File(folder.path).names == ["a.txt"])
    #expect(note.hasUnsavedChanges)
    note.writeError.withLock { $0 = nil }
    try await note.save()
    #expect(note.documentState == .normal)
    #expect(note.lastError == nil)
    #expect(note.fileURL.text == "new")
    try await note.close()
  }

  @Test func `M5 a save keeps mode and extended attributes, and a link stays one`() async throws {
    let url = folder.file("real.txt", "old")
    chmod(url.path, 0o640)
    let link = folder.url("link.txt")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    let note = TraceNote(fileURL: link)
    try await note.open()
    note.edit("new")
    try await note.close()
    #expect(url.text == "new")
    #expect(File(link.path).target != nil)
    var status = stat()
    #expect(stat(url.path, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o640)
  }

  @Test func `M48 attributes of the app are on the file when it appears`() async throws {
    final class Secret: TraceNote {
      override func fileAttributesToWrite(
        to url: URL, for saveOperation: SaveOperation
      ) throws -> [AnyHashable: Any] {
        [FileAttributeKey.posixPermissions: 0o600]
      }
    }
    let note = Secret(fileURL: folder.url("secret.txt"))
    try await note.save(to: note.fileURL, for: .forCreating)
    var status = stat()
    #expect(stat(note.fileURL.path, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o600)
    try await note.close()
  }

  @Test func `M36 M45 M46 another type to save as gives the document another name`() async throws {
    final class Rich: TraceNote {
      var type = "public.plain-text"
      override var savingFileType: String? { type }
    }
    let note = Rich(fileURL: folder.file("note.txt", "old"))
    try await note.open()
    _ = note.takeLog()
    note.type = "public.html"
    note.edit("new")
    note.save(to: note.fileURL, for: .forOverwriting) { _ in
      note.note("handler at \(note.fileURL.lastPathComponent)")
    }
    #expect(await eventually { note.log.withLock { $0.last?.hasPrefix("handler") == true } })
    let log = note.takeLog()
    #expect(log.contains("contents public.html"))
    #expect(log.last == "handler at note.html")
    #expect(File(folder.path).names == ["note.html"])
    #expect(folder.url("note.html").text == "new")
    try await note.close()
  }

  @Test func `M42 an incremental writer need not call super`() async throws {
    final class Incremental: TraceNote {
      override func writeContents(
        _ contents: Any, to url: URL, for saveOperation: SaveOperation, originalContentsURL: URL?
      ) throws {
        let old = try originalContentsURL.map { try Data(contentsOf: $0) } ?? Data()
        try (old + Data("+".utf8)).write(to: url)
      }
    }
    let note = Incremental(fileURL: folder.file("a.txt", "old"))
    try await note.open()
    try await note.save()
    try await note.save()
    #expect(note.fileURL.text == "old++")
    try await note.close()
  }

  @Test func `M50 a save without changes writes all the same`() async throws {
    let note = try await opened()
    try await note.save()
    #expect(note.takeLog().contains("safely a.txt"))
    try await note.close()
  }

  @Test func `M44 an override of save without super stays serial and coordinated`() async throws {
    final class Own: TraceNote {
      override func save(
        to url: URL, for saveOperation: SaveOperation, completionHandler: ((Bool) -> Void)?
      ) {
        let data = Data(text.utf8)
        performAsynchronousFileAccess { [self] in
          try? FileCoordinator(filePresenter: self).coordinate(writingItemAt: url) { url in
            try AnyThread.run {
              try self.writeContents(
                data, andAttributes: nil, safelyTo: url, for: saveOperation)
            }
          }
          note("saved")
        }
      }
    }
    let note = Own(fileURL: folder.file("a.txt", "old"))
    for number in 1...50 {
      note.text = "\(number)"
      note.save(to: note.fileURL, for: .forOverwriting, completionHandler: nil)
    }
    #expect(await eventually { note.log.withLock { $0.filter { $0 == "saved" }.count } == 50 })
    #expect(note.fileURL.text == "50")
    #expect(File(folder.path).names == ["a.txt"])
  }

  @Test
  func
    `M34 M60 the handlers of save and autosave run on main, awaiting callers go on where they were`()
    async throws
  {
    let note = try await opened()
    note.edit("new")
    let answers = await Task.detached { () -> [Bool] in
      var answers: [Bool] = []
      try? await note.save()
      answers.append(!MainQueue.isCurrent)
      try? await note.autosave()
      answers.append(!MainQueue.isCurrent)
      return answers
    }.value
    #expect(answers == [true, true])
    var isOnMain: Bool?
    note.autosave { _ in isOnMain = MainQueue.isCurrent }
    #expect(await eventually { isOnMain == true })
    try await note.close()
  }
}
