import DocMergeCore

/// Something in the folder that is, or could become, a document.
struct FolderItem: Sendable, Hashable {
  var path: DocumentPath
  /// What it is: never ``DocumentKind/deleted``.
  var kind: DocumentKind
  /// Whether the file system keeps no execute bits, so that the kind, and the bits of members, are what was saved.
  var isKindSaved = false
  /// The tree of a package that was saved, whose members have the execute bits that the file system does not keep.
  var savedTree: ObjectID?
  var fingerprint: Fingerprint

  /// The same with the execute bits of a version, where the file system keeps none.
  func withBits(of content: ContentID) -> FolderItem {
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
}

/// What a walk through the folder found.
struct FolderListing: Sendable {
  /// Whether each known document was found, at its position.
  var isFound: [Bool]
  /// Known documents that do not look as they did, or too new to tell, with their positions.
  var different: [(position: Int, item: FolderItem)] = []
  /// What could become documents.
  var unknown: [FolderItem] = []
  var skipped: [SkippedItem] = []
  /// Temporary files that a killed process left behind.
  var leftovers: [DocumentPath] = []
  /// Folders that could not be listed: nothing is known of the documents in them.
  var unreadable: [DocumentPath] = []
}
