package import DocMergeHistory

/// What a container is to show in its folder.
package struct FolderPolicy: Sendable {
  /// Whether versions may be known that are not here.
  package var isOnDemand = false
  /// Whether a document of a name is in the folder; `nil`: all are.
  package var isInFocus: (@Sendable (DocumentPath) -> Bool)?
  /// Whether what came for placeholders takes their places without being asked for.
  package var fillsPlaceholders = false

  package init(
    isOnDemand: Bool = false, isInFocus: (@Sendable (DocumentPath) -> Bool)? = nil,
    fillsPlaceholders: Bool = false
  ) {
    self.isOnDemand = isOnDemand
    self.isInFocus = isInFocus
    self.fillsPlaceholders = fillsPlaceholders
  }
}
