import DocMergeCore
public import DocMergeHistory
import DocMergeObjects

/// An item in the folder that is, or could become, a document.
package struct FolderItem: Sendable, Hashable {
  package var path: DocumentPath
  /// The kind: never ``DocumentKind/deleted``.
  package var kind: DocumentKind
  /// Whether the file system has no execute bits, so that the kind, and the bits of members, are the saved ones.
  package var isKindSaved = false
  /// The saved tree of a package, whose members have the execute bits that the file system lacks.
  var savedTree: ObjectID?
  package var fingerprint: Fingerprint

  /// The same item with the execute bits of a version, where the file system has none.
  package func withBits(of content: ContentID) -> FolderItem {
    guard isKindSaved else { return self }
    var item = self
    if kind.isFile, content.kind.isFile { item.kind = content.kind }
    if kind == .package, content.kind == .package { item.savedTree = content.object }
    return item
  }
}

/// An item in the folder that cannot be a document, and why.
public struct SkippedItem: Sendable, Hashable {
  /// The path.
  public var path: DocumentPath
  /// Why it is left alone, as a half sentence.
  public var reason: String

  package init(path: DocumentPath, reason: String) {
    self.path = path
    self.reason = reason
  }
}

/// The result of a scan of the folder.
package struct FolderListing: Sendable {
  /// Whether each known document was found, at its position.
  package var isFound: [Bool]
  /// Known documents that look different, or too new to tell, with their positions.
  package var different: [(position: Int, item: FolderItem)] = []
  /// Items that could become documents.
  package var unknown: [FolderItem] = []
  package var skipped: [SkippedItem] = []
  /// Temporary files that a killed process left behind.
  package var leftovers: [DocumentPath] = []
  /// Folders that could not be listed: the state of the documents in them is unknown.
  package var unreadable: [DocumentPath] = []
}
