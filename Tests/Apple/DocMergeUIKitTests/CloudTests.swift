import DocMergeTestSupport
import DocMergeUIKit
import Testing

@testable import PortedPrograms

/// What programs do with iCloud on iOS, run over a container.
///
/// The containers of a program are one for all of it, so one test follows the other.
@MainActor
@Suite(.serialized)
struct CloudTests {
  let cloud: Cloud

  init() throws { cloud = try Cloud() }

  @Test func `a list gathers, and follows additions, changes and removals`() async throws {
    cloud.write("b.note", "two")
    cloud.write("a.NOTE", "one")
    cloud.write("c.txt", "no note")
    let list = CloudList()
    #expect(list.isAvailable)
    #expect(list.documentsURL?.path == cloud.documents.path)
    list.start()
    #expect(await eventually { list.entries.map(\.name) == ["b", "a"] })
    #expect(list.entries.map(\.size) == [3, 3])
    #expect(list.entries.allSatisfy { $0.isDownloaded && !$0.isInConflict })
    #expect(list.events == ["start", "finish"])
    cloud.write("d.note", "four")
    #expect(await eventually { list.entries.map(\.name) == ["d", "b", "a"] })
    File(cloud.url("b.note").path).remove()
    #expect(await eventually { list.entries.map(\.name) == ["d", "a"] })
    #expect(list.added == ["d.note"])
    #expect(list.removed == ["b.note"])
    _ = try cloud.conflict("d.note", ours: "four", theirs: "vier")
    #expect(await eventually { list.entries.map(\.isInConflict) == [true, false] })
    list.stop()
  }

  @Test func `U8 a URL has the known values of an item of a container`() throws {
    let url = try cloud.conflict("a.note", ours: "one", theirs: "eins")
    let keys: Set<URLResourceKey> = [
      .isUbiquitousItemKey, .ubiquitousItemHasUnresolvedConflictsKey, .nameKey, .fileSizeKey,
      .ubiquitousItemDownloadingStatusKey, .ubiquitousItemIsUploadedKey,
      .ubiquitousItemContainerDisplayNameKey,
    ]
    let values = try url.promisedItemResourceValues(forKeys: keys)
    #expect(values.isUbiquitousItem == true)
    #expect(values.ubiquitousItemHasUnresolvedConflicts == true)
    #expect(values.ubiquitousItemDownloadingStatus == .current)
    #expect(values.ubiquitousItemIsUploaded == false)
    #expect(values.ubiquitousItemContainerDisplayName == "notes")
    #expect(values.name == "a.note" && values.fileSize == 3)
    // These were not asked for.
    #expect(values.ubiquitousItemIsDownloading == nil && values.contentModificationDate == nil)
    let local = URL(fileURLWithPath: "\(cloud.folder.path)/local.note")
    #expect(throws: CocoaError.self) { try local.promisedItemResourceValues(forKeys: keys) }
    #expect(try !local.checkPromisedItemIsReachable())
    File(local.path).write([])
    let outside = try local.promisedItemResourceValues(forKeys: keys)
    #expect(outside.isUbiquitousItem == false)
    #expect(outside.ubiquitousItemHasUnresolvedConflicts == nil)
    #expect(try local.checkPromisedItemIsReachable())
  }

  @Test func `a note moves into the cloud and out again, and its document follows`() async throws {
    let local = URL(fileURLWithPath: "\(cloud.folder.path)/local.note")
    let note = TextNote(fileURL: local)
    note.text = "mine"
    #expect(await note.save(to: local, for: .forCreating))
    let inCloud = try #require(await move(local, toCloud: true, cloud.documents))
    #expect(FileManager.default.isUbiquitousItem(at: inCloud))
    #expect(await eventually { note.fileURL.path == inCloud.path })
    note.text = "mine, changed"
    #expect(await note.save(to: note.fileURL, for: .forOverwriting))
    #expect(NSFileVersion.otherVersionsOfItem(at: inCloud)?.count == 1)
    let out = try #require(
      await move(inCloud, toCloud: false, URL(fileURLWithPath: cloud.folder.path)))
    #expect(await eventually { note.fileURL.path == out.path })
    #expect(FileManager.default.isUbiquitousItem(at: out) == false)
    #expect(await note.close())
    #expect(File(out.path).text == "mine, changed")
  }

  private func move(_ url: URL, toCloud: Bool, _ folder: URL) async -> URL? {
    await withCheckedContinuation { done in
      NoteStore.shared.move(url, toCloud: toCloud, folder: folder) { url, _ in
        done.resume(returning: url)
      }
    }
  }

  @Test func `calls for things that are always here answer, others fail as Apple's do`() throws {
    let url = cloud.write("a.note", "one")
    let manager = FileManager.default
    try manager.startDownloadingUbiquitousItem(at: url)
    let eviction = #expect(throws: CocoaError.self) { try manager.evictUbiquitousItem(at: url) }
    #expect(eviction?.code == .fileWriteUnknown)
    #expect(throws: CocoaError.self) {
      try manager.url(forPublishingUbiquitousItemAt: url, expiration: nil)
    }
    let outside = URL(fileURLWithPath: cloud.folder.path)
    let missing = #expect(throws: CocoaError.self) {
      try manager.startDownloadingUbiquitousItem(at: outside)
    }
    #expect(missing?.code == .ubiquitousFileUnavailable)
    #expect(manager.url(forUbiquityContainerIdentifier: "none") == nil)
  }

  @Test func `U8 resource values have all known values, whatever holds the keys`() throws {
    let url = try cloud.conflict("a.note", ours: "one", theirs: "eins")
    let values = try url.resourceValues(forKeys: [
      .isUbiquitousItemKey, .ubiquitousItemHasUnresolvedConflictsKey, .isRegularFileKey,
      .ubiquitousItemDownloadingStatusKey, .ubiquitousItemIsUploadedKey, .fileSizeKey,
      .ubiquitousItemIsDownloadingKey, .contentModificationDateKey, .isDirectoryKey,
    ])
    #expect(values.isUbiquitousItem == true && values.ubiquitousItemDownloadingStatus == .current)
    #expect(values.ubiquitousItemHasUnresolvedConflicts == true)
    #expect(values.ubiquitousItemIsUploaded == false)
    #expect(values.ubiquitousItemIsDownloading == false)
    #expect(values.fileSize == 3 && values.isRegularFile == true && values.isDirectory == false)
    #expect(values.contentModificationDate == Date(timeIntervalSince1970: 2_000_000))
    let local = URL(fileURLWithPath: "\(cloud.folder.path)/local.note")
    File(local.path).write([1])
    let outside = try local.resourceValues(forKeys: [
      .ubiquitousItemDownloadingStatusKey, .isUbiquitousItemKey,
    ])
    #expect(outside.ubiquitousItemDownloadingStatus == nil && outside.isUbiquitousItem == false)
    let keys: Set<URLResourceKey> = [.ubiquitousItemDownloadingStatusKey, .pathKey]
    let status = (try url.resourceValues(forKeys: keys)).ubiquitousItemDownloadingStatus
    #expect(status == .current)
    #expect(try local.resourceValues(forKeys: keys).ubiquitousItemDownloadingStatus == nil)
  }

  @Test
  func `M20 a first save makes the folders of a container, and the last deletion leaves Documents`()
    async throws
  {
    let url = cloud.url("new/folder/a.note")
    let note = TextNote(fileURL: url)
    note.text = "mine"
    #expect(await note.save(to: url, for: .forCreating))
    #expect(File(url.path).text == "mine")
    #expect(await note.close())
    let other = try cloud.makeOtherReplica()
    try other.program.run(["rm", "Documents/new/folder/a.note"], exits: 0)
    try other.program.run(["sync"], exits: 0)
    try Program(Replica.command, in: cloud.documents.deletingLastPathComponent().path)
      .run(["sync"], exits: 0)
    #expect(File(cloud.documents.path).exists && File(cloud.documents.path).names == [])
    let elsewhere = URL(fileURLWithPath: "\(cloud.folder.path)/none/a.note")
    #expect(await TextNote(fileURL: elsewhere).save(to: elsewhere, for: .forCreating) == false)
  }

  @Test(arguments: [true, false])
  func `the newest version is kept`(isNewer: Bool) async throws {
    let url = try cloud.conflict("a.note", ours: "ours", theirs: "theirs", isNewer: isNewer)
    let note = TextNote(fileURL: url)
    #expect(await note.open())
    #expect(note.documentState.contains(.inConflict))
    let chooser = ConflictChooser(url: url)
    #expect(chooser.choices.count == 1)
    try await Task.detached { try chooser.keepNewest() }.value
    #expect(await note.revert(toContentsOf: url))
    #expect(note.text == (isNewer ? "theirs" : "ours"))
    #expect(await eventually { note.documentState == .normal })
    #expect(NSFileVersion.unresolvedConflictVersionsOfItem(at: url) == [])
    await note.close()
  }

  @Test func `removing first and resolving after that settles a conflict too`() throws {
    let url = try cloud.conflict("a.note", ours: "ours", theirs: "theirs")
    try ConflictChooser(url: url).keepCurrent()
    #expect(NSFileVersion.unresolvedConflictVersionsOfItem(at: url) == [])
    #expect(File(url.path).text == "ours")
  }

  @Test func `V13 a version that was removed has no date, whichever value stands for it`() throws {
    let url = try cloud.conflict("a.note", ours: "ours", theirs: "theirs")
    let version = try #require(NSFileVersion.unresolvedConflictVersionsOfItem(at: url)?.first)
    #expect(version.modificationDate == Date(timeIntervalSince1970: 1_000_000))
    try NSFileVersion.removeOtherVersionsOfItem(at: url)
    #expect(version.modificationDate == nil)
  }

  @Test func `a conflict is decided by a chain of resolvers`() async throws {
    let url = try cloud.conflict("a.note", ours: "ours", theirs: "theirs")
    let note = TextNote(fileURL: url)
    #expect(await note.open())
    let decision = try await note.resolveConflicts(
      using: Chain([ThreeWayMerge(), ByDate(.newest)]))
    #expect(decision != nil)
    #expect(note.text == "ours" && note.documentState == .normal)
    await note.close()
  }

  @Test func `all versions are kept as files beside it`() async throws {
    let url = try cloud.conflict("a.note", ours: "ours", theirs: "theirs")
    let copies = try await Task.detached { try ConflictChooser(url: url).keepAll() }.value
    #expect(copies.map(\.lastPathComponent) == ["a (tablet 1).note"])
    #expect(File(copies[0].path).text == "theirs")
    #expect(File(url.path).text == "ours")
    #expect(NSFileVersion.unresolvedConflictVersionsOfItem(at: url) == [])
  }

  @Test func `versions are merged by the program`() async throws {
    let url = try cloud.conflict("a.note", ours: "ours ", theirs: "theirs")
    try await Task.detached { try ConflictChooser(url: url).merge() }.value
    #expect(File(url.path).text == "ours theirs")
    #expect(NSFileVersion.unresolvedConflictVersionsOfItem(at: url) == [])
  }

  @Test func `an open document hears of a version, with the computer that it is from`() async throws
  {
    let url = cloud.write("a.note", "ours")
    let note = TextNote(fileURL: url)
    #expect(await note.open())
    try NSFileVersion.makeConflict(
      ofItemAt: url, contents: Data("theirs".utf8), computer: "tablet")
    #expect(await eventually { note.calls.contains("gained from tablet") })
    #expect(await eventually { note.documentState == .inConflict })
    await note.close()
  }

  @Test func `a folder's presenter hears of files and of versions`() async throws {
    let url = cloud.write("a.note", "ours")
    let watcher = FolderWatcher(folder: cloud.documents)
    defer { watcher.stop() }
    #expect(NSFileCoordinator.filePresenters.contains { $0 === watcher })
    try NSFileVersion.makeConflict(
      ofItemAt: url, contents: Data("theirs".utf8), computer: "tablet")
    #expect(await eventually { watcher.events.contains("gained tablet") })
    try ConflictChooser(url: url).keepCurrent()
    #expect(await eventually { watcher.events.contains("resolved tablet") })
    #expect(await eventually { watcher.events.contains("lost tablet") })
    let renamed = try await Task.detached {
      try NoteStore.shared.rename(url, to: "b.note")
    }.value
    #expect(await eventually { watcher.events.contains("moved a.note b.note") })
    cloud.write("c.note", "new")
    #expect(await eventually { watcher.events.contains("appeared c.note") })
    _ = await withCheckedContinuation { done in
      NoteStore.shared.delete(renamed) { done.resume(returning: $0 == nil) }
    }
    #expect(await eventually { watcher.events.contains("deleting b.note") })
    let relinquished = watcher.events.filter { $0 == "relinquish" }.count
    #expect(
      await eventually { watcher.events.filter { $0 == "reacquire" }.count == relinquished })
  }

  @Test
  func `V31 an upload can fail instead of leading to a conflict, and the remote's version is had`()
    async throws
  {
    let manager = FileManager.default
    let url = cloud.write("plan.note", "one")
    await #expect(throws: CocoaError.self) {
      try await manager.uploadLocalVersionOfUbiquitousItem(
        at: url, withConflictResolutionPolicy: .conflictPolicyDefault)
    }
    let controls = try url.promisedItemResourceValues(forKeys: [
      .ubiquitousItemSupportedSyncControlsKey, .ubiquitousItemIsSyncPausedKey,
    ])
    #expect(controls.ubiquitousItemSupportedSyncControls == .failUploadOnConflict)
    #expect(controls.ubiquitousItemIsSyncPaused == false)
    let other = try cloud.makeOtherReplica()
    let sent = try await manager.uploadLocalVersionOfUbiquitousItem(
      at: url, withConflictResolutionPolicy: .conflictPolicyFailOnConflict)
    #expect(sent.contentsText == "one")
    let same = try await manager.fetchLatestRemoteVersionOfItem(at: url)
    #expect(same.url == url && same.contentsText == "one")
    try other.program.run(["sync"], exits: 0)
    other.write("Documents/plan.note", "theirs")
    try other.program.run(["sync"], exits: 0)
    cloud.write("plan.note", "mine")
    do {
      _ = try await manager.uploadLocalVersionOfUbiquitousItem(
        at: url, withConflictResolutionPolicy: .conflictPolicyFailOnConflict)
      Issue.record("the upload went through")
    } catch let error as CocoaError {
      #expect(error.code == .fileWriteUnknown && "\(error)".contains("plan.note"))
    }
    #expect(NSFileVersion.unresolvedConflictVersionsOfItem(at: url)?.isEmpty == true)
    let latest = try await manager.fetchLatestRemoteVersionOfItem(at: url)
    #expect(latest.contentsText == "theirs")
    #expect(try String(contentsOf: url, encoding: .utf8) == "mine")
    _ = try await manager.uploadLocalVersionOfUbiquitousItem(
      at: url, withConflictResolutionPolicy: .conflictPolicyDefault)
    #expect(NSFileVersion.unresolvedConflictVersionsOfItem(at: url)?.count == 1)
  }

  @Test func `V31 single items are not paused, and handlers get the error`() async throws {
    let url = cloud.write("plan.note", "one")
    let manager = FileManager.default
    let error = await withCheckedContinuation { continuation in
      manager.pauseSyncForUbiquitousItem(at: url) { continuation.resume(returning: $0) }
    }
    #expect((error as? CocoaError)?.code == .featureUnsupported)
    await #expect(throws: CocoaError.self) {
      try await manager.resumeSyncForUbiquitousItem(at: url, with: .preserveLocalChanges)
    }
    let (version, failure) = await withCheckedContinuation { continuation in
      manager.fetchLatestRemoteVersionOfItem(at: url) { continuation.resume(returning: ($0, $1)) }
    }
    #expect(version == nil)
    #expect((failure as? CocoaError)?.code == .ubiquitousFileUnavailable)
  }
}

extension NSFileVersion {
  fileprivate var contentsText: String? {
    try? String(contentsOf: url, encoding: .utf8)
  }
}
