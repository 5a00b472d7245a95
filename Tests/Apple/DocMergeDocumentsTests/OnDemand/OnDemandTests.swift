import DocMergeContainer
import DocMergeDocuments
import DocMergeHistory
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Foundation
import Synchronization
import Testing

/// Documents whose contents are on a remote.
@MainActor
struct OnDemandDocumentTests {
  private let meeting = TemporaryFolder()
  private let folder = TemporaryFolder()
  private let full: Kept
  private let lazy: Container

  init() throws {
    full = try Kept()
    try full.container.remotes.add(Remote(name: "home", url: "\(meeting.path)/remote.git"))
    try full.save("a.txt", "text of a")
    try full.save("b.txt", "text of b")
    _ = try full.container.sync(with: "home")
    lazy = try Container.clone(
      from: "\(meeting.path)/remote.git", to: "\(folder.path)/lazy", isOnDemand: true
    ).container
  }

  private func url(_ name: String) -> URL { URL(fileURLWithPath: "\(lazy.path)/\(name)") }

  private func status(_ name: String) -> String? { MetadataItem(url: url(name))?.downloadingStatus }

  /// Takes the remote away, or brings it back.
  private func setRemote(isThere: Bool) {
    let (there, away) = ("\(meeting.path)/remote.git", "\(meeting.path)/away.git")
    rename(isThere ? away : there, isThere ? there : away)
  }

  @Test func `M19 M30 M97 M134 opening a placeholder downloads it and shows how far it is`()
    async throws
  {
    let note = TraceNote(fileURL: url("a.txt"))
    let fractions = Mutex<[Double]>([])
    let states = note.states
    let observation = Task {
      var seen: [Document.State] = []
      for await state in states {
        seen.append(state)
        fractions.withLock { $0.append(note.progress.fractionCompleted) }
        if !state.contains(.closed) { break }
      }
      return seen
    }
    try await note.open()
    #expect(note.text == "text of a")
    let seen = await observation.value
    #expect(seen.first?.contains(.progressAvailable) == true)
    #expect(seen.last?.contains(.progressAvailable) == false)
    #expect(note.progress.fractionCompleted == 1)
    #expect(fractions.withLock { $0 == $0.sorted() })
    #expect(!note.documentState.contains(.progressAvailable))
    #expect(status("b.txt") == MetadataItem.DownloadingStatus.notDownloaded)
    try await note.close()
  }

  @Test func `M30 opening a placeholder offline fails and says why`() async throws {
    setRemote(isThere: false)
    let note = TraceNote(fileURL: url("a.txt"))
    await #expect(throws: CocoaError.self) { try await note.open() }
    #expect(note.documentState.contains(.closed))
    #expect(!note.documentState.contains(.progressAvailable))
    setRemote(isThere: true)
    try await note.open()
    #expect(note.text == "text of a")
    try await note.close()
  }

  @Test func `M19 M97 a cancelled progress ends the download, and the next one is not cancelled`()
    async throws
  {
    let note = TraceNote(fileURL: url("a.txt"))
    let states = note.states
    let observation = Task {
      for await state in states where state.contains(.progressAvailable) {
        note.progress.cancel()
        break
      }
    }
    // The download waits for this lock, as for a slow remote.
    let (held, isCancelled) = (Heard(), Heard())
    async let lock: Void = onOwnThread { [lazy] in
      try lazy.syncLock.hold { _ in
        held.add("held")
        try Patience.wait("the cancellation") { !isCancelled.all.isEmpty }
      }
    }
    #expect(await eventually { !held.all.isEmpty })
    async let opening: Void = note.open()
    await observation.value
    isCancelled.add("cancelled")
    try await lock
    var failure: CocoaError?
    do { try await opening } catch { failure = error as? CocoaError }
    #expect(failure?.code == .userCancelled)
    #expect(note.documentState == .closed)
    #expect(status("a.txt") == MetadataItem.DownloadingStatus.notDownloaded)
    try await note.open()
    #expect(note.text == "text of a" && !note.progress.isCancelled)
    try await note.close()
  }

  @Test func `M131 M133 Q17 Q20 Q21 a query shows placeholders, and what becomes of them`()
    async throws
  {
    let query = MetadataQuery.quick([.folder(URL(fileURLWithPath: lazy.path))])
    _ = try await Listener(starting: query)
    #expect(query.names.sorted() == ["a.txt", "b.txt"])
    let item = try #require(query.items.first { $0.fileSystemName == "a.txt" })
    #expect(item.downloadingStatus == MetadataItem.DownloadingStatus.notDownloaded)
    #expect(item.fileSize == 9 && item.percentDownloaded == 0 && !item.isDownloading)
    let known = MetadataItem(url: full.url("a.txt"))?.contentChangeDate ?? .distantPast
    #expect(abs(item.contentChangeDate.timeIntervalSince(known)) < 0.001)
    setRemote(isThere: false)
    try UbiquityContainers.standard.startDownloadingUbiquitousItem(at: url("a.txt"))
    #expect(await eventually { item.downloadingError != nil })
    #expect(item.percentDownloaded < 100)
    setRemote(isThere: true)
    for _ in 0..<2 {
      try UbiquityContainers.standard.startDownloadingUbiquitousItem(at: url("a.txt"))
    }
    let current = MetadataItem.DownloadingStatus.current
    #expect(await eventually { item.downloadingStatus == current })
    #expect(await eventually { item.percentDownloaded == 100 && item.downloadingError == nil })
    #expect(url("a.txt").text == "text of a")
    query.stop()
  }

  @Test func `U6 P8 P11 an eviction asks presenters, and tells them`() async throws {
    try UbiquityContainers.standard.startDownloadingUbiquitousItem(at: url("a.txt"))
    #expect(await eventually { status("a.txt") == MetadataItem.DownloadingStatus.current })
    let presenter = RecordingPresenter(url("a.txt"))
    presenter.manners.withLock { $0.observed = [.ubiquitousItemDownloadingStatusKey] }
    FileCoordinator.addFilePresenter(presenter)
    defer { FileCoordinator.removeFilePresenter(presenter) }
    let place = url("a.txt")
    try await Task.detached { try UbiquityContainers.standard.evictUbiquitousItem(at: place) }.value
    #expect(status("a.txt") == MetadataItem.DownloadingStatus.notDownloaded)
    #expect(presenter.trace.messages.contains("accommodate eviction"))
    #expect(await eventually { presenter.trace.messages.contains { $0.contains("attributes") } })
  }

  @Test func `U6 an open document, or one that is nowhere else, is not evicted`() async throws {
    let note = TraceNote(fileURL: url("a.txt"))
    try await note.open()
    let place = url("a.txt")
    await #expect(throws: (any Error).self) {
      try await Task.detached { try UbiquityContainers.standard.evictUbiquitousItem(at: place) }
        .value
    }
    note.edit("edited here")
    try await note.save()
    try await note.close()
    await #expect(throws: PlaceError.self) {
      try await Task.detached { try UbiquityContainers.standard.evictUbiquitousItem(at: place) }
        .value
    }
    #expect(place.text == "edited here")
    #expect(try lazy.conflicts().isEmpty)
  }

  @Test func `C17 metadata is read without contents, everything else with them`() async throws {
    let coordinator = FileCoordinator()
    let isLink = try await coordinator.read(
      itemAt: url("a.txt"), options: .immediatelyAvailableMetadataOnly
    ) { url in try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) }
    #expect(isLink?.contains("not-downloaded") == true)
    let text = try await coordinator.read(itemAt: url("a.txt")) { $0.text }
    #expect(text == "text of a")
  }

  @Test func `C5 intents bring contents as the synchronous forms do, or say why not`() async throws
  {
    let urls = [url("a.txt"), url("b.txt")]
    setRemote(isThere: false)
    let failure = await texts(of: urls)
    #expect(failure.error is CocoaError)
    setRemote(isThere: true)
    let found = await texts(of: urls)
    #expect(found.texts == ["text of a", "text of b"] && found.error == nil)
  }

  private func texts(of urls: [URL]) async -> (texts: [String?], error: (any Error)?) {
    let intents = urls.map { FileAccessIntent.readingIntent(with: $0) }
    return await withCheckedContinuation { continuation in
      FileCoordinator().coordinate(with: intents, queue: OperationQueue()) { error in
        continuation.resume(returning: (error == nil ? intents.map(\.url.text) : [], error))
      }
    }
  }

  @Test func `V20 versions that are elsewhere say so until they are downloaded`() async throws {
    #expect(FileVersion.currentVersionOfItem(at: url("a.txt"))?.hasLocalContents == false)
    let other = try Kept()
    try other.container.remotes.add(Remote(name: "home", url: "\(meeting.path)/remote.git"))
    _ = try other.container.sync(with: "home")
    for (kept, text) in [(full, "one"), (other, "two")] {
      try kept.save("a.txt", text)
      _ = try kept.container.sync(with: "home")
    }
    _ = try lazy.sync(with: "origin")
    let conflict = FileVersion.unresolvedConflictVersionsOfItem(at: url("a.txt"))
    #expect(conflict?.map(\.hasLocalContents) == [false])
    #expect(try await FileVersion.nonlocalVersionsOfItem(at: url("a.txt")).count == 1)
    try UbiquityContainers.standard.startDownloadingUbiquitousItem(at: url("a.txt"))
    #expect(await eventually { conflict?.first?.hasLocalContents == true })
    #expect(await eventually { status("a.txt") == MetadataItem.DownloadingStatus.current })
  }
}
