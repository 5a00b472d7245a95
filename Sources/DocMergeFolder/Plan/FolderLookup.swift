package import DocMergeHistory
package import DocMergeObjects

/// The questions of a planner to the repository and the folder.
package protocol FolderLookup: Sendable {
  /// Whether a version, and its contents, are here.
  func hasContents(of version: Version) throws -> Bool
  /// The version with this id, which is here.
  func version(_ id: ObjectID) throws -> Version
  /// The document whose placeholder is at a path; `nil` for anything else.
  func placeholder(at path: DocumentPath) throws -> DocumentID?
  /// Whether anything is at a path.
  func isTaken(_ path: DocumentPath) throws -> Bool
}
