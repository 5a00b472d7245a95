package import DocMergeHistory

/// What is known of a folder, besides its index.
package struct FolderSituation: Sendable {
  /// The documents that were to be looked at again.
  package var unsettled: Set<DocumentID> = []
  /// Where something is that can never be a document, such as an ignored file.
  package var obstacles: [DocumentPath] = []
  /// Placeholders that the index does not know.
  package var strays: StrayPlaceholders?
  /// Whether the index was lost: what is at a document's path is that document then, edited or not.
  package var isRebuilding = false
  /// Whether docmerge may have taken documents out of their places for a moment, and was killed.
  package var isAfterCrash = false
  /// Whether the disk may have kept only a part of what is there.
  package var mayBeTorn = false

  package init(
    unsettled: Set<DocumentID> = [], obstacles: [DocumentPath] = [],
    strays: StrayPlaceholders? = nil, isRebuilding: Bool = false, isAfterCrash: Bool = false,
    mayBeTorn: Bool = false
  ) {
    self.unsettled = unsettled
    self.obstacles = obstacles
    self.strays = strays
    self.isRebuilding = isRebuilding
    self.isAfterCrash = isAfterCrash
    self.mayBeTorn = mayBeTorn
  }
}
