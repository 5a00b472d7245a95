import DocMergeContainer
import DocMergeDocuments
import DocMergeHistory
import DocMergeTestSupport
import Foundation
import Testing

/// Versions of a file that was renamed since the last save.
struct RenamedVersionTests {
  let kept: Kept

  init() throws { kept = try Kept() }

  /// A document in conflict, under a new name that no version has yet.
  private func renamed() throws -> (url: URL, others: [FileVersion]) {
    let old = try kept.conflict()
    let others = try #require(FileVersion.otherVersionsOfItem(at: old))
    let new = kept.url("renamed.txt")
    try FileManager.default.moveItem(at: old, to: new)
    return (new, others)
  }

  @Test func `V2 V3 the versions are listed under the new name at once`() throws {
    let (url, others) = try renamed()
    #expect(FileVersion.otherVersionsOfItem(at: url) == others)
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: url)?.map(\.text) == ["theirs"])
    #expect(FileVersion.currentVersionOfItem(at: url)?.text == "ours")
  }

  @Test func `V21 a version replaces the file under its new name, with its history`() throws {
    let (url, _) = try renamed()
    let theirs = try #require(FileVersion.unresolvedConflictVersionsOfItem(at: url)?.first)
    try FileCoordinator().coordinate(writingItemAt: url, options: .forReplacing) { url in
      _ = try theirs.replaceItem(at: url)
      try FileVersion.removeOtherVersionsOfItem(at: url)
    }
    #expect(url.text == "theirs")
    let documents = try kept.container.documents()
    #expect(documents.map(\.path.display) == ["renamed.txt"])
    #expect(documents.allSatisfy { !$0.isInConflict })
  }

  @Test func `the versions stay with the old name where another file has it`() throws {
    let (url, _) = try renamed()
    let copy = kept.url("copy.txt")
    try FileManager.default.copyItem(at: url, to: copy)
    #expect(FileVersion.otherVersionsOfItem(at: copy) == [])
    let old = try kept.container.documents().map(\.path.display)
    try Data("new".utf8).write(to: kept.url(try #require(old.first)))
    #expect(FileVersion.otherVersionsOfItem(at: url) == [])
  }
}
