public import DocMergeFolder
public import DocMergeHistory

/// What a save did.
public struct SaveReport: Sendable, Hashable {
  /// Documents with a new version, by path.
  public var modified: [DocumentPath] = []
  /// Documents that were new.
  public var added: [DocumentPath] = []
  /// Documents that were removed.
  public var removed: [DocumentPath] = []
  /// Documents that have moved.
  public var moved: [Move] = []
  /// Items that could not be saved, and why.
  public var skipped: [SkippedItem] = []
  /// Documents that a later save takes: a program is still writing them, or an editor is replacing them.
  public var later: [SkippedItem] = []
  /// Documents that are not in the folder as they should be yet, and why; later commands try again.
  public var notInPlace: [SkippedItem] = []
  /// Documents that are in conflict after the save.
  public var conflicts: [DocumentPath] = []

  package init(
    modified: [DocumentPath] = [], added: [DocumentPath] = [], removed: [DocumentPath] = [],
    moved: [Move] = [], skipped: [SkippedItem] = [], later: [SkippedItem] = [],
    notInPlace: [SkippedItem] = [], conflicts: [DocumentPath] = []
  ) {
    self.modified = modified
    self.added = added
    self.removed = removed
    self.moved = moved
    self.skipped = skipped
    self.later = later
    self.notInPlace = notInPlace
    self.conflicts = conflicts
  }

  /// A document that was moved or renamed.
  public struct Move: Sendable, Hashable {
    /// The old path.
    public var from: DocumentPath
    /// The new path.
    public var to: DocumentPath

    package init(from: DocumentPath, to: DocumentPath) {
      self.from = from
      self.to = to
    }
  }

  /// Whether something at the path, or in it, was saved.
  func mentions(_ path: DocumentPath) -> Bool {
    (modified + added + removed + moved.flatMap { [$0.from, $0.to] })
      .contains { $0 == path || $0.isInside(path) }
  }

  /// Whether nothing was saved.
  public var isEmpty: Bool { modified.isEmpty && added.isEmpty && removed.isEmpty && moved.isEmpty }
}
