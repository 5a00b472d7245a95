package import DocMergeHistory

/// Facts about a folder that its index does not hold.
package struct FolderSituation: Sendable {
  /// The documents that had to be checked again.
  package var unsettled: Set<DocumentID> = []
  /// Places of items that can never be documents, such as ignored files.
  package var obstacles: [DocumentPath] = []
  /// Placeholders that the index does not know.
  package var strays: OrphanedPlaceholders?
  /// Whether the index was lost: an item at a document's path counts as that document then, edited or not.
  package var isRebuilding = false
  /// Whether a killed docmerge may have moved documents out of their places for a moment.
  package var isAfterCrash = false
  /// Whether the disk may have kept only a part of the files.
  package var mayBeTorn = false

  package init(
    unsettled: Set<DocumentID> = [], obstacles: [DocumentPath] = [],
    strays: OrphanedPlaceholders? = nil, isRebuilding: Bool = false, isAfterCrash: Bool = false,
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
