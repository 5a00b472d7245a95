import DocMergeCore
package import DocMergeHistory
package import DocMergeObjects
package import DocMergeSystem

/// The placeholders in the folder that the index does not know: somebody was killed before they were noted, or
/// copied others.
package struct StrayPlaceholders: Sendable {
  private var items: [DocumentID: [FolderItem]] = [:]

  /// Looks for them, where contents come on demand.
  ///
  /// Linear in what is in the folder.
  package init(root: SystemPath, git: GitStore, index: FolderIndex) throws {
    let scanner = FolderScanner(
      root: root, rules: FolderRules(git: git),
      known: KnownDocuments(try index.marks()))
    let listing = try scanner.scan()
    // Somebody may have moved one to where another document was.
    for item in listing.unknown + listing.different.map(\.item) {
      guard let placeholder = Placeholder(at: item, in: root) else { continue }
      items[placeholder.document, default: []].append(item)
    }
  }

  /// What the index would know of a document that is to lie at `path`, if its placeholder was moved from there.
  ///
  /// The next look at the folder finds where it is.
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
