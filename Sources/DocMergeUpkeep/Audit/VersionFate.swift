public import DocMergeHistory
public import DocMergeObjects

/// What became of a version that was once saved.
public enum VersionFate: Sendable, Hashable {
  /// The document holds it.
  case current
  /// It is in conflict with the one that the document holds.
  case inConflict
  /// A version that a document holds was made from it.
  case superseded
  /// The document has newer versions, which are not here: what they were made from is not known.
  case notFollowed
  /// An operation took it back.
  case undone(operation: ObjectID)
  /// A prune, here or on another replica, said that it may leave the disk.
  case pruned(operation: ObjectID)
  /// The save that would have made it never ended: nobody was told that it was done.
  case unfinished
  /// Nothing says where it went, or its contents are not here.
  case lost(reason: String)
}

/// What became of all versions that were ever saved: the proof that none was lost.
public struct VersionAudit: Sendable {
  /// A version, and what became of it.
  public struct Finding: Sendable, Hashable, Identifiable {
    /// The version with where it came from; `nil` when it cannot be read.
    public var entry: HistoryEntry?
    /// The id of the version.
    public var id: ObjectID
    /// What became of it.
    public var fate: VersionFate
  }

  /// A finding a version, in the order of their dates, those that cannot be read first.
  public var findings: [Finding]

  /// The versions that nothing accounts for.
  public var lost: [Finding] {
    findings.filter { if case .lost = $0.fate { true } else { false } }
  }
}
