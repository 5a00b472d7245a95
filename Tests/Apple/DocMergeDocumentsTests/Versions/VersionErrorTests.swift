import DocMergeContainer
import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Testing

/// The errors of versions, in the form that apps for Apple's class look at.
struct VersionErrorTests {
  private func check(
    _ error: (any Error)?, at url: URL, _ location: SourceLocation = #_sourceLocation
  ) {
    let described = error as NSError?
    #expect(described?.domain == NSCocoaErrorDomain, sourceLocation: location)
    #expect(error is CocoaError, sourceLocation: location)
    #expect(
      described?.userInfo[NSFilePathErrorKey] as? String == url.path, sourceLocation: location)
    #expect(described?.userInfo[NSUnderlyingErrorKey] != nil, sourceLocation: location)
  }

  private func failure(_ body: () throws -> Void) -> (any Error)? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }

  @Test func `V17 V18 V19 V24 what a version refuses has Cocoa's domain`() throws {
    let kept = try Kept()
    let url = try kept.conflict()
    let current = try #require(FileVersion.currentVersionOfItem(at: url))
    let other = try #require(FileVersion.unresolvedConflictVersionsOfItem(at: url)?.first)
    check(failure { try current.remove() }, at: url)
    check(failure { try current.setDiscardable(true) }, at: url)
    current.isDiscardable = true
    check(current.error, at: url)
    try other.setResolved(true)
    check(failure { try other.setResolved(false) }, at: url)
    other.isResolved = false
    check(other.error, at: url)
    let elsewhere = TemporaryFolder()
    let plain = elsewhere.file("a.txt", "text")
    let alone = try #require(FileVersion.currentVersionOfItem(at: plain))
    check(failure { try alone.remove() }, at: plain)
  }

  @Test func `V22 V24 V25 a container that is gone makes errors of Cocoa`() throws {
    let kept = try Kept()
    let url = try kept.conflict()
    let other = try #require(FileVersion.unresolvedConflictVersionsOfItem(at: url)?.first)
    try FileManager.default.removeItem(atPath: "\(kept.folder.path)/.docmerge/refs")
    File("\(kept.folder.path)/.docmerge/refs").write([])
    check(failure { try other.remove() }, at: url)
    check(failure { try other.setResolved(true) }, at: url)
    check(failure { try FileVersion.removeOtherVersionsOfItem(at: url) }, at: url)
    check(failure { _ = try FileVersion.addOfItem(at: url, withContentsOf: url) }, at: url)
  }
}

/// The reason for which a version refuses what `body` does, from below an error of Cocoa.
func refusal(_ body: () throws -> Void) -> FileVersionError? {
  do {
    try body()
    return nil
  } catch {
    return (error as? CocoaError)?.underlying as? FileVersionError
  }
}
