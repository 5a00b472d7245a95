import DocMergeContainer
import DocMergeDocuments
import DocMergeHistory
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Foundation
import Testing

/// Versions of documents that are folders.
struct PackageVersionTests {
  let kept: Kept
  let outside = TemporaryFolder()

  init() throws { kept = try Kept() }

  /// Writes a package, and makes a version of it.
  @discardableResult
  private func save(_ members: [String: String]) throws -> URL {
    let url = kept.url("a.imagenotes")
    try? FileManager.default.removeItem(at: url)
    write(members, to: url)
    try kept.container.declarePackages(like: try #require(DocumentPath("a.imagenotes")))
    _ = try kept.container.save()
    return url
  }

  private func write(_ members: [String: String], to url: URL) {
    for (name, text) in members { File("\(url.path)/\(name)").write(Array(text.utf8)) }
  }

  private func members(_ url: URL) -> [String: String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: url.path)) ?? []
    return names.reduce(into: [:]) { $0[$1] = url.appendingPathComponent($1).text }
  }

  /// A package in conflict with another one, a link and an executable among its members.
  private func conflict() throws -> (url: URL, theirs: FileVersion) {
    try save(["text.md": "base", "images/1": "one"])
    let url = try save(["text.md": "ours", "images/1": "one"])
    let folder = outside.url("theirs.imagenotes")
    write(["text.md": "theirs", "images/2": "two", "run": "script"], to: folder)
    File("\(folder.path)/run").setPermissions(0o755)
    File("\(folder.path)/link").link(to: "text.md")
    let theirs = try FileVersion.makeConflict(ofItemAt: url, withContentsOf: folder)
    return (url, theirs)
  }

  private let theirMembers = [
    "text.md": "theirs", "images/2": "two", "run": "script", "link": "theirs",
  ]

  @Test func `V1 V2 V3 V9 versions of a package are listed, and are folders at their URL`() throws {
    let (url, theirs) = try conflict()
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: url) == [theirs])
    #expect(FileVersion.currentVersionOfItem(at: url)?.url == url)
    #expect(members(theirs.url) == theirMembers)
    #expect(theirs.error == nil)
    #expect(File("\(theirs.url.path)/run").permissions.map { $0 & 0o111 } == 0o111)
    #expect(File("\(theirs.url.path)/text.md").permissions.map { $0 & 0o222 } == 0)
    #expect(theirs.modificationDate != nil)
    let base = try #require(
      FileVersion.otherVersionsOfItem(at: url)?.first { !$0.isConflict })
    #expect(members(base.url) == ["text.md": "base", "images/1": "one"])
  }

  @Test func `V22 a version replaces a package as a whole, in the container and elsewhere`() throws
  {
    let (url, theirs) = try conflict()
    let target = outside.url("copy.imagenotes")
    write(["old": "old"], to: target)
    try theirs.replaceItem(at: target)
    #expect(members(target) == theirMembers)
    try Data("a file".utf8).write(to: outside.url("file.imagenotes"))
    #expect(members(try theirs.replaceItem(at: outside.url("file.imagenotes"))) == theirMembers)
    try theirs.replaceItem(at: url)
    #expect(members(url) == theirMembers)
    try FileVersion.removeOtherVersionsOfItem(at: url)
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: url) == [])
    #expect(try kept.container.documents().count == 1)
  }

  @Test func `V23 V24 a version of a package is moved out, and another one is removed`() throws {
    let (url, theirs) = try conflict()
    let copy = try theirs.replaceItem(at: kept.url("b.imagenotes"), options: .byMoving)
    #expect(members(copy) == theirMembers)
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: url) == [])
    #expect(members(url)["text.md"] == "ours")
    #expect(try kept.container.documents().map(\.path.display) == ["a.imagenotes", "b.imagenotes"])
    let base = try #require(FileVersion.otherVersionsOfItem(at: url)?.first)
    let place = base.url
    try base.remove()
    #expect(FileVersion.otherVersionsOfItem(at: url) == [])
    #expect(!File(place.path).exists)
  }

  @Test func `V6 V7 a version is added from a folder, or from the package itself`() throws {
    let url = try save(["text.md": "one"])
    let folder = outside.url("new.imagenotes")
    write(["text.md": "added", "images/1": "one"], to: folder)
    let version = try FileVersion.addOfItem(at: url, withContentsOf: folder, options: .byMoving)
    #expect(members(version.url) == ["text.md": "added", "images/1": "one"])
    #expect(!File(folder.path).exists)
    #expect(FileVersion.unresolvedConflictVersionsOfItem(at: url) == [])
    let own = try FileVersion.addOfItem(at: url, withContentsOf: url)
    #expect(members(own.url) == ["text.md": "one"])
    #expect(members(url) == ["text.md": "one"])
    try FileManager.default.removeItem(at: url.appendingPathComponent("text.md"))
    write(["other.md": "two"], to: url)
    try version.replaceItem(at: url)
    #expect(members(url) == ["text.md": "added", "images/1": "one"])
  }

  @Test func `V6 a version from a folder that is not there is an error of Cocoa`() throws {
    let url = try save(["text.md": "one"])
    let none = outside.url("none.imagenotes")
    let error = try #require(throws: CocoaError.self) {
      try FileVersion.addOfItem(at: url, withContentsOf: none)
    }
    #expect(error.code == .fileReadNoSuchFile)
    #expect(error.userInfo[NSFilePathErrorKey] as? String == none.path)
  }

  @Test func `V22 a package in no container is copied by its current version`() throws {
    let url = outside.url("a.imagenotes")
    write(["text.md": "one", "images/1": "two"], to: url)
    let current = try #require(FileVersion.currentVersionOfItem(at: url))
    let copy = try current.replaceItem(at: outside.url("b.imagenotes"))
    #expect(members(copy) == ["text.md": "one", "images/1": "two"])
  }
}
