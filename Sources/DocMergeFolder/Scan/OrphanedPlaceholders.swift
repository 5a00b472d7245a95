import DocMergeCore
package import DocMergeHistory
package import DocMergeObjects
package import DocMergeSystem

/// The placeholders in the folder that the index does not know: a process was killed before they were noted, or they
/// are copies of others.
package struct OrphanedPlaceholders: Sendable {
  private var items: [DocumentID: [FolderItem]] = [:]

  /// Searches for them, where contents are on demand.
  ///
  /// Linear in the size of the folder.
  package init(root: SystemPath, git: GitStore, index: FolderIndex) throws {
    let scanner = FolderScanner(
      root: root, rules: FolderRules(git: git),
      known: KnownDocuments(try index.marks()))
    let listing = try scanner.scan()
    // One may have been moved to the place of another document.
    for item in listing.unknown + listing.different.map(\.item) {
      guard let placeholder = Placeholder(at: item, in: root) else { continue }
      items[placeholder.document, default: []].append(item)
    }
  }

  /// What the index would know about a document with the place `path`, if its placeholder was moved from there.
  ///
  /// The next scan finds where it is.
  package func entry(
    of id: DocumentID, _ version: Version, at path: DocumentPath
  ) -> FolderIndex.Entry? {
    guard let items = items[id], !items.contains(where: { $0.path == path }),
      let first = items.min(by: { $0.path < $1.path })
    else { return nil }
    return FolderIndex.Entry(
      id: id, wanted: path, path: path, version: version.id, content: Placeholder(id).content,
      fingerprint: first.fingerprint, seen: Timestamp(nanoseconds: 0))
  }
}
