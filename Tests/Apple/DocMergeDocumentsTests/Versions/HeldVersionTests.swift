import DocMergeContainer
import DocMergeDocuments
import DocMergeHistory
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Foundation
import Testing

/// Versions that a program keeps while the document goes on, and versions without contents.
struct HeldVersionTests {
  let kept: Kept

  init() throws { kept = try Kept() }

  // MARK: The current version

  @Test func `V1 a current version that was kept has its own contents after the next save`() throws
  {
    let url = try kept.save("a.txt", "one", date: 1_000_000)
    let held = try #require(FileVersion.currentVersionOfItem(at: url))
    try kept.save("a.txt", "two")
    #expect(held.text == "one")
    #expect(held.url != url)
    #expect(held.modificationDate == Date(timeIntervalSince1970: 1_000_000))
    try held.replaceItem(at: url)
    #expect(url.text == "one")
    try kept.save("a.txt", "three")
    try held.remove()
    #expect(FileVersion.otherVersionsOfItem(at: url)?.contains(held) == false)
    let current = try #require(FileVersion.currentVersionOfItem(at: url))
    #expect(current.text == "three")
    #expect(refusal { try current.remove() } == .isCurrent)
  }

  @Test func `V1 the version that wins by a later date is the current one for all who keep it`()
    throws
  {
    let url = try kept.conflict()
    let ours = try #require(FileVersion.currentVersionOfItem(at: url))
    let winner = try FileVersion.makeConflict(
      ofItemAt: url, contents: Data("later".utf8), date: Date(timeIntervalSince1970: 3_000_000))
    #expect(winner.url == url)
    #expect(ours.text == "ours")
    #expect(url.text == "later")
    try kept.save("a.txt", "latest")
    #expect(winner.text == "later")
    #expect(winner.url != url)
  }

  @Test func `V17 a mere decision leaves a kept current version the current one`() throws {
    let url = try kept.conflict()
    let held = try #require(FileVersion.currentVersionOfItem(at: url))
    FileVersion.unresolvedConflictVersionsOfItem(at: url)?.first?.isResolved = true
    #expect(held.url == url)
    #expect(refusal { try held.remove() } == .isCurrent)
  }

  @Test func `V1 a document that was deleted has no current version, and keeps its contents`()
    throws
  {
    let url = try kept.save("a.txt", "one")
    let held = try #require(FileVersion.currentVersionOfItem(at: url))
    try FileManager.default.removeItem(at: url)
    _ = try kept.container.save()
    #expect(FileVersion.currentVersionOfItem(at: url) == nil)
    #expect(held.text == "one")
  }

  // MARK: Without contents

  /// A document that one side edited and the other one deleted.
  private func deletedOnOneSide() throws -> URL {
    let other = try Kept()
    let meeting = TemporaryFolder()
    for one in [kept, other] {
      try one.container.remotes.add(Remote(name: "home", url: "\(meeting.path)/remote.git"))
    }
    let url = try kept.save("a.txt", "base", date: 1_000_000)
    for one in [kept, other] { _ = try one.container.sync(with: "home") }
    try kept.save("a.txt", "edited", date: 2_000_000)
    try FileManager.default.removeItem(at: other.url("a.txt"))
    _ = try other.container.save()
    for one in [other, kept] { _ = try one.container.sync(with: "home") }
    return url
  }

  @Test func `a version that records a deletion says that it has no contents`() throws {
    let url = try deletedOnOneSide()
    #expect(url.text == "edited")
    let version = try #require(FileVersion.unresolvedConflictVersionsOfItem(at: url)?.first)
    #expect(version.isDeletion)
    #expect(version.text == nil)
    let outside = TemporaryFolder()
    let noted = try #require(version.error)
    for target in [url, outside.url("copy.txt")] {
      let error = try #require(throws: CocoaError.self) { try version.replaceItem(at: target) }
      for error in [error as NSError, noted as NSError] {
        #expect(error.domain == NSCocoaErrorDomain)
        #expect(error.code == CocoaError.Code.fileReadNoSuchFile.rawValue)
        #expect(error.localizedDescription.contains("deleted"))
        #expect(error.userInfo[NSFilePathErrorKey] as? String == url.path)
      }
    }
    #expect(url.text == "edited")
    #expect(!File(outside.url("copy.txt").path).exists)
    version.isResolved = true
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: url) == [])
    #expect(url.text == "edited")
  }

  @Test func `V4 contents that are elsewhere are an error that says so`() throws {
    let meeting = TemporaryFolder()
    let folder = TemporaryFolder()
    try kept.container.remotes.add(Remote(name: "home", url: "\(meeting.path)/remote.git"))
    _ = try kept.conflict()
    _ = try kept.container.sync(with: "home")
    let lazy = try Container.clone(
      from: "\(meeting.path)/remote.git", to: "\(folder.path)/lazy", isOnDemand: true
    ).container
    let url = URL(fileURLWithPath: "\(lazy.path)/a.txt")
    let version = try #require(FileVersion.otherVersionsOfItem(at: url)?.first)
    #expect(!version.hasLocalContents)
    let error = try #require(throws: CocoaError.self) {
      try version.replaceItem(at: folder.url("copy.txt"))
    }
    #expect(error.code == .ubiquitousFileUnavailable)
    #expect(error.userInfo[NSFilePathErrorKey] as? String == url.path)
    #expect(error.underlying != nil)
  }
}
