/// Something that one side did to the base, and what became of it.
public struct AuditItem: Sendable, Hashable {
  /// What was done.
  public enum Change: String, Sendable, Hashable, CaseIterable {
    /// The side has bytes that the base lacks.
    case inserted
    /// The base has bytes that the side lacks.
    case deleted
  }

  /// What became of it.
  public enum Fate: Sendable, Hashable {
    /// The result has it.
    case kept
    /// The result has it, and the other side did the same.
    case same
    /// The result leaves it to a person, between markers.
    case inConflict
    /// A rule settled the place without it.
    case dropped(by: MergeRule)
    /// The result lacks it, and nothing says why.
    case unaccounted
  }

  /// Who did it.
  public var side: MergeSide

  /// What was done.
  public var change: Change

  /// The bytes; their indices are offsets into the side's text, or into the base if it was deleted.
  public var bytes: ArraySlice<UInt8>

  /// Whether the bytes are whole lines; otherwise they are words of them.
  public var isWholeLines: Bool

  /// What became of it.
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
