public import DocMergeHistory
public import DocMergeObjects

/// What became of a version that was once saved.
public enum VersionFate: Sendable, Hashable {
  /// It is the current version of the document.
  case current
  /// It is in conflict with the current version.
  case inConflict
  /// It is an ancestor of a version that a document has.
  case superseded
  /// The document has newer versions that are not here: their parents are not known.
  case notFollowed
  /// Another replica sent it, and no sync has merged it yet.
  case fetched
  /// An operation withdrew it.
  case undone(operation: ObjectID)
  /// A prune, here or on another replica, allowed its removal from the disk.
  case pruned(operation: ObjectID)
  /// The save that would have made it never ended, and was never reported as done.
  case unfinished
  /// Nothing shows where it went, or its contents are not here.
  case lost(reason: String)
}

/// The fates of all versions that were ever saved: the proof that none was lost.
public struct VersionAudit: Sendable {
  /// A version and its fate.
  public struct Finding: Sendable, Hashable, Identifiable {
    /// The version with its origin; `nil` when it cannot be read.
    public var entry: HistoryEntry?
    /// The id of the version.
    public var id: ObjectID
    /// Its fate.
    public var fate: VersionFate
  }

  /// A finding for each version, by date; those that cannot be read are first.
  public var findings: [Finding]

  /// The versions that nothing accounts for.
  public var lost: [Finding] {
    findings.filter { if case .lost = $0.fate { true } else { false } }
  }
}
