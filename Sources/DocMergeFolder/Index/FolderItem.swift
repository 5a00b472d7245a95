import DocMergeCore
public import DocMergeHistory
import DocMergeObjects

/// Something in the folder that is, or could become, a document.
package struct FolderItem: Sendable, Hashable {
  package var path: DocumentPath
  /// What it is: never ``DocumentKind/deleted``.
  package var kind: DocumentKind
  /// Whether the file system keeps no execute bits, so that the kind, and the bits of members, are what was saved.
  package var isKindSaved = false
  /// The tree of a package that was saved, whose members have the execute bits that the file system does not keep.
  var savedTree: ObjectID?
  package var fingerprint: Fingerprint

  /// The same with the execute bits of a version, where the file system keeps none.
  package func withBits(of content: ContentID) -> FolderItem {
    guard isKindSaved else { return self }
    var item = self
    if kind.isFile, content.kind.isFile { item.kind = content.kind }
    if kind == .package, content.kind == .package { item.savedTree = content.object }
    return item
  }
}

/// Something in the folder that cannot be a document, and why.
public struct SkippedItem: Sendable, Hashable {
  /// Where it lies.
  public var path: DocumentPath
  /// Why it is left alone, as a half sentence.
  public var reason: String

  package init(path: DocumentPath, reason: String) {
    self.path = path
    self.reason = reason
  }
}

/// What a walk through the folder found.
package struct FolderListing: Sendable {
  /// Whether each known document was found, at its position.
  package var isFound: [Bool]
  /// Known documents that do not look as they did, or too new to tell, with their positions.
  package var different: [(position: Int, item: FolderItem)] = []
  /// What could become documents.
  package var unknown: [FolderItem] = []
  package var skipped: [SkippedItem] = []
  /// Temporary files that a killed process left behind.
  package var leftovers: [DocumentPath] = []
  /// Folders that could not be listed: nothing is known of the documents in them.
  package var unreadable: [DocumentPath] = []
}
