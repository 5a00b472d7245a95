package import DocMergeHistory

/// What a container shows in its folder.
package struct FolderPolicy: Sendable {
  /// Whether versions that are not here may be known.
  package var isOnDemand = false
  /// Whether a document of a name is in the folder; `nil`: all are.
  package var isInFocus: (@Sendable (DocumentPath) -> Bool)?
  /// Whether fetched contents replace placeholders without being asked for.
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
