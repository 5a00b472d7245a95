import DocMergeCore
package import DocMergeHistory
import DocMergeObjects
import DocMergeSystem
import Glibc

extension FolderUpdater {
  /// The item at the path of a document, which is, or should be, one of `contents`.
  ///
  /// A folder counts as a document only where a package is expected. A path through a link leads to no document, since
  /// the link may point out of the container.
  package func item(at path: DocumentPath, _ contents: ContentID?...) throws -> FolderItem? {
    guard try writer.obstacle(above: path) == nil else { return nil }
    let kinds = contents.compactMap { $0?.kind }
    let kind: DocumentKind = kinds.contains(.package) ? .package : kinds.first ?? .file
    return try FolderScanner(root: root, rules: rules, known: KnownDocuments(only: path, kind))
      .item(at: path)
  }

  /// Whether the item has `content`; by the fingerprint of `entry` where that proves it.
  package func holds(
    _ item: FolderItem, _ content: ContentID, _ entry: FolderIndex.Entry?
  ) throws -> Bool {
    if let entry, entry.content == content, entry.fingerprint == item.fingerprint,
      entry.fingerprint.isReliable(seen: entry.seen)
    {
      return true
    }
    // Where the file system has no execute bits, only the bytes count.
    return try self.content(of: item.withBits(of: content)) == content
  }
}
