public import DocMergeCore
public import DocMergeOffice

/// The result of a merge.
public enum MergeAttempt: Sendable, Hashable {
  /// Everything was merged.
  case clean(Resolution)
  /// Some regions are claimed by both of two texts.
  case conflicts(UnfinishedMerge)
  /// It cannot be merged.
  case refused(Reason)

  /// Why the merge was refused.
  public enum Reason: Sendable, Hashable {
    /// Fewer than two sides.
    case nothingToMerge
    /// A side deleted the document, another changed it.
    case deletedOnOneSide
    /// Links or packages, which are only kept whole.
    case notFiles
    /// One side is executable and the other is not, and there is no base to show which changed.
    case modes
    /// Not text.
    case binary
    /// Not in the encoding that a byte-order mark announces.
    case damaged
    /// In encodings that differ, and no rule chooses one.
    case encodings
    /// Three or more sides that could be merged, but not with the same result in every order.
    case orderMatters
    /// An office document that cannot be merged part by part.
    case office(OfficeRefusal)
    /// A change of a side that is unaccounted for in the merged text.
    case unaccounted
  }
}

/// A merge of two texts that left conflicts.
public struct UnfinishedMerge: Sendable, Hashable {
  /// The merged text, with the conflicts.
  public var merged: Merged
  /// The id of the side that was ours; `nil` when it was merged from several sides.
  public var ours: String?
  /// The id of the side that was theirs.
  public var theirs: String
  /// The lines of ours that each conflict covers, counted from 1.
  ///
  /// An empty range is between lines. There are none when their places are unknown.
  public var lines: [Range<Int>]

  /// Describes a merge that left conflicts.
  public init(merged: Merged, ours: String?, theirs: String, lines: [Range<Int>]) {
    self.merged = merged
    self.ours = ours
    self.theirs = theirs
    self.lines = lines
  }
}
