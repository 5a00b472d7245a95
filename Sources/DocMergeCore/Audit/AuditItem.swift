/// A change of one side to the base, and its fate.
public struct AuditItem: Sendable, Hashable {
  /// The kind of the change.
  public enum Change: String, Sendable, Hashable, CaseIterable {
    /// The side has bytes that the base lacks.
    case inserted
    /// The base has bytes that the side lacks.
    case deleted
  }

  /// Its fate.
  public enum Fate: Sendable, Hashable {
    /// The result has it.
    case kept
    /// The result has it, and the other side did the same.
    case same
    /// The result leaves it to a person, between markers.
    case inConflict
    /// A rule settled the place without it.
    case dropped(by: MergeRule)
    /// The result lacks it, and no rule explains why.
    case unaccounted
  }

  /// Who did it.
  public var side: MergeSide

  /// The kind of the change.
  public var change: Change

  /// The bytes; their indices are offsets into the side's text, or into the base if it was deleted.
  public var bytes: ArraySlice<UInt8>

  /// Whether the bytes are whole lines; otherwise they are words of them.
  public var isWholeLines: Bool

  /// Its fate.
  public var fate: Fate

  /// Makes an item.
  public init(
    side: MergeSide, change: Change, bytes: ArraySlice<UInt8>, isWholeLines: Bool, fate: Fate
  ) {
    self.side = side
    self.change = change
    self.bytes = bytes
    self.isWholeLines = isWholeLines
    self.fate = fate
  }
}

/// One of the two texts that are merged.
public enum MergeSide: String, Sendable, Hashable, CaseIterable {
  /// Ours.
  case ours
  /// Theirs.
  case theirs
}
