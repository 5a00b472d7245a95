public import DocMergeCore
public import DocMergeOffice

/// What came of a merge.
public enum MergeAttempt: Sendable, Hashable {
  /// Everything was merged.
  case clean(Resolution)
  /// Some regions are claimed by both of two texts.
  case conflicts(UnfinishedMerge)
  /// Not a case for merging.
  case refused(Reason)

  /// Why there was nothing that could be merged.
  public enum Reason: Sendable, Hashable {
    /// Fewer than two sides.
    case nothingToMerge
    /// A side deleted the document, another changed it.
    case deletedOnOneSide
    /// Links or packages, which are only kept whole.
    case notFiles
    /// One side may be run and the other not, and there is no base to tell which changed.
    case modes
    /// Not text.
    case binary
    /// Not in the encoding that a byte-order mark announces.
    case damaged
    /// In encodings that differ, and no rule says which one to take.
    case encodings
    /// Three or more sides that could be merged, but not alike in every order.
    case orderMatters
    /// An office document that cannot be merged part by part.
    case office(OfficeRefusal)
    /// A change of a side that the merged text cannot account for.
    case unaccounted
  }
}

/// A merge of two texts that left conflicts.
public struct UnfinishedMerge: Sendable, Hashable {
  /// What could be merged, and the conflicts.
  public var merged: Merged
  /// The id of the side that was ours; `nil` when it was made of several sides.
  public var ours: String?
  /// The id of the side that was theirs.
  public var theirs: String
  /// The lines of ours that each conflict covers, counted from 1.
  ///
  /// An empty range is between lines. There are none when it is unknown where they are.
  public var lines: [Range<Int>]

  /// Describes a merge that left conflicts.
  public init(merged: Merged, ours: String?, theirs: String, lines: [Range<Int>]) {
    self.merged = merged
    self.ours = ours
    self.theirs = theirs
    self.lines = lines
  }
}
