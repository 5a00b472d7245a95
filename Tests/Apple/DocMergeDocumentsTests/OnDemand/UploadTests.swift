import DocMergeContainer
import DocMergeDocuments
import DocMergeHistory
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Foundation
import Synchronization
import Testing

/// Documents that are sent on request.
@MainActor
struct UploadTests {
  private let meeting = TemporaryFolder()
  private let kept: Kept
  private let containers: UbiquityContainers

  init() throws {
    kept = try Kept()
    try kept.container.remotes.add(Remote(name: "home", url: "\(meeting.path)/remote.git"))
    containers = UbiquityContainers(folder: kept.folder.url("containers"))
  }

  @Test func `M19 M97 Q22 an upload shows on the open document how far it is`() async throws {
    let url = try kept.save("a.txt", "text of a")
    let note = TraceNote(fileURL: url)
    try await note.open()
    let fractions = Mutex<[Double]>([])
    let states = note.states
    let observation = Task {
      var seen: [Document.State] = []
      for await state in states {
        seen.append(state)
        fractions.withLock { $0.append(note.progress.fractionCompleted) }
        if !state.contains(.progressAvailable), seen.count > 1 { break }
      }
      return seen
    }
    #expect(MetadataItem(url: url)?.percentUploaded == 0)
    _ = try await containers.uploadLocalVersion(ofItemAt: url)
    let seen = await observation.value
    #expect(seen.contains { $0.contains(.progressAvailable) })
    #expect(seen.last?.contains(.progressAvailable) == false)
    #expect(note.progress.fractionCompleted == 1)
    #expect(fractions.withLock { $0 == $0.sorted() })
    let item = try #require(MetadataItem(url: url))
    #expect(item.isUploaded && !item.isUploading && item.percentUploaded == 100)
    #expect(item.uploadingError == nil)
    try await note.close()
  }

  @Test func `Q22 an upload that fails says why, and the document goes on`() async throws {
    let url = try kept.save("a.txt", "text of a")
    _ = try await containers.uploadLocalVersion(ofItemAt: url)
    let note = TraceNote(fileURL: url)
    try await note.open()
    rename(meeting.path, "\(meeting.path)-away")
    try kept.save("b.txt", "text of b")
    await #expect(throws: PlaceError.self) {
      try await containers.uploadLocalVersion(ofItemAt: url)
    }
    let item = try #require(MetadataItem(url: url))
    #expect((item.uploadingError as? RemoteError)?.mayPass == true)
    #expect(item.value(forAttribute: MetadataItem.Attribute.uploadingError) != nil)
    #expect(!item.isUploading)
    while note.documentState.contains(.progressAvailable) { await Task.yield() }
    rename("\(meeting.path)-away", meeting.path)
    _ = try await containers.uploadLocalVersion(ofItemAt: url)
    #expect(MetadataItem(url: url)?.uploadingError == nil)
    try await note.close()
  }

  @Test func `V31 the remote's version of a placeholder is fetched, and a deleted one is none`()
    async throws
  {
    try kept.save("a.txt", "one")
    _ = try kept.container.sync(with: "home")
    let folder = TemporaryFolder()
    let lazy = try Container.clone(
      from: "\(meeting.path)/remote.git", to: "\(folder.path)/lazy", isOnDemand: true
    ).container
    let url = URL(fileURLWithPath: "\(lazy.path)/a.txt")
    try kept.save("a.txt", "two")
    _ = try kept.container.sync(with: "home")
    let latest = try await containers.fetchLatestRemoteVersion(ofItemAt: url)
    #expect(try String(contentsOf: latest.url, encoding: .utf8) == "two")
    #expect(
      MetadataItem(url: url)?.downloadingStatus == MetadataItem.DownloadingStatus.notDownloaded)
    File("\(kept.folder.path)/a.txt").remove()
    _ = try kept.container.save()
    _ = try kept.container.sync(with: "home")
    await #expect(throws: PlaceError.onNoRemote(url)) {
      try await containers.fetchLatestRemoteVersion(ofItemAt: url)
    }
    rename(meeting.path, "\(meeting.path)-away")
    defer { rename("\(meeting.path)-away", meeting.path) }
    do {
      _ = try await containers.fetchLatestRemoteVersion(ofItemAt: url)
      Issue.record("it was fetched from nowhere")
    } catch PlaceError.offline(let item, _) {
      #expect(item == url)
    }
  }
}
