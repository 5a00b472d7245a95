import DocMergeContainer
import DocMergeDocuments
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Foundation

/// A container in a temporary folder, for one test.
struct Kept {
  let folder = TemporaryFolder()
  let container: Container

  init() throws { container = try Container.create(at: folder.path, computer: "desk").container }

  func url(_ name: String) -> URL { folder.url(name) }

  /// Writes a document as any program would, and makes a version of it.
  @discardableResult
  func save(_ name: String, _ text: String, date: Int? = nil) throws -> URL {
    let url = folder.file(name, text)
    if let date { File(url.path).setDate(seconds: date) }
    _ = try container.save()
    return url
  }

  /// A document in conflict: `base`, then `ours` here and `theirs` on a tablet.
  func conflict(
    _ name: String = "a.txt", base: String = "base", ours: String = "ours",
    theirs: String = "theirs"
  ) throws -> URL {
    try save(name, base, date: 1_000_000)
    let url = try save(name, ours, date: 2_000_000)
    try FileVersion.makeConflict(
      ofItemAt: url, contents: Data(theirs.utf8), computer: "tablet", person: "Anna Berg")
    return url
  }
}

extension FileVersion {
  /// What can be read at the version's URL.
  var text: String? { url.text }
}
